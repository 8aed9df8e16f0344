/* connection.c - connecting to PostgreSQL, and what was sent and heard; see postgres.h. */
#include "store/postgres/postgres.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RETRY_MS = 100, ANSWER_MS = 5000 };

/* A process that was stopped inside a batch must not keep its rows from the others for long. */
static const char SETTINGS[] = "SET search_path = robodrome; SET client_min_messages = warning;"
                               "SET idle_in_transaction_session_timeout = '1s';"
                               "SET lock_timeout = '1500ms'; SET statement_timeout = '4s'";

static int64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

bool rd_pg_note(rd_postgres *p, const char *why) {
    snprintf(p->store.error, sizeof p->store.error, "%s", why);
    p->store.error[strcspn(p->store.error, "\n")] = 0;
    p->failed = true;
    return false;
}

/* ---- connecting ---- */

static bool exec(PGconn *c, const char *sql) {
    PGresult *r = PQexec(c, sql);
    ExecStatusType got = PQresultStatus(r);
    PQclear(r);
    return got == PGRES_COMMAND_OK || got == PGRES_TUPLES_OK;
}

PGconn *rd_pg_new(const char *where, const char *name) {
    /* What comes later wins: the operator's values over ours, but for the name. */
    const char *const keys[] = {"connect_timeout", "tcp_user_timeout", "dbname", "application_name",
                                NULL};
    const char *const values[] = {"3", "5000", where, name, NULL};
    return PQconnectdbParams(keys, values, 1);
}

void rd_pg_drop(rd_postgres *p) {
    for (int i = 0; i < RD_SQL_COUNT; i++) {
        PQclear(p->query[i].result);
        p->query[i].result = NULL;
        p->prepared[i] = RD_NOT_PREPARED;
    }
    p->n_sent = p->first_sent = p->n_unkept = 0;
    PQfinish(p->conn);
    p->conn = NULL;
}

/* A connection that was closed at the other end says so only when it is read to its end. */
static bool is_good(rd_postgres *p) {
    if (!p->conn) return false;
    struct pollfd fd = {PQsocket(p->conn), POLLIN, 0};
    while (poll(&fd, 1, 0) > 0)
        if (!PQconsumeInput(p->conn)) return false;
    return PQstatus(p->conn) == CONNECTION_OK;
}

bool rd_pg_connect(rd_postgres *p) {
    if (p->n_sent || is_good(p)) return p->conn && PQstatus(p->conn) == CONNECTION_OK;
    rd_pg_drop(p);
    if (p->tried && now_ms() - p->tried < RETRY_MS) return false;
    p->conn = rd_pg_new(p->where, p->reader ? "robodrome reader" : "robodrome writer");
    if (PQstatus(p->conn) == CONNECTION_OK && exec(p->conn, SETTINGS) &&
        (!p->reader || exec(p->conn, "SET default_transaction_read_only = on")) &&
        PQsetnonblocking(p->conn, 1) == 0 && PQenterPipelineMode(p->conn)) {
        p->tried = 0;
        return true;
    }
    rd_pg_note(p, PQerrorMessage(p->conn));
    rd_pg_drop(p);
    p->tried = now_ms();
    return false;
}

/* ---- sending ---- */

bool rd_pg_remember(rd_postgres *p, rd_sent sent) {
    if (p->n_sent == p->cap_sent) {
        int cap = p->cap_sent ? 2 * p->cap_sent : 256;
        rd_sent *wide = realloc(p->sent, (size_t)cap * sizeof *wide);
        if (!wide) return rd_pg_note(p, "out of memory");
        p->sent = wide;
        p->cap_sent = cap;
    }
    p->sent[p->n_sent++] = sent;
    return true;
}

bool rd_pg_say(rd_postgres *p, const char *sql) {
    if (!PQsendQueryParams(p->conn, sql, 0, NULL, NULL, NULL, NULL, 1))
        return rd_pg_note(p, PQerrorMessage(p->conn));
    return rd_pg_remember(p, (rd_sent){.kind = RD_SENT_LATER});
}

