/* test_messages.c - the codecs of page and server: what is read, refused and written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hall/messages.h"

static char text[1 << 16];

static void refuse(const char *message, const char *why) {
    rd_call m;
    rd_fault f = {0};
    if (rd_call_read(&m, message, strlen(message), &f)) {
        rd_call_drop(&m);
        fail_msg("taken: %s", message);
    }
    assert_string_equal(f.text, why);
    assert_null(m.root);
    assert_int_equal(m.kind, RD_CALL_NOTHING);
}

/* Reading and writing again gives the same bytes: the order of members is that of the definition.
 */
static void same_again(const char *message) {
    rd_call m;
    rd_fault f = {0};
    if (!rd_call_read(&m, message, strlen(message), &f)) fail_msg("%s: %s", message, f.text);
    rd_out o = rd_out_to(text, sizeof text);
    assert_true(rd_call_write(&m, &o));
    assert_string_equal(text, message);
    rd_call_drop(&m);
}

static void reads_and_writes(void **state) {
    (void)state;
    same_again(
        "{\"t\":\"hello\",\"proto\":1,\"vocabulary\":\"any\",\"key\":\"k-_9\",\"lang\":\"uk\","
        "\"seen\":[{\"seat\":1,\"match\":1,\"line\":0,\"event\":17}],\"screen\":true}");
    same_again("{\"t\":\"leave\",\"id\":\"a\"}");
    same_again("{\"t\":\"leave\",\"id\":\"a\",\"seat\":0}");
    same_again("{\"t\":\"act\",\"id\":\"x1\",\"actor\":7,\"question\":3,\"picks\":[]}");
    same_again("{\"t\":\"act\",\"id\":\"x1\",\"actor\":7,\"question\":3,\"text\":\"+w12\"}");
    same_again("{\"t\":\"draft\",\"actor\":0,\"question\":9,\"picks\":[65535,1]}");
    same_again("{\"t\":\"vote\",\"id\":\"x\",\"vote\":1,\"yes\":false}");
    same_again("{\"t\":\"chat\",\"id\":\"x\",\"text\":\"Привіт, \\\"робот\\\" \\\\o/\"}");
    same_again("{\"t\":\"orders\",\"id\":\"x\",\"actor\":1,\"orders\":[{\"ask\":\"power_down\","
               "\"kind\":\"always\",\"picks\":[1]},{\"ask\":\"use\",\"kind\":\"when\",\"about\":4,"
               "\"register\":2,\"picks\":[]},{\"ask\":\"use\",\"kind\":\"always\",\"before\":4,"
               "\"picks\":[100]}]}");
}

static void refuses_with_the_place(void **state) {
    (void)state;
    refuse("", "not JSON, or a member twice, at byte 0");
    refuse("[]", "expected an object");
    refuse("{}", "t: expected the name of a message");
    refuse("{\"t\":\"dance\"}", "t: expected the name of a message");
    refuse("{\"t\":\"start\"}", "start.id: is missing");
    refuse("{\"t\":\"start\",\"id\":\"\"}",
           "start.id: expected 1 to 24 of the characters A-Z a-z 0-9 _ -");
    refuse("{\"t\":\"start\",\"id\":\"abcdefghijklmnopqrstuvwxy\"}",
           "start.id: expected 1 to 24 of the characters A-Z a-z 0-9 _ -");
    refuse("{\"t\":\"start\",\"id\":\"a b\"}",
           "start.id: expected 1 to 24 of the characters A-Z a-z 0-9 _ -");
    refuse("{\"t\":\"start\",\"id\":\"a\",\"now\":1}", "start.now: no such member");
    refuse("{\"t\":\"sit\",\"id\":\"a\",\"seat\":8}",
           "sit.seat: expected a whole number from 0 to 7");
    refuse("{\"t\":\"sit\",\"id\":\"a\",\"seat\":-1}",
           "sit.seat: expected a whole number from 0 to 7");
    refuse("{\"t\":\"sit\",\"id\":\"a\",\"seat\":1.0}",
           "sit.seat: expected a whole number from 0 to 7");
    refuse("{\"t\":\"vote\",\"id\":\"a\",\"vote\":1,\"yes\":1}",
           "vote.yes: expected true or false");
    refuse("{\"t\":\"phrase\",\"id\":\"a\",\"phrase\":\"none\"}",
           "phrase.phrase: expected one of its words");
    refuse(
        "{\"t\":\"orders\",\"id\":\"x\",\"actor\":1,\"orders\":[{\"ask\":\"a\",\"kind\":\"always\","
        "\"picks\":[65536]}]}",
        "orders.orders.picks: expected a whole number from 0 to 65535");
    refuse("{\"t\":\"draft\",\"actor\":0,\"question\":9,\"picks\":7}",
           "draft.picks: expected a list of at most 24");
    refuse("{\"t\":\"chat\",\"id\":\"x\",\"text\":\"a\\u0007b\"}",
           "chat.text: expected a text of at most 500 bytes without control characters");
    refuse("{\"t\":\"chat\",\"id\":\"x\",\"text\":\"a\\u202eb\"}",
           "chat.text: expected a text of at most 500 bytes without control characters");
    refuse("{\"t\":\"ping\",\"n\":1,\"n\":2}", "not JSON, or a member twice, at byte 21");
}

