/* names.c - see names.h.  A thing and a number: no grammar is needed in any language. */
#include "server/names.h"

#include <stdio.h>
#include <string.h>

enum { THINGS = 24, LETTERS = 24 };

static const struct {
    const char *lang;
    const char *thing[THINGS];
} NAMES[] = {
    {"en", {"Sprocket", "Piston", "Bolt",   "Gasket", "Rivet",  "Cog",    "Magnet",  "Spark",
            "Relay",    "Rotor",  "Flange", "Spring", "Toggle", "Diode",  "Wrench",  "Turbine",
            "Valve",    "Socket", "Hinge",  "Lever",  "Pulley", "Beacon", "Circuit", "Anvil"}},
    {"ru", {"Болт",   "Поршень", "Гайка",   "Заклёпка", "Шестерня",   "Магнит", "Искра",   "Реле",
            "Ротор",  "Фланец",  "Пружина", "Тумблер",  "Диод",       "Ключ",   "Турбина", "Клапан",
            "Шарнир", "Рычаг",   "Маяк",    "Контур",   "Наковальня", "Винтик", "Кулачок", "Шкив"}},
    {"uk", {"Болт",   "Поршень", "Гайка",   "Заклепка", "Шестерня", "Магніт",  "Іскра",   "Реле",
            "Ротор",  "Фланець", "Пружина", "Тумблер",  "Діод",     "Ключ",    "Турбіна", "Клапан",
            "Шарнір", "Важіль",  "Маяк",    "Контур",   "Ковадло",  "Гвинтик", "Кулачок", "Шків"}},
};

void rd_name_draw(const char *lang, uint32_t chance, char *out, size_t cap) {
    size_t l = 0;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (strcmp(NAMES[i].lang, lang) == 0) l = i;
    snprintf(out, cap, "%s %u", NAMES[l].thing[chance % THINGS], 2 + chance / THINGS % 98);
}

/* The next character of UTF-8 that was checked before. */
static uint32_t next(const unsigned char **p) {
    uint32_t c = *(*p)++;
    int more = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : c >= 0xc0 ? 1 : 0;
    if (more) c &= 0x3fu >> more;
    while (more-- && (**p & 0xc0) == 0x80) c = c << 6 | (*(*p)++ & 0x3fu);
    return c;
}

static bool is_hidden(uint32_t c) {
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0xad || (c >= 0x200b && c <= 0x200f) ||
           (c >= 0x2028 && c <= 0x202f) || (c >= 0x2060 && c <= 0x206f) || c == 0xfeff ||
           c == 0x115f || c == 0x1160 || c == 0x3164 || c == 0xffa0 ||
           (c >= 0xe000 && c <= 0xf8ff) || (c >= 0xfff0 && c <= 0xffff) || c >= 0xe0000;
}

static bool is_blank(uint32_t c) {
    return c == ' ' || c == 0xa0 || (c >= 0x2000 && c <= 0x200a) || c == 0x3000;
}

bool rd_name_is_fit(const char *name) {
    const unsigned char *p = (const unsigned char *)name;
    int letters = 0;
    bool blank = true; /* the one before; a name begins and ends with something to see */
    while (*p) {
        uint32_t c = next(&p);
        if (is_hidden(c) || (blank && is_blank(c)) || ++letters > LETTERS) return false;
        blank = is_blank(c);
    }
    return letters > 0 && !blank;
}
