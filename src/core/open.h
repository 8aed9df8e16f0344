/* open.h - nearly all of rd_game for an open game whose state is a few small numbers: one byte for
** each field of its view, in their order.  src/games/template_open shows one.
**
** A field whose path ends with "[]" is a list, such as the cells of a board; at most one is, and it
** has all bytes that the others leave.  The field "turn" is the seat that is asked.
**
** Positions are the game's id and the numbers ("template_open 17 2"), answers the numbers of their
** options, scenario lines a field and its numbers.  A game that grows out of a member writes its own.
*/
#ifndef RD_CORE_OPEN_H
#define RD_CORE_OPEN_H

#include "core/plain.h"

enum {
    RD_OPEN_BYTES = 128,  /* the most that such a state has */
    RD_OPEN_SWITCHES = 4, /* ... and such a game            */
    RD_OPEN_KINDS = 4,    /* of questions, and of options   */
};

/* Keys of its phrases: of each row of its questions, with the seat asked and then the state's first
** numbers as arguments; of each row of its options, with what it means; and of the line beside the
** board, with the state's first numbers. */
typedef struct rd_open_words {
    const char *ask[RD_OPEN_KINDS], *option[RD_OPEN_KINDS];
    const char *status;
} rd_open_words;

typedef struct rd_open_match {
    rd_match head;
    const rd_open_words *words;
    uint8_t chosen[RD_OPEN_SWITCHES]; /* which of its listed values each switch has */
} rd_open_match;

rd_err rd_open_match_init(rd_match *m, const rd_game *g, const rd_open_words *words,
                          const rd_config *c, rd_fault *f);
static inline int rd_open_chosen(const rd_match *m, int which) {
    return ((const rd_open_match *)m)->chosen[which];
}

/* Whose turn it is, until there is an outcome. */
uint32_t rd_open_pending(const rd_match *m, const rd_state *s);
static inline uint8_t rd_open_next(const rd_match *m, int seat) {
    return (uint8_t)((seat + 1) % m->n_seats);
}

/* A number is valid within first..last of its field's type, a seat when it plays. */
bool rd_open_valid(const rd_match *m, const rd_state *s, rd_fault *f);
void rd_open_print_state(const rd_match *m, const rd_state *s, rd_out *o);
bool rd_open_parse_state(const rd_match *m, const char *text, size_t n, rd_state *s, rd_fault *f);
void rd_open_print_action(const rd_match *m, const rd_state *s, const rd_action *a, rd_out *o);
bool rd_open_parse_action(const rd_match *m, const rd_state *s, int actor, const char *text,
                          size_t n, rd_action *a, rd_fault *f);
void rd_open_describe(const rd_match *m, const rd_state *s, rd_doc *d);
void rd_open_describe_setup(const rd_match *m, const rd_config *c, rd_doc *d);
bool rd_open_arrange(const rd_match *m, rd_state *s, const char *key, const char *rest,
                     rd_fault *f);
void rd_open_prompt(const rd_match *m, const rd_state *s, const rd_decision *d, rd_phrase *p);
void rd_open_option_words(const rd_match *m, const rd_state *s, const rd_decision *d,
                          uint16_t option, rd_phrase *p);
bool rd_open_status(const rd_match *m, const rd_state *s, int line, rd_phrase *p);

/* All but the rule that is broken, which only the game knows. */
rd_err rd_open_check(const rd_match *m, const rd_state *s, const rd_action *a);

/* Everybody sees what happens and the state as it is then. */
void rd_open_tell(rd_sink *to, const rd_state *now, rd_event ev);

/* `winner` is first and all others second, or one of these: then all are first.  False while it
** goes on. */
enum { RD_OPEN_GOES_ON = -1, RD_OPEN_DRAWN = -2 };
bool rd_open_outcome(const rd_match *m, int winner, rd_outcome *o);

/* The table of a game: what is above, what is in plain.h, and what the game's file has under these
** names.  Its id, its numbers and the size of its state go before. */
#define RD_OPEN_GAME                                                                               \
    .switches = SWITCHES, .rules = RULES, .types = TYPES, .fields = FIELDS, .options = OPTIONS,    \
    .asks = ASKS, .events = EVENTS, .match_size = sizeof(rd_open_match), .match_init = match_init, \
    .start = start, .decision = decision, .check = check, .commit = commit, .outcome = outcome,    \
    .picture = picture, .pending = rd_open_pending, .count = rd_count_plain,                       \
    .nth = rd_nth_by_decision, .each = rd_each_by_decision, .sample = rd_sample_by_decision,       \
    .sample_whole = rd_sample_whole_plain, .fallback = rd_fallback_first,                          \
    .redact = rd_redact_nothing, .determinize = rd_determinize_nothing, .settle = rd_settle_valid, \
    .valid = rd_open_valid, .print_state = rd_open_print_state,                                    \
    .parse_state = rd_open_parse_state, .print_action = rd_open_print_action,                      \
    .parse_action = rd_open_parse_action, .describe = rd_open_describe,                            \
    .describe_setup = rd_open_describe_setup, .arrange = rd_open_arrange,                          \
    .prompt = rd_open_prompt, .option_words = rd_open_option_words, .status = rd_open_status

/* Its match_init: the settings are those that rd_open_chosen reads.  The words come further down. */
#define RD_OPEN_MATCH(game)                                                  \
    extern const rd_game game;                                               \
    static const rd_open_words WORDS;                                        \
    static rd_err match_init(rd_match *m, const rd_config *c, rd_fault *f) { \
        return rd_open_match_init(m, &game, &WORDS, c, f);                   \
    }

#endif
