/* place.c - see place.h. */
#include "cli/place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool rd_data_folder(char *out, size_t cap) {
    const char *base = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int n = -1;
    if (base && base[0] == '/')
        n = snprintf(out, cap, "%s/robodrome", base);
    else if (home && home[0] == '/')
        n = snprintf(out, cap, "%s/.local/share/robodrome", home);
    return n > 0 && (size_t)n < cap;
}

const char *rd_shell_word(const char *word) {
    static char quoted[RD_PATH_MAX];
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_./=:,+-@%";
    size_t n = 0;
    if (*word && !word[strspn(word, plain)]) return word;
    quoted[n++] = '\'';
    for (; *word && n + 6 < sizeof quoted; word++) {
        if (*word == '\'') {
            memcpy(quoted + n, "'\\'", 3);
            n += 3;
        }
        quoted[n++] = *word;
    }
    quoted[n++] = '\'';
    quoted[n] = 0;
    return quoted;
}

static char call[RD_PATH_MAX] = "robodrome";

void rd_call_is(const char *first_word) {
    const char *script = getenv("ROBODROME_CALL");
    const char *is = script && *script ? script : first_word;
    if (is && *is) snprintf(call, sizeof call, "%s", rd_shell_word(is));
}

const char *rd_call(void) { return call; }
