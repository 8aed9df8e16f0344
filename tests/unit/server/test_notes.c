/* test_notes.c - what bots have worked out is found again, whole or not at all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/notes.h"

enum { SIZE = 1000 };

typedef struct place {
    char data[64];
    rd_note_files files;
    const rd_notes *notes;
    uint8_t bytes[SIZE], back[SIZE];
} place;

static bool found(place *p, uint64_t key) {
    memset(p->back, 0, SIZE);
    return p->notes->find(p->notes->ctx, key, p->back, SIZE) &&
           memcmp(p->bytes, p->back, SIZE) == 0;
}

static void keep(place *p, uint64_t key) { p->notes->keep(p->notes->ctx, key, p->bytes, SIZE); }

static int count(const place *p) {
    int n = 0;
    DIR *folder = opendir(p->files.folder);
    for (const struct dirent *e; folder && (e = readdir(folder));) n += e->d_name[0] != '.';
    if (folder) closedir(folder);
    return n;
}

static void test_kept_is_found(void **at) {
    place *p = *at;
    assert_false(found(p, 7));
    keep(p, 7);
    assert_true(found(p, 7));
    assert_false(found(p, 8));
    keep(p, 7);
    assert_int_equal(count(p), 1);
}

static void test_another_size_is_not_it(void **at) {
    place *p = *at;
    keep(p, 7);
    assert_false(p->notes->find(p->notes->ctx, 7, p->back, SIZE - 1));
    uint8_t longer[SIZE + 1];
    assert_false(p->notes->find(p->notes->ctx, 7, longer, sizeof longer));
}

static void test_damaged_is_not_there(void **at) {
    place *p = *at;
    char path[4096];
    keep(p, 7);
    snprintf(path, sizeof path, "%s/%016x.note", p->files.folder, 7);
    FILE *f = fopen(path, "r+b");
    assert_non_null(f);
    fseek(f, 500, SEEK_SET);
    fputc(p->bytes[500 - 8] ^ 1, f);
    fclose(f);
    assert_false(found(p, 7));
    keep(p, 7);
    assert_true(found(p, 7));
}

static void test_the_oldest_makes_room(void **at) {
    place *p = *at;
    for (uint64_t key = 1; key <= RD_NOTES_MOST; key++) keep(p, key);
    char path[4096];
    snprintf(path, sizeof path, "%s/%016x.note", p->files.folder, 5);
    struct timespec long_ago[2] = {{1000, 0}, {1000, 0}};
    assert_int_equal(utimensat(AT_FDCWD, path, long_ago, 0), 0);
    snprintf(path, sizeof path, "%s/%016x.note", p->files.folder, 6);
    assert_int_equal(utimensat(AT_FDCWD, path, long_ago, 0), 0);
    assert_true(found(p, 6)); /* used just now */
    keep(p, 999);
    assert_false(found(p, 5));
    assert_true(found(p, 6));
    assert_true(found(p, 999));
    assert_int_equal(count(p), RD_NOTES_MOST);
}

static void test_without_a_folder_nothing_is_kept(void **at) {
    place *p = *at;
    rd_note_files nowhere;
    const rd_notes *notes = rd_note_files_at(&nowhere, "/nowhere/at/all");
    assert_non_null(notes);
    notes->keep(notes->ctx, 7, p->bytes, SIZE);
    assert_false(notes->find(notes->ctx, 7, p->back, SIZE));
    char endless[RD_NOTES_PATH + 1];
    memset(endless, 'a', sizeof endless);
    endless[RD_NOTES_PATH] = 0;
    assert_null(rd_note_files_at(&nowhere, endless));
}

static void test_in_memory(void **at) {
    place *p = *at;
    rd_note_memory memory = {0};
    p->notes = rd_note_memory_at(&memory);
    for (uint64_t key = 1; key <= RD_NOTES_IN_MEMORY; key++) {
        assert_false(found(p, key));
        keep(p, key);
    }
    assert_true(found(p, 1)); /* used just now */
    assert_false(p->notes->find(p->notes->ctx, 1, p->back, SIZE - 1));
    keep(p, 999);
    assert_true(found(p, 1));
    assert_true(found(p, 999));
    assert_false(found(p, 2));
    for (int i = 0; i < RD_NOTES_IN_MEMORY; i++) free(memory.kept[i].bytes);
}

static int set_up(void **at) {
    place *p = calloc(1, sizeof *p);
    for (int i = 0; i < SIZE; i++) p->bytes[i] = (uint8_t)(i * 31);
    snprintf(p->data, sizeof p->data, "/tmp/robodrome-notes-XXXXXX");
    *at = p;
    if (!mkdtemp(p->data)) return -1;
    p->notes = rd_note_files_at(&p->files, p->data);
    return 0;
}

static int tear_down(void **at) {
    place *p = *at;
    char path[4096];
    DIR *folder = opendir(p->files.folder);
    for (const struct dirent *e; folder && (e = readdir(folder));) {
        snprintf(path, sizeof path, "%s/%s", p->files.folder, e->d_name);
        if (e->d_name[0] != '.') unlink(path);
    }
    if (folder) closedir(folder);
    rmdir(p->files.folder);
    rmdir(p->data);
    free(p);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_kept_is_found, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_another_size_is_not_it, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_damaged_is_not_there, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_the_oldest_makes_room, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_without_a_folder_nothing_is_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_in_memory, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
