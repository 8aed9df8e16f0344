/* record_write.c - the lines of a record; see record.h. */
#include <stdlib.h>
#include <string.h>

#include "core/doc_json.h"
#include "core/wire.h"
#include "record/record_int.h"

/* ---- the header ---- */

static bool is_plain(const char *text, size_t cap) {
    const char *end = memchr(text, 0, cap);
    for (; end && text < end; text++)
        if ((unsigned char)*text < ' ' || *text == 127) return false;
    return end != NULL;
}

/* "2025-01-31T12:00:00Z" */
static bool is_date(const char *text) {
    static const char form[] = "dddd-dd-ddTdd:dd:ddZ";
    for (const char *p = form; *p; p++, text++)
        if (*p == 'd' ? *text < '0' || *text > '9' : *text != *p) return false;
    return !*text;
}

/* Would the reader take it back? */
static bool is_utf8(const char *text) {
    char quoted[8 * RD_NAME_MAX], back[RD_NAME_MAX + 1];
    rd_out o = rd_out_to(quoted, sizeof quoted);
    rd_put_json_text(&o, text);
    rd_cursor c = {quoted, quoted + o.len};
    return rd_take_text(&c, back, sizeof back);
}

bool rd_record_info_check(const rd_record_info *info, int seats, rd_fault *f) {
    if (!is_plain(info->date, sizeof info->date) || !is_date(info->date))
        return rd_fault_set(f, 0, 0, "the date must be UTC as 2025-01-31T12:00:00Z");
    for (int i = 0; i < seats; i++)
        if (!is_plain(info->name[i], sizeof info->name[i]) || !is_utf8(info->name[i]))
            return rd_fault_set(f, 0, 0, "the name of seat %d is too long or not plain text",
                                i + 1);
    const char *tag[] = {info->event, info->site, info->round, info->engine};
    for (int i = 0; i < 4; i++)
        if (!is_plain(tag[i], RD_NAME_MAX + 1) || !is_utf8(tag[i]))
            return rd_fault_set(f, 0, 0, "a tag is too long or not plain text");
    return info->engine[0] || rd_fault_set(f, 0, 0, "the engine's version is missing");
}

static void put_member(rd_record_writer *w, const char *key, const char *text) {
    rd_grow_text(w, ",\"");
    rd_grow_text(w, key);
    rd_grow_text(w, "\":");
    rd_grow_json_text(w, text);
}

/* Every switch with the value in force, so that a later default changes no old game. */
static void put_settings(rd_record_writer *w, const rd_table *t) {
    const rd_game *g = rd_table_match(t)->game;
    bool any = false;
    rd_grow_text(w, ",\"settings\":{");
    for (const rd_switch *sw = g->switches; sw->key; sw++) {
        const char *value = rd_config_get(g, rd_table_config(t), sw->key);
        if (!value) continue;
        if (any) rd_grow_text(w, ",");
        any = true;
        rd_grow_json_text(w, sw->key);
        rd_grow_text(w, ":");
        rd_grow_json_text(w, value);
    }
    rd_grow_text(w, "}");
}

static void put_first_position(const void *ctx, rd_out *o) {
    const rd_match *m = rd_table_match(ctx);
    char text[RD_TEXT_MAX];
    rd_out position = rd_out_to(text, sizeof text);
    m->game->print_state(m, rd_table_first(ctx), &position);
    rd_put_json_text(o, text);
}

/* Where all chance comes from: the key, or the position the game began at. */
static void put_origin(rd_record_writer *w, const rd_table *t) {
    if (rd_table_is_placed(t)) {
        rd_grow_text(w, ",\"start\":");
        rd_grow_put(w, put_first_position, t);
    } else {
        rd_grow_text(w, ",\"key\":\"");
        for (int i = 0; i < RD_KEY_WORDS; i++) rd_grow_hex(w, rd_table_key(t)->word[i], 8);
        rd_grow_text(w, "\"");
    }
    rd_grow_text(w, ",\"hash\":\"");
    rd_grow_hex(w, rd_state_hash(rd_table_match(t), rd_table_first(t)), RD_HASH_DIGITS);
    rd_grow_text(w, "\"");
}