bool rd_pg_sync(rd_postgres *p) {
    if (!PQpipelineSync(p->conn)) return rd_pg_note(p, PQerrorMessage(p->conn));
    return rd_pg_remember(p, (rd_sent){.kind = RD_SENT_SYNC});
}

/* ---- hearing ---- */

/* Waits until there is something to read; writes on the way, so that neither side waits for the
** other with full buffers. */
static bool await_answer(rd_postgres *p) {
    int64_t until = now_ms() + ANSWER_MS;
    while (PQisBusy(p->conn)) {
        int more = PQflush(p->conn);
        struct pollfd fd = {PQsocket(p->conn), (short)(POLLIN | (more ? POLLOUT : 0)), 0};
        int64_t left = until - now_ms();
        if (more < 0 || left <= 0 || poll(&fd, 1, (int)left) < 0) return false;
        if ((fd.revents & (POLLIN | POLLHUP | POLLERR)) && !PQconsumeInput(p->conn)) return false;
    }
    return PQflush(p->conn) >= 0;
}

static bool note_unkept(rd_postgres *p, const rd_sent *sent) {
    if (p->n_unkept == p->cap_unkept) {
        int cap = p->cap_unkept ? 2 * p->cap_unkept : 64;
        struct rd_unkept *wide = realloc(p->unkept, (size_t)cap * sizeof *wide);
        if (!wide) return rd_pg_note(p, "out of memory");
        p->unkept = wide;
        p->cap_unkept = cap;
    }
    p->unkept[p->n_unkept++] = (struct rd_unkept){sent->into, sent->table};
    return true;
}

static bool take_result(rd_postgres *p, const rd_sent *sent, PGresult *r) {
    ExecStatusType got = PQresultStatus(r);
    bool good = got == PGRES_COMMAND_OK || got == PGRES_TUPLES_OK;
    /* After a failure the rest of the pipeline is passed over: the first reason is the one. */
    if (!good && !p->failed) rd_pg_note(p, PQresultErrorMessage(r));
    if (sent->kind == RD_SENT_PREPARE)
        p->prepared[sent->which] = good ? RD_PREPARED : RD_NOT_PREPARED;
    if (sent->kind == RD_SENT_LATER && good && sent->into && atoi(PQcmdTuples(r)) == 0 &&
        !note_unkept(p, sent))
        good = false;
    if (sent->kind == RD_SENT_QUERY && good) {
        PQclear(p->query[sent->which].result);
        p->query[sent->which].result = r;
        return true;
    }
    PQclear(r);
    return good;
}

/* The answer to the oldest statement.  A break of the connection ends everything. */
static bool hear_one(rd_postgres *p, const rd_sent *sent) {
    PGresult *r = await_answer(p) ? PQgetResult(p->conn) : NULL;
    if (!r || PQstatus(p->conn) != CONNECTION_OK) {
        rd_pg_note(p, r ? PQresultErrorMessage(r) : PQerrorMessage(p->conn));
        if (!p->store.error[0]) rd_pg_note(p, "PostgreSQL does not answer");
        PQclear(r);
        return false;
    }
    if (sent->kind == RD_SENT_SYNC) {
        PQclear(r);
        return true;
    }
    take_result(p, sent, r);
    /* Each statement's results end with none. */
    r = await_answer(p) ? PQgetResult(p->conn) : NULL;
    PQclear(r);
    return PQstatus(p->conn) == CONNECTION_OK;
}

bool rd_pg_hear(rd_postgres *p) {
    while (p->first_sent < p->n_sent) {
        rd_sent sent = p->sent[p->first_sent++];
        if (hear_one(p, &sent)) continue;
        rd_pg_drop(p);
        return false;
    }
    p->first_sent = p->n_sent = 0;
    return !p->failed;
}
