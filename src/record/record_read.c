/* record_read.c - reading a record: every line is checked, every input is played again.
**
** Records come from anywhere, so nothing here trusts the text: a fault is a line, words and a
** verdict, never a crash.  A line must be exactly what the writer would have written, so each is
** written again and compared.
*/
#include <stdlib.h>
#include <string.h>

#include "core/wire.h"
#include "games/registry.h"
#include "record/record_int.h"

/* Going to another branch plays its inputs again; a record that asks for more than this is refused.
 */
enum { MOST_REPLAYED = 1 << 20 };

typedef struct replay {
    rd_reader *r;
    rd_table *t;
    rd_record_writer w; /* what the writer makes of the line; its chain follows the text's */
    int64_t replayed;
} replay;

/* ---- opening ---- */

static rd_record_verdict find_game(rd_reader *r, const rd_header *h, const rd_game **g) {
    *g = rd_game_find(h->game);
    if (!*g) {
        rd_fault_set(r->f, r->number, 0, "unknown game '%s'", h->game);
        return RD_RECORD_BAD;
    }
    if (h->rules == (*g)->rules_version) return RD_RECORD_OK;
    rd_fault_set(r->f, r->number, 0,
                 "played under rules version %d of %s; this engine has %d, so that it can be "
                 "watched if its events are stored, but not replayed",
                 (int)h->rules, h->game, (int)(*g)->rules_version);
    return RD_RECORD_VERSION;
}

/* Every switch is named, so that nothing hangs on a default. */
static bool names_all_switches(const rd_game *g, const rd_config *c) {
    for (const rd_switch *sw = g->switches; sw->key; sw++) {
        int i = 0;
        while (i < c->n_settings && strcmp(c->setting[i].key, sw->key) != 0) i++;
        if (sw->fallback && i == c->n_settings) return false;
    }
    return true;
}

static rd_record_verdict open_table(replay *p, const rd_game *g, const rd_header *h) {
    rd_fault why = {0};
    if (!names_all_switches(g, &h->config)) return rd_reader_bad(p->r, "a setting is missing");
    p->t = rd_table_open(g, &h->config, &h->key, &why);
    if (p->t && h->placed) {
        rd_state *s = calloc(1, g->state_size);
        bool ok = s && g->parse_state(rd_table_match(p->t), h->start, strlen(h->start), s, &why);
        rd_table *t = ok ? rd_table_open_at(g, &h->config, NULL, s, &why) : NULL;
        free(s);
        rd_table_close(p->t);
        p->t = t;
    }
    if (p->t) return RD_RECORD_OK;
    return rd_reader_bad(p->r, why.text[0] ? why.text : "out of memory");
}

/* ---- lines ---- */

/* The line last taken is what was written to p->w; the chain goes on. */
static rd_record_verdict compare(replay *p) {
    const char *text = p->r->line_begin;
    size_t n = (size_t)(p->r->at - text);
    bool same = !p->w.failed && p->w.n == n && memcmp(p->w.text, text, n) == 0;
    if (p->w.failed) {
        rd_fault_set(p->r->f, 0, 0, "out of memory");
        return RD_RECORD_SYSTEM;
    }
    p->w.n = 0;
    return same ? RD_RECORD_OK
                : rd_reader_bad(p->r, "the line is not in the one form that records have");
}

static rd_record_verdict read_picks(replay *p, rd_action *a) {
    rd_cursor *c = &p->r->line;
    int64_t pick;
    if (rd_take(c, ",\"draft\":["))
        a->kind = RD_TIME_UP;
    else if (!rd_take(c, ",\"picks\":["))
        return rd_reader_bad(p->r, "picks or a draft must follow the actor");
    while (!rd_take(c, "]")) {
        if (a->n == RD_MAX_PICKS) return rd_reader_bad(p->r, "too many picks");
        if ((a->n && !rd_take(c, ",")) ||
            !rd_take_int(c, a->kind == RD_TIME_UP ? -1 : 0, RD_GAP - 1, &pick))
            return rd_reader_bad(p->r, "a pick is not a number");
        a->pick[a->n++] = pick < 0 ? RD_GAP : (uint16_t)pick;
    }
    return RD_RECORD_OK;
}

static bool find_origin(const char *name, rd_origin *how) {
    for (int i = 0; i < RD_ORIGINS; i++)
        if (strcmp(name, rd_origin_name((rd_origin)i)) == 0) {
            *how = (rd_origin)i;
            return true;
        }
    return false;
}

