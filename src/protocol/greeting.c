/* greeting.c - a bot's hello; see greeting.h. */
#include "protocol/greeting.h"

#include <string.h>

void rd_copy_plain(char *to, size_t most, const char *text) {
    size_t n = strlen(text);
    if (n > most)
        for (n = most; n && ((unsigned char)text[n] & 0xc0) == 0x80;) n--;
    for (size_t i = 0; i < n; i++)
        to[i] = (unsigned char)text[i] < ' ' || text[i] == 127 ? ' ' : text[i];
    to[n] = 0;
}

bool rd_greeting_read(rd_greeting *g, const json_t *hello, rd_fault *why) {
    const char *proto = json_string_value(json_object_get(hello, "proto"));
    const char *name = json_string_value(json_object_get(hello, "name"));
    json_t *games = json_object_get(hello, "games");
    if (!proto || strcmp(proto, RD_RBP) != 0)
        return rd_fault_set(why, 0, 0, "its hello does not say \"proto\":\"" RD_RBP "\"");
    if (!name || !*name) return rd_fault_set(why, 0, 0, "its hello has no name");
    rd_copy_plain(g->name, RD_BOT_NAME_MAX, name);
    json_decref(g->games);
    g->games = json_is_array(games) || json_is_object(games) ? json_incref(games) : NULL;
    return true;
}

void rd_greeting_drop(rd_greeting *g) {
    json_decref(g->games);
    g->games = NULL;
}

/* A bot that names a hash was written for that vocabulary and for no other. */
static bool speaks(const rd_greeting *b, const rd_game *g, rd_fault *why) {
    char ours[RD_RBP_HASH_MAX];
    const json_t *hash = json_object_get(b->games, g->id);
    const char *theirs = json_string_value(hash);
    rd_rbp_hash(g, ours);
    if (json_is_null(hash) || (theirs && strcmp(theirs, ours) == 0)) return true;
    if (!hash) return rd_fault_set(why, 0, 0, "it does not play %s", g->id);
    return rd_fault_set(why, 0, 0,
                        "it was written for another vocabulary of %s (%s, here it is %s)", g->id,
                        theirs ? theirs : "no text", ours);
}

bool rd_greeting_plays(const rd_greeting *b, const rd_game *g, rd_fault *why) {
    size_t i;
    json_t *id;
    if (!b->games) return true;
    if (json_is_object(b->games)) return speaks(b, g, why);
    json_array_foreach(b->games, i, id) {
        const char *text = json_string_value(id);
        if (text && strcmp(text, g->id) == 0) return true;
    }
    return rd_fault_set(why, 0, 0, "it does not play %s", g->id);
}
