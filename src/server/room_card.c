/* room_card.c - what lists show of a table: from its hall, and from what the store has. */
#include <stdio.h>
#include <string.h>

#include "server/rooms.h"
#include "server/server_int.h"

enum { CARD_ROOM = RD_ABOUT_ROOM - 512 };

/* The card as JSON text; empty when it does not fit. */
static rd_bytes spell_card(const rd_room *room, int64_t uid, char text[CARD_ROOM]) {
    rd_web_tables one = {.n_tables = 1};
    rd_hall_card(room->hall, uid, &one.tables[0]);
    rd_out o = rd_out_to(text, CARD_ROOM);
    if (!rd_web_tables_write(&one, &o)) return (rd_bytes){0};
    const char *first = strchr(text, '['), *last = strrchr(text, ']'); /* the list has one card */
    return (rd_bytes){first + 1, (size_t)(last - first - 1)};
}

json_t *rd_room_card(const rd_room *room, int64_t uid) {
    char text[CARD_ROOM];
    rd_bytes card = spell_card(room, uid, text);
    return card.n ? json_loadb(card.at, card.n, 0, NULL) : NULL;
}

json_t *rd_room_card_kept(rd_bytes about, int64_t uid) {
    json_t *all = json_loadb(about.at, about.n, 0, NULL), *one;
    json_t *card = json_incref(json_object_get(all, "card"));
    size_t i;
    json_array_foreach(json_object_get(all, "turn"), i, one) {
        if (!card || json_integer_value(one) != uid) continue;
        json_t *due = json_array_get(json_object_get(all, "due"), i);
        json_object_set_new(card, "your_turn", json_true());
        if (json_integer_value(due)) json_object_set(card, "due", due);
    }
    json_decref(all);
    return card;
}

bool rd_room_card_is_late(const rd_store_table *t) {
    json_t *all = json_loadb(t->card.about.at, t->card.about.n, 0, NULL);
    const json_t *line = json_object_get(all, "line");
    bool late = line && json_integer_value(line) < t->head;
    json_decref(all);
    return late;
}

static void put_numbers(rd_out *o, const char *name, const int64_t *number, int n) {
    rd_put_text(o, name);
    for (int i = 0; i < n; i++) {
        rd_put_char(o, i ? ',' : '[');
        rd_put_int(o, number[i]);
    }
    rd_put_text(o, n ? "]" : "[]");
}

size_t rd_room_about(const rd_room *room, char *about, size_t cap) {
    int64_t uid[RD_MAX_SEATS];
    char text[CARD_ROOM];
    int n = rd_hall_holders(room->hall, uid);
    rd_bytes card = spell_card(room, 0, text);
    rd_out o = rd_out_to(about, cap);
    rd_put_text(&o, "{\"card\":");
    rd_put_span(&o, card.n ? card.at : "null", card.n ? card.n : 4);
    int64_t due[RD_MAX_SEATS];
    int n_turn = 0;
    bool limited = false;
    for (int i = 0; i < n; i++) {
        rd_msg_table_line line;
        rd_hall_card(room->hall, uid[i], &line);
        if (!line.your_turn) continue;
        uid[n_turn] = uid[i];
        due[n_turn++] = line.due;
        limited = limited || line.due;
    }
    put_numbers(&o, ",\"turn\":", uid, n_turn);
    if (limited) put_numbers(&o, ",\"due\":", due, n_turn); /* of those; 0 = no end */
    rd_put_text(&o, ",\"line\":");
    rd_put_int(&o, (int64_t)rd_hall_lines(room->hall));
    rd_put_char(&o, '}');
    return rd_out_fits(&o) ? o.len : 0;
}

rd_store_card rd_room_row(const rd_room *room) {
    rd_msg_table_line line;
    rd_hall_card(room->hall, 0, &line);
    rd_store_card c = {.listed = line.access == RD_MSG_ACCESS_PUBLIC, .changed = line.at};
    snprintf(c.game, sizeof c.game, "%s", line.game);
    c.phase = line.state == RD_MSG_TABLE_STATE_WAITING ? RD_TABLE_WAITING
              : line.state == RD_MSG_TABLE_STATE_OVER  ? RD_TABLE_OVER
                                                       : RD_TABLE_RUNNING;
    c.timed = c.phase == RD_TABLE_RUNNING && rd_hall_due(room->hall) != INT64_MAX;
    return c;
}
