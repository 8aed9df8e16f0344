/* schema.c - the tables in PostgreSQL, one step per version, and the statements of its own.
**
** A step, once released, never changes.  Everything is in the schema "robodrome".
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/postgres/postgres.h"

/* A table's row changes with every input: some room in its page lets that stay off the indexes. */
static const char *const STEPS[] = {
    "CREATE TABLE tables(id BIGINT PRIMARY KEY, epoch BIGINT NOT NULL, head BIGINT NOT NULL,"
    " made BIGINT NOT NULL, game TEXT NOT NULL, phase BIGINT NOT NULL, listed BIGINT NOT NULL,"
    " changed BIGINT NOT NULL, about BYTEA NOT NULL, timed BIGINT NOT NULL, owner BIGINT NOT NULL)"
    " WITH (fillfactor = 70);"
    "CREATE INDEX tables_open ON tables(changed) WHERE listed = 1 AND phase = 0;"
    "CREATE INDEX tables_waiting ON tables(changed) WHERE phase = 0;"
    "CREATE INDEX tables_timed ON tables(owner) WHERE timed = 1 AND phase = 1;"
    "CREATE TABLE inputs(tab BIGINT NOT NULL REFERENCES tables ON DELETE CASCADE,"
    " seq BIGINT NOT NULL, person BIGINT NOT NULL, body BYTEA NOT NULL, PRIMARY KEY(tab, seq));"
    "CREATE INDEX inputs_person ON inputs(person) WHERE person <> 0;"
    "CREATE TABLE checkpoints(tab BIGINT PRIMARY KEY REFERENCES tables ON DELETE CASCADE,"
    " seq BIGINT NOT NULL, body BYTEA NOT NULL);"
    "CREATE TABLE records(tab BIGINT NOT NULL REFERENCES tables ON DELETE CASCADE,"
    " game BIGINT NOT NULL, made BIGINT NOT NULL, body BYTEA NOT NULL, PRIMARY KEY(tab, game));"
    "CREATE TABLE people(id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name TEXT NOT NULL,"
    " lang TEXT NOT NULL, made BIGINT NOT NULL, seen BIGINT NOT NULL);"
    "CREATE TABLE keys(hash BYTEA PRIMARY KEY, person BIGINT NOT NULL REFERENCES people"
    " ON DELETE CASCADE, made BIGINT NOT NULL);"
    "CREATE INDEX keys_person ON keys(person);"
    "CREATE TABLE links(hash BYTEA PRIMARY KEY, person BIGINT NOT NULL REFERENCES people"
    " ON DELETE CASCADE, until BIGINT NOT NULL);"
    "CREATE INDEX links_person ON links(person);"
    "CREATE TABLE places(tab BIGINT NOT NULL REFERENCES tables ON DELETE CASCADE,"
    " person BIGINT NOT NULL, PRIMARY KEY(tab, person));"
    "CREATE INDEX places_person ON places(person);"
    "CREATE TABLE codes(code TEXT PRIMARY KEY, tab BIGINT NOT NULL REFERENCES tables"
    " ON DELETE CASCADE, until BIGINT NOT NULL);"
    "CREATE INDEX codes_tab ON codes(tab);"
    "CREATE TABLE counts(what TEXT NOT NULL, span BIGINT NOT NULL, n BIGINT NOT NULL,"
    " life BIGINT NOT NULL, PRIMARY KEY(what, span, life));"
    "CREATE INDEX counts_span ON counts(span);"
    "CREATE TABLE bans(what TEXT PRIMARY KEY, until BIGINT NOT NULL);"
    "CREATE TABLE reports(id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, tab BIGINT NOT NULL,"
    " person BIGINT NOT NULL, body BYTEA NOT NULL, made BIGINT NOT NULL);"
    "CREATE TABLE notes(name TEXT PRIMARY KEY, body BYTEA NOT NULL);"
    "CREATE TABLE lives(id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, began BIGINT NOT NULL,"
    " ended BIGINT NOT NULL);"
    /* Tables that were taken from a life: kept for a while, so that none is missed. */
    "CREATE TABLE moved(life BIGINT NOT NULL, tab BIGINT NOT NULL, epoch BIGINT NOT NULL,"
    " made BIGINT NOT NULL);"
    "CREATE INDEX moved_life ON moved(life);"
    "CREATE TABLE bots(id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, hash BYTEA NOT NULL "
    "UNIQUE,"
    " person BIGINT NOT NULL REFERENCES people ON DELETE CASCADE, name TEXT NOT NULL,"
    " made BIGINT NOT NULL);"
    "CREATE INDEX bots_person ON bots(person);",
    ("CREATE TABLE feeds(person BIGINT PRIMARY KEY REFERENCES people ON DELETE CASCADE,"
     " hash BYTEA NOT NULL UNIQUE, made BIGINT NOT NULL);"),
    "CREATE TABLE blocks(person BIGINT NOT NULL REFERENCES people ON DELETE CASCADE,"
    " other BIGINT NOT NULL REFERENCES people ON DELETE CASCADE, PRIMARY KEY(person, other));"
    "CREATE INDEX blocks_other ON blocks(other);"
    "CREATE INDEX tables_running ON tables(phase) WHERE phase = 1;",
};

