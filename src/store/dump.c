/* dump.c - everything that lasts as lines of text, and back; for either kind of store.
**
** The first line names the form; each other one is a row: ["inputs", 17, 1, 0, "base64"].  The last one
** counts the rows, so that a file that was cut off is known.  Links for other devices and hourly counts
** do not last, so they are left out.
*/
#include <stdlib.h>
#include <string.h>

#include <jansson.h>
#include <sodium.h>

#include "store/sql.h"

static const char FORM[] = "robodrome export 1", END[] = "end";
enum { COLUMNS = 10 };

/* Columns: i number from 0, t text, b bytes, h a hash. */
typedef struct kind {
    const char *name, *types;
    enum rd_sql out, in;
} kind;

/* In the order in which rows need each other; those from `inputs` on hang on a table. */
static const kind KINDS[] = {
    {"notes", "tb", RD_SQL_out_notes, RD_SQL_in_notes},
    {"lives", "ii", RD_SQL_out_lives, RD_SQL_in_lives},
    {"people", "ittii", RD_SQL_out_people, RD_SQL_in_people},
    {"keys", "hii", RD_SQL_out_keys, RD_SQL_in_keys},
    {"bots", "ihiti", RD_SQL_out_bots, RD_SQL_in_bots},
    {"feeds", "hii", RD_SQL_out_feeds, RD_SQL_in_feeds},
    {"blocks", "ii", RD_SQL_out_blocks, RD_SQL_in_blocks},
    {"bans", "ti", RD_SQL_out_bans, RD_SQL_in_bans},
    {"reports", "iibi", RD_SQL_out_reports, RD_SQL_in_reports},
    {"tables", "iiiitiiibi", RD_SQL_out_tables, RD_SQL_in_tables},
    {"inputs", "iiib", RD_SQL_out_inputs, RD_SQL_in_inputs},
    {"checkpoints", "iib", RD_SQL_out_checkpoints, RD_SQL_in_checkpoints},
    {"records", "iiib", RD_SQL_out_records, RD_SQL_in_records},
    {"places", "ii", RD_SQL_out_places, RD_SQL_in_places},
    {"codes", "tii", RD_SQL_out_codes, RD_SQL_in_codes},
};
enum { TABLES = 9, ALL = sizeof KINDS / sizeof *KINDS };

/* ---- out ---- */

typedef struct output {
    rd_store *s;
    bool (*put)(void *to, const char *line, size_t n);
    void *to;
    int64_t table; /* the last one that was written; -1 = none */
    int64_t rows;
} output;

static json_t *encoded(rd_bytes b) {
    size_t cap = sodium_base64_encoded_len(b.n, sodium_base64_VARIANT_ORIGINAL);
    char *text = malloc(cap);
    if (!text) return NULL;
    sodium_bin2base64(text, cap, b.at, b.n, sodium_base64_VARIANT_ORIGINAL);
    json_t *v = json_string(text);
    free(text);
    return v;
}

static json_t *column(rd_store *s, rd_query *q, char type, int i) {
    if (type == 'i') return json_integer(rd_sql_int(s, q, i));
    rd_bytes b = rd_sql_bytes(s, q, i);
    return type == 't' ? json_stringn(b.n ? b.at : "", b.n) : encoded(b);
}

static bool put_json(const output *o, json_t *row) {
    char *text = row ? json_dumps(row, JSON_COMPACT) : NULL;
    bool ok = text && o->put(o->to, text, strlen(text)) && o->put(o->to, "\n", 1);
    free(text);
    json_decref(row);
    return ok;
}

static bool put_row(output *o, const kind *k, rd_query *q) {
    json_t *row = json_array();
    json_array_append_new(row, json_string(k->name));
    for (int i = 0; k->types[i]; i++)
        if (json_array_append_new(row, column(o->s, q, k->types[i], i)) != 0) {
            json_decref(row);
            return false;
        }
    if (k->out == RD_SQL_out_tables) o->table = rd_sql_int(o->s, q, 0);
    o->rows++;
    return put_json(o, row);
}

/* Who writes what comes out, or reads what goes in, may take their time. */
static bool be_patient(rd_store *s) {
    return rd_sql_run(s, rd_sql_bind(s, RD_SQL_patient, "")) >= 0;
}

