/* lang.h - everything a person reads, in English, Russian and Ukrainian.
**
** Strings live in data/strings/<domain>.<lang>.po and are compiled in, so that the browser build
** has them too.  A key's first part is its domain ("robotory.event.moved"); core.*.po holds those
** that belong to no other.  Placeholders (docs/translating.md has all of it):
**   {0}          the argument as a number
**   {1:robot}    the argument's name: the match's game says what a robot of that value is called
**   {1:robot.acc}  the same in the form "acc" where the language has one
**   {2:n}        picks the plural form of the whole string by this argument, and prints it
**   {3:#KEY}     another string, with this argument as its {0}
**   {4:seat}     the name of seat 0, 1, ...
**   {5:text}     the caller's own text number 5
** Rules of play (docs/rules/<game>[.<lang>].md) are compiled in the same way.
*/
#ifndef RD_LANG_H
#define RD_LANG_H

#include "core/game.h"
#include "core/wire.h"

typedef enum rd_lang { RD_EN, RD_RU, RD_UK, RD_LANGS } rd_lang;

/* From "ru", "uk_UA.UTF-8" and the like; false (and English) when it is none of ours. */
bool rd_lang_find(const char *name, rd_lang *lang);
const char *rd_lang_code(rd_lang lang); /* "en" */

/* The string of a key, English when the language lacks it, the key itself when all lack it; of a
** string with plural forms the first one. */
const char *rd_string(rd_lang lang, const char *key);
bool rd_string_exists(rd_lang lang, const char *key);

/* Fills in a phrase.  `m` gives the nouns and may be NULL when the phrase has none.  What does not
** fit into `o` is cut off between two characters; `o->len` still counts all of it. */
void rd_say(rd_lang lang, const rd_match *m, const rd_phrase *p, rd_out *o);
bool rd_event_has_words(const rd_game *g, const rd_event *ev); /* a line in the log */
void rd_say_event(rd_lang lang, const rd_match *m, const rd_event *ev, rd_out *o);

/* An error of play in words: the code's text and, when illegal, the broken rule's id and title. */
void rd_say_error(rd_lang lang, const rd_match *m, rd_err e, uint16_t rule, rd_out *o);

/* The same with names and texts of the caller's. */
typedef struct rd_speech {
    rd_lang lang;
    const rd_match *match;         /* may be NULL                                      */
    const char *const *seat;       /* n_seats names for {i:seat}; NULL: "Player 1" ... */
    const char *text[RD_MAX_ARGS]; /* for {i:text}                                     */
} rd_speech;
void rd_speak(const rd_speech *how, const rd_phrase *p, rd_out *o);
void rd_speak_event(const rd_speech *how, const rd_event *ev, rd_out *o);

/* The same for core/wire.h; `how` must outlive it. */
rd_teller rd_teller_of(const rd_speech *how);

/* One numbered rule.  Titles and texts are in the language, English where it is missing. */
typedef struct rd_rule_text {
    const char *id;      /* "RY-MOVE-1"                                 */
    const char *section; /* heading it stands under                     */
    const char *title;
    const char *text; /* paragraphs separated by an empty line          */
} rd_rule_text;

/* By `index` the rules come in the order of the document, which need not be that of game->rules;
** by id (in capitals or not) a rule of an event or an error is found: game->rules[ev->rule]. */
int rd_rule_count(const rd_game *g);
bool rd_rule_get(rd_lang lang, const rd_game *g, int index, rd_rule_text *out);
bool rd_rule_find(rd_lang lang, const rd_game *g, const char *id, rd_rule_text *out);

#endif
