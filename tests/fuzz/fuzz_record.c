/* fuzz_record.c - records: as they come, and with a right chain, so that the replay is reached. */
#include <stdlib.h>
#include <string.h>

#include "core/wire.h"
#include "fuzz.h"
#include "record/file.h"
#include "relink.h"

static void ignore(void *ctx, int part, const char *json, size_t n) {
    (void)ctx, (void)part;
    LAW(n >= 2 && json[0], "an empty event");
}

static void read_and_write(const char *text, size_t n) {
    rd_table *t = NULL, *again = NULL;
    rd_record_info info;
    rd_fault f = {0};
    static const rd_record_eyes eyes = {NULL, NULL, ignore, NULL};
    bool full = rd_record_watch(text, n, rd_sha256_fast, 0, &eyes, NULL, &f) == RD_RECORD_OK;
    LAW(full || f.text[0], "a record is not shown, without a word");
    f = (rd_fault){0};
    if (rd_record_read(text, n, rd_sha256_fast, &t, &info, &f) != RD_RECORD_OK) {
        LAW(f.text[0], "a record is refused without a word");
        LAW(!t, "a refused record leaves a table");
        return;
    }
    char *written;
    size_t length;
    rd_record_wish wish = {.keep_private = true, .with_events = full, .sha = rd_sha256_fast};
    LAW(rd_record_write(t, &info, &wish, &written, &length, &f), "a read record cannot be written");
    /* a record that was cut before its result may be of a game that is over */
    bool own_words = info.vocabulary == rd_vocabulary_hash(rd_table_match(t)->game);
    LAW((full && !own_words) || (length >= n && memcmp(text, written, n) == 0),
        "a record is not in its one form");
    LAW(length == n || !own_words || rd_table_outcome(t, NULL), "a record grew by itself");
    LAW(rd_record_read(written, length, rd_sha256_plain, &again, &info, &f) == RD_RECORD_OK,
        "nor read again");
    free(written);
    rd_table_close(t);
    rd_table_close(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text =
        malloc(size + 1); /* records are texts: some readers stop at a NUL, none may pass */
    memcpy(text, data, size);
    text[size] = 0;
    read_and_write(text, size);
    relink(text, size);
    read_and_write(text, size);
    free(text);
    return 0;
}
