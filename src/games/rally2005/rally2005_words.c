/* rally2005_words.c - the race for people: words, status, picture. */
#include <string.h>

#include "floor/draw.h"
#include "floor/spell.h"
#include "games/rally2005/rally2005_int.h"

static const char *const KIND[R05_KINDS] = {"u_turn", "rotate_left", "rotate_right", "back_up",
                                            "move_1", "move_2",      "move_3"};
const char *r05_kind_word(int kind) { return KIND[kind]; }

int r05_robot_find(const rd_match *m, const char *word, size_t n) {
    for (int i = 0; i < R05_ROBOTS; i++)
        if (rd_span_is(word, n, r05_robot_word(m, i))) return i;
    return R05_NONE;
}

/* ---- words ---- */

void r05_actor_word(const rd_match *m, const rd_state *s, int actor, rd_out *o) {
    (void)s;
    rd_put_text(o, r05_robot_word(m, actor));
}

void r05_prompt(const rd_match *m, const rd_state *s, const rd_decision *d, rd_phrase *p) {
    static const char *const KEY[R05_ASK_COUNT] = {
#define X(name, word, about, options, says) "rally2005.ask." word,
        R05_QUESTIONS(X)
#undef X
    };
    const r05_state *now = r05_state_of(s);
    const r05_robot *r = &now->robot[d->actor];
    int card = now->agenda.n ? now->agenda.frame[now->agenda.n - 1].a : r->reg[now->reg];
    if (d->kind == R05_ASK_FIRE_CONTROL) {
        int shots = r05_main_laser(now, d->actor).shots * r05_shots_factor(r05_match_of(m));
        *p = (rd_phrase){KEY[d->kind],
                         {d->actor, d->subject, now->reg + 1, r->n_shots % shots + 1, shots}};
    } else {
        *p = (rd_phrase){KEY[d->kind], {d->actor, d->subject, now->reg + 1, card, r->aside}};
    }
}

void r05_option_words(const rd_match *m, const rd_state *s, const rd_decision *d, uint16_t option,
                      rd_phrase *p) {
    (void)m, (void)s;
    if (option < R05_CARDS)
        *p = (rd_phrase){"rally2005.option.card", {option}};
    else if (option >= R05_ALSO && option < R05_ALSO + R05_CARDS)
        *p = (rd_phrase){"rally2005.option.also", {option - R05_ALSO}};
    else if (option >= R05_CELL)
        *p = (rd_phrase){"rally2005.option.cell", {option - R05_CELL}};
    else if (option >= R05_OPTION_CARD)
        *p = (rd_phrase){d->kind == R05_ASK_PROGRAM ? "rally2005.option.discard"
                                                    : "rally2005.option.option",
                         {option - R05_OPTION_CARD}};
    else if (option >= R05_FACE)
        *p = (rd_phrase){"rally2005.option.face", {option - R05_FACE}};
    else if (option >= R05_REGISTER)
        *p = (rd_phrase){"rally2005.option.register", {option - R05_REGISTER + 1}};
    else
        *p = (rd_phrase){option == R05_NO                  ? "rally2005.option.no"
                         : option == R05_YES               ? "rally2005.option.yes"
                         : option == R05_USE_RECOMPILE     ? "rally2005.option.recompile"
                         : option == R05_TAKE_IT           ? "rally2005.option.take"
                         : d->kind == R05_ASK_FIRE_CONTROL ? "rally2005.option.damage"
                                                           : "rally2005.option.laser",
                         {0}};
}

static void put_key(rd_out *o, const char *group, const char *word) {
    rd_put_text(o, "@rally2005.");
    rd_put_text(o, group);
    rd_put_char(o, '.');
    rd_put_text(o, word);
}