static rd_record_verdict play_input(replay *p, int64_t number) {
    rd_cursor *c = &p->r->line;
    rd_action a = {0};
    rd_origin how = RD_PLAYED;
    int64_t actor;
    char name[16];
    uint16_t rule = 0;
    if (!rd_take_int(c, 0, RD_MAX_ACTORS - 1, &actor))
        return rd_reader_bad(p->r, "the actor is not a number");
    a.actor = (uint8_t)actor;
    rd_record_verdict v = read_picks(p, &a);
    if (v) return v;
    if (rd_take(c, ",\"origin\":") &&
        (!rd_take_text(c, name, sizeof name) || !find_origin(name, &how)))
        return rd_reader_bad(p->r, "unknown origin");
    if ((a.kind == RD_TIME_UP) != (how == RD_TIMED))
        return rd_reader_bad(p->r, "a draft belongs to a timer that ran out, and to nothing else");
    rd_err e = rd_table_enter(p->t, &a, how, &rule);
    if (!e) return RD_RECORD_OK;
    const rd_game *g = rd_table_match(p->t)->game;
    if (e == RD_E_NO_ROOM) {
        rd_fault_set(p->r->f, 0, 0, "out of memory");
        return RD_RECORD_SYSTEM;
    }
    rd_fault_set(p->r->f, p->r->number, 0, "line %d is not a legal answer (%s%s%s)", (int)number,
                 rd_err_name(e), e == RD_E_ILLEGAL ? ", " : "",
                 e == RD_E_ILLEGAL ? g->rules[rule] : "");
    return RD_RECORD_BAD;
}

/* The game stands again where line `parent` left it. */
static rd_record_verdict go_to(replay *p, int64_t parent) {
    p->replayed += parent;
    if (p->replayed > MOST_REPLAYED) return rd_reader_bad(p->r, "too many branches");
    rd_err e = rd_table_go(p->t, (int)parent - 1);
    if (!e) return RD_RECORD_OK;
    if (e != RD_E_NO_ROOM) return rd_reader_bad(p->r, "there is no such line to go back to");
    rd_fault_set(p->r->f, 0, 0, "out of memory");
    return RD_RECORD_SYSTEM;
}

static rd_record_verdict do_step(replay *p, int64_t number) {
    rd_cursor *c = &p->r->line;
    int64_t who;
    rd_err e;
    if (rd_take(c, ",\"actor\":")) return play_input(p, number);
    if (rd_take(c, ",\"parent\":")) {
        if (!rd_take_int(c, 0, number - 1, &who))
            return rd_reader_bad(p->r, "there is no such line to go back to");
        return go_to(p, who);
    }
    if (rd_take(c, ",\"take_back\":") && rd_take_int(c, 0, RD_MAX_ACTORS - 1, &who))
        e = rd_table_take_back(p->t, (int)who);
    else if (rd_take(c, ",\"undo\":") && rd_take_int(c, 0, RD_MAX_SEATS - 1, &who))
        e = rd_table_undo(p->t, (int)who);
    else
        return rd_reader_bad(p->r, "neither an answer nor a step back");
    if (!e) return RD_RECORD_OK;
    rd_fault_set(p->r->f, p->r->number, 0, "line %d takes back what cannot be taken back (%s)",
                 (int)number, rd_err_name(e));
    return RD_RECORD_BAD;
}

static rd_record_verdict read_step(replay *p) {
    rd_cursor *c = &p->r->line;
    int64_t number, want = rd_table_steps(p->t) + 1;
    uint64_t hash;
    if (!rd_take_int(c, 1, INT32_MAX, &number) || number != want)
        return rd_reader_bad(p->r, "the lines are not numbered from 1");
    rd_record_verdict v = do_step(p, number);
    if (v) return v;
    if (!rd_take(c, ",\"hash\":\"") || !rd_take_hex(c, RD_HASH_DIGITS, &hash))
        return rd_reader_bad(p->r, "the hash must be 16 hex digits");
    if (rd_table_step(p->t, (int)number - 1)->hash != hash) {
        rd_fault_set(p->r->f, p->r->number, 0,
                     "line %d is the first that differs from what this engine finds", (int)number);
        return RD_RECORD_DIFFERS;
    }
    rd_record_put_step(&p->w, p->t, (int)number - 1);
    return compare(p);
}

/* ---- the end ---- */

/* What was seen, and the result: all of it is written again. */
static rd_record_verdict read_end(replay *p, bool seen) {
    rd_outcome o;
    if (!rd_table_outcome(p->t, &o)) {
        rd_fault_set(p->r->f, p->r->number, 0, "the record ends, but the game is not over");
        return RD_RECORD_DIFFERS;
    }
    if (seen) rd_record_put_seen(&p->w, p->t);
    rd_record_put_result(&p->w, p->t, &o);
    if (p->w.failed) {
        rd_fault_set(p->r->f, 0, 0, "out of memory");
        return RD_RECORD_SYSTEM;
    }
    const char *own = p->w.text, *own_end = own + p->w.n;
    for (const char *at = p->r->line_begin;;) {
        size_t n = (size_t)(p->r->at - at);
        if ((size_t)(own_end - own) < n || memcmp(own, at, n) != 0) break;
        own += n;
        if (own == own_end && p->r->at == p->r->end) return RD_RECORD_OK;
        if (!rd_reader_take(p->r)) break;
        at = p->r->line_begin;
    }
    if (own == own_end) return rd_reader_bad(p->r, "something follows the result");
    rd_fault_set(p->r->f, p->r->number, 0,
                 seen ? "what was seen or the result differs from what this engine finds"
                      : "the result differs from what this engine finds");
    return RD_RECORD_DIFFERS;
}

