/* schema.c - the tables of the file, one step per version; a step, once released, never changes. */
#include <stdio.h>

#include "store/sqlite/sqlite.h"

/* Step i brings version i to version i + 1.  Rows that hang on a table or a person go with it. */
static const char *const STEPS[] = {
    "CREATE TABLE tables(id INTEGER PRIMARY KEY, epoch INTEGER NOT NULL, head INTEGER NOT NULL,"
    " made INTEGER NOT NULL, game TEXT NOT NULL, phase INTEGER NOT NULL, listed INTEGER NOT NULL,"
    " changed INTEGER NOT NULL, about BLOB NOT NULL, timed INTEGER NOT NULL) STRICT;"
    "CREATE INDEX tables_open ON tables(changed) WHERE listed = 1 AND phase = 0;"
    "CREATE INDEX tables_waiting ON tables(changed) WHERE phase = 0;"
    "CREATE INDEX tables_timed ON tables(changed) WHERE timed = 1 AND phase = 1;"
    "CREATE TABLE inputs(tab INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,"
    " seq INTEGER NOT NULL, person INTEGER NOT NULL, body BLOB NOT NULL,"
    " PRIMARY KEY(tab, seq)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX inputs_person ON inputs(person) WHERE person <> 0;"
    "CREATE TABLE checkpoints(tab INTEGER PRIMARY KEY REFERENCES tables ON DELETE CASCADE,"
    " seq INTEGER NOT NULL, body BLOB NOT NULL) STRICT;"
    "CREATE TABLE records(tab INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,"
    " game INTEGER NOT NULL, made INTEGER NOT NULL, body BLOB NOT NULL,"
    " PRIMARY KEY(tab, game)) STRICT;"
    "CREATE TABLE people(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL,"
    " lang TEXT NOT NULL, made INTEGER NOT NULL, seen INTEGER NOT NULL) STRICT;"
    "CREATE TABLE keys(hash BLOB PRIMARY KEY, person INTEGER NOT NULL REFERENCES people"
    " ON DELETE CASCADE, made INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX keys_person ON keys(person);"
    "CREATE TABLE links(hash BLOB PRIMARY KEY, person INTEGER NOT NULL REFERENCES people"
    " ON DELETE CASCADE, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX links_person ON links(person);"
    "CREATE TABLE places(tab INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,"
    " person INTEGER NOT NULL, PRIMARY KEY(tab, person)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX places_person ON places(person);"
    "CREATE TABLE codes(code TEXT PRIMARY KEY, tab INTEGER NOT NULL REFERENCES tables"
    " ON DELETE CASCADE, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX codes_tab ON codes(tab);"
    "CREATE TABLE counts(what TEXT NOT NULL, span INTEGER NOT NULL, n INTEGER NOT NULL,"
    " PRIMARY KEY(what, span)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX counts_span ON counts(span);"
    "CREATE TABLE bans(what TEXT PRIMARY KEY, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE reports(id INTEGER PRIMARY KEY, tab INTEGER NOT NULL, person INTEGER NOT NULL,"
    " body BLOB NOT NULL, made INTEGER NOT NULL) STRICT;"
    "CREATE TABLE notes(name TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE lives(began INTEGER PRIMARY KEY, ended INTEGER NOT NULL) STRICT;",
    "CREATE TABLE bots(id INTEGER PRIMARY KEY AUTOINCREMENT, hash BLOB NOT NULL UNIQUE,"
    " person INTEGER NOT NULL REFERENCES people ON DELETE CASCADE, name TEXT NOT NULL,"
    " made INTEGER NOT NULL) STRICT;"
    "CREATE INDEX bots_person ON bots(person);",
    ("CREATE TABLE feeds(person INTEGER PRIMARY KEY REFERENCES people ON DELETE CASCADE,"
     " hash BLOB NOT NULL UNIQUE, made INTEGER NOT NULL) STRICT;"),
    "CREATE TABLE blocks(person INTEGER NOT NULL REFERENCES people ON DELETE CASCADE,"
    " other INTEGER NOT NULL REFERENCES people ON DELETE CASCADE,"
    " PRIMARY KEY(person, other)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX blocks_other ON blocks(other);"
    "CREATE INDEX tables_running ON tables(phase) WHERE phase = 1;",
    "ALTER TABLE tables DROP COLUMN head;",
};

enum { VERSION = sizeof STEPS / sizeof *STEPS };
const int rd_store_version_of_sqlite = VERSION;

int rd_sqlite_version(rd_sqlite *s) {
    sqlite3_stmt *q = NULL;
    int version = -1;
    if (sqlite3_prepare_v2(s->db, "PRAGMA user_version", -1, &q, NULL) == SQLITE_OK &&
        sqlite3_step(q) == SQLITE_ROW)
        version = sqlite3_column_int(q, 0);
    sqlite3_finalize(q);
    return version;
}

static bool step(rd_sqlite *s, int version) {
    char mark[48];
    snprintf(mark, sizeof mark, "PRAGMA user_version = %d", version + 1);
    if (!rd_sqlite_exec(s, "BEGIN IMMEDIATE")) return false;
    if (rd_sqlite_exec(s, STEPS[version]) && rd_sqlite_exec(s, mark) && rd_sqlite_exec(s, "COMMIT"))
        return true;
    sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

bool rd_sqlite_migrate(rd_sqlite *s, rd_fault *f) {
    int version = rd_sqlite_version(s);
    if (version > VERSION)
        return rd_fault_set(f, 0, 0, "it was written by a newer version of the program");
    while (version >= 0 && version < VERSION) {
        if (!step(s, version)) return rd_fault_set(f, 0, 0, "%s", s->store.error);
        version++;
    }
    return version == VERSION || rd_fault_set(f, 0, 0, "%s", sqlite3_errmsg(s->db));
}
