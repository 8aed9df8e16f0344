/* fuzz_floor.c - texts of boards and courses: refused with a fault, or printed so that they read
** back as the same floor, on which bodies stay sound.  What can be built as a draft can be judged,
** and whatever keeps a draft from being a course is an error. */
#include <string.h>

#include "floor/build.h"
#include "fuzz.h"
#include "games/rally2023/rally2023_advice.h"

enum { TEXT_MAX = 1 << 17 };

static void check_board(const char *text, size_t n) {
    static char once[TEXT_MAX], twice[TEXT_MAX];
    rd_board b;
    rd_fault f = {0};
    if (!rd_board_parse(&b, text, n, 1, &f)) {
        LAW(f.text[0], "a board is refused without a word");
        return;
    }
    rd_out o = rd_out_to(once, sizeof once), p = rd_out_to(twice, sizeof twice);
    rd_board_print(&b, &o);
    LAW(rd_board_parse(&b, once, o.len, 1, &f), "a printed board cannot be read");
    rd_board_print(&b, &p);
    LAW(strcmp(once, twice) == 0, "a board changes when it is printed");
}

static void check_bodies(const rd_floor *f, const rd_bodies *b) {
    for (int i = 0; i < b->n; i++) {
        if (!b->cell[i]) continue;
        LAW(b->cell[i] < f->n_cells, "a body is on no cell");
        LAW(!(rd_floor_cell(f, b->turns, b->cell[i]).what & (RD_OFF | RD_PIT)), "it should fall");
        for (int k = 0; k < i; k++) LAW(b->cell[i] != b->cell[k], "two bodies share a cell");
    }
}

static void walk_about(const rd_floor *f) {
    rd_bodies b = {.n = RD_MAX_BODIES};
    rd_hit hit[RD_MAX_HITS];
    rd_facts facts;
    for (int cell = 1, i = 0; cell < f->n_cells && i < b.n; cell++)
        if (!(f->cell[cell].what & (RD_OFF | RD_PIT))) b.cell[i++] = (uint16_t)cell;
    for (int round = 0; round < 8; round++) {
        rd_floor_step(f, &b, round, round & 3, &facts);
        rd_floor_belts(f, &b, RD_EXPRESS, 0xff, &facts);
        rd_floor_belts(f, &b, RD_EXPRESS | RD_BELT, 0xff, &facts);
        rd_floor_pushers(f, &b, 1 + round % RD_REGISTERS, &facts);
        rd_floor_gears(f, &b, &facts);
        LAW(rd_floor_lasers(f, &b, hit) <= RD_MAX_HITS, "too many hits");
        check_bodies(f, &b);
        if (round % 2 && rd_floor_can_turn(f, 0)) rd_bodies_turn_piece(&b, 0);
        rd_floor_drop(f, &b, 0xff, &facts);
        for (int i = 0; i < b.n; i++) /* a hole that came to lie under a body */
            if (rd_floor_cell(f, b.turns, b.cell[i]).what & RD_OFF) b.cell[i] = RD_NOWHERE;
    }
}

static void check_course(const char *text, size_t n, bool cover) {
    static char once[TEXT_MAX], twice[TEXT_MAX];
    static rd_floor map, again;
    rd_floor_options options = {.cover = cover, .pushers_hide = n & 1, .fenced = n & 2};
    rd_course c;
    rd_fault f = {0};
    if (!rd_floor_load(&map, &c, text, n, &options, &f)) {
        LAW(f.text[0], "a course is refused without a word");
        return;
    }
    rd_out o = rd_out_to(once, sizeof once), p = rd_out_to(twice, sizeof twice);
    rd_course_print(&c, text, &o);
    LAW(rd_floor_load(&again, &c, once, o.len, &options, &f), "a printed course cannot be read");
    rd_course_print(&c, once, &p);
    LAW(strcmp(once, twice) == 0, "a course changes when it is printed");
    LAW(memcmp(&map, &again, sizeof map) == 0, "a printed course has another floor");
    walk_about(&map);
}

static void check_draft(const char *text, size_t n) {
    static rd_floor map;
    static rd_findings found;
    rd_floor_options options = {.draft = true, .cover = true};
    rd_course c;
    rd_inspection in = {.course = &c, .text = text, .floor = &map, .out = &found};
    if (!rd_floor_load(&map, &c, text, n, &options, NULL)) return;
    walk_about(&map);
    options.cover = false;
    LAW(rd_floor_build(&map, &c, text, &options, NULL), "a draft cannot be built twice");
    found.n = 0;
    rd_rally2023_advise(&in);
    rd_findings_sort(&found);
    LAW(found.n < RD_MAX_FINDINGS, "findings are lost");
    bool faulty = rd_findings_count(&found, RD_FINDING_ERROR) > 0;
    options.draft = false;
    LAW(faulty || rd_floor_build(&map, &c, text, &options, NULL), "a fault is not found");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    check_board((const char *)data, size);
    check_course((const char *)data, size, false);
    check_course((const char *)data, size, true);
    check_draft((const char *)data, size);
    return 0;
}
