/* api.h - the engine for other languages: plain functions over bytes and text.
**
** The Python module and the browser build call these and nothing else.  A session is one match; its
** states are blocks of rd_api_state_size bytes that the caller owns and may copy, keep and compare
** as it likes.  Actions are rd_action structs (52 bytes).  Functions that write text return its
** length without the end, like snprintf; nothing is written past `cap`.  Functions that can fail
** return an rd_err code (0 = fine); rd_api_fault tells the reason of the session's last failure.
*/
#ifndef RD_API_H
#define RD_API_H

#include "core/game.h"

/* RD_API_HERE: not in a browser module, which has no use for it. */
#if defined(__wasm__)
#define RD_API(name) __attribute__((export_name(#name)))
#define RD_API_HERE
#else
#define RD_API(name) __attribute__((visibility("default")))
#define RD_API_HERE  __attribute__((visibility("default")))
#endif

typedef struct rd_session rd_session;

/* Grows when a function changes its meaning or is taken away. */
RD_API_HERE int rd_api_version(void);

/* ---- what there is ---- */

RD_API(rd_api_game) const char *rd_api_game(int i); /* id of game i, NULL past the last */
RD_API_HERE
const char *rd_api_bot(const char *game, int i); /* strongest first             */
RD_API_HERE uint32_t rd_api_rules_version(const char *game);
RD_API_HERE
int rd_api_seats(const char *game, int most); /* fewest or most seats; 0: none */
/* What a page or program must know of a game before it opens a match, as JSON: {"game", "rules"
** (version), "fewest", "most" (seats), "hidden", "timed", "switches": [{"key", "fallback",
** "values": [], empty = any text}], "bots": [strongest first], "levels": [{"level", "ms"}]}.  0: no
*such game. */
RD_API(rd_api_about) size_t rd_api_about(const char *game, char *buf, size_t cap);
/* Word of the string tables: rd_api_string("uk", "robotory.title"). */
RD_API(rd_api_string) const char *rd_api_string(const char *lang, const char *key);
/* The rule of that id, or all of them in the document's order when `id` is NULL, as a JSON list of
** {"id", "section", "title", "text"}. */
RD_API(rd_api_rules)
size_t rd_api_rules(const char *game, const char *lang, const char *id, char *buf, size_t cap);

/* ---- sessions ---- */

/* `settings`: "key=value" texts, each ended by a zero byte, the list by another; NULL = none.  NULL
** is returned, and the reason written, when the set-up is impossible. */
RD_API(rd_api_open)
rd_session *rd_api_open(const char *game, int seats, const char *settings, char *reason,
                        size_t cap);
RD_API(rd_api_close) void rd_api_close(rd_session *x);
RD_API(rd_api_fault) const char *rd_api_fault(const rd_session *x);
RD_API(rd_api_state_size) size_t rd_api_state_size(const rd_session *x);
RD_API(rd_api_actors) int rd_api_actors(const rd_session *x);
RD_API(rd_api_seat_count) int rd_api_seat_count(const rd_session *x);
RD_API(rd_api_seat_of) int rd_api_seat_of(const rd_session *x, int actor);
/* The language of faults and reasons, and what the seats are called in words: a text for each, ended
** by a zero byte, or NULL for "Player 1" and so on. */
RD_API(rd_api_speak) int rd_api_speak(rd_session *x, const char *lang, const char *names);

/* ---- playing ---- */

RD_API(rd_api_start) void rd_api_start(const rd_session *x, uint64_t seed, rd_state *s);
RD_API(rd_api_pending) uint32_t rd_api_pending(const rd_session *x, const rd_state *s);
RD_API(rd_api_count) uint64_t rd_api_count(const rd_session *x, const rd_state *s, int actor);
RD_API(rd_api_nth)
int rd_api_nth(rd_session *x, const rd_state *s, int actor, uint64_t i, rd_action *a);
/* `whole`: uniform over whole answers instead of at each pick.  *random is the caller's generator,
** seeded with any number and moved on by each call. */
RD_API(rd_api_sample)
int rd_api_sample(rd_session *x, const rd_state *s, int actor, int whole, uint64_t *random,
                  rd_action *a);
RD_API(rd_api_fallback)
int rd_api_fallback(rd_session *x, const rd_state *s, int actor, rd_action *a);
RD_API(rd_api_check) int rd_api_check(rd_session *x, const rd_state *s, const rd_action *a);
RD_API_HERE int rd_api_apply(rd_session *x, rd_state *s, const rd_action *a);
/* The same, telling what happened as a JSON list of events (docs/protocol.md), with their words in `lang`,
** as far as that seat (-1 = a spectator) may see it.  The state is unchanged on failure. */
RD_API(rd_api_apply_told)
int rd_api_apply_told(rd_session *x, rd_state *s, const rd_action *a, int seat, const char *lang,
                      char *buf, size_t cap, size_t *length);
/* 1 when over; places and scores (8 each, may be NULL) are as they stand. */
RD_API(rd_api_outcome)
int rd_api_outcome(const rd_session *x, const rd_state *s, int32_t *place, int32_t *score);
RD_API(rd_api_hash) uint64_t rd_api_hash(const rd_session *x, const rd_state *s);
/* One number for fixed random games with this set-up: equal on every platform (core/playout.h).
** 0 when there is no memory for it. */
RD_API(rd_api_signature) uint64_t rd_api_signature(const rd_session *x);