/* How many rows; -1 = it failed. */
static int put_kind(output *o, const kind *k) {
    rd_query *q = k - KINDS >= TABLES ? rd_sql_bind(o->s, k->out, "i", o->table)
                                      : rd_sql_bind(o->s, k->out, "");
    int got, n = 0;
    for (; (got = rd_sql_step(o->s, q)) > 0; n++)
        if (!put_row(o, k, q)) {
            rd_sql_done(o->s, q);
            return -1;
        }
    return got < 0 ? -1 : n;
}

static bool put_head(const output *o) {
    rd_query *q = rd_sql_bind(o->s, RD_SQL_out_numbers, "");
    if (rd_sql_step(o->s, q) <= 0) return false;
    json_t *head = json_pack("[s, I, I]", FORM, (json_int_t)rd_sql_int(o->s, q, 0),
                             (json_int_t)rd_sql_int(o->s, q, 1));
    rd_sql_done(o->s, q);
    return put_json(o, head);
}

static bool put_all(output *o) {
    if (!be_patient(o->s) || !put_head(o)) return false;
    for (int i = 0; i < TABLES; i++)
        if (put_kind(o, &KINDS[i]) < 0) return false;
    int n;
    while ((n = put_kind(o, &KINDS[TABLES])) > 0)
        for (int i = TABLES + 1; i < ALL; i++)
            if (put_kind(o, &KINDS[i]) < 0) return false;
    return n == 0 && put_json(o, json_pack("[s, I]", END, (json_int_t)o->rows));
}

bool rd_store_export(rd_store *reader, bool (*put)(void *to, const char *line, size_t n), void *to,
                     rd_fault *f) {
    output o = {.s = reader, .put = put, .to = to, .table = -1};
    reader->error[0] = 0;
    bool ok = rd_store_begin(reader) && put_all(&o);
    rd_store_cancel(reader);
    return ok || rd_fault_set(f, 0, 0, "cannot export: %s",
                              reader->error[0] ? reader->error : "the lines cannot be written");
}

/* ---- in ---- */

typedef struct value {
    int64_t i;
    const char *t;
    rd_bytes b;
} value;

static bool decode(const char *text, value *v) {
    size_t n = strlen(text), got = 0;
    uint8_t *room = malloc(n + 1);
    bool ok = room && sodium_base642bin(room, n + 1, text, n, NULL, &got, NULL,
                                        sodium_base64_VARIANT_ORIGINAL) == 0;
    v->b = (rd_bytes){room, got};
    return ok;
}

static bool read_value(const json_t *j, char type, value *v) {
    if (type == 'i') {
        v->i = json_integer_value(j);
        return json_is_integer(j) && v->i >= 0;
    }
    v->t = json_string_value(j);
    if (!v->t || type == 't') return v->t != NULL;
    return decode(v->t, v) && (type != 'h' || v->b.n == RD_STORE_HASH);
}

static rd_query *bind_row(rd_store *s, const kind *k, const value *v) {
    switch (k->in) {
    case RD_SQL_in_notes: return rd_sql_bind(s, k->in, k->types, v[0].t, v[1].b);
    case RD_SQL_in_lives:
    case RD_SQL_in_blocks:
    case RD_SQL_in_places: return rd_sql_bind(s, k->in, k->types, v[0].i, v[1].i);
    case RD_SQL_in_people:
        return rd_sql_bind(s, k->in, k->types, v[0].i, v[1].t, v[2].t, v[3].i, v[4].i);
    case RD_SQL_in_feeds:
    case RD_SQL_in_keys: return rd_sql_bind(s, k->in, k->types, v[0].b.at, v[1].i, v[2].i);
    case RD_SQL_in_bots:
        return rd_sql_bind(s, k->in, k->types, v[0].i, v[1].b.at, v[2].i, v[3].t, v[4].i);
    case RD_SQL_in_bans: return rd_sql_bind(s, k->in, k->types, v[0].t, v[1].i);
    case RD_SQL_in_reports: return rd_sql_bind(s, k->in, k->types, v[0].i, v[1].i, v[2].b, v[3].i);
    case RD_SQL_in_tables:
        return rd_sql_bind(s, k->in, k->types, v[0].i, v[1].i, v[2].i, v[3].i, v[4].t, v[5].i,
                           v[6].i, v[7].i, v[8].b, v[9].i);
    case RD_SQL_in_checkpoints: return rd_sql_bind(s, k->in, k->types, v[0].i, v[1].i, v[2].b);
    case RD_SQL_in_codes: return rd_sql_bind(s, k->in, k->types, v[0].t, v[1].i, v[2].i);
    default: return rd_sql_bind(s, k->in, k->types, v[0].i, v[1].i, v[2].i, v[3].b);
    }
}

