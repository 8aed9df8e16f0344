/* cmd_doctor.c - `robodrome doctor`: looks at everything a server needs, and says what to do. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>

#include "cli/doctor.h"
#include "cli/kept_at.h"
#include "server/page.h"
#include "store/store.h"

static int wrong;

void rd_doctor_say(rd_finding what, const char *pattern, ...) {
    static const char *const MARK[] = {"ok   ", "note ", "WRONG"};
    va_list args;
    va_start(args, pattern);
    printf("%s  ", MARK[what]);
    vprintf(pattern, args);
    putchar('\n');
    va_end(args);
    wrong += what == RD_WRONG;
}

/* ---- the store ---- */

/* A file that root made is closed to the server, which runs as the folder's owner. */
static void look_at_owners(const char *folder, uid_t owner) {
    DIR *d = opendir(folder);
    const struct dirent *e;
    struct stat st;
    bool same = true;
    while (d && same && (e = readdir(d)))
        same = strcmp(e->d_name, "..") == 0 ||
               fstatat(dirfd(d), e->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0 || st.st_uid == owner;
    if (!same)
        rd_doctor_say(RD_WRONG,
                      "folder: %s in it belongs to another user: chown -R --reference=%s %s",
                      e->d_name, folder, folder);
    if (d) closedir(d);
}

static void look_at_folder(const char *folder) {
    enum { MEGABYTE = 1 << 20, LITTLE = 200 };
    struct stat st;
    struct statvfs disk;
    if (stat(folder, &st) != 0) return;
    if (st.st_mode & (S_IRWXG | S_IRWXO))
        rd_doctor_say(RD_WRONG, "folder: other users of this machine can read it: chmod 700 %s",
                      folder);
    else
        rd_doctor_say(RD_FINE, "folder: %s is for its owner alone", folder);
    look_at_owners(folder, st.st_uid);
    if (access(folder, W_OK) != 0)
        rd_doctor_say(RD_WRONG, "folder: you cannot write to it; run this and the server as its "
                                "owner");
    if (statvfs(folder, &disk) != 0) return;
    unsigned long long left = (unsigned long long)disk.f_bavail * disk.f_frsize / MEGABYTE;
    if (left < LITTLE)
        rd_doctor_say(RD_WRONG, "disk: only %llu MB are left; make room, or games stop", left);
    else
        rd_doctor_say(RD_FINE, "disk: %llu MB are left", left);
}

/* Is there a file to look into?  Says so when there is none. */
static bool has_file(const char *file) {
    if (access(file, R_OK) == 0) return true;
    if (errno == ENOENT)
        rd_doctor_say(RD_NOTICE, "store: %s is not there yet; the first start makes it", file);
    else
        rd_doctor_say(RD_WRONG, "store: you cannot read %s; run this as its owner", file);
    return false;
}

static void tell_unreadable(const rd_kept_at *place, const char *why) {
    rd_doctor_say(RD_WRONG, "store: %s; %s", why,
                  place->shared ? "see that PostgreSQL runs, and that psql gets in by the same "
                                  "address as this user"
                                : "stop the server and restore the last backup");
}

static void examine(const rd_kept_at *place, int64_t now) {
    rd_fault f = {0};
    rd_store_state state = {0};
    rd_store *s = rd_store_reader(place->where, &f);
    if (!s || !rd_store_examine(s, &state)) {
        tell_unreadable(place, s ? rd_store_error(s) : f.text);
    } else {
        rd_doctor_say(RD_FINE, "store: %s, whole; %lld people, %lld tables, %lld of them running",
                      state.version, (long long)state.people, (long long)state.tables,
                      (long long)state.running);
        if (!state.durable)
            rd_doctor_say(RD_WRONG, "store: a power cut would lose moves that were acknowledged: "
                                    "set fsync and synchronous_commit on in postgresql.conf");
        if (state.last_alive > now + 5000)
            rd_doctor_say(RD_WRONG, "clock: the server was seen later than now; the clock was set "
                                    "back: set it right (timedatectl set-ntp true)");
    }
    rd_store_close(s);
}

static void look_at_store(const rd_kept_at *place, int64_t now) {
    rd_fault f = {0};
    if (!place->shared && !has_file(place->where)) return;
    switch (rd_store_look(place->where, &f)) {
    case RD_STORE_UNREADABLE: tell_unreadable(place, f.text); break;
    case RD_STORE_NEW:
        rd_doctor_say(RD_NOTICE, "store: nothing is in it yet; the first start makes its tables");
        break;
    case RD_STORE_OLDER:
        rd_doctor_say(RD_NOTICE, "store: an older version of the program wrote it; make a backup, "
                                 "then the next start of the server brings it up to date");
        break;
    case RD_STORE_NEWER:
        rd_doctor_say(RD_WRONG, "store: a newer version of the program wrote it; install that "
                                "version, or restore a backup from before");
        break;
    case RD_STORE_OF_NOW: examine(place, now); break;
    }
}

/* ---- the machine ---- */

static void look_at_limits(void) {
    enum { FEW = 1024, SPARE = 64 };
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
    unsigned long long n = files.rlim_max; /* the server takes as many as it may */
    if (n < FEW)
        rd_doctor_say(RD_WRONG,
                      "limits: at most %llu open files; say ulimit -n 4096 before the "
                      "start, or LimitNOFILE in the unit of systemd",
                      n);
    else
        rd_doctor_say(RD_FINE, "limits: %llu open files, so about %llu people at once", n,
                      n - SPARE);
}

static void look_at_clock(void) {
    struct timex t = {0};
    time_t now = time(NULL);
    struct tm when;
    char text[32] = "";
    if (gmtime_r(&now, &when)) strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &when);
    if (adjtimex(&t) == TIME_ERROR || t.status & STA_UNSYNC)
        rd_doctor_say(RD_NOTICE,
                      "clock: it is %s here and nobody sets it; one server alone can "
                      "live with that, several need timedatectl set-ntp true",
                      text);
    else
        rd_doctor_say(RD_FINE, "clock: %s, kept right by the network", text);
}

