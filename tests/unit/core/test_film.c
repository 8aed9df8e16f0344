/* test_film.c - trees of JSON, and what the effects of events do to a view. */
#include "core/film.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/registry.h"

enum { NODES = 400 };

static rd_tree read_tree(rd_node *node, const char *json) {
    rd_tree t = {node, 0, NODES};
    if (!rd_tree_read(&t, json, strlen(json))) fail_msg("cannot read %s", json);
    return t;
}

static void what_is_read_is_written(void **unused) {
    (void)unused;
    static const char JSON[] =
        "{\"a\":[1,-2,null,false,true],\"b\":{\"c\":\"x\\\"y\",\"d\":[]},\"e\":[[3,4],{}]}";
    rd_node node[NODES];
    rd_tree t = read_tree(node, JSON);
    char text[200];
    rd_out o = rd_out_to(text, sizeof text);
    rd_put_tree_json(&o, &t);
    assert_string_equal(text, JSON);
}

static void what_is_no_json_is_refused(void **unused) {
    (void)unused;
    static const char *const BAD[] = {"",         "{",     "[1,]",   "{\"a\"}",
                                      "{\"a\":}", "[1 2]", "\"open", "nul",
                                      "[1]x",     "{a:1}", "]",      "[[[[[[[[[[[[[[[[[[1"};
    rd_node node[NODES];
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        rd_tree t = {node, 0, NODES};
        if (rd_tree_read(&t, BAD[i], strlen(BAD[i]))) fail_msg("read: %s", BAD[i]);
    }
    rd_tree small = {node, 0, 3};
    assert_false(rd_tree_read(&small, "[1,2,3]", 7));
    assert_int_equal(small.n, 3);
}