enum { VERSION = sizeof STEPS / sizeof *STEPS };
const int rd_store_version_of_postgres = VERSION;

/* A table knows the life of the process that took it last, its owner. */
const char *const rd_pg_text_of[RD_SQL_COUNT] = {
    [RD_SQL_create] = "INSERT INTO tables(id, epoch, head, made, game, phase, listed, changed,"
                      " about, timed, owner) VALUES(?1, 1, 0, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"
                      " ON CONFLICT(id) DO NOTHING",
    [RD_SQL_take] = "WITH old AS (SELECT id, epoch, owner FROM tables WHERE id = ?1 AND epoch = ?2"
                    " AND head = ?3 /*lock*/), noted AS (INSERT INTO moved(life, tab, epoch, made)"
                    " SELECT owner, id, epoch, extract(epoch FROM clock_timestamp()) * 1000"
                    " FROM old WHERE owner <> ?4)"
                    " UPDATE tables SET epoch = tables.epoch + 1, owner = ?4 FROM old"
                    " WHERE tables.id = old.id",
    /* The head is a column here: who writes it has the row's newest version, so that an owner of old
    ** and a new one cannot both go on from the same head. */
    [RD_SQL_advance] = "UPDATE tables SET head = ?3 WHERE id = (SELECT id FROM tables WHERE id = ?1"
                       " AND epoch = ?2 AND head = ?3 - 1 /*lock*/)",
    [RD_SQL_append] = "INSERT INTO inputs(tab, seq, person, body) SELECT id, ?3, ?4, ?5 FROM tables"
                      " WHERE id = ?1 AND epoch = ?2 AND head = ?3"
                      " ON CONFLICT(tab, seq) DO NOTHING",
    /* Each process counts in a row of its own: nobody waits for another's transaction. */
    [RD_SQL_count] = "INSERT INTO counts(what, span, life, n) SELECT ?1, ?2, ?4, 1 WHERE (SELECT"
                     " coalesce(sum(n), 0) FROM counts WHERE what = ?1 AND span = ?2) < ?3"
                     " ON CONFLICT(what, span, life) DO UPDATE SET n = counts.n + 1",
    [RD_SQL_orphans] = "SELECT " RD_TABLE_COLUMNS " FROM tables WHERE timed = 1 AND phase = 1"
                       " AND owner NOT IN (SELECT lives.id FROM lives WHERE ended > ?2)"
                       " ORDER BY changed DESC LIMIT ?1",
    [RD_SQL_moved] = "SELECT tab, epoch FROM moved WHERE life = ?1",
    [RD_SQL_life] = "INSERT INTO lives(began, ended) VALUES(?1, ?1) RETURNING id",
    [RD_SQL_go_on] = "WITH old AS (DELETE FROM moved WHERE made < ?1 - 60000)"
                     " UPDATE lives SET ended = ?1 WHERE id = ?2",
    /* From the last word of its owner until now, which is the second life here. */
    [RD_SQL_lives] = "SELECT ?2 AS began, ?2 AS ended UNION ALL SELECT began, ended FROM lives"
                     " WHERE id = (SELECT owner FROM tables WHERE tables.id = ?1)"
                     " ORDER BY began DESC",
    [RD_SQL_examine] = "SELECT (SELECT count(*) FROM people), (SELECT count(*) FROM tables),"
                       " (SELECT count(*) FROM tables WHERE phase = 1),"
                       " (SELECT coalesce(max(ended), 0) FROM lives),"
                       " CASE WHEN current_setting('fsync') = 'on' AND"
                       " current_setting('synchronous_commit') <> 'off' THEN 1 ELSE 0 END::bigint,"
                       " 'PostgreSQL ' || current_setting('server_version'), 'ok'::text",
    [RD_SQL_patient] = "SELECT set_config('idle_in_transaction_session_timeout', '0', true)",
    [RD_SQL_out_numbers] = "SELECT (SELECT last_value FROM people_id_seq),"
                           " (SELECT last_value FROM bots_id_seq)",
    [RD_SQL_in_last_person] = "SELECT setval('people_id_seq', greatest(?1, 1))",
    [RD_SQL_in_last_bot] = "SELECT setval('bots_id_seq', greatest(?1, 1))",
    [RD_SQL_in_people] = "INSERT INTO people(id, name, lang, made, seen) OVERRIDING SYSTEM VALUE"
                         " VALUES(?1, ?2, ?3, ?4, ?5)",
    [RD_SQL_in_bots] = "INSERT INTO bots(id, hash, person, name, made) OVERRIDING SYSTEM VALUE"
                       " VALUES(?1, ?2, ?3, ?4, ?5)",
    /* They belong to the life that was taken over with them, so that the time since then counts for
    ** no clock. */
    [RD_SQL_in_tables] = "INSERT INTO tables(id, epoch, head, made, game, phase, listed, changed,"
                         " about, timed, owner) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10,"
                         " (SELECT coalesce(max(lives.id), 0) FROM lives))",
};

