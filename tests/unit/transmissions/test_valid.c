/* Impossible states are refused, each for its own reason. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "games/transmissions/transmissions_int.h"

static tx_match match;
static tx_state good;

static void open_table(int seats, bool arranged) {
    static const char *const LINES[][2] = {
        {"robots", "0 3 7 10"},        {"shop", "A1:E1 A2:E2 A3:E3 A4:E4"},
        {"pile", "A5:E5 A6:E6"},       {"stack1", "P01 P02"},
        {"player", "0 yellow S01 A7"}, {"player", "0 pipes P03@0,-1/2"},
        {"player", "0 unused P05"},    {"player", "0 forest L01 L02*"},
    };
    rd_config c = {.n_seats = seats, .n_settings = 1, .setting = {{"first", "0"}}};
    rd_key key = rd_key_from_seed(1);
    rd_fault f = {0};
    rd_state *s = (rd_state *)&good;
    assert_int_equal(rd_transmissions.match_init(&match.head, &c, NULL), RD_E_OK);
    rd_transmissions.start(&match.head, &key, s, NULL);
    for (size_t i = 0; arranged && i < sizeof LINES / sizeof LINES[0]; i++)
        if (!rd_transmissions.arrange(&match.head, s, LINES[i][0], LINES[i][1], &f))
            fail_msg("%s", f.text);
    if (arranged && !rd_transmissions.settle(&match.head, s, NULL, &f)) fail_msg("%s", f.text);
}

/* One byte of the state set to a value it cannot have. */
typedef struct damage {
    const char *what;
    size_t at;
    int value;
} damage;