/* The view of a game, an event, and the view after it. */
static const struct {
    const char *game, *view, *event, *after;
} FILMS[] = {
    {"robotory", "{\"discs\":{\"white\":[2,9]},\"light\":{\"stock\":{\"white\":2}}}",
     "{\"event\":\"placed\",\"side\":\"light\",\"colour\":\"white\",\"hex\":5}",
     "{\"discs\":{\"white\":[2,5,9]},\"light\":{\"stock\":{\"white\":1}}}"},
    {"robotory", "{\"robots\":{\"red\":3},\"discs\":{\"black\":[4,7]}}",
     "{\"event\":\"step\",\"robot\":\"red\",\"from\":3,\"to\":7,\"colour\":\"black\"}",
     "{\"robots\":{\"red\":7},\"discs\":{\"black\":[4]}}"},
    {"rally2005", "{\"robots\":{\"hulk\":{\"cell\":[1,2]}}}",
     "{\"event\":\"moved\",\"robot\":\"hulk\",\"from\":[1,2],\"to\":[1,3],\"dir\":\"south\"}",
     "{\"robots\":{\"hulk\":{\"cell\":[1,3]}}}"},
    {"rally2005", "{\"robots\":{\"hulk\":{\"cell\":[1,2]}}}",
     "{\"event\":\"fell\",\"robot\":\"hulk\",\"cell\":[1,3]}",
     "{\"robots\":{\"hulk\":{\"cell\":false}}}"},
    {"rally2005", /* a card that was hidden becomes known, and is put where it belongs */
     "{\"robots\":{\"hulk\":{\"hand\":[20,null,300,null]}}}",
     "{\"event\":\"card_dealt\",\"robot\":\"hulk\",\"card\":40}",
     "{\"robots\":{\"hulk\":{\"hand\":[20,40,300,null]}}}"},
    {"rally2005", /* lists by the order of the type; a register by its number */
     "{\"robots\":{\"hulk\":{\"options\":[\"brakes\",\"scrambler\"]}}}",
     "{\"event\":\"option_gained\",\"robot\":\"hulk\",\"option\":\"flywheel\"}",
     "{\"robots\":{\"hulk\":{\"options\":[\"brakes\",\"flywheel\",\"scrambler\"]}}}"},
    {"rally2005",
     "{\"robots\":{\"hulk\":{\"registers\":[10,null],\"seconds\":[20,null],\"open\":[1]}}}",
     "{\"event\":\"revealed\",\"robot\":\"hulk\",\"register\":2,\"card\":490,\"pair\":false}",
     "{\"robots\":{\"hulk\":{\"registers\":[10,490],\"seconds\":[20,false],\"open\":[1,2]}}}"},
    {"rally2005", /* what is not there stays so, but for a field that is set */
     "{\"robots\":{\"hulk\":{}}}", "{\"event\":\"flag_taken\",\"robot\":\"hulk\",\"flag\":2}",
     "{\"robots\":{\"hulk\":{\"carries\":2}}}"},
    {"rally2005", "{\"robots\":{}}", "{\"event\":\"damaged\",\"robot\":\"hulk\",\"damage\":2}",
     "{\"robots\":{}}"},
    {"rally2023", /* what others have is counted */
     "{\"robots\":{\"hulk\":{\"hand\":[\"move1\",null,null],\"discard\":[],\"deck\":3}}}",
     "{\"event\":\"counts\",\"robot\":\"hulk\",\"hand\":1,\"discard\":2,\"deck\":5,\"spam\":0,"
     "\"spares\":1}",
     "{\"robots\":{\"hulk\":{\"hand\":[\"move1\"],\"discard\":[null,null],\"deck\":5,\"spam\":0,"
     "\"spares\":1}}}"},
    {"template", "{\"robots\":[{\"hand\":[3]},{\"hand\":[null,null,7]}]}",
     "{\"event\":\"revealed\",\"robot\":1,\"first\":9,\"second\":false,\"sum\":2}",
     "{\"robots\":[{\"hand\":[3]},{\"hand\":[null,7],\"answered\":false}]}"},
    {"rally2005", /* a member comes, and goes where there is nothing */
     "{\"robots\":{\"hulk\":{\"carries\":2}}}",
     "{\"event\":\"tokens\",\"robot\":\"hulk\",\"coat\":1,\"shots\":false,\"by\":false,"
     "\"flag\":false}",
     "{\"robots\":{\"hulk\":{\"coat_tokens\":1}}}"},
    {"rally2023", /* a card comes so often, and another one goes */
     "{\"robots\":{\"hulk\":{\"hand\":[\"move1\",\"move3\"]}}}",
     "{\"event\":\"holds\",\"robot\":\"hulk\",\"pile\":\"hand\",\"card\":\"move2\",\"n\":2}",
     "{\"robots\":{\"hulk\":{\"hand\":[\"move1\",\"move2\",\"move2\",\"move3\"]}}}"},
    {"rally2023", "{\"robots\":{\"hulk\":{\"hand\":[\"move1\",\"move1\",\"move3\"]}}}",
     "{\"event\":\"holds\",\"robot\":\"hulk\",\"pile\":\"hand\",\"card\":\"move1\",\"n\":1}",
     "{\"robots\":{\"hulk\":{\"hand\":[\"move1\",\"move3\"]}}}"},
    {"template", /* cards are drawn from the front of a deck */
     "{\"deck_size\":3,\"deck\":[null,8,null],\"robots\":[{\"hand\":[]}]}",
     "{\"event\":\"drew\",\"robot\":0,\"cards\":1}",
     "{\"deck_size\":2,\"deck\":[8,null],\"robots\":[{\"hand\":[null]}]}"},
    {"transmissions", /* a place of a list by a word of its type; objects at the end */
     "{\"players\":[{},{\"unused\":[]}]}",
     "{\"event\":\"harvey_pipe\",\"pipe\":\"P03\",\"seat\":\"harvey\"}",
     "{\"players\":[{},{\"unused\":[\"P03\"]}]}"},
    {"transmissions", "{\"players\":[{\"pipes\":[]}]}",
     "{\"event\":\"pipe\",\"seat\":0,\"pipe\":\"P03\",\"x\":1,\"y\":-1,\"turn\":2}",
     "{\"players\":[{\"pipes\":[{\"tile\":\"P03\",\"x\":1,\"y\":-1,\"turn\":2}]}]}"},
    {"transmissions", /* the first hidden one becomes known where it is */
     "{\"drawn\":[\"L09\",null,null]}", "{\"event\":\"saw\",\"seat\":0,\"forest\":\"L02\"}",
     "{\"drawn\":[\"L09\",\"L02\",null]}"},
    {"transmissions", "{\"discard\":[\"L09\"]}", "{\"event\":\"discarded\",\"forest\":\"L10\"}",
     "{\"discard\":[\"L10\",\"L09\"]}"},
    {"transmissions", /* every member of an object */
     "{\"harvey_deck\":[],\"harvey_discard\":{\"red\":1,\"blue\":2}}",
     "{\"event\":\"harvey_shuffled\",\"n\":3}",
     "{\"harvey_deck\":[null,null,null],\"harvey_discard\":{\"red\":0,\"blue\":0}}"},
    {"transmissions", /* a set has a member once */
     "{\"players\":[{\"played\":false,\"hand\":[\"red\"],\"seen_cards\":[\"red\"]}]}",
     "{\"event\":\"card\",\"seat\":0,\"card\":\"red\",\"robot\":\"red\"}",
     "{\"players\":[{\"played\":\"red\",\"hand\":[],\"seen_cards\":[\"red\"]}]}"},
    {"transmissions", /* an object comes where there is none; a word is set */
     "{\"moves\":0,\"move\":false}",
     "{\"event\":\"move\",\"robot\":\"red\",\"step\":\"move\",\"location\":false,"
     "\"gathered\":false,\"moves\":1}",
     "{\"moves\":1,\"move\":{\"robot\":\"red\",\"step\":\"move\",\"location\":false,"
     "\"gathered\":false,\"used\":[]}}"},
    {"transmissions", "{\"move\":{\"step\":\"act\"}}",
     "{\"event\":\"acts\",\"seat\":0,\"location\":\"lake\",\"gathered\":true}",
     "{\"move\":{\"step\":\"after\",\"gathered\":true}}"},
};

