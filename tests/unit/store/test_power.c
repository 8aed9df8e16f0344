/* test_power.c - power cuts lose nothing that was acknowledged; the shim can show a loss. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "power.h"

static void nothing_acknowledged_is_lost(void **state) {
    (void)state;
    rd_power_toll t = rd_power_cuts(24, 11, NULL);
    assert_int_equal(t.cuts, 24);
    assert_true(t.acknowledged > 200);
    assert_int_equal(t.lost, 0);
    assert_int_equal(t.halves, 0);
    assert_int_equal(t.broken, 0);
}

static void weaker_settings_lose(void **state) {
    (void)state;
    rd_power_toll normal = rd_power_cuts(24, 11, "NORMAL");
    assert_true(normal.lost > 0);
    assert_int_equal(normal.broken, 0);
    rd_power_toll off = rd_power_cuts(24, 11, "OFF");
    assert_true(off.lost > 0 || off.broken > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_acknowledged_is_lost),
        cmocka_unit_test(weaker_settings_lose),
    };
    return cmocka_run_group_tests_name("power cuts", tests, NULL, NULL);
}
