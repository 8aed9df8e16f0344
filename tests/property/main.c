/* main.c - runs every property on every subject; a newly registered game needs nothing more.
**
** Usage: property [GAME [WORD [TIMES]]]
**
** Only that game; only properties with that word in their name; more and longer games.
*/
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "properties.h"

static const struct {
    const char *name;
    void (*holds)(const subject *of);
} PROPERTIES[] = {
#define P(function) \
    { #function, function }
    P(equal_inputs_give_equal_bytes),
    P(listening_changes_nothing),
    P(quick_ways_change_nothing),
    P(order_of_simultaneous_answers_does_not_matter),
    P(someone_is_asked_until_it_is_over),
    P(every_state_is_valid_and_games_end),
    P(questions_are_well_formed),
    P(count_and_index_agree_with_the_questions),
    P(samples_are_legal_and_fair),
    P(refused_actions_change_nothing),
    P(apply_is_check_and_commit),
    P(defaults_and_time_up_are_accepted),
    P(positions_read_back),
    P(actions_read_back),
    P(bytes_read_back_and_damage_is_refused),
    P(descriptions_are_json),
    P(words_have_keys_and_pictures_fit),
    P(views_ask_the_same),
    P(only_what_was_told_is_public),
    P(views_keep_their_secrets),
    P(twins_look_the_same_as_they_go_on),
    P(events_make_the_film),
#undef P
};
enum { N_PROPERTIES = sizeof PROPERTIES / sizeof PROPERTIES[0] };

typedef struct trial {
    const subject *of;
    void (*holds)(const subject *of);
    char name[300];
} trial;

static void run_trial(void **state) {
    const trial *t = *state;
    t->holds(t->of);
}

int main(int argc, char **argv) {
    if (argc > 3 && (patience = atoi(argv[3])) < 1) patience = 1;
    int n_subjects, n = 0;
    subject *subjects = list_subjects(&n_subjects);
    size_t most = (size_t)n_subjects * N_PROPERTIES;
    trial *trials = calloc(most, sizeof *trials);
    struct CMUnitTest *tests = calloc(most, sizeof *tests);
    for (int s = 0; s < n_subjects; s++) {
        if (argc > 1 && strcmp(argv[1], subjects[s].game->id) != 0) continue;
        for (int i = 0; i < N_PROPERTIES; i++) {
            if (argc > 2 && !strstr(PROPERTIES[i].name, argv[2])) continue;
            trial *t = &trials[n];
            t->of = &subjects[s];
            t->holds = PROPERTIES[i].holds;
            snprintf(t->name, sizeof t->name, "%s: %s", subjects[s].name, PROPERTIES[i].name);
            for (char *c = t->name; *c; c++)
                if (*c == '_') *c = ' ';
            tests[n++] =
                (struct CMUnitTest){.name = t->name, .test_func = run_trial, .initial_state = t};
        }
    }
    if (!n) {
        fprintf(stderr, "property: there is no such game or property\n");
        return 2;
    }
    int failed = _cmocka_run_group_tests("property", tests, (size_t)n, NULL, NULL);
    free(tests);
    free(trials);
    free(subjects);
    return failed;
}