bool r05_noun(const rd_match *match, const char *type, int32_t value, rd_out *o) {
    const r05_match *m = r05_match_of(match);
    if (strcmp(type, "robot") == 0 && value >= 0 && value < R05_ROBOTS) {
        put_key(o, "robot", r05_robot_word(match, value));
    } else if (strcmp(type, "sign") == 0 && value >= 0 && value < R05_ROBOTS) {
        rd_put_char(o, (char)('A' + value)); /* as in the picture */
    } else if (strcmp(type, "option") == 0 && value >= 0 && value < R05_OPTIONS) {
        put_key(o, "option_card", r05_option_word[value]);
    } else if (strcmp(type, "card") == 0) {
        if (value == R05_UNKNOWN) rd_put_char(o, '?');
        if (value < 0 || value >= R05_CARDS) return true; /* no second card */
        put_key(o, "card", KIND[r05_card_kind[value]]);
    } else if (strcmp(type, "priority") == 0) {
        if (r05_is_card(value))
            rd_put_int(o, r05_priority(value));
        else
            rd_put_char(o, '?');
    } else if (strcmp(type, "dir") == 0 && value >= 0 && value <= RD_NO_DIR) {
        put_key(o, "dir", value == RD_NO_DIR ? "none" : rd_dir_word[value]);
    } else if (strcmp(type, "coin") == 0) {
        put_key(o, "coin", value ? "heads" : "tails");
    } else if (strcmp(type, "cell") == 0) {
        if (value <= 0 || value >= m->floor.n_cells) return false;
        rd_put_int(o, m->floor.cell[value].col);
        rd_put_char(o, ',');
        rd_put_int(o, m->floor.cell[value].row);
    } else {
        return false;
    }
    return true;
}

/* Below the robots: what lies open before them, line by line.  Options, then locked cards. */
static bool status_of_cards(const rd_match *match, const r05_state *s, int line, rd_phrase *p) {
    for (int i = 0; i < match->n_actors; i++)
        for (uint32_t has = s->has[i]; has;) {
            int option = rd_bit_take(&has);
            if (line--) continue;
            *p = (rd_phrase){"rally2005.status.option", {i, option}};
            return true;
        }
    for (int i = 0; i < match->n_actors; i++)
        for (unsigned locked = s->robot[i].locked & s->robot[i].open; locked;) {
            int reg = rd_bit_take(&locked);
            if (line--) continue;
            *p = (rd_phrase){"rally2005.status.locked",
                             {i, reg + 1, s->robot[i].reg[reg], s->robot[i].pair[reg]}};
            return true;
        }
    return false;
}

bool r05_status(const rd_match *match, const rd_state *state, int line, rd_phrase *p) {
    const r05_state *s = r05_state_of(state);
    if (line > match->n_actors) return status_of_cards(match, s, line - 1 - match->n_actors, p);
    if (line == 0) {
        *p = (rd_phrase){"rally2005.status.round", {s->round, s->reg + 1}};
    } else if (line <= match->n_actors) {
        int i = line - 1;
        const r05_robot *r = &s->robot[i];
        const char *key = "rally2005.status.robot";
        if (r->place)
            key = "rally2005.status.finished";
        else if (r->status & R05_OUT)
            key = "rally2005.status.out";
        else if (r->status & R05_DEAD)
            key = "rally2005.status.destroyed";
        else if (r->status & R05_DOWN)
            key = "rally2005.status.down";
        *p = (rd_phrase){key, {i, match->seat_of[i], r->flags, r->damage, r->lives, r->place}};
    }
    return true;
}

/* ---- the floor: robots by letter and facing, flags by number ---- */

void r05_picture(const rd_match *match, const rd_state *state, rd_style style, rd_out *o) {
    const r05_match *m = r05_match_of(match);
    const r05_state *s = r05_state_of(state);
    rd_mark mark[2 * RD_MAX_BODIES];
    int n = 0;
    for (int i = 0; i < s->robots.n; i++)
        mark[n++] = (rd_mark){.kind = RD_DRAW_ROBOT,
                              .dir = s->robots.dir[i],
                              .sign = (char)('A' + i),
                              .role = "RGYUVCOW"[i],
                              .cell = s->robots.cell[i]};
    for (int i = 0; i < s->flags.n; i++)
        mark[n++] =
            (rd_mark){.kind = RD_DRAW_FLAG, .sign = (char)('1' + i), .cell = s->flags.cell[i]};
    rd_floor_draw(&m->floor, s->robots.turns, mark, n, style, o);
}
