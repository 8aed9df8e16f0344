/* programs.c - see programs.h. */
#define _GNU_SOURCE /* pipe2, F_SETPIPE_SZ */

#include "server/programs.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/hash.h"
#include "protocol/confine.h"
#include "protocol/lines.h"
#include "server/server_int.h"

enum { PIPE_ROOM = 1 << 20 };
static const int64_t FIRST_NUMBER = (int64_t)1 << 52;

typedef struct said {
    struct said *next;
    size_t n;
    char text[];
} said;

struct rd_running {
    rd_running *next;
    rd_server *server;
    rd_bot_link *link;
    rd_confined how;
    int in, out, theirs[2]; /* our ends of its pipes, and its own */
    pthread_t thread;
    pthread_mutex_t lock; /* for what follows */
    pid_t pid;            /* 0 = not yet, or not any more */
    said *first, **last;
    bool ended, unwanted;
};

int64_t rd_program_number(const char *name) {
    uint64_t h = 0;
    for (; *name; name++) h = rd_hash_mix(h, (uint8_t)*name);
    return FIRST_NUMBER + (int64_t)(h >> 13);
}

int rd_program_listed(const rd_server *s, int64_t number) {
    for (int i = 0; number >= FIRST_NUMBER && i < s->config->n_programs; i++)
        if (rd_program_number(s->config->program[i].name) == number) return i;
    return -1;
}

/* ---- the thread of one process ---- */

static pid_t spawn(const rd_running *r) {
    pid_t parent = getpid(), pid = fork();
    if (pid) return pid;
    int quiet = open("/dev/null", O_WRONLY);
    if (quiet < 0 || dup2(r->theirs[0], 0) < 0 || dup2(r->theirs[1], 1) < 0 || dup2(quiet, 2) < 0)
        _exit(126);
    rd_confined_exec(&r->how, parent);
}

static void push(rd_running *r, const char *line, size_t n) {
    said *s = malloc(sizeof *s + n);
    if (!s) return;
    s->next = NULL;
    s->n = n;
    memcpy(s->text, line, n);
    pthread_mutex_lock(&r->lock);
    *r->last = s;
    r->last = &s->next;
    pthread_mutex_unlock(&r->lock);
    rd_net_wake(r->server->net);
}

static void read_lines(rd_running *r) {
    rd_lines *l = calloc(1, sizeof *l);
    const char *line;
    size_t n;
    for (rd_line got = RD_LINE_NONE; l && got != RD_LINE_CLOSED;) {
        got = rd_lines_peek(l, &line, &n);
        if (got == RD_LINE_READY) {
            push(r, line, n);
            rd_lines_drop(l);
        } else if (got == RD_LINE_LONG) {
            push(r, "a line that is too long", 23);
        } else if (got == RD_LINE_NONE) {
            rd_lines_fill(l, r->out);
        }
    }
    free(l);
}

static void *attend(void *arg) {
    rd_running *r = arg;
    pid_t pid = spawn(r);
    pthread_mutex_lock(&r->lock);
    r->pid = pid > 0 && !r->unwanted ? pid : 0;
    bool unwanted = r->unwanted;
    pthread_mutex_unlock(&r->lock);
    close(r->theirs[0]);
    close(r->theirs[1]);
    if (pid > 0 && !unwanted) read_lines(r);
    if (pid > 0) kill(-pid, SIGKILL);
    pthread_mutex_lock(&r->lock);
    r->pid = 0;
    r->ended = true;
    pthread_mutex_unlock(&r->lock);
    while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR) continue;
    rd_net_wake(r->server->net);
    return NULL;
}

/* ---- on the serving thread ---- */

static void hang_up(void *to, const char *why) {
    rd_running *r = to;
    (void)why;
    pthread_mutex_lock(&r->lock);
    r->unwanted = true;
    if (r->pid) kill(-r->pid, SIGKILL);
    pthread_mutex_unlock(&r->lock);
}

/* A program that leaves a megabyte unread is given up: nobody waits for it. */
static void say(void *to, const char *line, size_t n) {
    rd_running *r = to;
    if (write(r->in, line, n) != (ssize_t)n) hang_up(r, "");
}

static const rd_carrier CARRIER = {say, hang_up};

static bool open_pipes(rd_running *r) {
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) != 0) return false;
    if (pipe2(out, O_CLOEXEC) != 0) {
        close(in[0]);
        close(in[1]);
        return false;
    }
    r->theirs[0] = in[0];
    r->in = in[1];
    r->out = out[0];
    r->theirs[1] = out[1];
    fcntl(r->in, F_SETPIPE_SZ, PIPE_ROOM);
    fcntl(r->in, F_SETFL, O_NONBLOCK);
    return true;
}

static int running(const rd_server *s, int64_t number) {
    int n = 0;
    for (const rd_running *r = s->programs; r; r = r->next) n += r->link->bot == number;
    return n;
}

void rd_programs_start(rd_server *s, int64_t number) {
    int which = rd_program_listed(s, number);
    if (which < 0 || running(s, number) >= RD_PROGRAMS_RUNNING) return;
    rd_running *r = calloc(1, sizeof *r);
    if (!r || !open_pipes(r)) {
        free(r);
        return;
    }
    r->server = s;
    r->how = s->confined;
    r->how.command = s->config->program[which].command;
    r->last = &r->first;
    pthread_mutex_init(&r->lock, NULL);
    r->link = rd_bots_admit(s, number, 0, &CARRIER, r);
    if (r->link && pthread_create(&r->thread, NULL, attend, r) == 0) {
        r->next = s->programs;
        s->programs = r;
        return;
    }
    if (r->link) rd_bots_gone(s, r->link);
    close(r->in);
    close(r->out);
    close(r->theirs[0]);
    close(r->theirs[1]);
    free(r);
}

static void bury(rd_server *s, rd_running *r) {
    pthread_join(r->thread, NULL);
    rd_bots_gone(s, r->link);
    rd_bots_look_soon(s);
    for (said *t; (t = r->first);) {
        r->first = t->next;
        free(t);
    }
    close(r->in);
    close(r->out);
    pthread_mutex_destroy(&r->lock);
    free(r);
}

static bool hear(rd_server *s, rd_running *r) {
    pthread_mutex_lock(&r->lock);
    said *all = r->first;
    bool ended = r->ended;
    r->first = NULL;
    r->last = &r->first;
    pthread_mutex_unlock(&r->lock);
    for (said *next; all; all = next) {
        next = all->next;
        rd_bots_hear(s, r->link, all->text, all->n);
        free(all);
    }
    return !ended;
}

void rd_programs_settle(rd_server *s) {
    for (rd_running **at = &s->programs, *r; (r = *at);) {
        if (hear(s, r)) {
            at = &r->next;
            continue;
        }
        *at = r->next;
        bury(s, r);
    }
}

void rd_programs_stop(rd_server *s) {
    for (rd_running *r; (r = s->programs);) {
        s->programs = r->next;
        hang_up(r, "");
        bury(s, r);
    }
}
