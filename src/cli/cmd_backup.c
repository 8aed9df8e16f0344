/* cmd_backup.c - `robodrome backup` and `restore`: all people and games as one file. */
#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/kept_at.h"
#include "store/store.h"

static const rd_flag FLAGS[] = {
    {"data", 'd', "DIR", "the folder of people and games", NULL},
    {"store", 0, "ADDRESS", "not for PostgreSQL: that has pg_dump and pg_restore", NULL},
    {0},
};

static rd_exit backup(const rd_args *a) {
    rd_kept_at place;
    rd_fault f = {0};
    rd_exit e = rd_kept_at_read(a, &place);
    if (e) return e;
    if (place.shared)
        return rd_bad_usage("PostgreSQL makes its own backups: pg_dump -Fc -n robodrome DATABASE");
    if (!rd_store_copy(place.where, a->operand[0], &f)) return rd_system_failed("%s", f.text);
    printf("%s has all people and games. It is for your eyes only: it holds their names.\n",
           a->operand[0]);
    return RD_EXIT_OK;
}

const rd_command rd_cmd_backup = {
    .name = "backup",
    .operands = "FILE",
    .summary = "copy all people and games of a server into one file",
    .about = "The server may keep running: the file shows the state of one moment, and is checked "
             "and on disk when the command ends. FILE must not exist yet. It contains names and "
             "chat, so keep it as safe as the server itself.",
    .flags = FLAGS,
    .examples = (const rd_example[]){{"backup /backup/robodrome-monday.db", NULL}, {0}},
    .apart = true,
    .run = backup,
};

/* Restoring must never replace a game, so the folder is new or empty. */
static rd_exit use_folder(const char *folder) {
    if (mkdir(folder, S_IRWXU) == 0) return RD_EXIT_OK;
    if (errno != EEXIST)
        return rd_system_failed("cannot make the folder %s: %s", folder, strerror(errno));
    DIR *d = opendir(folder);
    if (!d) return rd_system_failed("cannot read the folder %s: %s", folder, strerror(errno));
    bool empty = true;
    for (const struct dirent *e; empty && (e = readdir(d));)
        empty = strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0;
    closedir(d);
    return empty ? RD_EXIT_OK
                 : rd_bad_usage("%s is not empty; restore into a new folder, then move it there",
                                folder);
}

static rd_exit restore(const rd_args *a) {
    rd_kept_at place;
    rd_fault f = {0};
    rd_exit e = rd_kept_at_read(a, &place);
    if (e) return e;
    if (place.shared)
        return rd_bad_usage("PostgreSQL reads its own backups: pg_restore -d DATABASE FILE");
    e = use_folder(place.folder);
    if (e) return e;
    if (!rd_store_copy(a->operand[0], place.where, &f)) return rd_system_failed("%s", f.text);
    /* An older backup is brought up to date now, a newer one is refused now, not at the start. */
    rd_store *s = rd_store_open(place.where, &f);
    if (!s) {
        remove(place.where);
        return rd_system_failed("%s", f.text);
    }
    rd_store_close(s);
    rd_kept_at_give(&place);
    printf("%s is ready: robodrome serve --data %s\n", place.folder, place.folder);
    puts("Never let the old server and this one run at the same time: games would go two ways.");
    return RD_EXIT_OK;
}

const rd_command rd_cmd_restore = {
    .name = "restore",
    .operands = "FILE",
    .summary = "make a server's folder from a backup",
    .about = "The folder must be new or empty. A server started with it continues the games as "
             "they were when the backup was made; no clock runs for the time in between.",
    .flags = FLAGS,
    .examples =
        (const rd_example[]){{"restore /backup/robodrome-monday.db --data /srv/new", NULL}, {0}},
    .apart = true,
    .run = restore,
};
