/* game.h - what every game implements, and what every caller may assume.
**
** A game is a pure, flat, deterministic state machine that asks questions.  Nothing behind this
** interface reads a clock, a file, a socket, a locale or a global, and nothing allocates; equal
** inputs give equal bytes out.
**
**   match     immutable set-up: course, switches, seats, actors, tables.  Built once.
**   state     everything that changes.  Flat, pointer-free, fixed size: a copy is a memcpy.
**   actor     who is asked: a robot or a player.  A seat (person or bot) may own several actors.
**   decision  one open question to one actor, as data.
**   action    one answer: up to RD_MAX_PICKS option ids in one canonical spelling.
**   event     one fact that happened, for log and animation.
**
** Ownership: the caller owns every match, state and buffer; `match_size` and `state_size` say how
** big.  Errors: a player's mistake is a return code and leaves the state byte for byte unchanged;
** damaged input is a return code with a fault; a programmer's mistake is an assert.
*/
#ifndef RD_CORE_GAME_H
#define RD_CORE_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/chance.h"
#include "base/prng.h"
#include "base/text.h"
#include "core/doc.h"
#include "core/vocabulary.h"

enum {
    RD_MAX_SEATS = 8,
    RD_MAX_ACTORS = 8,
    RD_MAX_OPTIONS = 128,
    RD_MAX_PICKS = 24,
    RD_MAX_ARGS = 6,
    RD_MAX_SETTINGS = 32,
    RD_TEXT_MAX = 4096, /* no position text is longer than this */
};

/* Seats are 0..n-1; these two stand beside them. */
enum { RD_SPECTATOR = -1, RD_SYSTEM = -2 };

/* Every code has a text in the string tables, key "error.<name>". */
#define RD_ERRORS(X)                                                                  \
    X(OK, ok)                                                                         \
    X(NOT_ASKED, not_asked) /* this actor has no open question                     */ \
    X(STALE, stale)         /* answers a question that has since closed            */ \
    X(ILLEGAL, illegal)     /* well formed, but the rules forbid it                */ \
    X(MALFORMED, malformed) /* cannot be read as an answer to this question at all */ \
    X(CONFIG, config)       /* impossible set-up                                   */ \
    X(VERSION, version)     /* made under other rules                              */ \
    X(OVER, over)           /* the game has ended                                  */ \
    X(NO_UNDO, no_undo)     /* nothing that may be taken back                      */ \
    X(NO_ROOM, no_room)     /* a fixed limit is reached                            */
typedef enum rd_err {
#define X(name, key) RD_E_##name,
    RD_ERRORS(X)
#undef X
        RD_E_COUNT
} rd_err;

/* Version of a game's rules.  The test of upgrades builds a program whose rules are a step on. */
#ifndef RD_RULES_STEP
#define RD_RULES_STEP 0
#endif
#define RD_RULES(n) ((n) + RD_RULES_STEP)

typedef struct rd_game rd_game;
typedef struct rd_state rd_state; /* each game defines its own struct and casts */
struct rd_inspection;
struct rd_teller; /* core/wire.h */

/* ---- set-up -------------------------------------------------------------------------------- */

typedef struct rd_setting { /* "end" = "one_colour_empty"; texts owned by the caller */
    const char *key, *value;
} rd_setting;

typedef struct rd_config {
    int n_seats;
    int n_settings;
    rd_setting setting[RD_MAX_SETTINGS];
} rd_config;

/* One variant switch of a game.  `values` is NULL-terminated; a switch without values takes any
** text (a course file, a number) that match_init checks.  Its name for people has the string key
** "<game>.switch.<key>", each value "<game>.switch.<key>.<value>". */
typedef struct rd_switch {
    const char *key;
    const char *fallback; /* used when the setting is absent */
    const char *const *values;
} rd_switch;

/* What the game's data rests on, part by part.  The string keys are "<game>.data.<part>" and
** "confidence.<word>"; the words: rulebook (it says so), source (public descriptions agree), single
** (one description says so), follows (from the rest), designed (made here). */
typedef struct rd_confidence {
    const char *part, *word;
} rd_confidence;

