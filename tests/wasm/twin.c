/* twin.c - random games told through the plain interface; twin.mjs tells the same ones.
**
** Prints one block for each set-up of each game: "== game seats key=value ...", then a line for
** each thing that both builds must agree on.  Nothing is compared here.
*/
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "games/registry.h"
#include "table/table.h"

enum {
    GAMES = 4,
    ACTIONS = 200,
    TEXT_EVERY = 13,
    THINK_EVERY = 37,
    NODES = 60,
    ENTRIES = 60,
    ROOM = 1 << 20
};

static char room[ROOM];
static const char *const LANGS[] = {"en", "ru", "uk"};

/* Texts are told as they are, with their line ends shown. */
static void tell(const char *name, const char *text) {
    printf("%s ", name);
    for (; *text; text++) {
        if (*text == '\n')
            fputs("\\n", stdout);
        else
            putchar(*text);
    }
    putchar('\n');
}

static void tell_texts(rd_session *x, const rd_state *s, int actor, const char *lang) {
    size_t length;
    rd_api_state_text(x, s, room, ROOM);
    tell("text", room);
    rd_api_state_json(x, s, room, ROOM);
    tell("json", room);
    rd_api_picture(x, s, 1, room, ROOM);
    tell("picture", room);
    rd_api_status(x, s, lang, room, ROOM);
    tell("status", room);
    rd_api_question_json(x, s, actor, NULL, 0, lang, room, ROOM, &length);
    tell("question", room);
}

static char **asked_of; /* "rally2005:racer,planner," for each game: the bots that its module has */

static bool is_asked(const char *game, const char *bot) {
    size_t n = strlen(game), length = strlen(bot);
    for (char **of = asked_of; *of; of++) {
        if (strncmp(*of, game, n) != 0 || (*of)[n] != ':') continue;
        for (const char *at = *of + n + 1; *at; at = strchr(at, ',') + 1)
            if (strncmp(at, bot, length) == 0 && at[length] == ',') return true;
    }
    return false;
}

static void tell_thought(rd_session *x, const char *game, const rd_state *s, int actor,
                         uint64_t *random) {
    rd_state *view = malloc(rd_api_state_size(x));
    rd_api_view(x, s, rd_api_seat_of(x, actor), view);
    for (int i = 0; i == 0 || rd_api_bot(game, i - 1); i++) {
        rd_action a;
        size_t length;
        const char *bot = rd_api_bot(game, i), *who = bot ? bot : "easy";
        if (bot && !is_asked(game, bot)) continue;
        if (rd_api_think(x, view, actor, who, bot ? NODES : 0, NULL, NULL, random, &a, room, ROOM,
                         &length))
            exit(1);
        printf("%s ", who);
        tell("thinks", room);
        rd_api_action_text(x, s, &a, room, ROOM);
        tell("answers", room);
    }
    free(view);
}

static char before[ROOM]; /* a view, as JSON */

static void tell_film(rd_session *x, const char *events) {
    static char after[ROOM];
    size_t length;
    if (rd_api_film(x, before, events, after, ROOM, &length)) exit(1);
    tell("film", after);
}

/* `thinks`: bots are asked too.  Not in every set-up: some look long at a course before they play.
 */
static void tell_game(rd_session *x, const char *game, int seats, uint64_t seed, bool thinks) {
    rd_state *s = malloc(rd_api_state_size(x)), *view = malloc(rd_api_state_size(x));
    uint64_t random = seed;
    rd_api_start(x, seed, s);
    for (int i = 0; i < ACTIONS; i++) {
        uint32_t asked = rd_api_pending(x, s);
        printf("%d %" PRIx64, i, rd_api_hash(x, s));
        for (int seat = RD_SPECTATOR; seat < seats; seat++) {
            rd_api_view(x, s, seat, view);
            printf(" %" PRIx64, rd_api_hash(x, view));
        }
        putchar('\n');
        if (!asked) break;
        int actor = __builtin_ctz(asked), seat = i % (seats + 1) - 1;
        const char *lang = LANGS[i % 3];
        if (i % TEXT_EVERY == 0) tell_texts(x, s, actor, lang);
        if (thinks && i % THINK_EVERY == 3) tell_thought(x, game, s, actor, &random);
        rd_action a;
        size_t length;
        if (i % 5 == 4)
            rd_api_nth(x, s, actor, rd_api_count(x, s, actor) / 2, &a);
        else
            rd_api_sample(x, s, actor, i % 7 == 6, &random, &a);
        rd_api_action_text(x, s, &a, room, ROOM);
        printf("%d of %" PRIu64 ": %s\n", actor, rd_api_count(x, s, actor), room);
        rd_api_view(x, s, seat, view);
        rd_api_state_json(x, view, before, ROOM);
        if (rd_api_apply_told(x, s, &a, seat, lang, room, ROOM, &length)) exit(1);
        tell("told", room);
        if (i % TEXT_EVERY == 5) tell_film(x, room);
    }
    free(s);
    free(view);
}

/* ---- a table ---- */

static void tell_standing(rd_session *x, rd_table *t, int seat, int from, const char *lang) {
    rd_api_table_json(x, t, seat, room, ROOM);
    tell("stands", room);
    rd_api_table_since(t, seat, from, room, ROOM);
    tell("since", room);
    rd_api_table_log(x, t, seat, from, lang, room, ROOM);
    tell("log", room);
}

