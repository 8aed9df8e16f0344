/* prop_forms.c - the forms that states and actions take outside: texts, bytes, JSON, words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "core/wire.h"
#include "properties.h"

enum {
    GAMES = 6,
    STEPS = 120,
    EVERY = 4, /* texts of whole states are long: every fourth position */
    LIST_MAX = 100,
    JSON_MAX = 1 << 18,
    PICTURE_MAX = 1 << 16
};

/* ---- positions ---- */

static size_t print_position(const play *p, const rd_state *s, char *text) {
    rd_out o = rd_out_to(text, RD_TEXT_MAX);
    p->game->print_state(p->match, s, &o);
    HOLDS(p, rd_out_fits(&o), "a position text of %zu characters", o.len);
    HOLDS(p, !strchr(text, '\n'), "a position text with a line end");
    return o.len;
}

/* What can be read can be printed and read back. */
static void check_position(const play *p, const char *text, size_t n, bool must_read,
                           const rd_state *want) {
    rd_fault f = {0};
    rd_state *got = new_state(p, NULL), *again = new_state(p, NULL);
    char *printed = malloc(RD_TEXT_MAX);
    bool read = p->game->parse_state(p->match, text, n, got, &f);
    HOLDS(p, read || !must_read, "its text cannot be read: column %u: %s", f.column, f.text);
    HOLDS(p, read || f.text[0], "a refused text has no fault");
    if (read) {
        HOLDS(p, !want || same_state(p, got, want), "its text reads back as another state");
        HOLDS(p, p->game->valid(p->match, got, &f), "a text reads as an invalid state: %s", f.text);
        size_t length = print_position(p, got, printed);
        HOLDS(p,
              p->game->parse_state(p->match, printed, length, again, &f) &&
                  same_state(p, got, again),
              "the position '%.*s' does not survive printing", (int)n, text);
        HOLDS(p, !want || (length == n && memcmp(text, printed, n) == 0),
              "the text is not canonical");
    }
    free(got);
    free(again);
    free(printed);
}

/* A copy at its exact size without a terminator: readers must not look for one. */
static char *exact(const char *text, size_t n) {
    char *copy = malloc(n ? n : 1);
    memcpy(copy, text, n);
    return copy;
}

static void read_back_positions(play *p) {
    if (p->step % EVERY) return;
    char text[RD_TEXT_MAX];
    for (int seat = RD_SPECTATOR - 1; seat < p->match->n_seats; seat++) {
        rd_state *s = seat < RD_SPECTATOR ? new_state(p, p->state) : new_view(p, p->state, seat);
        size_t n = print_position(p, s, text);
        char *copy = exact(text, n);
        check_position(p, copy, n, true, s);
        for (int i = 0; i < 6; i++) { /* damaged: cut short, or one character changed */
            size_t at = rd_prng_below(&p->g, (uint32_t)n);
            memcpy(copy, text, n);
            if (i < 2) {
                char *shorter = exact(text, at);
                check_position(p, shorter, at, false, NULL);
                free(shorter);
            } else {
                copy[at] = i < 4 ? text[rd_prng_below(&p->g, (uint32_t)n)]
                                 : (char)rd_prng_below(&p->g, 256);
                check_position(p, copy, n, false, NULL);
            }
        }
        free(copy);
        free(s);
    }
}

void positions_read_back(const subject *of) {
    each_position(of, GAMES, STEPS, read_back_positions);
}

/* ---- actions ---- */

static void check_action(const play *p, int actor, const rd_action *a) {
    char text[1000];
    rd_out o = rd_out_to(text, sizeof text);
    p->game->print_action(p->match, p->state, a, &o);
    HOLDS(p, rd_out_fits(&o) && o.len && !strchr(text, '\n'), "an action's text is out of form");
    rd_fault f = {0};
    rd_action got;
    memset(&got, 0x55, sizeof got);
    char *copy = exact(text, o.len);
    HOLDS(p, p->game->parse_action(p->match, p->state, actor, copy, o.len, &got, &f),
          "the action '%s' cannot be read: column %u: %s", text, f.column, f.text);
    HOLDS(p, rd_action_same(a, &got) && !got.zero, "the action '%s' reads back as another", text);
    free(copy);
}

/* Whatever can be read can be judged, and what is legal can be printed. */
static void check_damaged_action(play *p, int actor, const rd_action *a) {
    char text[1000];
    rd_out o = rd_out_to(text, sizeof text);
    p->game->print_action(p->match, p->state, a, &o);
    size_t n = rd_prng_below(&p->g, 3) ? o.len : rd_prng_below(&p->g, (uint32_t)o.len);
    if (n) text[rd_prng_below(&p->g, (uint32_t)n)] = (char)(33 + rd_prng_below(&p->g, 94));
    char *copy = exact(text, n);
    rd_action got;
    rd_fault f = {0};
    if (!p->game->parse_action(p->match, p->state, actor, copy, n, &got, &f))
        HOLDS(p, f.text[0], "a refused action text has no fault");
    else if (!p->game->check(p->match, p->state, &got, NULL))
        check_action(p, actor, &got);
    free(copy);
}

static void read_back_actions(play *p) {
    int n, actor = random_pending(p, p->state);
    if (actor < 0) return;
    rd_action *answer = all_answers(p, p->state, actor, LIST_MAX, &n);
    for (int i = 0; answer && i < n; i++) check_action(p, actor, &answer[i]);
    free(answer);
    for (int i = 0; i < 12; i++) {
        rd_action a;
        p->game->sample(p->match, p->state, actor, &p->g, &a);
        check_action(p, actor, &a);
        check_damaged_action(p, actor, &a);
    }
}