void rd_record_put_header(rd_record_writer *w, const rd_table *t, const rd_record_info *info,
                          const char *format) {
    const rd_match *m = rd_table_match(t);
    rd_grow_text(w, "{\"record\":");
    rd_grow_json_text(w, format);
    put_member(w, "game", m->game->id);
    rd_grow_text(w, ",\"rules\":");
    rd_grow_int(w, m->game->rules_version);
    rd_grow_text(w, ",\"vocabulary\":\"");
    rd_grow_hex(w, info->vocabulary ? info->vocabulary : rd_vocabulary_hash(m->game),
                RD_HASH_DIGITS);
    rd_grow_text(w, "\"");
    put_member(w, "engine", info->engine);
    put_member(w, "date", info->date);
    rd_grow_text(w, ",\"seats\":");
    rd_grow_int(w, m->n_seats);
    rd_grow_text(w, ",\"names\":[");
    for (int i = 0; i < m->n_seats; i++) {
        if (i) rd_grow_text(w, ",");
        rd_grow_json_text(w, info->name[i]);
    }
    rd_grow_text(w, "]");
    put_settings(w, t);
    if (*info->event) put_member(w, "event", info->event);
    if (*info->site) put_member(w, "site", info->site);
    if (*info->round) put_member(w, "round", info->round);
    if (*info->after) put_member(w, "after", info->after);
    if (*info->fair) put_member(w, "fair", info->fair);
    if (strcmp(format, RD_RECORD_FORMAT) == 0) put_origin(w, t);
}

/* ---- steps ---- */

static void put_numbered(rd_record_writer *w, const char *key, int64_t value) {
    rd_grow_text(w, ",\"");
    rd_grow_text(w, key);
    rd_grow_text(w, "\":");
    rd_grow_int(w, value);
}

static void put_action(const void *ctx, rd_out *o) {
    rd_doc_json j = rd_doc_json_on(o);
    rd_doc_action(&j.doc, ctx);
}

static void put_input(rd_record_writer *w, const rd_journal_step *s) {
    rd_grow_put(w, put_action, &s->action);
    if (s->origin != RD_PLAYED) put_member(w, "origin", rd_origin_name(s->origin));
}

void rd_record_put_step(rd_record_writer *w, const rd_table *t, int i) {
    static const char *const verb[] = {
        [RD_STEP_TAKE_BACK] = "take_back", [RD_STEP_UNDO] = "undo", [RD_STEP_GO] = "parent"};
    const rd_journal_step *s = rd_table_step(t, i);
    size_t begin = w->n;
    rd_grow_text(w, "{\"n\":");
    rd_grow_int(w, i + 1);
    if (s->kind == RD_STEP_INPUT)
        put_input(w, s);
    else
        put_numbered(w, verb[s->kind], s->kind == RD_STEP_GO ? s->who + 1 : s->who);
    rd_grow_text(w, ",\"hash\":\"");
    rd_grow_hex(w, s->hash, RD_HASH_DIGITS);
    rd_grow_text(w, "\"");
    rd_grow_end_line(w, begin);
}

/* ---- the result ---- */

static void put_list(rd_record_writer *w, const char *key, const int32_t *value, int n) {
    rd_grow_text(w, ",\"");
    rd_grow_text(w, key);
    rd_grow_text(w, "\":[");
    for (int i = 0; i < n; i++) {
        if (i) rd_grow_text(w, ",");
        rd_grow_int(w, value[i]);
    }
    rd_grow_text(w, "]");
}

