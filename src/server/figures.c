/* figures.c - what a server counts of itself, for metrics and the operator. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "server/server_int.h"

int64_t rd_server_memory(void) {
    long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f && fscanf(f, "%*s %ld", &pages) != 1) pages = 0;
    if (f) fclose(f);
    return (int64_t)pages * sysconf(_SC_PAGESIZE);
}

int rd_server_figures(rd_server *s, rd_figure out[RD_FIGURES]) {
    const rd_net_counts *n = rd_net_counters(s->net);
    rd_writer_counts w = rd_writer_counters(s->writer);
    const rd_figure all[] = {
        {"requests_total", (int64_t)n->requests},
        {"sockets_opened_total", (int64_t)n->opened},
        {"messages_in_total", (int64_t)n->messages_in},
        {"messages_out_total", (int64_t)n->messages_out},
        {"refused_host_total", (int64_t)n->bad_host},
        {"refused_origin_total", (int64_t)n->bad_origin},
        {"refused_upgrade_total", (int64_t)n->bad_upgrade},
        {"refused_path_total", (int64_t)n->bad_path},
        {"refused_request_total", (int64_t)n->bad_request},
        {"refused_too_big_total", (int64_t)n->too_big},
        {"refused_too_fast_total", (int64_t)n->too_fast},
        {"refused_too_many_total", (int64_t)n->too_many},
        {"refused_not_text_total", (int64_t)n->not_text},
        {"dropped_too_slow_total", (int64_t)n->too_slow},
        {"connections", n->connections},
        {"sockets", n->sockets},
        {"store_batches_total", (int64_t)w.batches},
        {"store_works_total", (int64_t)w.works},
        {"store_failed_batches_total", (int64_t)w.failed},
        {"store_longest_batch_us", w.longest_us},
        {"tables", s->rooms.n},
        {"tables_lost_total", (int64_t)s->lost_rooms},
        {"refused_hello_total", (int64_t)s->refused_hellos},
        {"refused_malformed_total", (int64_t)s->malformed},
        {"refused_flood_total", (int64_t)s->flooded},
        {"thoughts_waiting", rd_thinkers_waiting(s->thinkers)},
        {"bots", s->bots.n_links},
        {"bot_answers_total", (int64_t)s->bots.answers},
        {"bot_illegal_total", (int64_t)s->bots.illegal},
        {"bot_late_total", (int64_t)s->bots.late},
        {"refused_bots_total", (int64_t)s->bots.refused},
        {"store_waiting", rd_writer_waiting(s->writer)},
        {"store_silent_ms", rd_server_now() - s->alive_at},
    };
    _Static_assert(sizeof all <= RD_FIGURES * sizeof *out, "there is room for all");
    memcpy(out, all, sizeof all);
    return (int)(sizeof all / sizeof *all);
}
