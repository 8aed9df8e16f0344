/* complain.c - faults on stderr in one form, and the nearest word to a mistyped one. */
#include <ctype.h>
#include <poll.h>
#include <stdarg.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cli/command.h"

__attribute__((format(printf, 3, 0))) static void complain(const char *file, uint32_t line,
                                                           const char *pattern, va_list args) {
    fflush(stdout);
    fputs("robodrome: ", stderr);
    if (file && line)
        fprintf(stderr, "%s:%u: ", file, line);
    else if (file)
        fprintf(stderr, "%s: ", file);
    vfprintf(stderr, pattern, args);
    fputc('\n', stderr);
}

rd_exit rd_bad_usage(const char *pattern, ...) {
    va_list args;
    va_start(args, pattern);
    complain(NULL, 0, pattern, args);
    va_end(args);
    return RD_EXIT_USAGE;
}

rd_exit rd_system_failed(const char *pattern, ...) {
    va_list args;
    va_start(args, pattern);
    complain(NULL, 0, pattern, args);
    va_end(args);
    return RD_EXIT_SYSTEM;
}

rd_exit rd_mismatch(const char *file, uint32_t line, const char *pattern, ...) {
    va_list args;
    va_start(args, pattern);
    complain(file, line, pattern, args);
    va_end(args);
    return RD_EXIT_MISMATCH;
}

rd_exit rd_bad_input(const char *file, const rd_fault *f) {
    if (f->line && f->column)
        rd_mismatch(file, f->line, "column %u: %s", (unsigned)f->column, f->text);
    else
        rd_mismatch(file, f->line, "%s", f->text);
    return RD_EXIT_USAGE;
}

bool rd_output_gone(void) {
    if (!ferror(stdout)) return false;
    struct pollfd reader = {.fd = STDOUT_FILENO};
    return poll(&reader, 1, 0) > 0 && reader.revents & (POLLERR | POLLHUP);
}

/* ---- the nearest word: changed, missing, extra and swapped letters each cost one, capitals
** nothing ---- */

enum { WORD_MAX = 31 };

static int smaller(int a, int b) { return a < b ? a : b; }

static bool same(char a, char b) { return tolower((unsigned char)a) == tolower((unsigned char)b); }

static int distance(const char *a, const char *b) {
    int n = (int)strlen(a), m = (int)strlen(b), cost[WORD_MAX + 1][WORD_MAX + 1];
    if (n > WORD_MAX || m > WORD_MAX) return WORD_MAX;
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= m; j++) {
            if (!i || !j) {
                cost[i][j] = i + j;
                continue;
            }
            int best = cost[i - 1][j - 1] + !same(a[i - 1], b[j - 1]);
            best = smaller(best, 1 + smaller(cost[i - 1][j], cost[i][j - 1]));
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
                best = smaller(best, 1 + cost[i - 2][j - 2]);
            cost[i][j] = best;
        }
    return cost[n][m];
}

const char *rd_nearest(const char *word, const char *const *among) {
    const char *best = NULL;
    int least = 1 + smaller(3, (int)strlen(word) / 2);
    for (; *among; among++) {
        int far = distance(word, *among);
        if (strncasecmp(*among, word, strlen(word)) == 0) far = smaller(far, 1);
        if (far < least) {
            least = far;
            best = *among;
        }
    }
    return best;
}
