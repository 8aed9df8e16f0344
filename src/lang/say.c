/* say.c - fills the placeholders of a string; see lang.h.
**
** A placeholder may name another string (a noun's name, a counted thing), which is filled in the
** same way with that argument as its {0}.
*/
#include <string.h>

#include "lang/words.h"

enum {
    KEY_MAX = 120,
    NAME_MAX = 200, /* of a noun that the game writes out itself */
    DEEPEST = 3,    /* strings within strings                    */
};

typedef struct speaker {
    const rd_speech *how;
    rd_out *out;
    int depth;
} speaker;

static void say(speaker sp, const rd_phrase *p);

/* ---- one string ---- */

static const char *find_form(rd_lang lang, const char *key, const int32_t *arg) {
    rd_words w;
    if (!rd_words_find(lang, key, &w) && !rd_words_find(lang = RD_EN, key, &w)) return NULL;
    if (w.plural < 0) return w.text;
    int64_t n = arg[w.plural];
    for (unsigned skip = rd_plural_form[lang]((unsigned long)(n < 0 ? -n : n)); skip; skip--)
        w.text += strlen(w.text) + 1;
    return w.text;
}

/* ---- one placeholder ---- */

static void say_key(speaker sp, const char *key, int32_t value) {
    sp.depth++;
    say(sp, &(rd_phrase){key, {value}});
}

/* A noun's string in a form ("acc") where the language has one, else the plain one. */
static void say_noun_key(speaker sp, const char *key, const char *form, int32_t value) {
    char buf[KEY_MAX];
    rd_out o = rd_out_to(buf, sizeof buf);
    rd_put_text(&o, key);
    rd_put_text(&o, form);
    bool known = *form && rd_out_fits(&o) && rd_string_exists(sp.how->lang, buf);
    say_key(sp, known ? buf : key, value);
}

/* A rest of a multi-byte character at the end of a text that was cut off. */
static void trim(rd_out *o) {
    if (rd_out_fits(o) || o->cap < 2) return;
    size_t end = o->cap - 1, start = end;
    while (start && ((unsigned char)o->buf[start - 1] & 0xc0) == 0x80) start--;
    if (!start) return;
    unsigned char first = (unsigned char)o->buf[--start];
    size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
    if (start + size > end) o->buf[start] = 0;
}

/* `type` is the whole type of the placeholder, such as "robot.acc". */
static void say_noun(speaker sp, char *type, int32_t value) {
    const rd_match *m = sp.how->match;
    char name[NAME_MAX];
    rd_out o = rd_out_to(name, sizeof name);
    char *dot = strchr(type, '.');
    char form[KEY_MAX] = "";
    if (dot) {
        strcpy(form, dot);
        *dot = 0;
    }
    if (m && m->game->noun && m->game->noun(m, type, value, &o)) {
        trim(&o);
        if (name[0] == '@')
            say_noun_key(sp, name + 1, form, value);
        else
            rd_put_text(sp.out, name);
    } else if (strcmp(type, "seat") == 0) {
        if (sp.how->seat && m && value >= 0 && value < m->n_seats)
            rd_put_text(sp.out, sp.how->seat[value]);
        else
            say_noun_key(sp, "word.seat", form, value + 1);
    } else {
        rd_put_int(sp.out, value);
    }
}

static void say_placeholder(speaker sp, const rd_phrase *p, int index, char *type) {
    int32_t value = p->arg[index];
    const char *text = sp.how->text[index];
    if (!*type || strcmp(type, "n") == 0)
        rd_put_int(sp.out, value);
    else if (strcmp(type, "text") == 0)
        rd_put_text(sp.out, text ? text : "");
    else if (type[0] == '#')
        say_key(sp, type + 1, value);
    else
        say_noun(sp, type, value);
}