/* ---- many at once: n states one after the other ---- */

RD_API(rd_api_start_batch)
void rd_api_start_batch(const rd_session *x, uint64_t seed, rd_state *states, int n);
/* Action i on state i; err[i] is its code.  Games that are over are left alone (RD_E_OVER). */
RD_API_HERE
void rd_api_apply_batch(rd_session *x, rd_state *states, int n, const rd_action *actions,
                        int32_t *err);
RD_API_HERE
void rd_api_pending_batch(const rd_session *x, const rd_state *states, int n, uint32_t *pending);
/* One sampled answer for the first actor asked in each; actions[i].n = 0 where nobody is asked. */
RD_API_HERE
void rd_api_sample_batch(const rd_session *x, const rd_state *states, int n, uint64_t *random,
                         rd_action *actions);
/* Plays each state to its end (or for at most `limit` actions, 0 = no limit) by sampling; returns
** the number of actions played. */
RD_API(rd_api_playout_batch)
uint64_t rd_api_playout_batch(const rd_session *x, rd_state *states, int n, uint64_t *random,
                              uint64_t limit);

/* ---- what a seat may know ---- */

RD_API(rd_api_view)
int rd_api_view(rd_session *x, const rd_state *s, int seat, rd_state *view);
RD_API(rd_api_determinize)
int rd_api_determinize(rd_session *x, const rd_state *view, int seat, uint64_t *random,
                       rd_state *out);

/* Are these bytes a state (full or a view) of this match?  To be asked of what came from elsewhere,
** before anything else is done with it. */
RD_API_HERE int rd_api_state_valid(rd_session *x, const rd_state *s);

/* ---- texts ---- */

/* What is fixed before the game begins: the floor, cards, costs (docs/fields/setup.md). */
RD_API(rd_api_setup_json) size_t rd_api_setup_json(const rd_session *x, char *buf, size_t cap);
RD_API(rd_api_state_json)
size_t rd_api_state_json(const rd_session *x, const rd_state *s, char *buf, size_t cap);
RD_API(rd_api_state_text)
size_t rd_api_state_text(const rd_session *x, const rd_state *s, char *buf, size_t cap);
RD_API(rd_api_state_parse) int rd_api_state_parse(rd_session *x, const char *text, rd_state *s);
/* 0: it has a pick that the game does not know. */
RD_API(rd_api_action_text)
size_t rd_api_action_text(const rd_session *x, const rd_state *s, const rd_action *a, char *buf,
                          size_t cap);
RD_API(rd_api_action_parse)
int rd_api_action_parse(rd_session *x, const rd_state *s, int actor, const char *text,
                        rd_action *a);
/* The question after the first n picks, as JSON: kind, prompt, options with their words ... */
RD_API(rd_api_question_json)
int rd_api_question_json(rd_session *x, const rd_state *s, int actor, const uint16_t *pick, int n,
                         const char *lang, char *buf, size_t cap, size_t *length);
/* What an answer, or the beginning of one, would do as far as the view alone tells; `null` in games
** that cannot say.  RoboRally: {"hits", "way", "unknown_from" (0 = all is foreseen), "registers":
** [{"register", "events"}]}, see games/rally/rally_preview.h.  Its events have words where `lang` is given.  A pick of
** 0xffff is one that is not made yet. */
RD_API(rd_api_preview)
int rd_api_preview(rd_session *x, const rd_state *view, int actor, const uint16_t *pick, int n,
                   const char *lang, char *buf, size_t cap, size_t *length);
/* The fields of a view (rd_api_state_json) after events (a JSON list of them) that its seat was told,
** as the effects of the events say: what a client knows without asking for the view again. */
RD_API(rd_api_film)
int rd_api_film(rd_session *x, const char *view, const char *events, char *buf, size_t cap,
                size_t *length);
/* One event, told as JSON, in words; nothing for those that are only for animation. */
RD_API(rd_api_event_words)
int rd_api_event_words(rd_session *x, const char *json, const char *lang, char *buf, size_t cap,
                       size_t *length);
RD_API(rd_api_picture)
size_t rd_api_picture(const rd_session *x, const rd_state *s, int unicode, char *buf, size_t cap);
RD_API(rd_api_status)
size_t rd_api_status(const rd_session *x, const rd_state *s, const char *lang, char *buf,
                     size_t cap);

/* ---- bots: from the view of the actor's seat ---- */

/* `who` is a bot's id or a level (beginner easy normal strong expert).  Thinks for at most `nodes`
** and until `stop` says so; both may be 0 for a level, which then has its own limit of nodes.  Why
** it answers so comes as JSON: {"value" (-1000 lost .. 1000 won), "exact", "nodes", "depth", "line":
** [answers it expects, its own first], "reasons": [at most three of {"key", "args", "words"}, in the
** language of rd_api_speak]}. */
RD_API_HERE
int rd_api_think(rd_session *x, const rd_state *view, int actor, const char *who, uint64_t nodes,
                 bool (*stop)(void *ctx), void *ctx, uint64_t *random, rd_action *a, char *buf,
                 size_t cap, size_t *length);