/* One answer of the first actor asked, from its seat's view alone. */
static void answer(rd_session *x, rd_table *t, int actor, uint64_t *random, const char *lang) {
    rd_state *view = malloc(rd_api_state_size(x));
    rd_action a;
    size_t length;
    rd_api_table_view(x, t, rd_api_seat_of(x, actor), view);
    if (rd_api_sample(x, view, actor, 0, random, &a)) exit(1);
    if (rd_api_table_question(x, t, actor, a.pick, a.n / 2, lang, room, ROOM, &length)) exit(1);
    tell("question", room);
    rd_api_table_words(x, t, &a, lang, room, ROOM);
    tell("words", room);
    if (rd_api_preview(x, view, actor, a.pick, a.n, lang, room, ROOM, &length)) exit(1);
    tell("preview", room);
    uint32_t number = rd_table_question(t, actor);
    printf("stale %d\n", rd_api_table_submit(x, t, rd_api_seat_of(x, actor), number + 99, &a));
    printf("submit %d\n", rd_api_table_submit(x, t, rd_api_seat_of(x, actor), number, &a));
    free(view);
}

/* Goes back to the middle, and again to the end. */
static void tell_replay(rd_session *x, rd_table *t, int seats) {
    rd_state *view = malloc(rd_api_state_size(x));
    int length = rd_table_length(t), steps = rd_table_steps(t);
    for (int n = 0; n <= length; n += 5) {
        rd_api_table_view_at(x, t, n % seats, n, view);
        printf("at %d %" PRIx64 "\n", n, rd_api_hash(x, view));
    }
    printf("rewind %d\n", rd_api_table_rewind(x, t, length / 2));
    tell_standing(x, t, RD_SPECTATOR, length / 2, "ru");
    printf("go %d\n", rd_api_table_go(x, t, steps - 1));
    tell_standing(x, t, RD_SYSTEM, length, "uk");
    free(view);
}

static void tell_record(rd_session *x, rd_table *t) {
    static char text[ROOM];
    size_t length;
    rd_table *again;
    int code = rd_api_record_write(x, t, "2025-01-31T12:00:00Z", 1, text, ROOM, &length);
    tell("record", code ? "none" : text);
    rd_session *y = code ? NULL : rd_api_record_read(text, &again, room, ROOM);
    if (!y) {
        tell("unread", code ? "none" : room);
        return;
    }
    tell_standing(y, again, 0, rd_table_length(again), "en");
    rd_api_table_close(again);
    rd_api_close(y);
}

static void tell_table(rd_session *x, int seats) {
    rd_table *t = rd_api_table_open(x, 5);
    uint64_t random = 5;
    if (!t || rd_api_speak(x, "uk", "Оля\0Bob\0Вася\0D\0E\0F\0G\0H")) exit(1);
    for (int i = 0; i < ENTRIES; i++) {
        uint32_t asked = rd_table_asked(t);
        int from = rd_table_length(t), actor = asked ? __builtin_ctz(asked) : 0;
        if (!asked) break;
        if (i % 6 == 5)
            printf("undo %d\n", rd_api_table_undo(x, t, i % seats));
        else if (i % 9 == 8)
            printf("back %d\n", rd_api_table_take_back(x, t, i % rd_api_actors(x)));
        else if (i % 11 == 10)
            printf("force %d\n", rd_api_table_force(x, t, actor));
        else
            answer(x, t, actor, &random, LANGS[i % 3]);
        tell_standing(x, t, i % (seats + 1) - 1, from, LANGS[i % 3]);
    }
    tell_replay(x, t, seats);
    tell_record(x, t);
    rd_api_table_close(t);
    rd_api_speak(x, "en", NULL);
}

/* `setting`: "key=value" or "". */
static void tell_set_up(const char *game, int seats, const char *setting) {
    char settings[200] = {0}, reason[200];
    snprintf(settings, sizeof settings - 1, "%s", setting);
    rd_session *x = rd_api_open(game, seats, settings, reason, sizeof reason);
    if (!x) return;
    printf("== %s %d %s\n", game, seats, setting);
    printf("signature %016" PRIx64 "\n", rd_api_signature(x));
    rd_api_setup_json(x, room, ROOM);
    tell("setup", room);
    tell_table(x, seats);
    bool thinks = !*setting && seats % 3 == 2;
    for (uint64_t seed = 1; seed <= GAMES; seed++) tell_game(x, game, seats, seed, thinks);
    rd_api_close(x);
}

int main(int argc, char **argv) {
    asked_of = argv + (argc > 0);
    for (const rd_game *const *g = rd_test_games; *g; g++) {
        for (int seats = (*g)->min_seats; seats <= (*g)->max_seats; seats++)
            tell_set_up((*g)->id, seats, "");
        for (const rd_switch *sw = (*g)->switches; sw->key; sw++)
            for (int v = 0; sw->values && sw->values[v]; v++) {
                char setting[200];
                if (strcmp(sw->values[v], sw->fallback) == 0) continue;
                snprintf(setting, sizeof setting, "%s=%s", sw->key, sw->values[v]);
                tell_set_up((*g)->id, (*g)->min_seats, setting);
            }
    }
    return fflush(stdout) ? 1 : 0;
}
