/* cmd_verify.c - `robodrome verify`: is a record whole, and does it replay to the same game? */
#include "cli/record_files.h"

static rd_exit run(const rd_args *a) {
    rd_exit worst = RD_EXIT_OK;
    int good = 0;
    for (int i = 0; i < a->n_operands && !rd_output_gone(); i++) {
        rd_table *t;
        rd_record_info info;
        rd_exit e = rd_open_record(a->operand[i], &t, &info);
        if (e > worst) worst = e;
        if (e) continue;
        good++;
        if (!rd_flag_given(a, "quiet"))
            printf("%s: %s, %d actions%s, %s%s\n", a->operand[i], rd_table_match(t)->game->id,
                   rd_table_length(t), info.after[0] ? " after a change of the rules" : "",
                   rd_table_asked(t) ? "not over" : "over",
                   info.fair[0] ? ", the shuffle is fair" : "");
        rd_table_close(t);
    }
    if (a->n_operands > 1 && !rd_flag_given(a, "quiet"))
        printf("%d good, %d bad\n", good, a->n_operands - good);
    return worst;
}

const rd_command rd_cmd_verify = {
    .name = "verify",
    .operands = "FILE...",
    .summary = "check that records are whole and replay to the same game",
    .about = "Every answer is played again and every state compared with the recorded one. If a "
             "record differs, the first differing action is named. The record of a game on a "
             "server says how its key was made; that is checked too.",
    .flags = (const rd_flag[]){{"quiet", 'q', NULL, "report only what is wrong", NULL}, {0}},
    .examples = (const rd_example[]){{"verify games/*.rdr", NULL}, {0}},
    .run = run,
};