/* Alone, where the game can be played so. */
static rd_match *match_of(const char *id) {
    const rd_game *const *g = rd_test_games;
    while (strcmp((*g)->id, id) != 0) g++;
    rd_match *m = malloc((*g)->match_size);
    const rd_config c = {.n_seats = (*g)->min_seats};
    assert_int_equal((*g)->match_init(m, &c, NULL), RD_E_OK);
    return m;
}

static void events_change_a_view(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof FILMS / sizeof FILMS[0]; i++) {
        rd_node of_view[NODES], of_event[NODES];
        rd_tree view = read_tree(of_view, FILMS[i].view),
                event = read_tree(of_event, FILMS[i].event);
        rd_match *m = match_of(FILMS[i].game);
        assert_true(rd_film_apply(m, &view, &event));
        free(m);
        char text[400];
        rd_out o = rd_out_to(text, sizeof text);
        rd_put_tree_json(&o, &view);
        assert_string_equal(text, FILMS[i].after);
    }
}

static void a_strange_event_or_too_little_room_is_refused(void **unused) {
    (void)unused;
    rd_match *m = match_of("rally2005");
    rd_node of_view[NODES], of_event[NODES];
    rd_tree view = read_tree(of_view, "{\"robots\":{\"hulk\":{\"hand\":[]}}}");
    rd_tree strange = read_tree(of_event, "{\"event\":\"danced\"}");
    assert_false(rd_film_apply(m, &view, &strange));
    strange = read_tree(of_event, "{\"robot\":\"hulk\"}");
    assert_false(rd_film_apply(m, &view, &strange));
    strange = read_tree(of_event, "{\"event\":\"card_dealt\",\"robot\":\"hulk\",\"card\":40}");
    view.room = view.n;
    assert_false(rd_film_apply(m, &view, &strange));
    free(m);
}