/* Reads "{2:robot.acc}" at `at`; NULL when it is not a placeholder, else what follows it. */
static const char *read_placeholder(const char *at, int *index, char type[KEY_MAX]) {
    if (at[1] < '0' || at[1] >= '0' + RD_MAX_ARGS) return NULL;
    *index = at[1] - '0';
    type[0] = 0;
    at += 2;
    if (*at == ':') {
        size_t n = strcspn(++at, "}");
        if (n >= KEY_MAX) return NULL;
        memcpy(type, at, n);
        type[n] = 0;
        at += n;
    }
    return *at == '}' ? at + 1 : NULL;
}

static void say(speaker sp, const rd_phrase *p) {
    const char *at = find_form(sp.how->lang, p->key, p->arg);
    if (!at || sp.depth > DEEPEST) {
        rd_put_text(sp.out, p->key);
        return;
    }
    while (*at) {
        int index;
        char type[KEY_MAX];
        const char *after = *at == '{' ? read_placeholder(at, &index, type) : NULL;
        if (after) {
            say_placeholder(sp, p, index, type);
            at = after;
        } else {
            if (at[0] == '{' && at[1] == '{') at++;
            rd_put_char(sp.out, *at++);
        }
    }
}

/* ---- phrases, events, errors ---- */

void rd_speak(const rd_speech *how, const rd_phrase *p, rd_out *o) {
    say((speaker){how, o, 0}, p);
    trim(o);
}

/* A browser may have the words of one language only. */
static bool exists(const char *key) {
    for (int lang = 0; lang < RD_LANGS; lang++)
        if (rd_string_exists((rd_lang)lang, key)) return true;
    return false;
}

bool rd_event_has_words(const rd_game *g, const rd_event *ev) {
    char key[KEY_MAX];
    rd_out k = rd_out_to(key, sizeof key);
    rd_put_event_key(&k, g, ev);
    return g->events[ev->kind].level != RD_ANIMATION && exists(key);
}

static bool tell(const void *ctx, const rd_match *m, const rd_phrase *p, rd_out *o) {
    rd_speech how = *(const rd_speech *)ctx;
    how.match = m;
    rd_speak(&how, p, o);
    return exists(p->key);
}

rd_teller rd_teller_of(const rd_speech *how) { return (rd_teller){tell, how}; }

void rd_speak_event(const rd_speech *how, const rd_event *ev, rd_out *o) {
    const rd_game *g = how->match->game;
    char key[KEY_MAX];
    rd_out k = rd_out_to(key, sizeof key);
    rd_put_event_key(&k, g, ev);
    rd_phrase p = {key, {0}};
    memcpy(p.arg, ev->arg, sizeof p.arg);
    rd_speak(how, &p, o);
}

void rd_say(rd_lang lang, const rd_match *m, const rd_phrase *p, rd_out *o) {
    rd_speak(&(rd_speech){.lang = lang, .match = m}, p, o);
}

void rd_say_event(rd_lang lang, const rd_match *m, const rd_event *ev, rd_out *o) {
    rd_speak_event(&(rd_speech){.lang = lang, .match = m}, ev, o);
}

static const char *rule_id(const rd_game *g, uint16_t rule) {
    for (int i = 0; g->rules[i]; i++)
        if (i == rule) return g->rules[i];
    return NULL;
}

void rd_say_error(rd_lang lang, const rd_match *m, rd_err e, uint16_t rule, rd_out *o) {
    const char *id = e == RD_E_ILLEGAL && m ? rule_id(m->game, rule) : NULL;
    rd_rule_text broken;
    if (id && rd_rule_find(lang, m->game, id, &broken)) {
        rd_speech how = {.lang = lang, .text = {broken.id, broken.title}};
        rd_speak(&how, &(rd_phrase){"word.broken_rule", {0}}, o);
        return;
    }
    char key[KEY_MAX];
    rd_out k = rd_out_to(key, sizeof key);
    rd_put_text(&k, "error.");
    rd_put_text(&k, rd_err_name(e));
    rd_say(lang, m, &(rd_phrase){key, {0}}, o);
}
