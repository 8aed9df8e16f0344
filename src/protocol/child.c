/* child.c - a program behind three pipes; see child.h. */
#define _GNU_SOURCE /* pipe2: another thread's child must not inherit our ends */

#include "protocol/child.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LOG_MAX = 16 * 1024 };

struct rd_child {
    pid_t pid;        /* 0: not a process of ours */
    int in, out, err; /* our ends of its pipes; -1 = closed */
    bool ended;       /* it is a zombie whose status we know */
    siginfo_t how;
    bool taken; /* the line at the front of `lines` has been handed out */
    rd_lines lines;
    size_t n_log;
    char log[LOG_MAX + 1];
};

int64_t rd_now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- starting ---- */

static void close_fd(int *fd) {
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

/* A plain command needs no shell around it: without, its end and its signals are its own. */
static bool is_plain(const char *command) {
    size_t first = strcspn(command, " ");
    return *command && command[0] != ' ' && !strpbrk(command, "\n;&|()`{}!#") &&
           !memchr(command, '=', first);
}

/* In the child, between fork and exec: only what is safe there.  It dies with the thread that
** started it, so that not even our own death leaves a program behind that does not read. */
_Noreturn static void become(const char *command, int pipes[3][2], pid_t parent) {
    int end[3] = {pipes[0][0], pipes[1][1], pipes[2][1]};
    sigset_t none;
    sigemptyset(&none);
    signal(SIGPIPE, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    bool ok = getppid() == parent;
    for (int i = 0; i < 3; i++) /* first out of the way of 0, 1 and 2 */
        ok = ok && (end[i] = fcntl(end[i], F_DUPFD_CLOEXEC, 3)) >= 0;
    for (int i = 0; i < 3; i++) ok = ok && dup2(end[i], i) >= 0;
    if (ok) execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

static int spawn(const char *command, int pipes[3][2], pid_t *pid) {
    size_t size = strlen(command) + sizeof "exec ";
    char *line = malloc(size);
    if (!line) return ENOMEM;
    snprintf(line, size, "%s%s", is_plain(command) ? "exec " : "", command);
    pid_t parent = getpid();
    *pid = fork();
    if (*pid == 0) become(line, pipes, parent);
    int e = *pid < 0 ? errno : 0;
    if (!e) setpgid(*pid, *pid); /* whoever of us two is first */
    free(line);
    return e;
}

rd_child *rd_child_start(const char *command, rd_fault *f) {
    int pipes[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}}, e = 0;
    rd_child *c = calloc(1, sizeof *c);
    if (!c) e = ENOMEM;
    for (int i = 0; i < 3 && !e; i++)
        if (pipe2(pipes[i], O_CLOEXEC)) e = errno;
    if (!e) e = spawn(command, pipes, &c->pid);
    close_fd(&pipes[0][0]);
    close_fd(&pipes[1][1]);
    close_fd(&pipes[2][1]);
    if (e) {
        close_fd(&pipes[0][1]);
        close_fd(&pipes[1][0]);
        close_fd(&pipes[2][0]);
        free(c);
        rd_fault_set(f, 0, 0, "cannot start '%s': %s", command, strerror(e));
        return NULL;
    }
    c->in = pipes[0][1];
    c->out = pipes[1][0];
    c->err = pipes[2][0];
    fcntl(c->in, F_SETFL, O_NONBLOCK);
    fcntl(c->out, F_SETFL, O_NONBLOCK);
    fcntl(c->err, F_SETFL, O_NONBLOCK);
    return c;
}

rd_child *rd_child_over(int fd, rd_fault *f) {
    rd_child *c = calloc(1, sizeof *c);
    int other = c ? fcntl(fd, F_DUPFD_CLOEXEC, 3) : -1;
    if (other < 0) {
        free(c);
        rd_fault_set(f, 0, 0, "no room for another connection");
        return NULL;
    }
    c->in = fd;
    c->out = other;
    c->err = -1;
    fcntl(fd, F_SETFL, O_NONBLOCK); /* of both: they are one file */
    return c;
}

static rd_child *start_command(void *ctx, rd_fault *f) { return rd_child_start(ctx, f); }

rd_bot_source rd_bot_from_command(const char *command) {
    return (rd_bot_source){start_command, (char *)(uintptr_t)command};
}

/* ---- reading and writing ---- */

/* Keeps the last part: when the log is full, its older half goes. */
static void take_log(rd_child *c) {
    if (c->n_log == LOG_MAX) {
        c->n_log = LOG_MAX / 2;
        memmove(c->log, c->log + LOG_MAX - c->n_log, c->n_log);
    }
    ssize_t got = read(c->err, c->log + c->n_log, LOG_MAX - c->n_log);
    if (got > 0)
        c->n_log += (size_t)got;
    else if (got == 0 || (errno != EAGAIN && errno != EINTR))
        close_fd(&c->err);
    c->log[c->n_log] = 0;
}

/* Waits until something can be read (or written, if wanted) and reads it.  False once it is past
** that time, however much there is to read: a program that never pauses must not hold us. */
static bool attend(rd_child *c, bool to_write, int64_t until) {
    int64_t left = until - rd_now_ms();
    if (left <= 0) return false;
    struct pollfd fd[3] = {
        {c->err, POLLIN, 0},
        {rd_lines_has_room(&c->lines) ? c->out : -1, POLLIN, 0},
        {to_write ? c->in : -1, POLLOUT, 0},
    };
    if (poll(fd, 3, left < INT_MAX ? (int)left : INT_MAX) <= 0) return true; /* the clock decides */
    if (fd[0].revents) take_log(c);
    if (fd[1].revents) rd_lines_fill(&c->lines, c->out);
    return true;
}

/* A write that raises no SIGPIPE, whatever the program around us does with that signal. */
static ssize_t write_quietly(int fd, const char *bytes, size_t n) {
    sigset_t pipe_only, before, waiting;
    sigemptyset(&pipe_only);
    sigaddset(&pipe_only, SIGPIPE);
    sigpending(&waiting);
    pthread_sigmask(SIG_BLOCK, &pipe_only, &before);
    ssize_t put = write(fd, bytes, n);
    int why = errno;
    if (put < 0 && why == EPIPE && !sigismember(&waiting, SIGPIPE)) {
        const struct timespec at_once = {0, 0};
        while (sigtimedwait(&pipe_only, NULL, &at_once) < 0 && errno == EINTR) {
        }
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = why;
    return put;
}

bool rd_child_send(rd_child *c, const char *line, size_t n, int64_t until) {
    while (n && c->in >= 0) {
        ssize_t put = write_quietly(c->in, line, n);
        if (put > 0) {
            line += put;
            n -= (size_t)put;
        } else if (put < 0 && errno == EAGAIN) {
            if (!attend(c, true, until)) return false;
        } else if (put < 0 && errno != EINTR) {
            close_fd(&c->in);
        }
    }
    return n == 0;
}

void rd_child_close_input(rd_child *c) { close_fd(&c->in); }

static void drop_taken(rd_child *c) {
    if (c->taken) rd_lines_drop(&c->lines);
    c->taken = false;
}

rd_line rd_child_read(rd_child *c, int64_t until, const char **line, size_t *n) {
    drop_taken(c);
    for (;;) {
        rd_line got = rd_lines_peek(&c->lines, line, n);
        c->taken = got == RD_LINE_READY;
        if (got != RD_LINE_NONE) return got;
        if (!attend(c, false, until)) return RD_LINE_NONE;
    }
}

/* ---- ending ---- */

static bool has_ended(rd_child *c) {
    if (!c->pid) {
        c->ended = c->lines.closed;
    } else if (!c->ended) {
        c->how = (siginfo_t){0};
        c->ended = waitid(P_PID, (id_t)c->pid, &c->how, WEXITED | WNOHANG | WNOWAIT) == 0 &&
                   c->how.si_pid == c->pid;
    }
    return c->ended;
}

bool rd_child_wait(rd_child *c, int64_t until) {
    const char *line;
    size_t n;
    while (!has_ended(c) && rd_now_ms() < until) {
        int64_t soon = rd_now_ms() + 5;
        rd_line got = rd_child_read(c, soon < until ? soon : until, &line, &n);
        if (got == RD_LINE_CLOSED) poll(NULL, 0, 2);
    }
    if (has_ended(c) && c->err >= 0) take_log(c);
    return has_ended(c);
}

/* A shell that ran the program reports its signal by a status above 128. */
void rd_child_end_words(const rd_child *c, rd_out *o, bool *clean) {
    int value = c->how.si_status;
    if (!c->pid) {
        if (clean) *clean = true;
        rd_put_text(o, "a closed connection");
        return;
    }
    bool status = c->how.si_code == CLD_EXITED;
    if (clean) *clean = status && value == 0;
    if (status && value > 128 && value < 128 + 65) {
        status = false;
        value -= 128;
    }
    rd_put_text(o, status ? "status " : "signal ");
    rd_put_int(o, value);
}

const char *rd_child_log(const rd_child *c) { return c->log; }

void rd_child_end(rd_child *c) {
    if (!c) return;
    close_fd(&c->in);
    close_fd(&c->out);
    close_fd(&c->err);
    if (!c->pid) {
        free(c);
        return;
    }
    /* The leader is not reaped yet, so its number still names this group and no other. */
    kill(-c->pid, SIGKILL);
    while (waitpid(c->pid, NULL, 0) < 0 && errno == EINTR) {
    }
    free(c);
}