/* Every game's match begins with this. */
typedef struct rd_match {
    const rd_game *game;
    uint8_t n_seats, n_actors;
    uint8_t seat_of[RD_MAX_ACTORS];
    uint8_t team_of[RD_MAX_SEATS]; /* equal = play together; one team per seat in most games */
    bool by_stages;                /* rules take no quick way (docs/adr/0009): tests compare both */
} rd_match;

/* ---- questions and answers ------------------------------------------------------------------ */

/* The question, given the picks already made.  `option` lists what may follow them, ascending;
** `may_stop` says that the answer may end here.  A complete answer has min..max picks. */
typedef struct rd_decision {
    uint16_t kind; /* game-local; the string key is "<game>.ask.<asks[kind].name>"         */
    uint8_t actor;
    uint8_t min, max;
    bool ordered; /* false: a set, spelled ascending                                     */
    bool may_stop;
    bool secret;      /* hidden from the other seats until the phase closes                  */
    bool automatic;   /* one legal answer, asked only because silence would tell a secret    */
    uint16_t seconds; /* the rulebook's own timer for this actor now; 0 = none               */
    uint16_t subject; /* what it is about (a card, a robot): of the type asks[kind].about    */
    uint8_t n;
    uint16_t option[RD_MAX_OPTIONS];
} rd_decision;

/* A kind of question.  `about` is the type of its subject, an index into game->types; 0 = the
** question has none.  `options` is the set of types that its options can be. */
typedef struct rd_ask_spec {
    const char *name;
    uint8_t about;
    uint64_t options;
    const char *says;
} rd_ask_spec;

enum { RD_ANSWER = 0, RD_TIME_UP = 1 };

/* A gap in the draft that a time-up action carries: this pick was not made yet. */
enum { RD_GAP = 0xffff };

typedef struct rd_action {
    uint8_t kind; /* RD_ANSWER, or RD_TIME_UP by the system: `pick` is then the actor's draft */
    uint8_t actor;
    uint8_t n;
    uint8_t zero;
    uint16_t pick[RD_MAX_PICKS]; /* those at and after n mean nothing */
} rd_action;

/* What `commit` reports beside the new state; the table builds undo on it. */
enum {
    RD_STORED = 1, /* only kept: takes effect when the simultaneous phase closes           */
    RD_DREW = 2,   /* chance was drawn                                                     */
    RD_SHOWED = 4, /* something hidden became known to a seat                              */
};

/* ---- events ---------------------------------------------------------------------------------- */

#define RD_SEEN_BY_ALL 0xffffffffu /* bit s = seat s; spectators see only what all see */

typedef struct rd_event {
    uint16_t kind; /* index into game->events                            */
    uint16_t rule; /* index into game->rules: the rule that caused it    */
    uint32_t beat; /* equal = simultaneous; grows within one commit      */
    uint32_t seen_by;
    int32_t arg[RD_MAX_ARGS];
} rd_event;

/* The listener sees the state as it is at that moment.  A NULL sink costs nothing. */
typedef struct rd_sink {
    void (*emit)(void *ctx, const rd_event *ev, const rd_state *now);
    void *ctx;
} rd_sink;

