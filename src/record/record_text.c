/* record_text.c - a game for people: tags, then numbered turns; see record.h. */
#include "record/record_int.h"

static void put_quoted(rd_record_writer *out, const char *text) {
    rd_grow_text(out, "\"");
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') rd_grow_text(out, "\\");
        rd_grow_span(out, text, 1);
    }
    rd_grow_text(out, "\"");
}

static void put_tag(rd_record_writer *out, const char *name, int number, const char *value) {
    rd_grow_text(out, "[");
    rd_grow_text(out, name);
    if (number) rd_grow_int(out, number);
    rd_grow_text(out, " ");
    put_quoted(out, value);
    rd_grow_text(out, "]\n");
}

/* Places in the order of seats, or "*" of a game that is not over. */
static void put_result(rd_record_writer *out, const rd_table *t) {
    const rd_match *m = rd_table_match(t);
    rd_outcome o;
    if (!rd_table_outcome(t, &o)) {
        rd_grow_text(out, "*");
        return;
    }
    for (int i = 0; i < m->n_seats; i++) {
        if (i) rd_grow_text(out, "-");
        rd_grow_int(out, o.place[i]);
    }
}

static void put_tags(rd_record_writer *out, const rd_table *t, const rd_record_info *info) {
    const rd_game *g = rd_table_match(t)->game;
    char rules[16];
    rd_out o = rd_out_to(rules, sizeof rules);
    rd_put_int(&o, g->rules_version);
    put_tag(out, "Game", 0, g->id);
    put_tag(out, "Rules", 0, rules);
    if (*info->event) put_tag(out, "Event", 0, info->event);
    if (*info->site) put_tag(out, "Site", 0, info->site);
    if (*info->round) put_tag(out, "Round", 0, info->round);
    put_tag(out, "Date", 0, info->date);
    for (int i = 0; i < rd_table_match(t)->n_seats; i++) put_tag(out, "Seat", i + 1, info->name[i]);
    for (const rd_switch *sw = g->switches; sw->key; sw++) {
        const char *value = rd_config_get(g, rd_table_config(t), sw->key);
        if (!value) continue;
        rd_grow_text(out, "[Setting ");
        rd_grow_text(out, sw->key);
        rd_grow_text(out, " ");
        put_quoted(out, value);
        rd_grow_text(out, "]\n");
    }
    rd_grow_text(out, "[Result \"");
    put_result(out, t);
    rd_grow_text(out, "\"]\n\n");
}

typedef struct turn {
    const rd_table *t;
    int seat, i; /* entry i - 1 */
} turn;

static void put_answer(const void *ctx, rd_out *o) {
    const turn *x = ctx;
    rd_table_put_answer(x->t, x->seat, x->i, o);
}

static void put_entry(rd_record_writer *out, const rd_table *t, int seat, int i) {
    const rd_entry *e = rd_table_entry(t, i - 1);
    rd_grow_text(out, " ");
    rd_grow_int(out, e->action.actor + 1);
    rd_grow_text(out, ":");
    if (!rd_table_knows_answer(t, seat, i))
        rd_grow_text(out, "?");
    else if (e->action.kind == RD_TIME_UP)
        rd_grow_text(out, "-");
    else
        rd_grow_put(out, put_answer, &(turn){t, seat, i});
    if (e->origin == RD_PLAYED) return;
    rd_grow_text(out, " {");
    rd_grow_text(out, rd_origin_name(e->origin));
    rd_grow_text(out, "}");
}

/* A new turn begins when somebody answers for the second time. */
static void put_turns(rd_record_writer *out, const rd_table *t, int seat) {
    uint32_t answered = 0;
    int number = 0;
    for (int i = 1; i <= rd_table_length(t); i++) {
        uint32_t who = 1u << rd_table_entry(t, i - 1)->action.actor;
        if (i == 1 || answered & who) {
            if (i > 1) rd_grow_text(out, "\n");
            rd_grow_int(out, ++number);
            rd_grow_text(out, ".");
            answered = 0;
        }
        answered |= who;
        put_entry(out, t, seat, i);
    }
    if (number) rd_grow_text(out, "\n");
}

bool rd_record_write_text(const rd_table *t, const rd_record_info *info, int seat, char **text,
                          size_t *n, rd_fault *f) {
    const rd_match *m = rd_table_match(t);
    if (seat != RD_SPECTATOR && seat != RD_SYSTEM && (seat < 0 || seat >= m->n_seats))
        return rd_fault_set(f, 0, 0, "there is no seat %d", seat + 1);
    if (!rd_record_info_check(info, m->n_seats, f)) return false;
    rd_record_writer out = {0};
    put_tags(&out, t, info);
    put_turns(&out, t, seat);
    put_result(&out, t);
    rd_grow_text(&out, "\n");
    return rd_grow_hand_out(&out, text, n, f);
}
