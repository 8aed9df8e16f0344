/* api_int.h - what the files of the plain interface share. */
#ifndef RD_API_INT_H
#define RD_API_INT_H

#include "api/api.h"
#include "bots/bot.h"
#include "lang/lang.h"

enum { RD_API_MINDS = 8 }; /* bots of one session that remember */

struct rd_session {
    rd_fault fault;
    rd_match *match;
    rd_config config; /* what it was built from; its texts are in `settings` */
    char *settings;
    rd_lang lang; /* of faults and reasons                         */
    char *names;  /* of the seats, as they were given; may be NULL */
    const char *seat[RD_MAX_SEATS];
    rd_state *room;  /* for one state; made when it is first needed */
    struct rd_mind { /* what a bot keeps from one answer to the next */
        const rd_bot *bot;
        rd_skill skill; /* another one sees other things, and remembers others */
        void *memory;
        size_t size;
    } mind[RD_API_MINDS];
};

/* Room for one state, until the next call. */
rd_state *rd_api_room(rd_session *x);

/* Remembers a failure in words, and passes it on. */
int rd_api_fail(rd_session *x, rd_err e, uint16_t rule);
bool rd_api_is_asked(const rd_session *x, const rd_state *s, int actor);

rd_lang rd_api_lang(const char *name); /* English where it is none of ours, or NULL */

/* How this session speaks. */
rd_speech rd_api_speech(const rd_session *x, const char *lang);

#endif