static bool exec(PGconn *c, const char *sql, rd_fault *f) {
    PGresult *r = PQexec(c, sql);
    ExecStatusType got = PQresultStatus(r);
    bool ok = got == PGRES_COMMAND_OK || got == PGRES_TUPLES_OK;
    if (!ok) rd_fault_set(f, 0, 0, "%s", PQresultErrorMessage(r));
    PQclear(r);
    return ok;
}

int rd_pg_version(PGconn *c, rd_fault *f) {
    static const char NO_TABLE[] = "42P01"; /* also said where there is no schema */
    PGresult *r = PQexec(c, "SELECT number FROM robodrome.version");
    const char *why = PQresultErrorField(r, PG_DIAG_SQLSTATE);
    int version = PQntuples(r) == 1 ? atoi(PQgetvalue(r, 0, 0)) : 0;
    if (PQresultStatus(r) != PGRES_TUPLES_OK && !(why && strcmp(why, NO_TABLE) == 0)) {
        rd_fault_set(f, 0, 0, "%s", PQresultErrorMessage(r));
        version = -1;
    }
    PQclear(r);
    return version;
}

static bool step(PGconn *c, int version, rd_fault *f) {
    char mark[48];
    snprintf(mark, sizeof mark, "UPDATE version SET number = %d", version + 1);
    return exec(c, STEPS[version], f) && exec(c, mark, f);
}

/* One transaction, which other processes that begin at the same time wait for. */
bool rd_pg_migrate(PGconn *c, rd_fault *f) {
    if (!exec(c,
              "SET client_min_messages = warning; BEGIN;"
              "SELECT pg_advisory_xact_lock(7205759403792793);"
              "CREATE SCHEMA IF NOT EXISTS robodrome; SET LOCAL search_path = robodrome;"
              "CREATE TABLE IF NOT EXISTS version(number INTEGER NOT NULL);"
              "INSERT INTO version SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM version)",
              f))
        return false;
    int version = rd_pg_version(c, f);
    if (version < 0) return false;
    if (version > VERSION)
        return rd_fault_set(f, 0, 0, "it was written by a newer version of the program");
    while (version < VERSION)
        if (!step(c, version++, f)) return false;
    return exec(c, "COMMIT", f);
}
