/* properties.h - what must hold for every game.  Each takes a subject and fails the test. */
#ifndef RD_PROPERTIES_H
#define RD_PROPERTIES_H

#include "play.h"

/* prop_course.c: how a game runs */
void equal_inputs_give_equal_bytes(const subject *of);
void listening_changes_nothing(const subject *of);
void quick_ways_change_nothing(const subject *of);
void order_of_simultaneous_answers_does_not_matter(const subject *of);
void someone_is_asked_until_it_is_over(const subject *of);
void every_state_is_valid_and_games_end(const subject *of);

/* prop_answers.c: the questions and their answers */
void questions_are_well_formed(const subject *of);
void count_and_index_agree_with_the_questions(const subject *of);
void samples_are_legal_and_fair(const subject *of);
void refused_actions_change_nothing(const subject *of);
void apply_is_check_and_commit(const subject *of);
void defaults_and_time_up_are_accepted(const subject *of);

/* prop_forms.c: texts, bytes, descriptions, words */
void positions_read_back(const subject *of);
void actions_read_back(const subject *of);
void bytes_read_back_and_damage_is_refused(const subject *of);
void descriptions_are_json(const subject *of);
void words_have_keys_and_pictures_fit(const subject *of);

/* prop_views.c: what a seat may know */
void views_ask_the_same(const subject *of);
void only_what_was_told_is_public(const subject *of);
void views_keep_their_secrets(const subject *of);
void twins_look_the_same_as_they_go_on(const subject *of);

/* prop_film.c: events explain what happens */
void events_make_the_film(const subject *of);

#endif
