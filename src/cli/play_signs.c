/* play_signs.c - what the signs in the picture of a factory floor mean; see play.h. */
#include <string.h>

#include "cli/play.h"
#include "floor/data.h"

static const struct sign {
    const char *unicode, *ascii;
    const char *game; /* the only one that has it; NULL = all with a floor */
    const char *word; /* its string is cli.signs.WORD                      */
} signs[] = {
    {"A▲ B▶", "A^ B>", NULL, "robot"},
    {"F1", "F1", "rally2005", "flag"},
    {"F1", "F1", "rally2023", "checkpoint"},
    {"─→ ╭→", "> >*", "rally2005", "belt"},
    {"═⇒ ╔⇒", ">> >>*", "rally2005", "express"},
    {"─→ ╭→", "> >*", "rally2023", "green_belt"},
    {"═⇒ ╔⇒", ">> >>*", "rally2023", "blue_belt"},
    {"↺L ↻R", "GL GR", NULL, "gear"},
    {"━ ┃", "= |", NULL, "wall"},
    {"▶──", "}--", NULL, "laser"},
    {"▐24 1+", "]24 1+", "rally2005", "pusher"},
    {"▐24 1+", "]24 1+", "rally2023", "panel"},
    {"▒▒", "##", NULL, "pit"},
    {"R1 R2", "R1 R2", "rally2005", "repair"},
    {"B", "B", "rally2023", "battery"},
    {"T→", "T>", "rally2023", "token"},
    {"D3 12", "D3 12", NULL, "start"},
    {"××", "xx", "rally2023", "closed"},
};

void rd_play_signs(const rd_term *t, const rd_game *game) {
    if (!rd_data_nth("course", game->id, 0)) return;
    putchar('\n');
    for (unsigned i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        const struct sign *s = &signs[i];
        char key[64];
        if (s->game && strcmp(s->game, game->id) != 0) continue;
        const char *drawn = t->draw == RD_ASCII ? s->ascii : s->unicode;
        snprintf(key, sizeof key, "cli.signs.%s", s->word);
        printf("  %s  ", drawn);
        rd_print_wrapped(stdout, t->width, 4 + rd_letters(drawn), 12, rd_string(t->lang, key));
    }
}
