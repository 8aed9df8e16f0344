/* confine.c - see confine.h. */
#define _GNU_SOURCE /* close_range, setgroups */

#include "protocol/confine.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#define BUBBLEWRAP "/usr/bin/bwrap"

/* Not the address space: some languages reserve far more of it than they use. */
static const struct {
    int what;
    rlim_t most;
} LIMITS[] = {
    {RLIMIT_DATA, (rlim_t)1 << 30}, {RLIMIT_CPU, 3600}, {RLIMIT_NOFILE, 64}, {RLIMIT_NPROC, 256},
    {RLIMIT_FSIZE, 16 << 20},       {RLIMIT_CORE, 0},
};

bool rd_confined_user(rd_confined *c, const char *name, rd_fault *f) {
    if (!name && geteuid() == 0)
        return rd_fault_set(f, 0, 0,
                            "as root, programs are started only as another user: --program-user");
    if (!name) return true;
    const struct passwd *p = getpwnam(name);
    if (!p) return rd_fault_set(f, 0, 0, "there is no user '%s'", name);
    if (p->pw_uid == 0) return rd_fault_set(f, 0, 0, "programs are not started as root");
    c->as_user = true;
    c->uid = p->pw_uid;
    c->gid = p->pw_gid;
    return true;
}

bool rd_confined_by_bubblewrap(void) { return access(BUBBLEWRAP, X_OK) == 0; }

static bool limit(void) {
    for (size_t i = 0; i < sizeof LIMITS / sizeof *LIMITS; i++) {
        struct rlimit r = {LIMITS[i].most, LIMITS[i].most}, old;
        if (getrlimit((__rlimit_resource_t)LIMITS[i].what, &old) == 0 &&
            old.rlim_max < LIMITS[i].most)
            r.rlim_cur = r.rlim_max = old.rlim_max;
        if (setrlimit((__rlimit_resource_t)LIMITS[i].what, &r) != 0) return false;
    }
    return true;
}

void rd_confined_exec(const rd_confined *c, pid_t parent) {
    char *const nothing[] = {NULL};
    char line[2048];
    sigset_t none;
    sigemptyset(&none);
    signal(SIGPIPE, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setpgid(0, 0);
    int n = snprintf(line, sizeof line, "exec %s", c->command);
    bool ok = n > 0 && (size_t)n < sizeof line && close_range(3, ~0U, 0) == 0 && limit() &&
              chdir("/") == 0;
    if (ok && c->as_user)
        ok = setgroups(0, NULL) == 0 && setgid(c->gid) == 0 && setuid(c->uid) == 0;
    /* After the change of user, which clears it. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (!ok || getppid() != parent) _exit(126);
    const char *hide = c->hide ? c->hide : "/tmp";
    const char *const wrapped[] = {BUBBLEWRAP,
                                   "--unshare-all",
                                   "--die-with-parent",
                                   "--new-session",
                                   "--ro-bind",
                                   "/",
                                   "/",
                                   "--dev",
                                   "/dev",
                                   "--proc",
                                   "/proc",
                                   "--tmpfs",
                                   "/tmp",
                                   "--tmpfs",
                                   hide,
                                   "--",
                                   "/bin/sh",
                                   "-c",
                                   line,
                                   NULL};
    const char *const plain[] = {"/bin/sh", "-c", line, NULL};
    if (rd_confined_by_bubblewrap()) execve(BUBBLEWRAP, (char *const *)(uintptr_t)wrapped, nothing);
    execve("/bin/sh", (char *const *)(uintptr_t)plain, nothing);
    _exit(127);
}