void actions_read_back(const subject *of) { each_position(of, GAMES, STEPS, read_back_actions); }

/* ---- bytes ---- */

static void read_back_bytes(play *p) {
    size_t size = rd_state_encode_size(p->game);
    uint8_t *bytes = malloc(size);
    rd_state *got = new_state(p, NULL);
    rd_fault f = {0};
    HOLDS(p, rd_state_encode(p->match, p->state, bytes, size - 1) == 0, "encoded into too little");
    HOLDS(p, rd_state_encode(p->match, p->state, bytes, size) == size, "not encoded");
    HOLDS(p, rd_state_decode(p->match, bytes, size, got, &f) == RD_E_OK, "not decoded: %s", f.text);
    HOLDS(p, same_state(p, got, p->state), "decoded to another state");
    HOLDS(p, rd_state_decode(p->match, bytes, size - 1, got, &f), "decoded from too little");
    for (int i = 0; i < 20; i++) {
        size_t at = i < 10 ? rd_prng_below(&p->g, 24) : rd_prng_below(&p->g, (uint32_t)size);
        uint8_t flip = (uint8_t)(1u << rd_prng_below(&p->g, 8));
        bytes[at] ^= flip;
        f.text[0] = 0;
        HOLDS(p, rd_state_decode(p->match, bytes, size, got, &f) && f.text[0],
              "damage in byte %zu was not noticed", at);
        bytes[at] ^= flip;
    }
    free(bytes);
    free(got);
}

void bytes_read_back_and_damage_is_refused(const subject *of) {
    each_position(of, GAMES, STEPS, read_back_bytes);
}

/* ---- descriptions ---- */

static void check_description(play *p) {
    if (p->step % EVERY) return;
    char *text = malloc(JSON_MAX);
    for (int seat = RD_SPECTATOR - 1; seat < p->match->n_seats; seat++) {
        rd_state *s = seat < RD_SPECTATOR ? new_state(p, p->state) : new_view(p, p->state, seat);
        rd_out o = rd_out_to(text, JSON_MAX);
        rd_put_view_json(&o, p->match, s);
        HOLDS(p, rd_out_fits(&o), "a description of %zu characters", o.len);
        json_error_t error;
        json_t *json = json_loadb(text, o.len, JSON_REJECT_DUPLICATES, &error);
        HOLDS(p, json, "the description is not JSON: %s at %d", error.text, error.position);
        HOLDS(p, json_is_object(json) && json_object_size(json), "the description is empty");
        json_decref(json);
        free(s);
    }
    free(text);
}

void descriptions_are_json(const subject *of) { each_position(of, 2, STEPS, check_description); }

/* ---- words and picture ---- */

static void check_key(const play *p, const rd_phrase *phrase, const char *part) {
    char lead[100];
    snprintf(lead, sizeof lead, "%s.%s.", p->game->id, part);
    HOLDS(p, phrase->key && strncmp(phrase->key, lead, strlen(lead)) == 0,
          "'%s' is not a key below %s", phrase->key ? phrase->key : "(none)", lead);
}

static void check_picture(const play *p, const rd_state *s, rd_style style) {
    char *text = malloc(PICTURE_MAX);
    rd_out o = rd_out_to(text, PICTURE_MAX);
    p->game->picture(p->match, s, style, &o);
    HOLDS(p, rd_out_fits(&o) && o.len && text[o.len - 1] == '\n', "the picture is out of form");
    bool role = false;
    for (const char *c = text; *c; c++) {
        HOLDS(p, *c != RD_ROLE || (c[1] > ' ' && c[1] < 127), "a role without its letter");
        HOLDS(p, *c != '\n' || !role, "a role goes past the end of its line");
        HOLDS(p, style != RD_ASCII || (unsigned char)*c < 127, "not ASCII");
        if (*c == RD_ROLE || *c == RD_PLAIN) role = *c == RD_ROLE;
    }
    free(text);
}

static void check_words(play *p) {
    if (p->step % EVERY) return;
    const rd_match *m = p->match;
    rd_phrase phrase = {0};
    int actor = random_pending(p, p->state), lines = 0;
    if (actor >= 0) {
        rd_decision d;
        rd_state *view = new_view(p, p->state, m->seat_of[actor]);
        p->game->decision(m, view, actor, NULL, 0, &d);
        p->game->prompt(m, view, &d, &phrase);
        check_key(p, &phrase, "ask");
        for (int i = 0; i < d.n; i++) {
            p->game->option_words(m, view, &d, d.option[i], &phrase);
            check_key(p, &phrase, "option");
        }
        free(view);
    }
    for (int seat = RD_SPECTATOR; seat < m->n_seats; seat++) {
        rd_state *view = new_view(p, p->state, seat);
        for (lines = 0; p->game->status(m, view, lines, &phrase); lines++) {
            HOLDS(p, lines < 64, "the status does not end");
            /* What the signs of the picture mean is a line too, shown on request. */
            bool legend = phrase.key && strstr(phrase.key, ".legend.");
            check_key(p, &phrase, legend ? "legend" : "status");
        }
        check_picture(p, view, RD_ASCII);
        check_picture(p, view, RD_UNICODE);
        free(view);
    }
}

void words_have_keys_and_pictures_fit(const subject *of) {
    each_position(of, 2, STEPS, check_words);
}
