/* test_record_file.c - records as files, on disks and in memory that fail. */
#define _XOPEN_SOURCE 700
#include "record_tools.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "games/robotory/robotory.h"
#include "games/template/template.h"
#include "record/file.h"

/* ---- files ---- */

static void files_are_saved_whole_or_not_at_all(void **state) {
    (void)state;
    char path[] = "record-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    text whole = played(&rd_robotory, 2, 1000, 1);
    rd_fault f = {0};
    rd_table *t;
    struct stat is;
    assert_int_equal(chmod(path, 0640), 0);
    assert_true(rd_file_save(path, whole.at, whole.n, &f));
    assert_int_equal(stat(path, &is), 0);
    assert_int_equal(is.st_mode & 0777, 0640); /* its mode stays */
    assert_int_equal(rd_record_load(path, &t, NULL, &f), RD_RECORD_OK);
    rd_table_close(t);
    unlink(path);
    assert_int_equal(rd_record_load(path, &t, NULL, &f), RD_RECORD_SYSTEM);
    assert_non_null(strstr(f.text, "cannot open"));
    assert_int_equal(rd_record_load(".", &t, NULL, &f), RD_RECORD_SYSTEM);
    assert_non_null(strstr(f.text, "cannot read"));
    assert_false(rd_file_save("no/such/folder/x", whole.at, whole.n, &f));
    assert_non_null(strstr(f.text, "cannot save"));
    assert_false(rd_file_save(".", whole.at, whole.n, &f)); /* a folder is not replaced */
    assert_non_null(strstr(f.text, "not a regular file"));
    assert_false(rd_file_save("/dev/full", whole.at, whole.n, &f)); /* nor a device */
    assert_int_equal(stat("/dev/full", &is), 0);
    assert_true(S_ISCHR(is.st_mode));
    assert_int_equal(rd_record_load("/dev/zero", &t, NULL, &f), RD_RECORD_SYSTEM);
    assert_non_null(strstr(f.text, "more than"));
    free(whole.at);
}

static void links_stay_links(void **state) {
    (void)state;
    char folder[] = "links-XXXXXX", path[3][64], *got;
    struct stat is;
    size_t n;
    rd_fault f = {0};
    assert_non_null(mkdtemp(folder));
    static const char *const name[] = {"file", "hard", "soft"};
    for (int i = 0; i < 3; i++) snprintf(path[i], sizeof path[i], "%s/%s", folder, name[i]);
    assert_int_equal(symlink("file", path[2]), 0);
    assert_true(rd_file_save(path[2], "one", 3, &f)); /* through a link to nothing yet */
    assert_int_equal(lstat(path[0], &is), 0);
    assert_true(S_ISREG(is.st_mode));
    assert_true(rd_file_save(path[2], "two!", 4, &f));
    assert_int_equal(lstat(path[2], &is), 0);
    assert_true(S_ISLNK(is.st_mode));
    assert_int_equal(link(path[0], path[1]), 0);
    assert_true(rd_file_save(path[0], "three", 5, &f));
    got = rd_file_read(path[1], 5, &n, &f); /* both names still mean one file */
    assert_non_null(got);
    assert_string_equal(got, "three");
    free(got);
    assert_null(rd_file_read(path[1], 4, &n, &f));
    assert_true(rd_file_add(path[1], 5, "!", 1, &f));
    assert_false(rd_file_add(path[1], 5, "!", 1, &f));
    assert_non_null(strstr(f.text, "changed the file"));
    for (int i = 0; i < 3; i++) unlink(path[i]);
    assert_int_equal(rmdir(folder), 0); /* no draft was left */
}

/* ---- memory ---- */