static rd_exit run(const rd_args *a) {
    rd_kept_at place;
    uint64_t port = 0;
    rd_exit e = rd_kept_at_read(a, &place);
    if (e) return e;
    if (!rd_flag_number(a, "port", 1, 65535, &port)) return RD_EXIT_USAGE;
    wrong = 0;
    rd_doctor_say(rd_page_count ? RD_FINE : RD_NOTICE, "program: version %s, %s", RD_VERSION,
                  rd_page_count ? "with the page" : "built without the page (./run builds it)");
    if (place.folder) look_at_folder(place.folder);
    look_at_store(&place, (int64_t)time(NULL) * 1000);
    look_at_limits();
    look_at_clock();
    rd_doctor_network((int)port);
    if (wrong) printf("%d to put right, see WRONG above.\n", wrong);
    return wrong ? RD_EXIT_MISMATCH : RD_EXIT_OK;
}

const rd_command rd_cmd_doctor = {
    .name = "doctor",
    .operands = "",
    .summary = "check what a server needs, and say what to do",
    .about =
        "Checks the folder or PostgreSQL, the disk, limits, the clock, whether the server answers, "
        "its addresses in the local network, and firewalls. Changes nothing. Only a phone can show "
        "whether a firewall lets phones in. Ends with status 1 if something is wrong.",
    .flags = (const rd_flag[]){{"data", 'd', "DIR", "the folder of people and games", NULL},
                               {"store", 0, "ADDRESS",
                                "or PostgreSQL: postgres:host=... dbname=...", NULL},
                               {"port", 'p', "N", "where the server should be", "8050"},
                               {0}},
    .examples = (const rd_example[]){{"doctor", NULL}, {"doctor --port 8051", NULL}, {0}},
    .apart = true,
    .run = run,
};