static const kind *kind_of(const json_t *row) {
    const char *name = json_string_value(json_array_get(row, 0));
    for (int i = 0; name && i < ALL; i++)
        if (strcmp(KINDS[i].name, name) == 0) return &KINDS[i];
    return NULL;
}

static bool take_row(rd_store *s, const json_t *row, rd_fault *f) {
    const kind *k = kind_of(row);
    value v[COLUMNS] = {0};
    if (!k || json_array_size(row) != strlen(k->types) + 1)
        return rd_fault_set(f, 0, 0, "this is not a row of an export");
    bool ok = true;
    for (size_t i = 0; k->types[i] && ok; i++)
        ok = read_value(json_array_get(row, i + 1), k->types[i], &v[i]);
    if (!ok)
        rd_fault_set(f, 0, 0, "a value of %s has the wrong form", k->name);
    else if (rd_sql_run(s, bind_row(s, k, v)) < 0)
        ok = rd_fault_set(f, 0, 0, "%s", s->error);
    for (int i = 0; i < COLUMNS; i++) free((void *)(uintptr_t)v[i].b.at);
    return ok;
}

/* Numbers that people and bots had are never given again: stored games name them. */
static bool take_head(rd_store *s, const json_t *head, rd_fault *f) {
    const char *form = json_string_value(json_array_get(head, 0));
    if (!form || strcmp(form, FORM) != 0)
        return rd_fault_set(f, 0, 0, "this is not an export of Robodrome, or of a newer version");
    value person, bot;
    if (!read_value(json_array_get(head, 1), 'i', &person) ||
        !read_value(json_array_get(head, 2), 'i', &bot))
        return rd_fault_set(f, 0, 0, "the last number of a person or a bot has the wrong form");
    if (rd_sql_run(s, rd_sql_bind(s, RD_SQL_in_last_person, "i", person.i)) >= 0 &&
        rd_sql_run(s, rd_sql_bind(s, RD_SQL_in_last_bot, "i", bot.i)) >= 0)
        return true;
    return rd_fault_set(f, 0, 0, "%s", s->error);
}

static bool is_end(const json_t *row) {
    const char *name = json_string_value(json_array_get(row, 0));
    return name && strcmp(name, END) == 0;
}

/* The line after `n` others. */
static bool take_line(rd_store *s, const json_t *row, uint32_t n, rd_fault *f) {
    if (n == 0) return take_head(s, row, f);
    if (!is_end(row)) return take_row(s, row, f);
    return json_integer_value(json_array_get(row, 1)) == (json_int_t)n - 1 ||
           rd_fault_set(f, 0, 0, "rows are missing before this end");
}

static bool take_lines(rd_store *s, const char *(*line)(void *from), void *from, rd_fault *f) {
    uint32_t n = 0;
    bool ok = true, ended = false;
    for (const char *text; ok && (text = line(from)); n++) {
        json_t *row = json_loads(text, 0, NULL);
        ok = ended ? rd_fault_set(f, 0, 0, "there is something after the end")
                   : take_line(s, row, n, f);
        ended = is_end(row);
        json_decref(row);
        if (!ok) f->line = n + 1;
    }
    return ok && (ended ||
                  rd_fault_set(f, 0, 0, n ? "its end is missing: it was cut off" : "it is empty"));
}

/* A server that has begun drew a secret, which may not be replaced behind its back. */
static bool is_empty(rd_store *s, rd_fault *f) {
    rd_query *q = rd_sql_bind(s, RD_SQL_any, "");
    int got = rd_sql_step(s, q);
    bool people = got > 0 && rd_sql_int(s, q, 0) == 1;
    if (got > 0) rd_sql_done(s, q);
    return got == 0 ||
           rd_fault_set(f, 0, 0,
                        got < 0  ? "the store cannot be read"
                        : people ? "there are people or games in the store already"
                                 : "a server has begun with this store already; take a new folder "
                                   "or database");
}

bool rd_store_import(rd_store *s, const char *(*line)(void *from), void *from, rd_fault *f) {
    if (!rd_store_begin(s)) return rd_fault_set(f, 0, 0, "%s", s->error);
    if (!be_patient(s) || !is_empty(s, f) || !take_lines(s, line, from, f)) {
        if (!f->text[0]) rd_fault_set(f, 0, 0, "%s", s->error);
        rd_store_cancel(s);
        return false;
    }
    return rd_store_commit(s) || rd_fault_set(f, 0, 0, "%s", s->error);
}