static void want_of_memory_is_a_fault(void **state) {
    (void)state;
    rd_table *t = play_game(&rd_robotory, 2, 20, 1);
    text whole = write_record(t, true);
    rd_table *over = play_game(&rd_template, 2, 1000, 3), *back = play_game(&rd_robotory, 2, 9, 1);
    assert_int_equal(rd_table_rewind(back, 4), RD_E_OK);
    text full = {0}, branched = write_record(back, true);
    assert_true(rd_record_write(over, &INFO, &FULL, &full.at, &full.n, NULL));
    const text *const reads[] = {&whole, &full, &branched};
    for (int kind = 0; kind < 8; kind++)
        for (int i = 0, done = 0; !done; i++) {
            text out = {0};
            rd_fault f = {0};
            rd_table *u = NULL;
            calls_until_failure = i;
            if (kind == 0) done = rd_record_write(t, &INFO, &PRIVATE, &out.at, &out.n, &f);
            if (kind == 1) done = rd_record_write_view(t, &INFO, 0, &out.at, &out.n, &f);
            if (kind == 2) done = rd_record_write_text(t, &INFO, 0, &out.at, &out.n, &f);
            if (kind >= 3 && kind < 6)
                done = rd_record_read(reads[kind - 3]->at, reads[kind - 3]->n, rd_sha256_plain, &u,
                                      NULL, &f) == RD_RECORD_OK;
            if (kind == 6) done = rd_record_write(over, &INFO, &FULL, &out.at, &out.n, &f);
            if (kind == 7)
                done = (out.at = rd_file_read("/proc/self/smaps", 1 << 20, &out.n, &f)) != NULL;
            calls_until_failure = -1;
            assert_true(done || f.text[0]);
            if (done && kind == 0) assert_string_equal(out.at, whole.at);
            free(out.at);
            rd_table_close(u);
        }
    free(whole.at);
    free(full.at);
    free(branched.at);
    rd_table_close(t);
    rd_table_close(over);
    rd_table_close(back);
}

static void sha256_is_the_standards(void **state) {
    (void)state;
    uint8_t bytes[700];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)(i * i / 7 + i);
    for (size_t n = 0; n < sizeof bytes; n++) {
        uint8_t one[32], two[32];
        rd_sha256_plain(bytes, n, one);
        rd_sha256_fast(bytes, n, two);
        assert_memory_equal(one, two, sizeof one);
    }
}

/* ---- a system that fails ---- */

static int system_calls = -1, system_error;
static bool system_is_gone; /* once a call failed, all fail */
static int refusals;
static bool refused(void) {
    if (system_calls < 0 || (system_calls && system_calls--)) return false;
    if (!system_is_gone) system_calls = -1;
    refusals++;
    errno = system_error;
    return true;
}

#define WRAPPED(type, name, params, args) \
    type __real_##name params;            \
    type __wrap_##name params;            \
    type __wrap_##name params { return refused() ? -1 : __real_##name args; }
WRAPPED(ssize_t, read, (int fd, void *to, size_t n), (fd, to, n))
WRAPPED(ssize_t, write, (int fd, const void *from, size_t n), (fd, from, n))
WRAPPED(int, fsync, (int fd), (fd))
WRAPPED(int, close, (int fd), (fd))
WRAPPED(int, rename, (const char *from, const char *to), (from, to))
WRAPPED(int, fchmod, (int fd, mode_t mode), (fd, mode))
WRAPPED(ssize_t, getrandom, (void *to, size_t n, unsigned flags), (to, n, flags))
WRAPPED(int, fstat64, (int fd, struct stat *is), (fd, is))
WRAPPED(int, ftruncate64, (int fd, off_t n), (fd, n))

static int files_in(const char *folder) {
    int n = 0;
    DIR *d = opendir(folder);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));) n += e->d_name[0] != '.';
    closedir(d);
    return n;
}

/* Whichever call fails, and however: a file that could not be saved is as it was, with no draft
** beside it; an interrupted call is made again. */
static void a_failing_disk_harms_no_file(void **state) {
    (void)state;
    char folder[] = "disk-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
    for (int error = 0; error < 2; error++)
        for (int kind = 0; kind < 4; kind++)
            for (int i = 0, untouched = 0; !untouched; i++) {
                rd_fault f = {0};
                size_t n;
                if (kind == 3)
                    unlink(path);
                else
                    assert_true(rd_file_save(path, "old", 3, NULL));
                system_calls = i;
                system_error = error ? EINTR : EIO;
                bool ok = kind == 0   ? rd_file_add(path, 3, "+new", 4, &f)
                          : kind == 1 ? rd_file_save(path, "new", 3, &f)
                          : kind == 3 ? rd_file_save(path, "new", 3, &f)
                                      : rd_record_may_replace(path, &f);
                untouched = system_calls > 0;
                system_calls = -1;
                assert_true(ok || f.text[0]);
                assert_true(files_in(folder) <= 1);
                char *is = rd_file_read(path, 100, &n, NULL);
                if (ok && kind != 2) assert_string_equal(is, kind ? "new" : "old+new");
                if (is) assert_true(n == 3 || strcmp(is, "old+new") == 0);
                free(is);
            }
    for (int i = 0, untouched = 0; !untouched; i++) { /* reading */
        rd_fault f = {0};
        size_t n;
        system_calls = i / 2;
        system_error = i % 2 ? EINTR : EIO;
        char *is = rd_file_read(path, 100, &n, &f);
        untouched = system_calls > 0;
        system_calls = -1;
        assert_true(is || f.text[0]);
        if (system_error == EINTR) assert_non_null(is);
        free(is);
    }
    unlink(path);
    assert_int_equal(rmdir(folder), 0);
}

