/* postgres.c - a store in PostgreSQL, for several processes; see postgres.h. */
#include "store/postgres/postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PARAMETERS = 10, TEXT_MAX = 1000 };

static rd_postgres *of(rd_store *s) { return (rd_postgres *)(void *)s; }

/* ---- sending ---- */

typedef struct parameters {
    int n;
    Oid type[MOST_PARAMETERS];
    const char *at[MOST_PARAMETERS];
    int len[MOST_PARAMETERS], binary[MOST_PARAMETERS];
    char number[MOST_PARAMETERS][8];
} parameters;

static void put_number(char out[8], int64_t value) {
    for (int i = 0; i < 8; i++) out[i] = (char)((uint64_t)value >> (56 - 8 * i));
}

static void put_one(parameters *p, char type, va_list *v) {
    enum { INT8 = 20, BYTEA = 17, TEXT = 25 }; /* PostgreSQL's numbers of its types */
    int i = p->n++;
    rd_bytes b = {p->number[i], sizeof p->number[i]};
    p->type[i] = type == 'i' ? INT8 : type == 't' ? TEXT : BYTEA;
    p->binary[i] = 1;
    if (type == 'i')
        put_number(p->number[i], va_arg(*v, int64_t));
    else if (type == 'b')
        b = va_arg(*v, rd_bytes);
    else
        b.at = type == 't' ? (const void *)va_arg(*v, const char *) : va_arg(*v, const uint8_t *);
    if (type == 't') b.n = strlen(b.at);
    if (type == 'h') b.n = RD_STORE_HASH;
    p->at[i] = b.n ? b.at : ""; /* a null pointer would be NULL */
    p->len[i] = (int)b.n;
}

/* The common text in PostgreSQL's spelling. */
static void spell(const char *text, char out[TEXT_MAX]) {
    static const char LOCK[] = "/*lock*/", HOW[] = "FOR NO KEY UPDATE SKIP LOCKED";
    size_t n = 0;
    for (; *text && n + sizeof HOW < TEXT_MAX; text++) {
        if (strncmp(text, LOCK, sizeof LOCK - 1) == 0) {
            memcpy(out + n, HOW, sizeof HOW - 1);
            n += sizeof HOW - 1;
            text += sizeof LOCK - 2;
        } else {
            out[n++] = (char)(*text == '?' ? '$' : *text);
        }
    }
    out[n] = 0;
}

static bool prepare(rd_postgres *p, enum rd_sql which, const char *name, const parameters *v) {
    char text[TEXT_MAX];
    if (p->prepared[which] != RD_NOT_PREPARED) return true;
    spell(rd_pg_text_of[which] ? rd_pg_text_of[which] : rd_sql_text_of[which], text);
    if (!PQsendPrepare(p->conn, name, text, v->n, v->type))
        return rd_pg_note(p, PQerrorMessage(p->conn));
    p->prepared[which] = RD_BEING_PREPARED;
    return rd_pg_remember(p, (rd_sent){.kind = RD_SENT_PREPARE, .which = which});
}

static rd_query *bind(rd_store *s, enum rd_sql which, const char *types, va_list *v) {
    rd_postgres *p = of(s);
    parameters all = {0};
    char name[12];
    if (!s->in_batch) {
        p->failed = false;
        if (!rd_pg_connect(p)) return NULL;
    }
    if (p->failed || !p->conn) return NULL;
    while (types[all.n]) put_one(&all, types[all.n], v);
    snprintf(name, sizeof name, "s%d", (int)which);
    if (!prepare(p, which, name, &all)) return NULL;
    if (!PQsendQueryPrepared(p->conn, name, all.n, all.at, all.len, all.binary, 1)) {
        rd_pg_note(p, PQerrorMessage(p->conn));
        return NULL;
    }
    rd_query *q = &p->query[which];
    PQclear(q->result);
    *q = (rd_query){.which = which};
    return rd_pg_remember(p, (rd_sent){.kind = RD_SENT_QUERY, .which = which}) ? q : NULL;
}

/* ---- results ---- */

/* In a batch the transaction stays open; PostgreSQL ends it when we are stopped before the next. */
static bool fetch(rd_postgres *p, rd_query *q) {
    return q->result || (rd_pg_sync(p) && rd_pg_hear(p) && q->result);
}

static void done(rd_query *q) {
    PQclear(q->result);
    q->result = NULL;
    q->row = 0;
}

static int step(rd_store *s, rd_query *q) {
    if (!q->result) q->row = -1;
    if (!fetch(of(s), q)) return -1;
    if (++q->row < PQntuples(q->result)) return 1;
    done(q);
    return 0;
}

static int run(rd_store *s, rd_query *q) {
    if (!fetch(of(s), q)) return -1;
    int n = atoi(PQcmdTuples(q->result));
    done(q);
    return n;
}

/* The statement that was bound last is not waited for. */
static bool wait_not(rd_postgres *p, rd_kept *into, int64_t table) {
    rd_sent *last = &p->sent[p->n_sent - 1];
    last->kind = RD_SENT_LATER;
    last->into = into;
    last->table = table;
    return true;
}

static rd_kept fenced(rd_store *s, int64_t id, rd_query *q) {
    if (s->in_batch && s->into) {
        wait_not(of(s), s->into, id);
        return RD_KEPT;
    }
    int n = run(s, q);
    return n < 0 ? RD_KEPT_FAILED : n > 0 ? RD_KEPT : rd_sql_why_not(s, id);
}

static bool send_only(rd_store *s, rd_query *q) {
    return s->in_batch && s->into ? wait_not(of(s), NULL, 0) : run(s, q) >= 0;
}