static void refuses_what_is_too_long(void **state) {
    (void)state;
    rd_fault f = {0};
    rd_call m;
    memset(text, ' ', sizeof text);
    memcpy(text, "{\"t\":\"ping\",\"n\":1}", 18);
    assert_true(rd_call_read(&m, text, RD_CALL_MAX, &f));
    rd_call_drop(&m);
    assert_false(rd_call_read(&m, text, RD_CALL_MAX + 1, &f));
    assert_string_equal(f.text, "longer than 8192 bytes");
    char chat[600] = "{\"t\":\"chat\",\"id\":\"x\",\"text\":\"";
    size_t head = strlen(chat);
    memset(chat + head, 'x', 500);
    strcpy(chat + head + 500, "\"}");
    assert_true(rd_call_read(&m, chat, strlen(chat), &f));
    rd_call_drop(&m);
    strcpy(chat + head + 500, "x\"}");
    assert_false(rd_call_read(&m, chat, strlen(chat), &f));
}

/* What the other side would refuse is not written. */
static void writes_only_what_is_in_order(void **state) {
    (void)state;
    rd_out o = rd_out_to(text, sizeof text);
    rd_tell t = {.kind = RD_TELL_ACKED, .as.acked = {.id = "a1"}};
    assert_true(rd_tell_write(&t, &o));
    assert_string_equal(text, "{\"t\":\"acked\",\"id\":\"a1\"}");
    t.as.acked.has_vote = true; /* but number 0 is out of its limits */
    o = rd_out_to(text, sizeof text);
    assert_false(rd_tell_write(&t, &o));
    t = (rd_tell){.kind = RD_TELL_ACKED};
    o = rd_out_to(text, sizeof text);
    assert_false(rd_tell_write(&t, &o)); /* no id */
    t = (rd_tell){.kind = RD_TELL_REFUSED, .as.refused = {.error = RD_MSG_REFUSAL_STALE}};
    o = rd_out_to(text, 20);
    assert_false(rd_tell_write(&t, &o)); /* does not fit */
    t.as.refused.error = RD_ALL_MSG_REFUSAL;
    o = rd_out_to(text, sizeof text);
    assert_false(rd_tell_write(&t, &o));
}

static void hands_json_through(void **state) {
    (void)state;
    rd_fault f = {0};
    rd_tell told = {.kind = RD_TELL_TOLD,
                    .as.told.view = {.to = 2, .events = {.text = "[{\"event\":\"moved\"},{}]"}}};
    rd_out o = rd_out_to(text, sizeof text);
    assert_true(rd_tell_write(&told, &o));
    char first[300];
    strcpy(first, text);
    rd_tell back;
    assert_true(rd_tell_read(&back, text, o.len, &f));
    assert_int_equal(json_array_size(back.as.told.view.events.tree), 2);
    assert_null(back.as.told.view.position);
    o = rd_out_to(text, sizeof text);
    assert_true(rd_tell_write(&back, &o));
    assert_string_equal(text, first);
    rd_tell_drop(&back);
}

static void reads_documents(void **state) {
    (void)state;
    rd_fault f = {0};
    json_t *root;
    rd_web_new_guest g;
    const char *good = "{\"lang\":\"ru\",\"name\":\"Аня\"}";
    assert_true(rd_web_new_guest_read(&g, good, strlen(good), &root, &f));
    assert_string_equal(rd_msg_lang_word(g.lang), "ru");
    rd_out o = rd_out_to(text, sizeof text);
    assert_true(rd_web_new_guest_write(&g, &o));
    assert_string_equal(text, good);
    json_decref(root);
    const char *bad = "{\"lang\":\"de\"}";
    assert_false(rd_web_new_guest_read(&g, bad, strlen(bad), &root, &f));
    assert_null(root);
    assert_string_equal(f.text, "new_guest.lang: expected one of its words");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_and_writes),         cmocka_unit_test(refuses_with_the_place),
        cmocka_unit_test(refuses_what_is_too_long), cmocka_unit_test(writes_only_what_is_in_order),
        cmocka_unit_test(hands_json_through),       cmocka_unit_test(reads_documents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