/* When nothing works any more there is still a word for it, also for a file with two names, which is
** written in place. */
static void a_disk_that_is_gone_is_a_fault(void **state) {
    (void)state;
    char folder[] = "gone-XXXXXX", path[64], other[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
    snprintf(other, sizeof other, "%s/other", folder);
    for (int kind = 0; kind < 4; kind++)
        for (int i = 0; i < 12; i++) {
            unlink(path);
            unlink(other);
            assert_true(rd_file_save(path, "old", 3, NULL));
            if (kind >= 2) assert_int_equal(link(path, other), 0);
            rd_fault f = {0};
            system_calls = i;
            system_error = EIO;
            system_is_gone = true;
            refusals = 0;
            bool ok =
                kind % 2 ? rd_file_save(path, "new", 3, &f) : rd_file_add(path, 3, "+", 1, &f);
            system_calls = -1;
            system_is_gone = false;
            assert_int_equal(ok, refusals == 0);
            assert_true(ok || f.text[0]);
        }
    DIR *d = opendir(folder); /* drafts that could not be removed with the disk gone */
    for (struct dirent *e; (e = readdir(d));) {
        char name[400];
        snprintf(name, sizeof name, "%s/%s", folder, e->d_name);
        if (e->d_name[0] != '.') unlink(name);
    }
    closedir(d);
    assert_int_equal(rmdir(folder), 0);
}

static void a_record_is_gone_on_with(void **state) {
    (void)state;
    char path[] = "resume-XXXXXX";
    close(mkstemp(path));
    rd_table *t = play_game(&rd_robotory, 2, 6, 1), *u;
    text one = write_record(t, true);
    rd_record_writer w;
    size_t size;
    rd_fault f = {0};
    assert_true(rd_record_may_replace(path, &f)); /* it is empty */
    assert_true(rd_file_save(path, one.at, one.n, &f));
    assert_true(rd_record_may_replace(path, &f));
    assert_true(rd_record_resume(path, t, &w, &size, &f));
    assert_int_equal(size, one.n);
    assert_int_equal(rd_table_force(t, rd_table_asked(t) == 1 ? 0 : 1, RD_FORCED_LATE), RD_E_OK);
    assert_true(rd_record_go_on(&w, t, &f));
    assert_true(rd_file_add(path, size, w.text, w.n, &f));
    assert_int_equal(rd_record_load(path, &u, NULL, &f), RD_RECORD_OK);
    assert_int_equal(rd_table_length(u), 7);
    assert_true(rd_file_save(path, "my notes, which are longer than a head", 38, &f));
    assert_false(rd_record_may_replace(path, &f));
    assert_non_null(strstr(f.text, "not a record"));
    for (int n = 0; n < 2; n++) { /* files without a line have a last one all the same */
        rd_record_writer tiny;
        assert_true(rd_file_save(path, "x", (size_t)n, &f));
        assert_true(rd_record_resume(path, t, &tiny, &size, &f));
        assert_int_equal(size, n);
    }
    unlink(path);
    assert_false(rd_record_resume(path, t, &w, &size, &f));
    assert_false(rd_file_add(path, size, "x", 1, &f));
    assert_true(rd_record_may_replace(path, &f));
    assert_true(rd_record_may_replace(".", &f)); /* saving there will say why it cannot be */
    assert_false(rd_file_add("/dev/null", 0, "x", 1, &f));
    rd_record_free(&w);
    free(one.at);
    rd_table_close(t);
    rd_table_close(u);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_saved_whole_or_not_at_all),
        cmocka_unit_test(links_stay_links),
        cmocka_unit_test(want_of_memory_is_a_fault),
        cmocka_unit_test(sha256_is_the_standards),
        cmocka_unit_test(a_failing_disk_harms_no_file),
        cmocka_unit_test(a_disk_that_is_gone_is_a_fault),
        cmocka_unit_test(a_record_is_gone_on_with),
    };
    return cmocka_run_group_tests_name("record_file", tests, NULL, NULL);
}