static int64_t integer(rd_query *q, int column) {
    const unsigned char *at = (const unsigned char *)PQgetvalue(q->result, q->row, column);
    uint64_t value = 0;
    int n = PQgetlength(q->result, q->row, column);
    for (int i = 0; i < n; i++) value = value << 8 | at[i];
    return n == 4 ? (int32_t)value : (int64_t)value;
}

static rd_bytes bytes(rd_query *q, int column) {
    return (rd_bytes){PQgetvalue(q->result, q->row, column),
                      (size_t)PQgetlength(q->result, q->row, column)};
}

/* ---- batches ---- */

static bool begin(rd_store *s) {
    rd_postgres *p = of(s);
    p->failed = false;
    p->n_unkept = 0;
    return rd_pg_connect(p) &&
           rd_pg_say(p, p->reader ? "BEGIN ISOLATION LEVEL REPEATABLE READ" : "BEGIN");
}

/* Only after the commit: the table may have been taken by somebody who was then gone. */
static void say_why(rd_store *s) {
    rd_postgres *p = of(s);
    int n = p->n_unkept;
    s->in_batch = false;
    for (int i = 0; i < n; i++) {
        rd_kept *into = p->unkept[i].into;
        if (*into == RD_KEPT) *into = rd_sql_why_not(s, p->unkept[i].table);
    }
    p->n_unkept = 0;
}

static bool commit(rd_store *s) {
    rd_postgres *p = of(s);
    if (p->failed || !p->conn || !rd_pg_say(p, "COMMIT") || !rd_pg_sync(p) || !rd_pg_hear(p))
        return false;
    if (p->n_unkept) say_why(s);
    return true;
}

static void cancel(rd_store *s) {
    rd_postgres *p = of(s);
    if (!p->conn) return;
    /* The end of what failed, and then of what it leaves open. */
    bool good = rd_pg_sync(p) && rd_pg_say(p, "ROLLBACK") && rd_pg_sync(p);
    rd_pg_hear(p);
    if (!good && p->conn) rd_pg_drop(p);
    p->n_unkept = 0;
}

static bool tidy(rd_store *s) {
    (void)s; /* autovacuum does it */
    return true;
}

/* ---- opening ---- */

static void close_handle(rd_store *s) {
    rd_postgres *p = of(s);
    rd_pg_drop(p);
    free(p->sent);
    free(p->unkept);
    free(p->where);
    free(p);
}

static const rd_store_kind KIND = {close_handle, begin,  commit,    cancel, tidy,    bind, step,
                                   run,          fenced, send_only, done,   integer, bytes};

/* Can libpq read it?  What it says itself of one that it cannot may have the password in it, and an @ in
** a password makes the rest of that the host. */
static bool is_readable(const char *address) {
    if (!strchr(address, '=') && !strstr(address, "://")) return true; /* the name of a database */
    PQconninfoOption *all = PQconninfoParse(address, NULL);
    bool ok = all != NULL;
    for (const PQconninfoOption *o = all; o && o->keyword; o++)
        ok = ok && !(o->val && strcmp(o->keyword, "host") == 0 && strchr(o->val, '@'));
    PQconninfoFree(all);
    return ok;
}

/* What libpq takes: an address, or "host=... dbname=..." after our prefix.  NULL with a fault. */
static char *address_of(const char *where, rd_fault *f) {
    bool address = strstr(where, "://") != NULL;
    const char *from = address ? where : strchr(where, ':') + 1;
    size_t n = strlen(from) + 1;
    char *copy = malloc(n);
    if (!copy) {
        rd_fault_set(f, 0, 0, "out of memory");
    } else if (!is_readable(memcpy(copy, from, n))) {
        free(copy);
        copy = NULL;
        rd_fault_set(f, 0, 0,
                     "its address cannot be read; it is like host=... dbname=..., or "
                     "postgresql://user@host/database, where an @ in a password is %%40");
    }
    return copy;
}

/* Asks with a connection of its own; -1 with a fault when there is none. */
static int ask_schema(const char *where, int (*ask)(PGconn *c, rd_fault *f), rd_fault *f) {
    PGconn *c = rd_pg_new(where, "robodrome schema");
    int said = -1;
    if (PQstatus(c) == CONNECTION_OK)
        said = ask(c, f);
    else
        rd_fault_set(f, 0, 0, "%s", PQerrorMessage(c));
    PQfinish(c);
    return said;
}

static int migrate(PGconn *c, rd_fault *f) { return rd_pg_migrate(c, f) ? 0 : -1; }

/* An address may hold a password: it is not repeated. */
static void say_fault(rd_fault *why, rd_fault *f) {
    why->text[strcspn(why->text, "\n")] = 0;
    rd_fault_set(f, 0, 0, "cannot use PostgreSQL: %s", why->text);
}

int rd_store_version_postgres(const char *where, rd_fault *f) {
    rd_fault why = {0};
    char *address = address_of(where, &why);
    int version = address ? ask_schema(address, rd_pg_version, &why) : -1;
    free(address);
    if (version < 0) say_fault(&why, f);
    return version;
}

rd_store *rd_store_open_postgres(const char *where, bool reader, rd_fault *f) {
    rd_postgres *p = calloc(1, sizeof *p);
    rd_fault why = {0};
    if (!p) {
        rd_fault_set(f, 0, 0, "out of memory");
        return NULL;
    }
    p->where = address_of(where, &why);
    if (!p->where) {
        say_fault(&why, f);
        free(p);
        return NULL;
    }
    p->store.kind = &KIND;
    p->reader = reader;
    if (reader || ask_schema(p->where, migrate, &why) == 0) {
        if (rd_pg_connect(p)) return &p->store;
        rd_fault_set(&why, 0, 0, "%s", p->store.error);
    }
    say_fault(&why, f);
    close_handle(&p->store);
    return NULL;
}
