/* fuzz_record.c - records: as they come, and with a right seal, so that the replay is reached. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "table/record.h"
#include "table/record_int.h"

static void read_and_write(const char *text, size_t n) {
    rd_table *t = NULL, *again = NULL;
    rd_record_info info;
    rd_fault f = {0};
    if (rd_record_read(text, n, &t, &info, &f) != RD_RECORD_OK) {
        LAW(f.text[0], "a record is refused without a word");
        LAW(!t, "a refused record leaves a table");
        return;
    }
    char *written;
    size_t length;
    LAW(rd_record_write(t, &info, true, &written, &length, &f), "a read record cannot be written");
    LAW(length == n && memcmp(text, written, n) == 0, "a record is not in its one form");
    LAW(rd_record_read(written, length, &again, &info, &f) == RD_RECORD_OK, "nor read again");
    free(written);
    rd_table_close(t);
    rd_table_close(again);
}

/* Everything up to the last line, with a new last line. */
static void read_sealed(const char *text, size_t n) {
    while (n && text[n - 1] == '\n') n--;
    while (n && text[n - 1] != '\n') n--;
    static const char head[] = "{\"sha256\":\"", tail[] = "\"}\n";
    char hex[RD_SHA_DIGITS + 1];
    char *sealed = malloc(n + sizeof head + sizeof hex + sizeof tail);
    memcpy(sealed, text, n);
    rd_sha256_hex(text, n, hex);
    rd_out o = rd_out_to(sealed + n, sizeof head + sizeof hex + sizeof tail);
    rd_put_text(&o, head);
    rd_put_text(&o, hex);
    rd_put_text(&o, tail);
    read_and_write(sealed, n + o.len);
    free(sealed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text =
        malloc(size + 1); /* records are texts: some readers stop at a NUL, none may pass */
    memcpy(text, data, size);
    text[size] = 0;
    read_and_write(text, size);
    read_sealed(text, size);
    free(text);
    return 0;
}
