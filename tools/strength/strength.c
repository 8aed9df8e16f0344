/* strength.c - measures how well the bots play Robotory, at fixed nodes, so that it repeats.
**
**   strength games A B N [END]   N games, seats swapped, of A against B (bot:nodes)
**   strength pairs A B N [END]   N pairs of games from openings that both think even
**   strength cost A N [END]      A against itself; under callgrind: instructions per answer
**   strength solve NODES [END]   endgames of random games, seeds 1 to 200
**   strength start MIN MIB [END] the start, for MIN minutes, with a table of MIB MiB
**   strength book NODES          writes src/bots/robotory/ry_book.c to the standard output
**   strength depth D             alpha-beta from the start to depth D; under callgrind
**
** A bot may come from another build of the engine: LIBRARY.so,bot:nodes, made with
**   gcc -shared -o LIBRARY.so -Wl,-Bsymbolic -Wl,--whole-archive libengine.a -Wl,--no-whole-archive
** END is box_empty (the default) or one_colour_empty.  Figures and commands: docs/strength.md.
*/
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/bits.h"
#include "bots/bot.h"
#include "bots/robotory/ry_book.h"
#include "bots/robotory/ry_search.h"
#include "bots/robotory/ry_table.h"

enum { OPENING = 2 }; /* random answers at the start, the same for both games of a pair */

typedef struct player {
    const rd_bot *bot;
    rd_limits limits;
    void *scratch;
    uint64_t answers, nodes;
} player;

static int fail(const char *what, const char *which) {
    fprintf(stderr, "strength: %s '%s'\n", what, which);
    exit(2);
}

static ry_match open_match(const char *end) {
    rd_config config = {2, 2, {{"end", end}, {"first", "0"}}};
    ry_match m;
    rd_fault f;
    if (rd_robotory.match_init(&m.head, &config, &f)) fail(f.text, end);
    return m;
}

/* A bot of another build; it stays loaded. */
static const rd_bot *foreign_bot(const char *spec, const char *comma, const char *id) {
    char path[512];
    snprintf(path, sizeof path, "%.*s", (int)(comma - spec), spec);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) fail(dlerror(), path);
    const rd_bot *const *b = dlsym(library, "rd_bots");
    for (; b && *b; b++)
        if (strcmp((*b)->id, id) == 0) return *b;
    return NULL;
}

static player open_player(const ry_match *m, const char *spec) {
    player p = {0};
    char id[32] = {0};
    unsigned long long nodes = 1;
    const char *comma = strchr(spec, ',');
    if (sscanf(comma ? comma + 1 : spec, "%31[^:]:%llu", id, &nodes) < 1) fail("no bot in", spec);
    p.bot = comma ? foreign_bot(spec, comma, id) : rd_bot_find(id, &rd_robotory);
    if (!p.bot) fail("unknown bot", id);
    p.limits.nodes = nodes;
    p.scratch = calloc(1, p.bot->scratch(&m->head, &p.limits) + 1);
    return p;
}

static void answer(const ry_match *m, ry_state *s, player *p, rd_prng *g) {
    rd_action a;
    rd_thought why;
    p->bot->think(&m->head, (rd_state *)s, ry_seat(s, s->side), &p->limits, g, p->scratch, &a,
                  &why);
    rd_robotory.commit(&m->head, (rd_state *)s, &a, NULL);
    p->answers++;
    p->nodes += why.nodes;
}

static void play_random(const ry_match *m, ry_state *s, rd_prng *g) {
    rd_action a;
    rd_robotory.sample(&m->head, (rd_state *)s, ry_seat(s, s->side), g, &a);
    rd_robotory.commit(&m->head, (rd_state *)s, &a, NULL);
}

static void start(const ry_match *m, ry_state *s) {
    rd_key key = rd_key_from_seed(1);
    rd_robotory.start(&m->head, &key, (rd_state *)s, NULL);
}

