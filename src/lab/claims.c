/* claims.c - see claims.h. */
#include "lab/claims.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static double slack(int rivals) { return (double)RD_CLAIM_SLACK / (1 + rivals); }

int rd_claim_rivals(const rd_claim *c, char *who) {
    char rest[2];
    int n = 1;
    size_t length = strcspn(c->worse, "*");
    snprintf(who, RD_CLAIM_WORD, "%.*s", (int)length, c->worse);
    if (!c->worse[length]) return 1;
    return sscanf(c->worse + length, "*%d%1s", &n, rest) == 1 && n > 0 && n <= RD_CLAIM_RIVALS ? n
                                                                                               : 0;
}

/* "65", or "50-55" with the lower share. */
static bool read_share(const char *word, int rivals, rd_claim *c) {
    char rest[2];
    int n = sscanf(word, "%lf-%lf%1s", &c->low, &c->percent, rest);
    if (n == 1 && !strchr(word, '-') && sscanf(word, "%lf%1s", &c->percent, rest) == 1)
        c->low = c->percent - slack(rivals);
    else if (n != 2)
        return false;
    return 0 < c->low && c->low < c->percent && c->percent < 100;
}

static bool read_way(const char *word, uint64_t *way) {
    char rest[2];
    return sscanf(word, "%" SCNx64 "%1s", way, rest) == 1 && *way;
}

static bool read_line(const char *line, rd_claim *c) {
    char share[RD_CLAIM_WORD], way[RD_CLAIM_WORD], rest[2];
    *c = (rd_claim){0};
    int n = sscanf(line, "%63s %63s %63s %63s %63s %lf %lf %63s %1s", c->game, c->course, c->better,
                   c->worse, share, &c->tally.wins, &c->tally.games, way, rest);
    int rivals = n >= 5 ? rd_claim_rivals(c, (char[RD_CLAIM_WORD]){0}) : 0;
    return (n == 5 || n == 7 || (n == 8 && read_way(way, &c->way))) && rivals > 0 &&
           read_share(share, rivals, c) && c->tally.wins >= 0 && c->tally.wins <= c->tally.games;
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
        char line[512], low[32] = "", way[32] = "";
        const rd_claim *c = &list[i];
        if (c->way) snprintf(way, sizeof way, " %016" PRIx64, c->way);
        if (rd_claim_names_low(c)) snprintf(low, sizeof low, "%g-", c->low);
        snprintf(line, sizeof line, "%s %s %s %s %s%g %g %g%s\n", c->game, c->course, c->better,
                 c->worse, low, c->percent, c->tally.wins, c->tally.games, way);
        rd_put_text(o, line);
    }
}

bool rd_claim_names_low(const rd_claim *c) {
    return c->low != c->percent - slack(rd_claim_rivals(c, (char[RD_CLAIM_WORD]){0}));
}

rd_verdict rd_claim_verdict(const rd_claim *c) {
    return rd_sequential(c->tally, c->low / 100, c->percent / 100);
}