/* In another vocabulary than ours what was seen cannot be written again: only its form is judged, and
** its chain holds. */
static rd_record_verdict read_foreign(replay *p, bool *seen) {
    const char *text = p->r->line_begin;
    bool is_one;
    rd_record_verdict v = rd_record_check_seen(p->r, rd_table_match(p->t)->n_seats, &is_one);
    if (v) return v;
    if (!is_one || !rd_table_outcome(p->t, NULL))
        return rd_reader_bad(p->r, "neither a step nor the result");
    *seen = true;
    rd_chain_hex(p->w.sha, text, (size_t)(p->r->at - text), p->w.last);
    return RD_RECORD_OK;
}

/* The key of all chance is the one that the seats and the server made together. */
static rd_record_verdict check_shuffle(replay *p, const rd_header *h, const rd_record_info *info) {
    rd_key key;
    rd_fault why = {0};
    if (!info->fair[0]) return RD_RECORD_OK;
    if (h->placed) return rd_reader_bad(p->r, "a game from a position has no shuffle");
    if (rd_fair_check(info->fair, (int)h->seats, p->w.sha, &key, &why) &&
        memcmp(&key, &h->key, sizeof key) != 0)
        rd_fault_set(&why, 0, 0, "the key is not the one that the shuffle gives");
    if (!why.text[0]) return RD_RECORD_OK;
    rd_fault_set(p->r->f, p->r->number, 0, "%s", why.text);
    return RD_RECORD_DIFFERS;
}

static rd_record_verdict read_lines(replay *p, const rd_header *h, const rd_record_info *info) {
    const rd_match *m = rd_table_match(p->t);
    bool seen = false, own_words = info->vocabulary == rd_vocabulary_hash(m->game);
    if (rd_state_hash(m, rd_table_state(p->t)) != h->hash) {
        rd_fault_set(p->r->f, p->r->number, 0,
                     "the set-up differs from what this engine makes of it");
        return RD_RECORD_DIFFERS;
    }
    rd_record_put_header(&p->w, p->t, info, RD_RECORD_FORMAT);
    rd_grow_end_line(&p->w, 0);
    rd_record_verdict v = compare(p);
    while (!v && rd_reader_take(p->r)) {
        rd_cursor *c = &p->r->line;
        if (!seen && rd_take(c, "{\"n\":"))
            v = read_step(p);
        else if (own_words && rd_take(c, "{\"setup\":"))
            return read_end(p, true);
        else if (rd_take(c, "{\"result\":"))
            return read_end(p, false);
        else if (own_words)
            v = rd_reader_bad(p->r, "neither a step nor the result");
        else
            v = read_foreign(p, &seen);
    }
    return v || !seen ? v : rd_reader_bad(p->r, "the result is missing");
}

static rd_record_verdict read_part(const char *text, size_t n, rd_sha256 sha, rd_table **t,
                                   rd_record_info *info, rd_fault *f) {
    rd_reader r;
    rd_header h = {0};
    const rd_game *g = NULL;
    replay p = {.r = &r, .w = {.sha = sha}};
    *t = NULL;
    rd_record_verdict v = rd_reader_open(&r, text, n, sha, f);
    if (!v) v = rd_reader_header(&r, &h, info);
    if (!v) v = find_game(&r, &h, &g);
    if (!v) v = open_table(&p, g, &h);
    if (!v) v = check_shuffle(&p, &h, info);
    if (!v) v = read_lines(&p, &h, info);
    free(h.heap);
    rd_record_free(&p.w);
    if (v)
        rd_table_close(p.t);
    else
        *t = p.t;
    return v;
}

/* The hash of the last line. */
static void last_link(const char *text, size_t n, rd_sha256 sha, char hex[RD_CHAIN_DIGITS + 1]) {
    size_t at = n - 1;
    while (at && text[at - 1] != '\n') at--;
    rd_chain_hex(sha, text + at, n - at, hex);
}

/* A part of other rules than ours is checked as far as anybody can. */
static bool is_good_part(rd_record_verdict v, bool last) {
    return v == RD_RECORD_OK || (v == RD_RECORD_VERSION && !last);
}

rd_record_verdict rd_record_read(const char *text, size_t n, rd_sha256 sha, rd_table **t,
                                 rd_record_info *info, rd_fault *f) {
    char link[RD_CHAIN_DIGITS + 1] = "";
    rd_record_info mine;
    if (!info) info = &mine;
    for (;;) {
        size_t part = rd_record_part(text, n);
        bool last = part == n;
        rd_record_verdict v = read_part(text, part, sha, t, info, f);
        if (!is_good_part(v, last)) return v;
        if (strcmp(info->after, link) != 0) {
            rd_table_close(*t);
            *t = NULL;
            rd_fault_set(f, 0, 0,
                         link[0] ? "a part does not follow the one before it"
                                 : "the part before this one is missing");
            return RD_RECORD_BAD;
        }
        if (last) return v;
        rd_table_close(*t);
        last_link(text, part, sha, link);
        text += part;
        n -= part;
    }
}