#define D(member, value) \
    { #member, offsetof(tx_state, member), value }

static void refuse_all(const damage *list, size_t n) {
    rd_fault f = {0};
    if (!tx_valid(&match.head, (rd_state *)&good, &f)) fail_msg("the good one: %s", f.text);
    for (size_t i = 0; i < n; i++) {
        tx_state bad = good;
        ((uint8_t *)&bad)[list[i].at] = (uint8_t)list[i].value;
        f.text[0] = 0;
        if (tx_valid(&match.head, (rd_state *)&bad, &f))
            fail_msg("%s = %d is taken", list[i].what, list[i].value);
        assert_true(f.text[0]);
    }
}

static void in_play(void **unused) {
    (void)unused;
    static const damage LIST[] = {
        D(phase, 9),
        D(phase, TX_OVER),
        D(active, 4),
        D(active, 1),
        D(end_why, 1),
        D(end_why, 9),
        D(end_by, 0),
        D(end_by, 7),
        D(robot[0], 14),
        D(robot[0], 3),
        D(idea_sets, 0),
        D(idea_sets, 7),
        D(idea_sets, 64 + 1),
        D(item_sets, 0),
        D(item_sets, 6),
        D(idea_out, 0),
        D(item_out, 0),
        D(shop_item[0], 0),
        D(shop_idea[0], 0),
        D(shop_item[1], TX_FIRST_ITEM),
        D(shop_item[1], 1),
        D(shop_idea[1], 1),
        D(shop_idea[1], 200),
        D(n_pile, 29),
        D(n_pile, 3),
        D(n_pile, 1),
        D(idea_pile[0], 0),
        D(item_pile[0], 1),
        D(idea_pile[20], 1),
        D(n_stack[0], 1),
        D(n_stack[0], 3),
        D(n_stack[0], 7),
        D(stack[0][0], 0),
        D(stack[0][0], 60),
        D(stack[0][1], TX_HIDDEN),
        D(stack[0][0], 1),
        D(n_forest, 30),
        D(n_discard, 30),
        D(n_forest, 3),
        D(forest[0], 0),
        D(forest[0], 1),
        D(discard[0], TX_HIDDEN),
        D(discard[9], 1),
        D(n_harvey, 1),
        D(n_harvey, 22),
        D(harvey[0], 1),
        D(harvey_discard[0], 1),
        D(pool[0], 3),
        D(pool_power, 1),
        D(answered, 1),
        D(answered, 4),
        D(start_idea[0][0], 40),
        D(start_robot[0], 1),
        D(agenda.n, 0),
        D(agenda.n, 2),
        D(agenda.n, 200),
        D(agenda.zero[0], 1),
        D(agenda.frame[0].op, TX_OP_MOVE),
        D(agenda.frame[0].who, 1),
        D(agenda.frame[0].step, 1),
        D(agenda.frame[0].step, 9),
        D(agenda.frame[0].left, 1),
        D(agenda.frame[0].b, 1),
        D(agenda.frame[3].op, 1),
        D(player[0].piece[0][0], 0),
        D(player[0].piece[0][0], 250),
        D(player[0].piece[0][1], 1),
        D(player[0].fill[0], 1),
        D(player[0].piece[0][4], 3),
        D(player[0].n_pipes, 0),
        D(player[0].n_pipes, 1),
        D(player[0].n_pipes, 3),
        D(player[0].n_pipes, 99),
        D(player[0].pipe[0].tile, 1),
        D(player[0].pipe[0].x, 1),
        D(player[0].pipe[1].tile, 4),
        D(player[0].pipe[1].turn, 1),
        D(player[0].pipe[1].turn, 9),
        D(player[0].pipe[1].x, 100),
        D(player[0].pipe[1].y, 5),
        D(player[0].pipe[9].y, 5),
        D(player[0].unused, 1),
        D(player[0].leaf, 1),
        D(player[0].leaf_used, 4),

        D(player[0].hand, 255),
        D(player[0].hand, 15),
        D(player[0].open, 255),
        D(player[0].n_deck, 9),
        D(player[0].n_deck, 3),
        D(player[0].deck[0], 0),
        D(player[0].deck[0], 9),
        D(player[0].deck[6], 1),
        D(player[0].zero[0], 1),
        D(player[2].power, 1),
    };
    open_table(2, true);
    refuse_all(LIST, sizeof LIST / sizeof LIST[0]);
}

static void in_a_move(void **unused) {
    (void)unused;
    static const damage LIST[] = {
        D(agenda.frame[1].op, 0),          D(agenda.frame[1].op, TX_OP_TURN),
        D(agenda.frame[1].op, 9),          D(agenda.frame[1].op, TX_OP_LIMIT),
        D(agenda.frame[1].op, TX_OP_KEEP), D(agenda.frame[1].who, 1),
        D(agenda.frame[1].left, 4),        D(agenda.frame[1].step, 3),
        D(agenda.frame[1].a, 0xff),        D(agenda.frame[1].b, 0xf0),
        D(agenda.frame[0].left, 0),        D(agenda.frame[0].left, 2),
    };
    open_table(2, true);
    rd_action a = {.n = 1, .pick = {TX_O_CARD}};
    assert_int_equal(rd_apply(&match.head, (rd_state *)&good, &a, NULL, NULL, NULL), RD_E_OK);
    refuse_all(LIST, sizeof LIST / sizeof LIST[0]);
}

static void at_set_up(void **unused) {
    (void)unused;
    static const damage LIST[] = {
        D(start_idea[0][0], 0), D(start_idea[0][0], 1),  D(start_idea[1][0], 99),
        D(answered, 1),         D(answered, 3),          D(answered, 8),
        D(start_robot[0], 3),   D(start_idea[3][0], 40), D(pool[0], 1),
        D(player[0].hand, 1),   D(n_forest, 1),          D(idea_sets, 3),
        D(agenda.n, 1),         D(start_robot[3], 1),
    };
    open_table(2, false);
    refuse_all(LIST, sizeof LIST / sizeof LIST[0]);
    tx_state bad = good;
    bad.answered = 1;
    bad.start_robot[0] = 17;
    assert_false(tx_valid(&match.head, (rd_state *)&bad, NULL));
    bad.start_robot[0] = 16;
    assert_true(tx_valid(&match.head, (rd_state *)&bad, NULL));
}

static void against_harvey(void **unused) {
    (void)unused;
    static const damage LIST[] = {
        D(n_harvey, 3),
        D(harvey[0], 0),
        D(harvey[0], 9),
        D(harvey[0], 1),
        D(harvey_discard[0], 1),
        D(player[1].n_pipes, 1),
        D(player[1].hand, 1),
        D(player[2].hand, 1),
        D(pool[0], 16),
        D(active, 1),
        D(active, 2),
    };
    open_table(1, true);
    refuse_all(LIST, sizeof LIST / sizeof LIST[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_play),
        cmocka_unit_test(in_a_move),
        cmocka_unit_test(at_set_up),
        cmocka_unit_test(against_harvey),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
