/* seat.c - see seat.h. */
#include "seat/seat.h"

#include <string.h>

/* ---- reading ---- */

static void copy_text(char *to, size_t cap, const char *text, size_t n) {
    rd_out o = rd_out_to(to, cap);
    rd_put_span(&o, text, n);
}

static bool read_limit(rd_scan *s, rd_seat *p, rd_fault *f) {
    const char *from = s->at;
    bool nodes = p->kind == RD_BOT && rd_scan_literal(s, "nodes=");
    int64_t value = 0;
    if ((nodes || rd_scan_literal(s, "ms=")) && rd_scan_int(s, &value) && value > 0 &&
        (nodes || value < 86400000) && (rd_scan_done(s) || rd_scan_char(s, ','))) {
        *(nodes ? &p->nodes : &p->ms) = (uint64_t)value;
        return true;
    }
    char given[32];
    const char *end = memchr(from, ',', (size_t)(s->end - from));
    copy_text(given, sizeof given, from, (size_t)((end ? end : s->end) - from));
    return rd_fault_set(f, 0, 0, "'%s' is not a limit for %s; expected %sms=N", given, p->label,
                        p->kind == RD_BOT ? "nodes=N or " : "");
}

/* "nodes=500,ms=200" */
static bool read_limits(const char *text, rd_seat *p, rd_fault *f) {
    rd_scan s = rd_scan_text(text, strlen(text), 0);
    while (!rd_scan_done(&s))
        if (!read_limit(&s, p, f)) return false;
    return true;
}

/* The last ":ms=" of a program's command, which may have colons of its own. */
static const char *find_limit(const char *text) {
    const char *colon = strrchr(text, ':');
    return colon && strncmp(colon, ":ms=", 4) == 0 ? colon : NULL;
}

static bool read_program(const char *text, rd_seat *out, rd_fault *f) {
    const char *limit = find_limit(text);
    size_t n = limit ? (size_t)(limit - text) : strlen(text);
    out->kind = RD_PROGRAM;
    copy_text(out->command, sizeof out->command, text, n);
    if (!strchr(out->command, '/') && !strchr(out->command, ' '))
        return rd_fault_set(f, 0, 0, "nobody is called '%s'", out->command);
    return read_limits(limit ? limit + 1 : "", out, f);
}

bool rd_seat_read(const char *text, const rd_game *g, rd_seat *out, rd_fault *f) {
    size_t all = strlen(text), n = strcspn(text, ":");
    *out = (rd_seat){0};
    copy_text(out->label, sizeof out->label, text, all);
    if (all > RD_COMMAND_MAX)
        return rd_fault_set(f, 0, 0, "the name is longer than %d characters", RD_COMMAND_MAX);
    if (rd_span_is(text, n, "human")) {
        out->kind = RD_HUMAN;
        if (text[n]) copy_text(out->name, sizeof out->name, text + n + 1, all - n - 1);
        return true;
    }
    char id[RD_SEAT_LABEL + 1];
    copy_text(id, sizeof id, text, n);
    out->level = rd_level_find(g, id);
    if (out->level) {
        out->nodes = out->level->nodes;
        out->skill = out->level->skill;
    }
    out->bot = out->level ? rd_level_bot(g, out->level) : rd_bot_find(id, g);
    if (!out->bot) return read_program(text, out, f);
    out->kind = RD_BOT;
    return read_limits(text[n] ? text + n + 1 : "", out, f);
}

/* ---- at work ---- */

rd_err rd_brain_turn(rd_brain *b, rd_table *t, int actor, rd_state *view) {
    const rd_match *m = rd_table_match(t);
    rd_action a = {0};
    if (!rd_table_question(t, actor)) return rd_table_asked(t) ? RD_E_NOT_ASKED : RD_E_OVER;
    rd_table_view(t, m->seat_of[actor], view);
    if (b->hear) b->hear(b, t);
    rd_origin how = b->think(b, view, actor, rd_table_length(t), &a, NULL);
    if (how == RD_PLAYED || how == RD_STOOD_IN) {
        rd_err e = rd_table_enter(t, &a, how, NULL);
        if (e != RD_E_ILLEGAL && e != RD_E_MALFORMED) return e;
        how = RD_FORCED_ILLEGAL;
    }
    return rd_table_force(t, actor, how);
}

static bool bot_begin(rd_brain *brain, const rd_match *m, const rd_config *c, int seat,
                      const char *const *name, uint64_t seed) {
    rd_bot_brain *b = (rd_bot_brain *)brain;
    (void)c, (void)seat, (void)name;
    b->match = m;
    b->chance = rd_prng_seed(seed);
    return true;
}

static rd_origin bot_think(rd_brain *brain, const rd_state *view, int actor, int seq, rd_action *a,
                           rd_thought *why) {
    rd_bot_brain *b = (rd_bot_brain *)brain;
    (void)seq;
    b->bot->think(b->match, view, actor, &b->limits, &b->chance, b->scratch, a, why);
    return RD_PLAYED;
}

size_t rd_bot_brain_need(const rd_seat *who, const rd_match *m) {
    rd_limits l = {.nodes = who->nodes, .skill = who->skill};
    return who->bot->scratch(m, &l);
}

void rd_bot_brain_init(rd_bot_brain *b, const rd_seat *who, void *scratch, bool (*stop)(void *ctx),
                       void *ctx) {
    *b = (rd_bot_brain){.brain = {.begin = bot_begin, .think = bot_think},
                        .bot = who->bot,
                        .limits = {who->nodes, stop, ctx, who->skill, NULL},
                        .scratch = scratch};
}