/* The side that won; `light` plays light. */
static int play_game(const ry_match *m, player *light, player *dark, uint64_t seed) {
    ry_state s;
    start(m, &s);
    rd_prng g = rd_prng_seed(seed);
    for (int i = 0; i < OPENING; i++) play_random(m, &s, &g);
    while (!ry_is_over(m, &s)) answer(m, &s, s.side == RY_LIGHT ? light : dark, &g);
    return ry_at_home(&s, RY_LIGHT) >= 2 ? RY_LIGHT : RY_DARK;
}

/* Wilson's interval for `hits` of `n`, at 95%. */
static void print_share(const char *what, int hits, int n) {
    double z = 1.96, p = (double)hits / n, low, high;
    double middle = p + z * z / (2 * n), spread = z * sqrt((p * (1 - p) + z * z / (4 * n)) / n);
    low = (middle - spread) / (1 + z * z / n);
    high = (middle + spread) / (1 + z * z / n);
    printf("%s %d of %d = %.1f%% (95%%: %.1f to %.1f)\n", what, hits, n, 100 * p, 100 * low,
           100 * high);
}

static void print_effort(const char *spec, const player *p) {
    printf("%s: %llu answers, %.0f nodes each\n", spec, (unsigned long long)p->answers,
           (double)p->nodes / (double)p->answers);
}

static void games(const char *a, const char *b, int n, const char *end) {
    ry_match m = open_match(end);
    player one = open_player(&m, a), two = open_player(&m, b);
    int won[2] = {0, 0};
    for (int i = 0; i < n; i++) {
        uint64_t pair = (uint64_t)i / 2 + 1;
        if (i % 2 == 0)
            won[RY_LIGHT] += play_game(&m, &one, &two, pair) == RY_LIGHT;
        else
            won[RY_DARK] += play_game(&m, &two, &one, pair) == RY_DARK;
    }
    printf("%s against %s, %s\n", a, b, end);
    print_share("wins", won[RY_LIGHT] + won[RY_DARK], n);
    print_share("as light", won[RY_LIGHT], (n + 1) / 2);
    if (n > 1) print_share("as dark", won[RY_DARK], n / 2);
    print_effort(a, &one);
    print_effort(b, &two);
    free(one.scratch);
    free(two.scratch);
}

/* What a bot thinks of a position, from the view of the side to move. */
static int opinion(const ry_match *m, const ry_state *s, player *p, rd_prng *g) {
    rd_action a;
    rd_thought why;
    p->bot->think(&m->head, (const rd_state *)s, ry_seat(s, s->side), &p->limits, g, p->scratch, &a,
                  &why);
    return why.value;
}

/* The first opening from `seed` on that neither thinks better for a side than about 3 to 2. */
static void even_opening(const ry_match *m, player *one, player *two, uint64_t *seed, ry_state *s) {
    enum { EVEN = 200, SHORTEST = 3, LENGTHS = 6 };
    for (;; ++*seed) {
        rd_prng g = rd_prng_seed(*seed);
        int plies = SHORTEST + (int)rd_prng_below(&g, LENGTHS);
        start(m, s);
        while (plies-- > 0) play_random(m, s, &g);
        int first = opinion(m, s, one, &g), second = opinion(m, s, two, &g);
        if (abs(first) < EVEN && abs(second) < EVEN) return;
    }
}

static bool wins_from(const ry_match *m, const ry_state *from, player *side[2], int mine) {
    ry_state s = *from;
    rd_prng g = rd_prng_seed(1);
    while (!ry_is_over(m, &s)) answer(m, &s, side[s.side], &g);
    return ry_at_home(&s, mine) >= 2;
}

