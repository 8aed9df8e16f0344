/* names.c - see names.h.  A thing and a number: no grammar is needed in any language. */
#include "server/names.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "server/name_letters.h"

enum { THINGS = 24 };

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

static bool is_in(const span *list, size_t n, uint32_t c) {
    for (size_t i = 0; i < n; i++)
        if (c >= list[i].first && c <= list[i].last) return true;
    return false;
}
#define IS(list, c) is_in(list, sizeof(list) / sizeof *(list), c)

static bool is_fit(const char *text, int most) {
    const unsigned char *p = (const unsigned char *)text;
    int letters = 0, marks = 0;
    bool blank = true; /* the one before; a text begins and ends with something to see */
    while (*p) {
        uint32_t c = next(&p);
        bool mark = IS(MARK, c), is_blank = IS(BLANK, c);
        marks = mark ? marks + 1 : 0;
        if (IS(HIDDEN, c) || (blank && (mark || is_blank))) return false;
        if (++letters > most || marks > MARKS) return false;
        blank = is_blank;
    }
    return letters > 0 && !blank;
}

bool rd_name_is_fit(const char *name) { return is_fit(name, LETTERS); }

bool rd_title_is_fit(const char *title) { return !title[0] || is_fit(title, INT_MAX); }
