/* claims.c - see claims.h. */
#include "lab/claims.h"

#include <stdio.h>
#include <string.h>

static bool read_line(const char *line, rd_claim *c) {
    char rest[2];
    *c = (rd_claim){0};
    int n = sscanf(line, "%63s %63s %63s %63s %lf %lf %lf %1s", c->game, c->course, c->better,
                   c->worse, &c->percent, &c->tally.wins, &c->tally.games, rest);
    return (n == 5 || n == 7) && c->percent > RD_CLAIM_SLACK && c->percent < 100 &&
           c->tally.wins >= 0 && c->tally.wins <= c->tally.games;
}

int rd_claims_read(const char *text, rd_claim *list, int most, rd_fault *f) {
    int n = 0;
    for (uint32_t at = 1; *text; at++) {
        char line[512];
        size_t length = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        text += length + (text[length] == '\n');
        if (line[0] == '#' || !line[strspn(line, " \t")]) continue;
        if (n == most || length >= sizeof line || !read_line(line, &list[n])) {
            rd_fault_set(f, at, 0, n == most ? "more than %d claims" : "not a claim", most);
            return -1;
        }
        n++;
    }
    return n;
}

void rd_claims_print(const rd_claim *list, int n, rd_out *o) {
    for (int i = 0; i < n; i++) {
        char line[512];
        const rd_claim *c = &list[i];
        snprintf(line, sizeof line, "%s %s %s %s %g %g %g\n", c->game, c->course, c->better,
                 c->worse, c->percent, c->tally.wins, c->tally.games);
        rd_put_text(o, line);
    }
}

rd_verdict rd_claim_verdict(const rd_claim *c) {
    return rd_sequential(c->tally, (c->percent - RD_CLAIM_SLACK) / 100, c->percent / 100);
}