static void pairs(const char *a, const char *b, int n, const char *end) {
    ry_match m = open_match(end);
    player one = open_player(&m, a), two = open_player(&m, b);
    int won = 0, result[3] = {0};
    uint64_t seed = 1;
    for (int i = 0; i < n; i++, seed++) {
        ry_state s;
        even_opening(&m, &one, &two, &seed, &s);
        int wins = wins_from(&m, &s, (player *[2]){&one, &two}, RY_LIGHT) +
                   wins_from(&m, &s, (player *[2]){&two, &one}, RY_DARK);
        won += wins;
        result[wins]++;
    }
    printf("%s against %s, %s: %d pairs from even openings\n", a, b, end, n);
    print_share("wins", won, 2 * n);
    printf("pairs won %d, drawn %d, lost %d\n", result[2], result[1], result[0]);
    print_effort(a, &one);
    print_effort(b, &two);
    free(one.scratch);
    free(two.scratch);
}

static void cost(const char *a, int n, const char *end) {
    ry_match m = open_match(end);
    player one = open_player(&m, a);
    for (int i = 0; i < n; i++) play_game(&m, &one, &one, (uint64_t)i + 1);
    print_effort(a, &one);
    free(one.scratch);
}

/* The first position of each random game with at most four discs in the box. */
static void solve(uint64_t nodes, const char *end) {
    ry_match m = open_match(end);
    rd_limits limits = {.nodes = nodes};
    ry_search_setup setup = {0};
    void *scratch = malloc(ry_search_scratch(&limits, &setup));
    int solved = 0, n = 0;
    uint64_t spent = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        rd_prng g = rd_prng_seed(seed);
        ry_state s;
        start(&m, &s);
        while (!ry_is_over(&m, &s) && s.box[RY_WHITE] + s.box[RY_BLACK] > 4)
            play_random(&m, &s, &g);
        if (ry_is_over(&m, &s)) continue;
        ry_found found;
        ry_search_run(&m, &s, &limits, &setup, scratch, &found);
        solved += ry_is_proof(found.value);
        spent += found.nodes;
        n++;
    }
    free(scratch);
    printf("at most %llu nodes, %s\n", (unsigned long long)nodes, end);
    print_share("solved", solved, n);
    printf("%.0f nodes a position\n", (double)spent / n);
}

static bool is_late(void *ctx) { return time(NULL) >= *(const time_t *)ctx; }

static void tell_depth(const ry_found *f) {
    const char *what = !ry_is_proof(f->value) ? "" : f->value > 0 ? ": light wins" : ": dark wins";
    printf("depth %d, value %d, %llu nodes%s\n", f->depth, f->value, (unsigned long long)f->nodes,
           what);
    fflush(stdout);
}

/* Is the start won?  A table of a power of two, as large as fits. */
static void long_run(int minutes, uint64_t mib, const char *end) {
    ry_match m = open_match(end);
    time_t until = time(NULL) + 60 * (time_t)minutes;
    rd_limits limits = {.stop = is_late, .ctx = &until};
    ry_search_setup setup = {.table = 1024, .tell = tell_depth};
    while (2 * (uint64_t)setup.table * sizeof(ry_entry) <= mib << 20) setup.table *= 2;
    void *scratch = malloc(ry_search_scratch(&limits, &setup));
    if (!scratch) fail("no memory for", end);
    ry_found found;
    ry_state s;
    start(&m, &s);
    printf("%s: at most %d minutes, %u entries\n", end, minutes, setup.table);
    ry_search_run(&m, &s, &limits, &setup, scratch, &found);
    printf("%llu nodes in all\n", (unsigned long long)found.nodes);
    free(scratch);
}

/* ---- the book ---- */

enum { BOOK_MAX = 512 };

typedef struct library {
    ry_match match;
    rd_limits limits;
    ry_search_setup setup;
    void *scratch;
    ry_opening opening[BOOK_MAX];
    int n;
} library;

/* Looks the position up at length and enters it; returns its play. */
static ry_play enter_opening(library *b, const ry_state *p) {
    ry_found found;
    uint64_t key = ry_key(p);
    for (int i = 0; i < b->n; i++)
        if (b->opening[i].key == key) return b->opening[i].play;
    if (b->n == BOOK_MAX) fail("too many openings in", "the book");
    ry_search_run(&b->match, p, &b->limits, &b->setup, b->scratch, &found);
    b->opening[b->n++] =
        (ry_opening){key, found.line[0], (int16_t)found.value, (uint8_t)found.depth};
    fprintf(stderr, "%d: depth %d, value %d\n", b->n, found.depth, found.value);
    return found.line[0];
}

