/* refuse.c - why something was not done, in the reader's language and with the place of the fault. */
#include <string.h>

#include "hall/hall_int.h"

enum { WORDS_MAX = 300 }; /* of refused.text */

rd_lang rd_hall_lang(rd_msg_lang lang) {
    rd_lang found = RD_EN;
    if (lang) rd_lang_find(rd_msg_lang_word(lang), &found);
    return found;
}

void rd_hall_say_fault(rd_msg_lang lang, const rd_fault *f, rd_out *o) {
    char member[sizeof f->text];
    rd_out m = rd_out_to(member, sizeof member);
    rd_put_span(&m, f->text, rd_codec_member(f));
    rd_speech how = {.lang = rd_hall_lang(lang), .text = {member}};
    const char *key = member[0] ? "server.field" : f->column ? "server.json" : "server.message";
    rd_speak(&how, &(rd_phrase){key, {member[0] ? 0 : (int)f->column}}, o);
}

/* Words of the game's own about settings: they name the setting, or quote the line of a file. */
static void say_config(rd_lang lang, const rd_fault *f, rd_out *o) {
    rd_speech how = {.lang = lang, .text = {f->text}};
    const char *key = f->line ? "server.config_at" : "server.config";
    rd_speak(&how, &(rd_phrase){key, {0, (int)f->line, (int)f->column}}, o);
}

/* Errors whose words the engine has. */
static rd_err error_of(rd_msg_refusal error) {
    for (int e = RD_E_OK + 1; e < RD_E_COUNT; e++)
        if (rd_hall_error((rd_err)e) == error) return (rd_err)e;
    return RD_E_OK;
}

static void say(const rd_hall *h, rd_lang lang, rd_msg_refusal error, const rd_doing *d,
                rd_out *o) {
    const rd_match *m = h->table ? rd_table_match(h->table) : NULL;
    rd_err e = error_of(error);
    if (error == RD_MSG_REFUSAL_MALFORMED && d && d->why.column)
        rd_say(lang, NULL, &(rd_phrase){"server.answer", {(int)d->why.column}}, o);
    else if (error == RD_MSG_REFUSAL_MALFORMED && d && !d->answers)
        rd_say(lang, NULL, &(rd_phrase){"server.message", {0}}, o);
    else if (error == RD_MSG_REFUSAL_CONFIG && d && d->why.text[0])
        say_config(lang, &d->why, o);
    else if (e)
        rd_say_error(lang, m, e, d ? d->rule : 0, o);
}

/* Only what a message may have: a fault quotes what somebody sent. */
static void clean(char *text) {
    for (unsigned char *c = (unsigned char *)text; *c; c++)
        if (*c < 0x20 || *c == 0x7f) *c = ' ';
}

void rd_hall_refuse(rd_hall *h, const rd_connection *to, const char *id, rd_msg_refusal error,
                    const rd_doing *d) {
    char text[WORDS_MAX + 1] = "";
    rd_out o = rd_out_to(text, sizeof text);
    say(h, rd_hall_lang(to->lang), error, d, &o);
    clean(text);
    bool named = error == RD_MSG_REFUSAL_ILLEGAL && d && h->game->rules[d->rule];
    rd_tell_refused m = {.id = id,
                         .error = error,
                         .rule = named ? h->game->rules[d->rule] : NULL,
                         .text = text[0] ? text : NULL};
    rd_hall_send(h, to->number, RD_TELL_REFUSED, &m);
}
