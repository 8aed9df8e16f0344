/* test_guard.c - the parts of the network guard that need no network. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "net/guard.h"

static void origins(void **state) {
    (void)state;
    assert_true(rd_origin_is("http://127.0.0.1:80", "127.0.0.1:80"));
    assert_true(rd_origin_is("https://Play.example", "play.example"));
    assert_false(rd_origin_is("http://127.0.0.1:81", "127.0.0.1:80"));
    assert_false(rd_origin_is("http://127.0.0.1:80.evil", "127.0.0.1:80"));
    assert_false(rd_origin_is("ftp://127.0.0.1:80", "127.0.0.1:80"));
    assert_false(rd_origin_is("null", "null"));
    assert_true(rd_is_loopback("127.0.0.1"));
    assert_true(rd_is_loopback("::1"));
    assert_false(rd_is_loopback("128.0.0.1"));
    assert_false(rd_is_loopback("192.168.127.1"));
}

static void addresses_are_counted(void **state) {
    (void)state;
    rd_addresses *a = rd_addresses_new();
    char name[32];
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 1000; i++) {
            snprintf(name, sizeof name, "10.%d.%d.1", i / 256, i % 256);
            for (int k = 0; k <= i % 3; k++) rd_addresses_add(a, name, 1);
        }
        for (int i = 0; i < 1000; i++) {
            snprintf(name, sizeof name, "10.%d.%d.1", i / 256, i % 256);
            assert_int_equal(rd_addresses_count(a, name), i % 3 + 1);
            rd_addresses_add(a, name, -(i % 3 + 1));
            assert_int_equal(rd_addresses_count(a, name), 0);
        }
    }
    rd_addresses_add(a, "10.9.9.9", -1);
    assert_int_equal(rd_addresses_count(a, "10.9.9.9"), 0);
    rd_addresses_free(a);
}

static void buckets(void **state) {
    (void)state;
    rd_bucket b;
    rd_bucket_fill(&b, 3, 1000);
    for (int i = 0; i < 3; i++) assert_true(rd_bucket_take(&b, 10, 3, 1000));
    assert_false(rd_bucket_take(&b, 10, 3, 1099));
    assert_true(rd_bucket_take(&b, 10, 3, 1100));
    assert_false(rd_bucket_take(&b, 10, 3, 1100));
    assert_false(rd_bucket_take(&b, 10, 3, 900)); /* a clock that goes back gives nothing */
    for (int i = 0; i < 3; i++) assert_true(rd_bucket_take(&b, 10, 3, 1000000000));
    assert_false(rd_bucket_take(&b, 10, 3, 1000000000));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(origins),
        cmocka_unit_test(addresses_are_counted),
        cmocka_unit_test(buckets),
    };
    return cmocka_run_group_tests_name("guard", tests, NULL, NULL);
}
