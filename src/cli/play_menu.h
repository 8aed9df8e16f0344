/* play_menu.h - the choices of a question, with a number for each; for play_ask.c alone.
**
** An answer grows pick by pick.  Where the rules ask for a set, the engine spells it ascending; here
** its members are taken in any order: they are `held` until the engine can read them.
*/
#ifndef RD_CLI_PLAY_MENU_H
#define RD_CLI_PLAY_MENU_H

#include "cli/play.h"

enum { RD_MENU_WORDS = 160, RD_MENU_LABEL = 12 };

typedef struct rd_draft {
    rd_action a; /* what the engine can read            */
    int n_held;  /* members of a set that come after it */
    uint16_t held[RD_MAX_PICKS];
} rd_draft;

typedef struct rd_menu {
    rd_decision d; /* with all that may be picked now, and whether the answer may end here */
    bool set;      /* a member of a set is picked                                          */
    const char *kind[RD_MAX_OPTIONS]; /* the key of its words */
    char words[RD_MAX_OPTIONS][RD_MENU_WORDS];
    char label[RD_MAX_OPTIONS][RD_MENU_LABEL]; /* what to type for each option */
} rd_menu;

/* What may follow the draft.  Labels stay the same within a question; `first` begins one. */
void rd_menu_read(const rd_play *p, const rd_draft *draft, bool first, rd_menu *u);
/* Adds the i-th option of the menu to the draft; the menu is another one then. */
void rd_menu_pick(const rd_play *p, rd_draft *draft, const rd_menu *u, int i);
/* The draft as an answer: what is held comes in the engine's order. */
rd_action rd_menu_answer(const rd_draft *draft);
/* How many lines it takes, and the menu itself. */
int rd_menu_rows(const rd_play *p, const rd_menu *u);
void rd_menu_show(const rd_play *p, const rd_menu *u);
/* The option that a word chooses; -1 = none, -2 = to stop here. */
int rd_menu_chosen(const rd_menu *u, const char *word);
/* What is picked so far, in words: "Rotate Left, Move 2". */
void rd_menu_put_picks(const rd_play *p, const rd_draft *draft, rd_out *o);

#endif
