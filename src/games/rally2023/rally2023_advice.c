/* rally2023_advice.c - the course as a whole: what must be there, room and length; see the header.
 */
#include "games/rally2023/rally2023_advice.h"

#include <string.h>

enum { SHORT, MEDIUM, LONG };
static const char *const LENGTHS[] = {"short", "medium", "long"};

static uint16_t players_from_to(int least, int most) {
    return (uint16_t)((2u << most) - (1u << least));
}

static int boards_of(const rd_inspection *in) {
    int n = 0;
    for (int i = 0; i < in->floor->n_pieces; i++) n += !in->floor->piece[i].dock;
    return n;
}

/* ---- what must be there ---- */

static void check_players(const rd_inspection *in) {
    uint16_t can = players_from_to(RD_R23_FEWEST, RD_R23_MOST);
    if (in->course->players & ~can)
        RD_FIND(in, RD_FINDING_ERROR, 0, .key = "course.players_wrong",
                .arg = {RD_NUMBER(RD_R23_FEWEST), RD_NUMBER(RD_R23_MOST)});
    if (in->course->teams || in->course->team_size)
        RD_FIND(in, RD_FINDING_ERROR, 0, .key = "course.teams");
}

static void check_flags(const rd_inspection *in) {
    if (!in->course->n_flags) RD_FIND(in, RD_FINDING_ERROR, 0, .key = "course.flags_none");
    for (int i = RD_R23_CHECKPOINTS; i < in->course->n_flags; i++)
        RD_FIND(in, RD_FINDING_ERROR, in->course->flag[i].line, .key = "course.flags_many",
                .arg = {RD_FLAG(in->course->flag[i].number), RD_NUMBER(RD_R23_CHECKPOINTS)});
}

static void check_rules(const rd_inspection *in) {
    for (int i = 0; i < in->course->n_rules; i++) {
        const rd_course_rule *r = &in->course->rule[i];
        if (strcmp(r->word, "reboot_damage") != 0)
            RD_FIND(in, RD_FINDING_ERROR, r->line, .key = "course.rule_unknown",
                    .arg = {RD_RULE(i)});
        else if (!r->value)
            RD_FIND(in, RD_FINDING_ERROR, r->line, .key = "course.rule_number",
                    .arg = {RD_RULE(i)});
    }
}

/* ---- robots for the room, length ---- */

/* What concerns only some of the numbers of players is worth knowing; what concerns all of them is
** a fault of the course. */
static void advise_players(const rd_inspection *in, uint16_t whom, const char *key, int boards) {
    whom &= in->players;
    if (whom)
        RD_FIND(in, whom == in->players ? RD_FINDING_WARNING : RD_FINDING_NOTE, 0, .key = key,
                .arg = {RD_NUMBER(boards)});
}

static int length_of(int points) {
    return points <= RD_R23_SHORT ? SHORT : points <= RD_R23_MEDIUM ? MEDIUM : LONG;
}

static void advise_length(const rd_inspection *in, int boards) {
    int points = boards + in->course->n_flags, length = length_of(points), said = -1;
    for (int i = SHORT; i <= LONG; i++)
        if (strcmp(in->course->length, LENGTHS[i]) == 0) said = i;
    if (said < 0)
        RD_FIND(in, RD_FINDING_NOTE, 0, .key = "course.length", .arg = {RD_LENGTH(length)});
    else if (said != length)
        RD_FIND(in, RD_FINDING_WARNING, 0, .key = "course.length_differs",
                .arg = {RD_LENGTH(said), RD_LENGTH(length)});
    if (in->players >> RD_R23_BIG_GAME && length != LONG && length_of(points + 1) == LONG)
        RD_FIND(in, RD_FINDING_NOTE, 0, .key = "course.length_big_game",
                .arg = {RD_NUMBER(RD_R23_BIG_GAME)});
}

static void advise_size(const rd_inspection *in) {
    int boards = boards_of(in);
    if (!boards) {
        RD_FIND(in, RD_FINDING_ERROR, 0, .key = "course.boards_none");
        return;
    }
    if (boards >= RD_R23_MANY_BOARDS)
        advise_players(in, players_from_to(RD_R23_FEWEST, RD_R23_FEW_PLAYERS), "course.sparse",
                       boards);
    if (boards == 1)
        advise_players(in, players_from_to(RD_R23_ONE_BOARD_FOR + 1, RD_R23_MOST), "course.crowded",
                       boards);
    if (in->course->n_flags) advise_length(in, boards);
}

void rd_rally2023_advise(const rd_inspection *given) {
    uint16_t can = players_from_to(RD_R23_FEWEST, RD_R23_MOST);
    rd_inspection in = *given;
    if (!in.players) in.players = in.course->players & can;
    if (!in.players) in.players = can;
    in.one_box = true;
    rd_course_inspect(&in);
    check_players(&in);
    check_flags(&in);
    check_rules(&in);
    advise_size(&in);
    r23_advise_checkpoints(&in);
    r23_advise_tokens(&in);
    r23_advise_dock(&in);
}