/* However little room there is, nothing is written beyond it; with enough the film is right. */
static void want_of_room_is_a_refusal(void **unused) {
    (void)unused;
    int refused = 0;
    for (size_t i = 0; i < sizeof FILMS / sizeof FILMS[0]; i++) {
        rd_match *m = match_of(FILMS[i].game);
        bool done = false;
        for (uint32_t more = 0; !done; more++) {
            rd_node of_view[NODES], of_event[NODES];
            rd_tree view = read_tree(of_view, FILMS[i].view),
                    event = read_tree(of_event, FILMS[i].event);
            rd_node *exact = malloc((view.n + more) * sizeof *exact); /* for the sanitizer */
            memcpy(exact, of_view, view.n * sizeof *exact);
            view.node = exact;
            view.room = view.n + more;
            done = rd_film_apply(m, &view, &event);
            refused += !done;
            char text[400];
            rd_out o = rd_out_to(text, sizeof text);
            rd_put_tree_json(&o, &view);
            if (done) assert_string_equal(text, FILMS[i].after);
            free(exact);
        }
        free(m);
    }
    assert_true(refused > 20);
}

/* Events with other values than their kind has, on views that lack what they change: nothing is
** refused and nothing breaks, as a page may know less than we tell it. */
static void other_views_and_values_do_no_harm(void **unused) {
    (void)unused;
    static const char *const VIEWS[] = {
        "[]",
        "7",
        "{\"robots\":[]}",
        "{\"robots\":{\"hulk\":3}}",
        "{\"robots\":{\"hulk\":{\"hand\":7,\"discard\":\"x\"}}}",
        "{\"robots\":[1,{\"hand\":{}}],\"deck\":[],\"players\":{}}"};
    for (size_t i = 0; i < sizeof FILMS / sizeof FILMS[0]; i++) {
        rd_match *m = match_of(FILMS[i].game);
        for (size_t k = 0; k < sizeof VIEWS / sizeof VIEWS[0]; k++) {
            rd_node of_view[NODES], of_event[NODES];
            rd_tree view = read_tree(of_view, VIEWS[k]),
                    event = read_tree(of_event, FILMS[i].event);
            assert_true(rd_film_apply(m, &view, &event));
        }
        static const rd_node OTHER[] = {{.kind = RD_NODE_HIDDEN},
                                        {.kind = RD_NODE_NONE},
                                        {.kind = RD_NODE_TRUE},
                                        {.kind = RD_NODE_NUMBER, .number = -3},
                                        {.kind = RD_NODE_NUMBER, .number = INT64_MAX},
                                        {.kind = RD_NODE_TEXT, .text = "pink", .text_n = 4},
                                        {.kind = RD_NODE_LIST}};
        for (size_t k = 0; k < sizeof OTHER / sizeof OTHER[0]; k++)
            for (uint32_t arg = 2;; arg++) {
                rd_node of_view[NODES], of_event[NODES];
                rd_tree view = read_tree(of_view, FILMS[i].view),
                        event = read_tree(of_event, FILMS[i].event);
                if (arg >= event.n) break;
                rd_node *v = &of_event[arg], was = *v;
                *v = OTHER[k];
                v->name = was.name;
                v->name_n = was.name_n;
                v->next = was.next;
                rd_film_apply(m, &view, &event);
                rd_out nowhere = rd_out_to(NULL, 0);
                rd_put_tree_json(&nowhere, &view);
            }
        free(m);
    }
}

static void a_list_of_events_is_told_in_order(void **unused) {
    (void)unused;
    rd_match *m = match_of("rally2005");
    rd_node of_view[NODES], of_events[NODES];
    static const struct {
        const char *events, *after;
        bool told;
    } CASES[] = {{"[{\"event\":\"damaged\",\"robot\":\"hulk\",\"damage\":2},"
                  "{\"event\":\"damaged\",\"robot\":\"hulk\",\"damage\":3}]",
                  "{\"robots\":{\"hulk\":{\"damage\":3}}}", true},
                 {"[]", "{\"robots\":{\"hulk\":{\"damage\":1}}}", true},
                 {"[{\"event\":\"danced\"}]", "{\"robots\":{\"hulk\":{\"damage\":1}}}", false},
                 {"[{\"event\":7}]", "{\"robots\":{\"hulk\":{\"damage\":1}}}", false},
                 {"{}", "{\"robots\":{\"hulk\":{\"damage\":1}}}", false}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        rd_tree view = read_tree(of_view, "{\"robots\":{\"hulk\":{\"damage\":1}}}"),
                events = read_tree(of_events, CASES[i].events);
        assert_int_equal(rd_film_apply_all(m, &view, &events), CASES[i].told);
        char text[200];
        rd_out o = rd_out_to(text, sizeof text);
        rd_put_tree_json(&o, &view);
        assert_string_equal(text, CASES[i].after);
    }
    free(m);
}