void rd_record_put_result(rd_record_writer *w, const rd_table *t, const rd_outcome *o) {
    size_t begin = w->n;
    int32_t place[RD_MAX_SEATS];
    int seats = rd_table_match(t)->n_seats;
    for (int i = 0; i < seats; i++) place[i] = o->place[i];
    rd_grow_text(w, "{\"result\":\"over\"");
    put_list(w, "places", place, seats);
    put_list(w, "scores", o->score, seats);
    put_numbered(w, "actions", rd_table_length(t));
    rd_grow_end_record(w, begin);
}

/* ---- the whole ---- */

static bool is_well(const rd_record_writer *w, rd_fault *f) {
    return !w->failed || rd_fault_set(f, 0, 0, "out of memory");
}

bool rd_record_begin(rd_record_writer *w, const rd_table *t, const rd_record_info *info,
                     rd_sha256 sha, rd_fault *f) {
    *w = (rd_record_writer){.sha = sha};
    if (!rd_record_info_check(info, rd_table_match(t)->n_seats, f)) return false;
    rd_record_put_header(w, t, info, RD_RECORD_FORMAT);
    rd_grow_end_line(w, 0);
    return is_well(w, f);
}

bool rd_record_go_on(rd_record_writer *w, const rd_table *t, rd_fault *f) {
    for (; w->steps < rd_table_steps(t); w->steps++) rd_record_put_step(w, t, w->steps);
    return is_well(w, f);
}

bool rd_record_end(rd_record_writer *w, const rd_table *t, bool with_events, rd_fault *f) {
    rd_outcome o;
    if (!rd_table_outcome(t, &o)) return rd_fault_set(f, 0, 0, "the game is not over");
    if (with_events) rd_record_put_seen(w, t);
    rd_record_put_result(w, t, &o);
    return is_well(w, f);
}

bool rd_record_write(const rd_table *t, const rd_record_info *info, const rd_record_wish *wish,
                     char **text, size_t *n, rd_fault *f) {
    bool over = rd_table_outcome(t, NULL);
    if (!over && !wish->keep_private)
        return rd_fault_set(f, 0, 0, "the game is not over: its record would tell its secrets");
    rd_record_writer w;
    if (!rd_record_begin(&w, t, info, wish->sha, f) || !rd_record_go_on(&w, t, f) ||
        (over && !rd_record_end(&w, t, wish->with_events, f))) {
        rd_record_free(&w);
        return false;
    }
    return rd_grow_hand_out(&w, text, n, f);
}

/* ---- a view ---- */

typedef struct page {
    const rd_table *t;
    int seat, part; /* part -1: the position */
} page;

static void put_page(const void *ctx, rd_out *o) {
    const page *p = ctx;
    char text[RD_TEXT_MAX];
    if (p->part >= 0) {
        rd_table_put_part(p->t, p->seat, p->part, o);
        return;
    }
    rd_out position = rd_out_to(text, sizeof text);
    rd_table_put_position(p->t, p->seat, &position);
    rd_put_text(o, "{\"position\":");
    rd_put_json_text(o, text);
    rd_put_char(o, '}');
}

bool rd_record_write_view(const rd_table *t, const rd_record_info *info, int seat, char **text,
                          size_t *n, rd_fault *f) {
    int seats = rd_table_match(t)->n_seats;
    rd_record_writer w = {0};
    if (seat != RD_SPECTATOR && (seat < 0 || seat >= seats))
        return rd_fault_set(f, 0, 0, "there is no seat %d", seat + 1);
    if (!rd_record_info_check(info, seats, f)) return false;
    rd_record_put_header(&w, t, info, RD_VIEW_FORMAT);
    put_numbered(&w, "view", seat);
    rd_grow_text(&w, "}\n");
    for (int i = 0; i <= rd_table_length(t) + 1; i++) {
        rd_grow_put(&w, put_page, &(page){t, seat, i <= rd_table_length(t) ? i : -1});
        rd_grow_text(&w, "\n");
    }
    return rd_grow_hand_out(&w, text, n, f);
}
