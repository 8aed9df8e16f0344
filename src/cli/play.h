/* play.h - a game in the terminal: what its parts share.
**
**   cmd_play.c    sets it up and goes from question to question
**   play_keep.c   the file it is kept in, and how a game is found again
**   play_screen.c the board, as far as it fits
**   play_show.c   whose turn it is at the keyboard, and the result
**   play_tell.c   what happened
**   play_ask.c    one question to a person, step by step or as a whole
**   play_words.c  what a person can type beside answers: help, hint, undo, save ...
**   play_signs.c  the signs in the picture of a floor
**
** People see only what their seat may see.  When several share the keyboard in a game with
** secrets, the screen is cleared before it is handed on.
*/
#ifndef RD_CLI_PLAY_H
#define RD_CLI_PLAY_H

#include "cli/place.h"
#include "cli/player.h"
#include "cli/record_files.h"
#include "cli/term.h"
#include "seat/clocks.h"

enum { RD_PLAY_LINE = 1024, RD_PLAY_NAME = 64, RD_PLAY_MOMENTS = 16 };

/* After each register: go on at once, wait for Enter, or wait some time. */
typedef enum rd_halt { RD_HALT_OFF, RD_HALT_ENTER, RD_HALT_TIME } rd_halt;

/* How it was at the end of a register. */
typedef struct rd_play_moment {
    int part, number;
    rd_state *state;
} rd_play_moment;

typedef struct rd_play {
    rd_term term;
    bool echo; /* the input is not a terminal: repeat it, so that the output can be read */
    const rd_game *game;
    rd_table *table;
    const rd_match *match; /* the table's */
    rd_state *view, *scratch;
    rd_seat player[RD_MAX_SEATS];
    rd_thinker thinker[RD_MAX_SEATS]; /* of those who are not people    */
    uint64_t seed;
    const char *name[RD_MAX_SEATS];
    char names[RD_MAX_SEATS][RD_PLAY_NAME];
    rd_record_info info;
    rd_keeper keeper;
    const char *save; /* the file it is kept in; NULL = none yet      */
    char autosave[RD_PATH_MAX], loaded[RD_PATH_MAX]; /* it may be one of these */
    bool lost;              /* no file could be written; it was said        */
    int people;             /* how many seats are people's                  */
    int facing;             /* the seat whose secrets are on the screen     */
    int told[RD_MAX_SEATS]; /* log entries each seat has read of; see below */
    int news;               /* lines told since the last question or halt   */
    uint32_t greeted;       /* seats whose people have read the goal        */
    rd_halt pace;
    double seconds; /* of RD_HALT_TIME                        */
    bool hurry;     /* no more waiting until the next question */
    bool leaves;    /* the player has left between two registers */
    rd_sink ear;
    int moments; /* kept so far; the last ones are there */
    rd_play_moment moment[RD_PLAY_MOMENTS];
    rd_clocks clocks; /* the rulebook's timers */
} rd_play;

/* The seat through whose eyes an open screen looks: the only person's, else nobody's. */
int rd_play_eyes(const rd_play *p);

/* ---- play_screen.c ---- */

void rd_play_show_board(const rd_play *p, int seat);
/* What p->view holds, in at most `room` lines (0: all of it; less: nothing), with what matters to
** that actor (-1: to nobody). */
void rd_play_show_view(const rd_play *p, int actor, int room);
/* The fewest lines in which all of it can be shown. */
int rd_play_view_lines(const rd_play *p, int actor);
/* What the signs beside the board mean. */
void rd_play_show_legend(const rd_play *p, int seat);
/* How many lines a text takes. */
int rd_play_lines(const rd_play *p, int margin, const char *text);

/* ---- play_show.c ---- */
void rd_play_show_result(const rd_play *p);
/* Clears the screen and waits until the person of that seat is alone with it; false at the end of
** the input. */
bool rd_play_hand_over(rd_play *p, int seat);
/* What the game is about and how to get help, for the first question of a seat; else nothing. */
void rd_play_put_goal(const rd_play *p, int seat, rd_out *o);
/* The person's language, and the names of the seats. */
rd_speech rd_play_speech(const rd_play *p);

/* ---- play_tell.c ---- */

/* What happened since that seat read last; seats that share a screen read together. */
void rd_play_tell(rd_play *p, int seat);
/* What an action would do from a state that a bot imagined, in words; the state moves on. */
void rd_play_imagine(rd_play *p, rd_state *s, const rd_action *a);
/* Keeps the moments of this table at which there is something to look at. */
void rd_play_watch(rd_play *p);
void rd_play_watch_end(rd_play *p);

/* ---- play_ask.c ---- */

typedef enum rd_reply {
    RD_REPLY_ANSWER, /* the action was read                              */
    RD_REPLY_AGAIN,  /* the table is another one now: start again        */
    RD_REPLY_LATE,   /* time is up; the action holds what was chosen     */
    RD_REPLY_QUIT,   /* leave, or the input has ended                    */
} rd_reply;

rd_reply rd_play_ask(rd_play *p, int actor, rd_action *a);

/* A line from the person without its end; false at the end of the input. */
bool rd_play_read_line(rd_play *p, const char *prompt, char line[RD_PLAY_LINE]);

/* ---- play_words.c ---- */

typedef enum rd_said {
    RD_SAID_NOTHING, /* the line is not such a word              */
    RD_SAID_DONE,    /* done, ask on                             */
    RD_SAID_SHOW,    /* done; show the question again            */
    RD_SAID_AGAIN,   /* the table changed                        */
    RD_SAID_QUIT,
} rd_said;

/* `brief`: also abbreviations, which come after everything that could be an answer. */
rd_said rd_play_word(rd_play *p, int actor, const char *line, bool brief);
bool rd_play_is_word(const rd_play *p, const char *line); /* not abbreviated */
bool rd_play_is_undo(const rd_play *p, const char *line); /* or abbreviated  */
bool rd_play_is_quit(const rd_play *p, const char *line); /* the same        */

/* ---- play_signs.c ---- */

/* Explains the picture of a floor; nothing for games without one. */
void rd_play_signs(const rd_term *t, const rd_game *game);

/* ---- play_keep.c ---- */

/* Keeps the game from now on in that file; NULL: one of its own. */
void rd_play_keep_in(rd_play *p, const char *path);
/* Goes on in the file from which the table was read; `ours`: it is one that --resume finds. */
void rd_play_keep_on(rd_play *p, const char *path, bool ours);
/* Adds what is new to the file. */
void rd_play_keep(rd_play *p);
/* The file of the last game (of that kind, if not NULL) that is not over; else a complaint. */
rd_exit rd_play_find_last(const rd_game *game, char path[RD_PATH_MAX]);
/* Who sits there again, by the name in a record: a bot, or a person. */
void rd_play_seat_again(const rd_game *g, const char *name, int seat, rd_seat *out);
/* That the game is not over, and the command that goes on. */
void rd_play_say_left(const rd_play *p);

/* Ctrl-C and kills end the game politely; the signal that came, 0 = none. */
void rd_play_catch_signals(void);
int rd_play_signal(void);
/* Ends the program by the signal that came, if one came. */
void rd_play_end_by_signal(void);

/* ---- cmd_play.c ---- */

/* Makes that table the one that is played. */
bool rd_play_take_table(rd_play *p, rd_table *t);

#endif
