/* play_keep.c - no game is lost: where it is kept, how it is found again, and who played; see play.h.
**
** Every answer is added to a file as soon as it is given, so that a kill loses nothing.  Without
** --save or --load that is a file of its own in the user's data folder.
*/
#define _DEFAULT_SOURCE /* d_name, st_mtim */
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/place.h"
#include "cli/play.h"

/* ---- the file ---- */

/* Makes the folder and those above it that are missing. */
static bool make_folder(char *path) {
    for (char *at = path + 1; (at = strchr(at, '/')); at++) {
        *at = 0;
        bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
        *at = '/';
        if (!made) return false;
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

static bool autosave_folder(char *out, size_t cap) {
    char data[RD_PATH_MAX];
    if (!rd_data_folder(data, sizeof data)) return false;
    int n = snprintf(out, cap, "%s/play", data);
    return n > 0 && (size_t)n < cap;
}

/* "robotory-20261116-131905-4711.rdr": every game has a file of its own. */
static bool choose_autosave(rd_play *p) {
    char folder[RD_PATH_MAX], now[32];
    time_t seconds = time(NULL);
    struct tm local;
    if (!autosave_folder(folder, sizeof folder) || !make_folder(folder)) return false;
    strftime(now, sizeof now, "%Y%m%d-%H%M%S", localtime_r(&seconds, &local));
    int n = snprintf(p->autosave, sizeof p->autosave, "%s/%s-%s-%d.rdr", folder, p->game->id, now,
                     (int)getpid());
    if (n < 0 || (size_t)n >= sizeof p->autosave) return false;
    p->save = p->autosave;
    return true;
}

void rd_play_keep_in(rd_play *p, const char *path) {
    rd_keeper_close(&p->keeper);
    p->save = path;
}

void rd_play_keep_on(rd_play *p, const char *path, bool ours) {
    char *own = ours ? p->autosave : p->loaded;
    rd_play_keep_in(p, NULL);
    if (rd_keep_on(&p->keeper, path, p->table)) return;
    snprintf(own, RD_PATH_MAX, "%s", path);
    p->save = own;
}

static bool has_person_answered(const rd_play *p) {
    for (int i = rd_table_length(p->table); i-- > 0;)
        if (p->player[p->match->seat_of[rd_table_entry(p->table, i)->action.actor]].kind ==
            RD_HUMAN)
            return true;
    return false;
}

void rd_play_keep(rd_play *p) {
    bool own = p->save == p->autosave || has_person_answered(p); /* else nothing would be lost */
    for (int tries = 0; tries < 2 && !p->lost; tries++) {
        if (!p->save && !own) return;
        if (!p->save && !choose_autosave(p)) break;
        if (!p->keeper.begun) rd_record_stamp(&p->info);
        if (!rd_keep_record(&p->keeper, p->save, p->table, &p->info)) return;
        bool failed = p->save == p->autosave;
        rd_play_keep_in(p, NULL); /* the user's file does not take it: one of our own does */
        if (failed) break;
    }
    p->lost = own;
}

/* ---- the last game ---- */

typedef struct kept {
    char path[RD_PATH_MAX];
    struct timespec when;
} kept;

static int newer_first(const void *a, const void *b) {
    const struct timespec *x = &((const kept *)a)->when, *y = &((const kept *)b)->when;
    if (x->tv_sec != y->tv_sec) return x->tv_sec < y->tv_sec ? 1 : -1;
    return x->tv_nsec == y->tv_nsec ? 0 : x->tv_nsec < y->tv_nsec ? 1 : -1;
}

/* All files of the folder, newest first; to be freed. */
static kept *list_kept(const char *folder, int *n) {
    kept *list = NULL;
    int room = 0;
    DIR *d = opendir(folder);
    *n = 0;
    for (struct dirent *e; d && (e = readdir(d));) {
        struct stat is;
        const char *end = strrchr(e->d_name, '.');
        if (!end || strcmp(end, ".rdr") != 0) continue;
        if (*n == room) {
            kept *more = realloc(list, sizeof *list * (size_t)(room = room ? 2 * room : 32));
            if (!more) exit((int)rd_system_failed("out of memory"));
            list = more;
        }
        kept *k = &list[*n];
        int wrote = snprintf(k->path, sizeof k->path, "%s/%s", folder, e->d_name);
        if (wrote < 0 || (size_t)wrote >= sizeof k->path || stat(k->path, &is)) continue;
        k->when = is.st_mtim;
        ++*n;
    }
    if (d) closedir(d);
    if (list) qsort(list, (size_t)*n, sizeof *list, newer_first);
    return list;
}

rd_exit rd_play_find_last(const rd_game *game, char path[RD_PATH_MAX]) {
    char folder[RD_PATH_MAX];
    rd_fault unread = {0};
    const char *passed = NULL;
    int n = 0;
    if (!autosave_folder(folder, sizeof folder))
        return rd_bad_usage("play: --resume: there is no home folder; name the file with --load");
    kept *list = list_kept(folder, &n);
    for (int i = 0; i < n; i++) {
        rd_table *t;
        rd_record_info info;
        rd_fault f = {0};
        if (rd_record_load(list[i].path, &t, &info, &f) != RD_RECORD_OK) {
            if (!passed) unread = f;
            if (!passed) passed = list[i].path;
            continue;
        }
        bool fits = !rd_table_outcome(t, NULL) && (!game || rd_table_match(t)->game == game);
        rd_table_close(t);
        if (!fits) continue;
        snprintf(path, RD_PATH_MAX, "%s", list[i].path);
        free(list);
        return RD_EXIT_OK;
    }
    rd_exit e = passed ? rd_bad_input(passed, &unread)
                       : rd_bad_usage("play: --resume: no unfinished game%s%s is kept in %s",
                                      game ? " of " : "", game ? game->id : "", folder);
    free(list);
    return e;
}

/* ---- who played ---- */

/* "Player 1" in any language: a person who gave no name. */
static bool is_nameless(const char *name, int seat) {
    for (int lang = 0; lang < RD_LANGS; lang++) {
        char text[RD_PLAY_NAME];
        rd_out o = rd_out_to(text, sizeof text);
        rd_say((rd_lang)lang, NULL, &(rd_phrase){"word.seat", {seat + 1}}, &o);
        if (strcmp(text, name) == 0) return true;
    }
    return false;
}

void rd_play_seat_again(const rd_game *g, const char *name, int seat, rd_seat *out) {
    rd_fault f;
    char bot[RD_NAME_MAX + 1], number[16];
    snprintf(bot, sizeof bot, "%s", name);
    snprintf(number, sizeof number, " %d", seat + 1); /* bots of one name are numbered */
    size_t n = strlen(bot), tail = strlen(number);
    if (n > tail && strcmp(bot + n - tail, number) == 0) bot[n - tail] = 0;
    if (rd_seat_read(bot, g, out, &f) && out->kind == RD_BOT) return;
    if (strchr(name, '/')) { /* no program is ever started because a file says so */
        rd_seat_read(rd_bot_best(g)->id, g, out, &f);
        return;
    }
    rd_seat_read("human", g, out, &f);
    if (!is_nameless(name, seat)) snprintf(out->name, sizeof out->name, "%s", name);
}

/* ---- the end ---- */

/* The command that goes on; programs have to be named again. */
static void print_command(const rd_play *p) {
    printf("  %s play ", rd_call());
    if (p->save == p->autosave)
        printf("--resume");
    else
        printf("%s --load %s", p->game->id, rd_shell_word(p->save));
    for (int seat = 0; seat < p->match->n_seats; seat++)
        if (p->player[seat].kind == RD_PROGRAM)
            printf(" --seat %d=%s", seat + 1, rd_shell_word(p->player[seat].label));
    putchar('\n');
}

void rd_play_say_left(const rd_play *p) {
    RD_PRINT(&p->term, .key = "cli.play.left");
    if (p->save) {
        RD_PRINT(&p->term, .key = "cli.play.go_on");
        print_command(p);
    } else if (!p->game->hidden) {
        char text[RD_TEXT_MAX];
        rd_out out = rd_out_to(text, sizeof text);
        rd_table_put_position(p->table, RD_SPECTATOR, &out);
        RD_PRINT(&p->term, .key = "cli.play.go_on");
        printf("  %s play %s --position '%s'\n", rd_call(), p->game->id, text);
    }
}

static volatile sig_atomic_t signalled;

static void on_signal(int number) { signalled = number; }

void rd_play_catch_signals(void) {
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
    /* A second one ends the program at once; reading is not taken up again after the first. */
    struct sigaction how = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    for (int i = 0; i < 3; i++) sigaction(ends[i], &how, NULL);
}

int rd_play_signal(void) { return signalled; }

void rd_play_end_by_signal(void) {
    if (!signalled) return;
    fflush(stdout);
    signal(signalled, SIG_DFL);
    raise(signalled);
}
