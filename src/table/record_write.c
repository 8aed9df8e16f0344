/* record_write.c - the canonical record and one seat's view of a game; see record.h. */
#include <stdlib.h>
#include <string.h>

#include "core/wire.h"
#include "table/record_int.h"

/* ---- the canonical record ---- */

static json_t *draft_json(const rd_action *a) {
    json_t *draft = json_array();
    for (int i = 0; i < a->n; i++)
        rd_json_push(&draft, json_integer(a->pick[i] == RD_GAP ? -1 : a->pick[i]));
    return draft;
}

/* The action of an entry: its text, or the draft that a time-up carries. */
static void add_input(json_t **line, const rd_match *m, const rd_state *before, const rd_entry *e) {
    char text[RD_TEXT_MAX];
    if (e->action.kind == RD_TIME_UP) {
        rd_json_put(line, "draft", draft_json(&e->action));
        return;
    }
    rd_record_action_text(m, before, &e->action, text);
    rd_json_put(line, "action", json_string(text));
}

static json_t *entry_json(int number, const rd_entry *e) {
    json_t *line = json_pack("{s:i,s:i}", "actor", (int)e->action.actor, "n", number);
    if (e->origin != RD_PLAYED)
        rd_json_put(&line, "origin", json_string(rd_origin_name(e->origin)));
    return line;
}

static json_t *input_json(const rd_match *m, const rd_state *before, int number,
                          const rd_entry *e) {
    char hash[RD_HASH_DIGITS + 1];
    json_t *line = entry_json(number, e);
    rd_hash_hex(e->hash, hash);
    add_input(&line, m, before, e);
    rd_json_put(&line, "hash", json_string(hash));
    return line;
}

static json_t *end_json(const rd_table *t, bool over, const rd_outcome *o) {
    json_t *line =
        json_pack("{s:i,s:s}", "actions", rd_table_length(t), "result", over ? "over" : "open");
    if (!over) return line;
    json_t *places = json_array(), *scores = json_array();
    for (int i = 0; i < rd_table_match(t)->n_seats; i++) {
        rd_json_push(&places, json_integer(o->place[i]));
        rd_json_push(&scores, json_integer(o->score[i]));
    }
    rd_json_put(&line, "places", places);
    rd_json_put(&line, "scores", scores);
    return line;
}

static void add_origin_of_chance(json_t **header, const rd_table *t, const rd_state *first) {
    const rd_match *m = rd_table_match(t);
    char text[RD_TEXT_MAX], hash[RD_HASH_DIGITS + 1];
    rd_out o = rd_out_to(text, sizeof text);
    if (rd_table_is_placed(t))
        m->game->print_state(m, first, &o);
    else
        for (int i = 0; i < RD_KEY_WORDS; i++) rd_put_hex(&o, rd_table_key(t)->word[i], 8);
    rd_hash_hex(rd_state_hash(m, first), hash);
    rd_json_put(header, rd_table_is_placed(t) ? "start" : "key", json_string(text));
    rd_json_put(header, "hash", json_string(hash));
}

bool rd_record_write(const rd_table *t, const rd_record_info *info, bool keep_private, char **text,
                     size_t *n, rd_fault *f) {
    const rd_match *m = rd_table_match(t);
    rd_outcome outcome;
    bool over = m->game->outcome(m, rd_table_state(t), &outcome);
    if (!over && !keep_private)
        return rd_fault_set(f, 0, 0, "the game is not over: its record would tell its secrets");
    json_t *header = rd_record_header(t, info, RD_RECORD_FORMAT, f);
    if (!header) return false;
    rd_growing out = {0};
    rd_state *s = rd_record_walk(t);
    if (s) {
        add_origin_of_chance(&header, t, s);
        rd_grow_line(&out, header);
        for (int i = 0; i < rd_table_length(t); i++) {
            const rd_entry *e = rd_table_entry(t, i);
            rd_grow_line(&out, input_json(m, s, i + 1, e));
            rd_apply(m, s, &e->action, NULL, NULL, NULL);
        }
        rd_grow_line(&out, end_json(t, over, &outcome));
        rd_grow_seal(&out);
    } else {
        json_decref(header);
        out.failed = true;
    }
    free(s);
    return rd_grow_end(&out, text, n, f);
}

/* ---- a view ---- */

typedef struct listener {
    const rd_match *m;
    json_t *list;
} listener;

static void note_event(void *ctx, const rd_event *ev, const rd_state *now) {
    (void)now;
    listener *l = ctx;
    char text[RD_TEXT_MAX];
    rd_out o = rd_out_to(text, sizeof text);
    rd_put_event_json(&o, l->m, ev, NULL);
    rd_json_push(&l->list, json_loadb(text, o.len, 0, NULL));
}

/* What this seat may know of entry i - 1; i = 0 is the set-up. */
static json_t *view_line(const rd_table *t, int seat, int i, const rd_state *before) {
    const rd_match *m = rd_table_match(t);
    const rd_entry *e = i ? rd_table_entry(t, i - 1) : NULL;
    json_t *line = e ? entry_json(i, e) : json_pack("{s:i}", "n", 0);
    listener l = {m, json_array()};
    rd_sink to = {note_event, &l};
    rd_table_events(t, seat, i, &to);
    rd_json_put(&line, "events", l.list);
    if (e && (!m->game->hidden || m->seat_of[e->action.actor] == seat))
        add_input(&line, m, before, e);
    return line;
}

static json_t *position_json(const rd_table *t, int seat, rd_state *scratch) {
    const rd_match *m = rd_table_match(t);
    char text[RD_TEXT_MAX];
    rd_out o = rd_out_to(text, sizeof text);
    rd_table_view(t, seat, scratch);
    m->game->print_state(m, scratch, &o);
    return json_pack("{s:s}", "position", text);
}

bool rd_record_write_view(const rd_table *t, const rd_record_info *info, int seat, char **text,
                          size_t *n, rd_fault *f) {
    const rd_match *m = rd_table_match(t);
    if (seat != RD_SPECTATOR && (seat < 0 || seat >= m->n_seats))
        return rd_fault_set(f, 0, 0, "there is no seat %d", seat + 1);
    json_t *header = rd_record_header(t, info, RD_VIEW_FORMAT, f);
    if (!header) return false;
    rd_growing out = {0};
    rd_state *s = rd_record_walk(t), *seen = rd_record_walk(t);
    rd_json_put(&header, "view", json_integer(seat));
    rd_grow_line(&out, header);
    for (int i = 0; s && seen && i <= rd_table_length(t); i++) {
        m->game->redact(m, s, seat, seen);
        if (i) rd_apply(m, s, &rd_table_entry(t, i - 1)->action, NULL, NULL, NULL);
        rd_grow_line(&out, view_line(t, seat, i, seen));
    }
    if (s && seen)
        rd_grow_line(&out, position_json(t, seat, seen));
    else
        out.failed = true;
    rd_grow_seal(&out);
    free(s);
    free(seen);
    return rd_grow_end(&out, text, n, f);
}