/* An argument of an event: its name, its type (an index into game->types), and what may be the case
** with it (RD_MAY_HIDE, RD_MAY_LACK). */
typedef struct rd_arg_spec {
    const char *name;
    uint8_t type, may;
} rd_arg_spec;
#define RD_ARG(name, type) \
    { #name, type, 0 }
#define RD_ARG_OR(name, type, may) \
    { #name, type, may }

typedef enum rd_event_level {
    RD_ANIMATION,  /* only for animation                                        */
    RD_LOG,        /* has a line in the log                                     */
    RD_CHECKPOINT, /* `scenario --trace` prints the whole state; a line in the log if it has words */
} rd_event_level;

/* An event kind; the string key of its log line is "<game>.event.<name>".  The line's arguments
** are the event's.  They are named in order; those at and after the first without a name mean
** nothing. */
typedef struct rd_event_spec {
    const char *name;
    rd_event_level level;
    const char *says;
    const char *effects; /* what it changes in a view, see core/film.h; NULL = nothing */
    rd_arg_spec args[RD_MAX_ARGS];
} rd_event_spec;

/* ---- words ------------------------------------------------------------------------------------
 */

/* A message as data: a string key and its arguments.  The string's placeholders name the type of
** each argument ("{0:robot} goes to {1:hex}"), and `noun` says what a value of a type is called. */
typedef struct rd_phrase {
    const char *key;
    int32_t arg[RD_MAX_ARGS];
} rd_phrase;

/* ---- result -----------------------------------------------------------------------------------
 */

typedef struct rd_outcome {
    int8_t place[RD_MAX_SEATS];  /* 1 = first; equal = shared; 0 = not placed.  A single seat that
                                 ** lost against the game itself is second */
    int32_t score[RD_MAX_SEATS]; /* game points where the game has them       */
} rd_outcome;

/* ---- the interface ------------------------------------------------------------------------------
 */

/* Sees one answer of several; false = that is enough. */
typedef bool (*rd_visit)(void *ctx, const rd_action *a);

struct rd_game {
    const char *id;         /* "robotory": in commands, records, addresses      */
    uint32_t rules_version; /* +1 whenever a replay may differ                  */
    uint8_t min_seats, max_seats;
    uint32_t match_size, state_size;
    uint16_t longest; /* no game has more actions than this; 0 = not bounded by the rules   */
    bool hidden;      /* some seat does not know everything                                 */
    bool timed;       /* commit carries out RD_TIME_UP itself; else it becomes the fallback  */
    const char *unit; /* what speed is counted in besides actions ("register"); NULL = nothing */
    const char *part; /* the event that says how much a unit holds ("card"); NULL = none       */

    const rd_switch *switches;       /* ends with a NULL key                           */
    const char *const *rules;        /* rule ids "RY-MOVE-1"; ends with NULL            */
    const rd_type *types;            /* RD_COMMON_TYPES, then its own; ends with a NULL name */
    const rd_field *fields;          /* of the view; ends with a NULL path           */
    const rd_option_range *options;  /* ascending; ends with a type of 0               */
    const rd_ask_spec *asks;         /* kinds of decisions; ends with a NULL name     */
    const rd_event_spec *events;     /* ends with a NULL name                         */
    const rd_confidence *confidence; /* ends with a NULL part; NULL = nothing to say */

    /* Builds the match in memory of match_size bytes; settings not named are at their default. */
    rd_err (*match_init)(rd_match *m, const rd_config *c, rd_fault *f);

    /* The first state, run on to the first question. */
    void (*start)(const rd_match *m, const rd_key *key, rd_state *s, rd_sink *to);

    /* Which actors are asked now (bit a = actor a).  Zero only when the game is over. */
    uint32_t (*pending)(const rd_match *m, const rd_state *s);

    /* The question of a pending actor after the picks made so far, which must be legal so far. */
    void (*decision)(const rd_match *m, const rd_state *s, int actor, const uint16_t *pick, int n,
                     rd_decision *d);

    /* Answers are never listed: every index below count is one legal answer, each exactly once.
    ** `sample` is uniform at each pick, `sample_whole` uniform over whole answers and dearer. */
    uint64_t (*count)(const rd_match *m, const rd_state *s, int actor);
    void (*nth)(const rd_match *m, const rd_state *s, int actor, uint64_t i, rd_action *a);
    /* All of them in the order of `nth`; NULL = one `nth` after the other.  See rd_each_answer. */
    bool (*each)(const rd_match *m, const rd_state *s, int actor, rd_visit visit, void *ctx);
    void (*sample)(const rd_match *m, const rd_state *s, int actor, rd_prng *g, rd_action *a);
    void (*sample_whole)(const rd_match *m, const rd_state *s, int actor, rd_prng *g, rd_action *a);

    /* The only judge of legality.  Of an illegal action `rule` (may be NULL) is the rule broken. */
    rd_err (*check)(const rd_match *m, const rd_state *s, const rd_action *a, uint16_t *rule);

    /* Carries out a legal action and runs on to the next question; returns RD_STORED etc.  Only
    ** for actions from nth, sample or fallback, or that passed check.  See rd_apply. */
    uint32_t (*commit)(const rd_match *m, rd_state *s, const rd_action *a, rd_sink *to);

    /* Judges and carries out in one go what rd_apply_in_turn does without a listener (`to` is NULL);
    ** only for speed, and what it does not know it leaves to rd_apply_in_turn.  NULL: nothing. */
    rd_err (*apply)(const rd_match *m, rd_state *s, const rd_action *a, rd_sink *to,
                    uint32_t *effects, uint16_t *rule);

    /* A legal answer for the absent, late and dead; deterministic. */
    void (*fallback)(const rd_match *m, const rd_state *s, int actor, rd_action *a);

    /* How many units (see above) have begun so far; NULL when the game has none. */
    uint64_t (*units)(const rd_match *m, const rd_state *s);

    /* True when over; fills `o` (may be NULL) with the places and scores as they stand. */
    bool (*outcome)(const rd_match *m, const rd_state *s, rd_outcome *o);

    /* What a seat (or RD_SPECTATOR) may know, as the same type; chance and secrets wiped.  `out`
    ** may be `s`. */
    void (*redact)(const rd_match *m, const rd_state *s, int seat, rd_state *out);

    /* A full state that fits the view of that seat, the rest drawn by `g`, with chance of its own.
     */
    void (*determinize)(const rd_match *m, const rd_state *view, int seat, rd_prng *g,
                        rd_state *out);

    /* Is this a state (full or a view) that can be played on?  Guards every decoded state. */
    bool (*valid)(const rd_match *m, const rd_state *s, rd_fault *f);

    /* Canonical texts; parsing gives the same thing back.  print_* follow rd_out's convention.
    ** parse_action reads any spelling a person may type and yields the canonical action; what is
    ** well formed it reads even where it is not legal now, and "_" as RD_GAP in a draft. */
    void (*print_state)(const rd_match *m, const rd_state *s, rd_out *o);
    bool (*parse_state)(const rd_match *m, const char *text, size_t n, rd_state *s, rd_fault *f);
    void (*print_action)(const rd_match *m, const rd_state *s, const rd_action *a, rd_out *o);
    bool (*parse_action)(const rd_match *m, const rd_state *s, int actor, const char *text,
                         size_t n, rd_action *a, rd_fault *f);

    /* Everything in the state under documented field names (docs/fields/<game>.md). */
    void (*describe)(const rd_match *m, const rd_state *s, rd_doc *d);

    /* Everything a page or bot must know once a match: the actors, the floor or board, cards and
    ** tiles with their costs, under documented names (docs/fields/setup.md).  Nothing in it is
    ** secret.  `c` is the config that the match was built from. */
    void (*describe_setup)(const rd_match *m, const rd_config *c, rd_doc *d);

    /* Scenario files: one "key rest" line of the position section, with line ends in `rest` where
    ** lines are indented below it; then settle once at the end (completes and checks the position
    ** and runs on to the next question). */
    bool (*arrange)(const rd_match *m, rd_state *s, const char *key, const char *rest, rd_fault *f);
    bool (*settle)(const rd_match *m, rd_state *s, rd_sink *to, rd_fault *f);

    /* Words.  `noun` writes the name of a value of a placeholder type: "@key" to look up, or text
    ** as it stands; false when the type is unknown.  NULL: the game has no such names. */
    void (*prompt)(const rd_match *m, const rd_state *s, const rd_decision *d, rd_phrase *p);
    void (*option_words)(const rd_match *m, const rd_state *s, const rd_decision *d,
                         uint16_t option, rd_phrase *p);
    bool (*noun)(const rd_match *m, const char *type, int32_t value, rd_out *o);

    /* The one word by which scenario files and traces may call an actor ("light", "A"), never a
    ** number.  NULL: actors have numbers only. */
    void (*actor_word)(const rd_match *m, const rd_state *s, int actor, rd_out *o);

    /* What stands beside the board (stocks, scores, round), line by line; false past the last.  A line
    ** whose key has ".legend." explains signs and need not be shown each time. */
    bool (*status)(const rd_match *m, const rd_state *s, int line, rd_phrase *p);

    /* What the rulebook itself says about a course (floor/inspect.h); NULL: nothing but what the floor
    ** finds. */
    void (*advise)(const struct rd_inspection *in);

    /* What this (perhaps partial) answer would do as far as it can be foreseen from a view alone,
    ** members of an open object; see docs/browser.md.  Words beside its events where they are wanted.
    ** NULL: the game has no such question. */
    void (*preview)(const rd_match *m, const rd_state *view, int actor, const uint16_t *pick, int n,
                    const struct rd_teller *words, rd_doc *d);

    /* The board as a picture for a terminal; no words in it. */
    void (*picture)(const rd_match *m, const rd_state *s, rd_style style, rd_out *o);
};

/* ---- written once over the interface (game.c) -------------------------------------------------
 */

/* The setting of that key, or the switch's default; NULL when the game has no such switch. */
const char *rd_config_get(const rd_game *g, const rd_config *c, const char *key);

/* Whether that many can play; else `f` says how many can. */
bool rd_seats_fit(const rd_game *g, int seats, rd_fault *f);

/* Fills the common head of the match (one actor and one team per seat) and refuses a bad number of
** seats, unknown keys, repeated keys and unlisted values.  Each match_init calls it first. */
rd_err rd_match_head(rd_match *m, const rd_game *g, const rd_config *c, rd_fault *f);

/* check + commit; `to`, `effects` and `rule` may be NULL.  `effects`
** receives what commit returned.  A time-up action of a game that is not `timed` becomes the
** fallback answer; its draft must have at most RD_MAX_PICKS picks. */
rd_err rd_apply(const rd_match *m, rd_state *s, const rd_action *a, rd_sink *to, uint32_t *effects,
                uint16_t *rule);

/* The same by `check` and then `commit`, also where the game has an `apply`. */
rd_err rd_apply_in_turn(const rd_match *m, rd_state *s, const rd_action *a, rd_sink *to,
                        uint32_t *effects, uint16_t *rule);

/* Every answer of the actor in the order of `nth`, until one is enough; false if it was. */
bool rd_each_answer(const rd_match *m, const rd_state *s, int actor, rd_visit visit, void *ctx);

/* Would this answer be legal in a state apart from any table: a view, or a state of the caller's own?
** The state of a table is judged by the table alone (rd_apply inside it, rd_table_check for a seat),
** so whoever asks here holds no secret that the verdict could betray. */
rd_err rd_check_apart(const rd_match *m, const rd_state *s, const rd_action *a, uint16_t *rule);

uint64_t rd_state_hash(const rd_match *m, const rd_state *s);

/* Binary form: "RD", game id, rules version, state bytes, hash.  Returns the length, or 0 when cap
** is too small; rd_state_encode_size tells the length. */
size_t rd_state_encode_size(const rd_game *g);
size_t rd_state_encode(const rd_match *m, const rd_state *s, uint8_t *buf, size_t cap);
rd_err rd_state_decode(const rd_match *m, const uint8_t *buf, size_t n, rd_state *s, rd_fault *f);

bool rd_action_same(const rd_action *a, const rd_action *b);
void rd_put_event_key(rd_out *o, const rd_game *g, const rd_event *ev); /* of its log line */
const char *rd_err_name(rd_err e); /* "not_asked": the string key's last part */

/* The answer is spelled as `decision` allows: used by check of games whose every constraint is in
** the question, and by tests as the reference. */
rd_err rd_check_by_decision(const rd_match *m, const rd_state *s, const rd_action *a);

/* Reference implementations that walk the tree of decisions; slow, for small questions and tests.
 */
uint64_t rd_count_by_decision(const rd_match *m, const rd_state *s, int actor, uint64_t limit);
void rd_nth_by_decision(const rd_match *m, const rd_state *s, int actor, uint64_t i, rd_action *a);
bool rd_each_by_decision(const rd_match *m, const rd_state *s, int actor, rd_visit visit,
                         void *ctx);
void rd_sample_by_decision(const rd_match *m, const rd_state *s, int actor, rd_prng *g,
                           rd_action *a);

#endif