/* What we answer to every play of the other side. */
static void enter_answers(library *b, const ry_state *p) {
    static ry_play list[RY_PLAYS_MAX];
    int n;
    ry_play_list(p, list, &n);
    for (int i = 0; i < n; i++) {
        ry_state next;
        ry_play_make(p, list[i], &next);
        enter_opening(b, &next);
    }
}

static int by_key(const void *a, const void *b) {
    uint64_t x = ((const ry_opening *)a)->key, y = ((const ry_opening *)b)->key;
    return x < y ? -1 : x > y;
}

static void write_book(uint64_t nodes) {
    static library b;
    ry_state s, next;
    b.match = open_match("box_empty");
    b.limits.nodes = nodes;
    b.scratch = malloc(ry_search_scratch(&b.limits, &b.setup));
    start(&b.match, &s);
    ry_play_make(&s, enter_opening(&b, &s), &next);
    enter_answers(&b, &s);
    enter_answers(&b, &next);
    free(b.scratch);
    qsort(b.opening, (size_t)b.n, sizeof b.opening[0], by_key);
    printf("/* ry_book.c - made by `strength book %llu`; see ry_book.h. */\n"
           "#include \"bots/robotory/ry_book.h\"\n\n"
           "/* clang-format off */\n"
           "const ry_opening ry_book[] = {\n",
           (unsigned long long)nodes);
    for (int i = 0; i < b.n; i++)
        printf("    {0x%016llx, 0x%08x, %d, %d},\n", (unsigned long long)b.opening[i].key,
               b.opening[i].play, b.opening[i].value, b.opening[i].depth);
    printf("};\nconst int ry_book_size = sizeof ry_book / sizeof ry_book[0];\n");
}

/* ---- how deep ---- */

static void depth(int last) {
    ry_match m = open_match("box_empty");
    rd_limits limits = {.nodes = 1 << 20};
    ry_search_setup setup = {.depth = last};
    ry_found found;
    ry_state s;
    start(&m, &s);
    void *scratch = malloc(ry_search_scratch(&limits, &setup));
    ry_search_run(&m, &s, &limits, &setup, scratch, &found);
    free(scratch);
    printf("depth %d, value %d, %llu nodes\n", found.depth, found.value,
           (unsigned long long)found.nodes);
}

int main(int argc, char **argv) {
    const char *verb = argc > 1 ? argv[1] : "";
    const char *last = argv[argc - 1];
    const char *end = strstr(last, "_empty") ? last : "box_empty";
    if (end == last) argc--;
    if (strcmp(verb, "games") == 0 && argc == 5)
        games(argv[2], argv[3], atoi(argv[4]), end);
    else if (strcmp(verb, "pairs") == 0 && argc == 5)
        pairs(argv[2], argv[3], atoi(argv[4]), end);
    else if (strcmp(verb, "cost") == 0 && argc == 4)
        cost(argv[2], atoi(argv[3]), end);
    else if (strcmp(verb, "solve") == 0 && argc == 3)
        solve(strtoull(argv[2], NULL, 10), end);
    else if (strcmp(verb, "start") == 0 && argc == 4)
        long_run(atoi(argv[2]), strtoull(argv[3], NULL, 10), end);
    else if (strcmp(verb, "book") == 0 && argc == 3)
        write_book(strtoull(argv[2], NULL, 10));
    else if (strcmp(verb, "depth") == 0 && argc == 3)
        depth(atoi(argv[2]));
    else
        return fprintf(stderr, "usage: strength games A B N | pairs A B N | cost A N | solve NODES "
                               "| start MIN MIB | book NODES | depth D  "
                               "[END]   (see docs/strength.md)\n"),
               2;
    return 0;
}