/* ---- tables: one match being played, with its log (table/table.h) ----
**
** A table's states are read with the functions above.  Seats are 0 .. n-1, -1 = a spectator, -2 =
** the referee, who sees everything.  Part i of its story is the set-up (0) or entry i - 1. */

typedef struct rd_table rd_table;

/* From the start, with chance drawn from the seed; or from a position.  NULL: see rd_api_fault. */
RD_API(rd_api_table_open) rd_table *rd_api_table_open(rd_session *x, uint64_t seed);
RD_API(rd_api_table_open_at)
rd_table *rd_api_table_open_at(rd_session *x, const rd_state *position, uint64_t seed);
RD_API(rd_api_table_close) void rd_api_table_close(rd_table *t);

/* How it stands, for a seat: {"length" (entries), "steps" (of the journal), "asked": [{"actor",
** "seat", "number"}], "may_take_back": [actors of the seat], "may_undo", "over", "places", "scores"}.  Places and scores
** are for each seat. */
RD_API(rd_api_table_json)
size_t rd_api_table_json(const rd_session *x, const rd_table *t, int seat, char *buf, size_t cap);
/* What a seat may know now, or after the first n entries. */
RD_API(rd_api_table_view)
int rd_api_table_view(rd_session *x, const rd_table *t, int seat, rd_state *view);
RD_API(rd_api_table_view_at)
int rd_api_table_view_at(rd_session *x, const rd_table *t, int seat, int n, rd_state *view);
/* As rd_api_question_json, with the question's number. */
RD_API(rd_api_table_question)
int rd_api_table_question(rd_session *x, const rd_table *t, int actor, const uint16_t *pick, int n,
                          const char *lang, char *buf, size_t cap, size_t *length);
/* Would this answer of that seat be legal, and the same in words ("Rotate Left, Move 2"). */
RD_API(rd_api_table_check)
int rd_api_table_check(rd_session *x, const rd_table *t, int seat, const rd_action *a);
RD_API(rd_api_table_words)
size_t rd_api_table_words(const rd_session *x, const rd_table *t, const rd_action *a,
                          const char *lang, char *buf, size_t cap);

/* A seat's answer to the question of that number; the default answer for an absent actor; time is
** up for an actor whose draft (may be NULL) is this. */
RD_API(rd_api_table_submit)
int rd_api_table_submit(rd_session *x, rd_table *t, int seat, uint32_t number, const rd_action *a);
RD_API(rd_api_table_force) int rd_api_table_force(rd_session *x, rd_table *t, int actor);
RD_API(rd_api_table_time_up)
int rd_api_table_time_up(rd_session *x, rd_table *t, int actor, const rd_action *draft);
/* An actor's answer that is only stored; a seat's last answer; back to the first n entries; as after
** a step of the journal (-1 = the start). */
RD_API(rd_api_table_take_back) int rd_api_table_take_back(rd_session *x, rd_table *t, int actor);
RD_API(rd_api_table_undo) int rd_api_table_undo(rd_session *x, rd_table *t, int seat);
RD_API(rd_api_table_rewind) int rd_api_table_rewind(rd_session *x, rd_table *t, int n);
RD_API(rd_api_table_go) int rd_api_table_go(rd_session *x, rd_table *t, int step);

/* What happened from part i on, as that seat saw it: a JSON list of parts with their events; and in
** words: a JSON list of {"part", "kind" (answer, event, mark), "text", and of events "event",
** "rule", "beat"}. */
RD_API(rd_api_table_since)
size_t rd_api_table_since(const rd_table *t, int seat, int i, char *buf, size_t cap);
RD_API(rd_api_table_log)
size_t rd_api_table_log(const rd_session *x, const rd_table *t, int seat, int i, const char *lang,
                        char *buf, size_t cap);

/* ---- records (docs/record.md) ---- */

/* The whole record of a table, with the seats' names and a date like 2025-01-31T12:00:00Z.  Of a game
** that is not over only with `keep_private`: it holds the key of all chance. */
RD_API(rd_api_record_write)
int rd_api_record_write(rd_session *x, const rd_table *t, const char *date, int keep_private,
                        char *buf, size_t cap, size_t *length);
/* Reads and replays a record: a session of its set-up, and its table.  NULL is returned, and the
** reason written, when it is damaged or of other rules. */
RD_API(rd_api_record_read)
rd_session *rd_api_record_read(const char *text, rd_table **t, char *reason, size_t cap);

/* ---- courses ---- */

/* What keeps a course (its text) from being played by any number of players, as JSON: {"line",
** "column", "what"}, both from 1 or 0; `null` when nothing does. */
RD_API(rd_api_course_fault)
size_t rd_api_course_fault(const char *game, const char *text, char *buf, size_t cap);

/* Memory for callers that cannot make their own (a browser). */
RD_API(rd_api_alloc) void *rd_api_alloc(size_t n);
RD_API(rd_api_free) void rd_api_free(void *p);

#endif
