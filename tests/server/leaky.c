/* leaky.c - a server with a leak, so that the test of leaks can fail.  The linker puts these functions
** in place of the real ones; the environment's LEAK says which of them leaks.
*/
#include <stdlib.h>
#include <string.h>

#include "record/record.h"
#include "table/table.h"

static bool leaks(const char *what) {
    const char *wanted = getenv("LEAK");
    return wanted && strcmp(wanted, what) == 0;
}

/* What the linker calls the real ones. */
void __real_rd_table_put_position(const rd_table *t, int seat, rd_out *o);
bool __real_rd_record_write_view(const rd_table *t, const rd_record_info *info, int seat,
                                 char **text, size_t *n, rd_fault *f);
void __real_rd_table_put_events(const rd_table *t, int seat, int i, rd_out *o);
void __wrap_rd_table_put_position(const rd_table *t, int seat, rd_out *o);
bool __wrap_rd_record_write_view(const rd_table *t, const rd_record_info *info, int seat,
                                 char **text, size_t *n, rd_fault *f);
void __wrap_rd_table_put_events(const rd_table *t, int seat, int i, rd_out *o);

void __wrap_rd_table_put_position(const rd_table *t, int seat, rd_out *o) {
    size_t before = o->len;
    __real_rd_table_put_position(t, leaks("position") ? RD_SYSTEM : seat, o);
    /* One blank more or less, by cards that nobody may know. */
    if (leaks("size") && o->len > before && rd_state_hash(rd_table_match(t), rd_table_state(t)) % 2)
        rd_put_char(o, ' ');
}

bool __wrap_rd_record_write_view(const rd_table *t, const rd_record_info *info, int seat,
                                 char **text, size_t *n, rd_fault *f) {
    int next = (seat + 1) % rd_table_config(t)->n_seats; /* the neighbour's eyes */
    return __real_rd_record_write_view(t, info, leaks("record") ? next : seat, text, n, f);
}

void __wrap_rd_table_put_events(const rd_table *t, int seat, int i, rd_out *o) {
    __real_rd_table_put_events(t, leaks("events") ? RD_SYSTEM : seat, i, o);
}