static void trees_are_the_same_or_not(void **unused) {
    (void)unused;
    static const char *const TREES[] = {"1",
                                        "2",
                                        "\"a\"",
                                        "\"b\"",
                                        "\"ab\"",
                                        "null",
                                        "[]",
                                        "[1]",
                                        "[1,2]",
                                        "[2,1]",
                                        "{}",
                                        "{\"a\":1}",
                                        "{\"b\":1}",
                                        "{\"ab\":1}",
                                        "{\"a\":2}",
                                        "{\"a\":[1]}",
                                        "{\"a\":1,\"b\":1}"};
    const size_t n = sizeof TREES / sizeof TREES[0];
    rd_node one[NODES], two[NODES];
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++) {
            rd_tree a = read_tree(one, TREES[i]), b = read_tree(two, TREES[k]);
            if (rd_tree_same(&a, 0, &b, 0) != (i == k)) fail_msg("%s, %s", TREES[i], TREES[k]);
            assert_int_equal(rd_tree_place(&a, 0, -1), RD_TREE_NOWHERE);
        }
    rd_node node[NODES];
    rd_tree t = {node, 0, NODES};
    assert_false(rd_tree_read(&t, "\"a\\", 3)); /* an escape without its character */
    char *endless = malloc(70002);
    memset(endless, 'x', 70002);
    endless[0] = endless[70001] = '"';
    t.n = 0;
    assert_false(rd_tree_read(&t, endless, 70002)); /* longer than any text of ours */
    free(endless);
    t = (rd_tree){node, 0, 0};
    assert_false(rd_tree_read(&t, "1", 1));
}

static void note(void *ctx, const char *path) {
    strcat(ctx, path);
    strcat(ctx, " ");
}

static void the_status_names_what_differs(void **unused) {
    (void)unused;
    rd_node one[NODES], two[NODES];
    rd_tree view = read_tree(
        one, "{\"a\":1,\"b\":{\"c\":[1,2],\"d\":null},\"p\":[{\"x\":1},{\"x\":2}],\"z\":0}");
    rd_tree after = read_tree(
        two, "{\"a\":1,\"b\":{\"c\":[2,1],\"d\":false},\"p\":[{\"x\":1},{\"x\":3}],\"n\":0}");
    char said[100] = "";
    rd_film_status(&view, &after, note, said);
    assert_string_equal(said, "b.c b.d p.1.x n z ");
    static const struct {
        const char *view, *after, *said;
    } CASES[] = {{"{\"a\":[{\"x\":1}]}", "{\"a\":[{\"x\":1},{\"x\":2}]}", "a "},
                 {"{\"a\":[{\"x\":1},{\"x\":2}]}", "{\"a\":[{\"x\":1}]}", "a "},
                 {"{\"a\":[]}", "{\"a\":[{}]}", "a "},
                 {"{\"a\":[{}]}", "{\"a\":[1]}", "a.0 "},
                 {"{\"a\":[1]}", "{\"a\":[{}]}", "a "},
                 {"{\"a\":{}}", "{\"a\":[]}", "a "},
                 {"{\"a\":[]}", "{\"a\":{}}", "a "}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        view = read_tree(one, CASES[i].view);
        after = read_tree(two, CASES[i].after);
        said[0] = 0;
        rd_film_status(&view, &after, note, said);
        assert_string_equal(said, CASES[i].said);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_read_is_written),
        cmocka_unit_test(what_is_no_json_is_refused),
        cmocka_unit_test(events_change_a_view),
        cmocka_unit_test(a_strange_event_or_too_little_room_is_refused),
        cmocka_unit_test(want_of_room_is_a_refusal),
        cmocka_unit_test(other_views_and_values_do_no_harm),
        cmocka_unit_test(a_list_of_events_is_told_in_order),
        cmocka_unit_test(trees_are_the_same_or_not),
        cmocka_unit_test(the_status_names_what_differs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
