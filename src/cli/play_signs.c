/* play_signs.c - what the signs in the picture of a factory floor mean; see play.h. */
#include "cli/play.h"
#include "floor/data.h"

/* Its words are cli.signs.GAME.WORD, or cli.signs.WORD where all games call it the same; a game that
** has no words for a sign does not have the thing. */
static const struct sign {
    const char *unicode, *ascii, *word;
} signs[] = {
    {"A▲ B▶", "A^ B>", "robot"},    {"F1", "F1", "flag"},           {"─→ ╭→", "> >*", "belt"},
    {"═⇒ ╔⇒", ">> >>*", "express"}, {"↺L ↻R", "GL GR", "gear"},     {"━ ┃", "= |", "wall"},
    {"▶──", "}--", "laser"},        {"▐24 1+", "]24 1+", "pusher"}, {"▒▒", "##", "pit"},
    {"R1 R2", "R1 R2", "repair"},   {"B", "B", "battery"},          {"T→", "T>", "token"},
    {"D3 12", "D3 12", "start"},    {"××", "xx", "closed"},
};

void rd_play_signs(const rd_term *t, const rd_game *game) {
    if (!rd_data_nth("course", game->id, 0)) return;
    putchar('\n');
    for (unsigned i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        const struct sign *s = &signs[i];
        char key[64];
        snprintf(key, sizeof key, "cli.signs.%s.%s", game->id, s->word);
        if (!rd_string_exists(RD_EN, key)) snprintf(key, sizeof key, "cli.signs.%s", s->word);
        if (!rd_string_exists(RD_EN, key)) continue;
        const char *drawn = t->draw == RD_ASCII ? s->ascii : s->unicode;
        printf("  %s  ", drawn);
        rd_print_wrapped(stdout, t->width, 4 + rd_letters(drawn), 12, rd_string(t->lang, key));
    }
}
