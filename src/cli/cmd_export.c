/* cmd_export.c - `robodrome export` and `import`: all people and games as text, between stores. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/kept_at.h"
#include "store/store.h"

static const rd_flag FLAGS[] = {
    {"data", 'd', "DIR", "the folder of people and games", NULL},
    {"store", 0, "ADDRESS", "or PostgreSQL: postgres:host=... dbname=...", NULL},
    {0},
};

static bool put(void *to, const char *line, size_t n) { return fwrite(line, 1, n, to) == n; }

static rd_exit export(const rd_args *a) {
    rd_kept_at place;
    rd_fault f = {0};
    rd_exit e = rd_kept_at_read(a, &place);
    if (e) return e;
    if (!place.shared && access(place.where, R_OK) != 0)
        return rd_system_failed("cannot read %s: %s", place.where, strerror(errno));
    switch (rd_store_look(place.where, &f)) {
    case RD_STORE_OF_NOW: break;
    case RD_STORE_UNREADABLE: return rd_system_failed("%s", f.text);
    case RD_STORE_NEW: return rd_system_failed("there is nothing in the store yet");
    case RD_STORE_OLDER:
        return rd_system_failed("an older version of the program wrote the store; start the server "
                                "once, which brings it up to date");
    case RD_STORE_NEWER:
        return rd_system_failed("a newer version of the program wrote the store; export with it");
    }
    rd_store *s = rd_store_reader(place.where, &f);
    if (!s) return rd_system_failed("%s", f.text);
    bool ok = rd_store_export(s, put, stdout, &f);
    rd_store_close(s);
    return ok || rd_output_gone() ? RD_EXIT_OK : rd_system_failed("%s", f.text);
}

const rd_command rd_cmd_export = {
    .name = "export",
    .operands = "",
    .summary = "print all people and games of a server as text",
    .about = "One JSON array per line. Everything is from one moment, even while the server runs. "
             "Together with import it moves a server from SQLite to PostgreSQL and back. Links for "
             "other devices and hourly limits are left out. For a large PostgreSQL use pg_dump.",
    .flags = FLAGS,
    .examples = (const rd_example[]){{"export > all.jsonl", NULL}, {0}},
    .apart = true,
    .run = export,
};

typedef struct input {
    FILE *file;
    char *line;
    size_t cap;
} input;

static const char *next_line(void *from) {
    input *in = from;
    return getline(&in->line, &in->cap, in->file) < 0 ? NULL : in->line;
}

static rd_exit import(const rd_args *a) {
    rd_kept_at place;
    rd_fault f = {0};
    rd_exit e = rd_kept_at_read(a, &place);
    if (e) return e;
    input in = {.file = fopen(a->operand[0], "r")};
    if (!in.file) return rd_system_failed("cannot read %s: %s", a->operand[0], strerror(errno));
    if (place.folder) mkdir(place.folder, S_IRWXU);
    rd_store *s = rd_store_open(place.where, &f);
    if (!s) {
        e = rd_system_failed("%s", f.text);
    } else {
        if (!rd_store_import(s, next_line, &in, &f))
            e = ferror(in.file) ? rd_system_failed("cannot read %s", a->operand[0])
                                : rd_bad_input(a->operand[0], &f);
        rd_store_close(s);
        rd_kept_at_give(&place);
    }
    free(in.line);
    fclose(in.file);
    return e;
}

const rd_command rd_cmd_import = {
    .name = "import",
    .operands = "FILE",
    .summary = "load what export printed into an empty store",
    .about = "All or nothing, and only into a store that no server has used. A server started "
             "with it continues the games; do not start the old one again.",
    .flags = FLAGS,
    .examples =
        (const rd_example[]){{"import all.jsonl --store 'postgres:dbname=robodrome'", NULL}, {0}},
    .apart = true,
    .run = import,
};
