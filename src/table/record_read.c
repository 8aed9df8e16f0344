/* record_read.c - reading a record: every line is checked, every input is played again.
**
** Records come from anywhere, so nothing here trusts the text: a fault is a line, words and a
** verdict, never a crash.  A line must be exactly what the writer would have written.
*/
#include <stdlib.h>
#include <string.h>

#include "games/registry.h"
#include "table/record_reader.h"

/* ---- the header ---- */

static rd_record_verdict read_info(rd_reader *r, int seats) {
    static const char *const tag[] = {"event", "site", "round"};
    rd_record_info *info = r->info;
    char *to[] = {info->event, info->site, info->round};
    json_t *names = json_object_get(r->json, "names");
    for (int i = 0; i < 3; i++) {
        json_t *value = json_object_get(r->json, tag[i]);
        const char *text = json_string_value(value);
        if (value && (!text || !*text || !rd_reader_copy(to[i], RD_NAME_MAX + 1, text)))
            return rd_reader_bad(r, "event, site and round must be short texts");
    }
    if (!rd_reader_copy(info->date, sizeof info->date, rd_reader_text(r, "date")))
        return rd_reader_bad(r, "the date is missing or no date");
    if (!rd_reader_copy(info->engine, sizeof info->engine, rd_reader_text(r, "engine")) ||
        !*info->engine)
        return rd_reader_bad(r, "the engine's version is missing or too long");
    if (!json_is_array(names) || json_array_size(names) != (size_t)seats)
        return rd_reader_bad(r, "names must be a list with one name a seat");
    for (int i = 0; i < seats; i++)
        if (!rd_reader_copy(info->name[i], sizeof info->name[i],
                            json_string_value(json_array_get(names, (size_t)i))))
            return rd_reader_bad(r, "a name is no text or too long");
    rd_fault why = {0};
    return rd_record_info_check(info, seats, &why) ? RD_RECORD_OK : rd_reader_bad(r, why.text);
}

/* The settings point into r->json, which lives until the next line; the table copies them. */
static rd_record_verdict read_settings(rd_reader *r, rd_config *c) {
    const char *key;
    json_t *settings = json_object_get(r->json, "settings"), *value;
    if (!json_is_object(settings)) return rd_reader_bad(r, "settings must be an object");
    json_object_foreach(settings, key, value) {
        if (c->n_settings == RD_MAX_SETTINGS) return rd_reader_bad(r, "too many settings");
        if (!json_is_string(value)) return rd_reader_bad(r, "a setting is no text");
        c->setting[c->n_settings++] = (rd_setting){key, json_string_value(value)};
    }
    return RD_RECORD_OK;
}

/* Every switch is named, so that nothing hangs on a default. */
static bool names_all_switches(const rd_game *g, const json_t *settings) {
    for (const rd_switch *sw = g->switches; sw->key; sw++)
        if (sw->fallback && !json_object_get(settings, sw->key)) return false;
    return true;
}

static rd_record_verdict open_table(rd_reader *r, const rd_game *g, const rd_config *c) {
    const char *key_text = rd_reader_text(r, "key"), *start = rd_reader_text(r, "start");
    rd_key key = {{0}};
    rd_fault why = {0};
    if (!key_text == !start)
        return rd_reader_bad(r, "a record has either a key or a start position");
    if (key_text && !rd_reader_key(key_text, &key))
        return rd_reader_bad(r, "the key must be 64 hex digits");
    r->t = rd_table_open(g, c, &key, &why);
    if (!r->t) return rd_reader_bad(r, why.text);
    if (!start) return RD_RECORD_OK;
    rd_state *s = calloc(1, g->state_size);
    bool ok = s && g->parse_state(rd_table_match(r->t), start, strlen(start), s, &why);
    rd_table *t = ok ? rd_table_open_at(g, c, NULL, s, &why) : NULL;
    free(s);
    rd_table_close(r->t);
    r->t = t;
    return t ? RD_RECORD_OK : rd_reader_bad(r, why.text);
}

static rd_record_verdict check_format(rd_reader *r) {
    const char *format = rd_reader_text(r, "format");
    if (format && strcmp(format, RD_RECORD_FORMAT) == 0) return RD_RECORD_OK;
    if (format && strcmp(format, RD_VIEW_FORMAT) == 0)
        return rd_reader_bad(r, "this is what one seat saw, not a record: it cannot be replayed");
    if (!format || strncmp(format, "robodrome/", 10) != 0)
        return rd_reader_bad(r, "not a record: its format is not " RD_RECORD_FORMAT);
    rd_fault_set(r->f, r->line, 0, "format %s; this program reads " RD_RECORD_FORMAT, format);
    return RD_RECORD_VERSION;
}

static rd_record_verdict find_game(rd_reader *r, const rd_game **g, rd_config *c) {
    int64_t rules, seats;
    const char *id = rd_reader_text(r, "game");
    if (!id) return rd_reader_bad(r, "the game is missing");
    *g = rd_game_find(id);
    if (!*g) {
        rd_fault_set(r->f, r->line, 0, "unknown game '%s'", id);
        return RD_RECORD_BAD;
    }
    if (!rd_reader_int(json_object_get(r->json, "rules"), 0, UINT32_MAX, &rules))
        return rd_reader_bad(r, "the rules version is missing or no number");
    if (!rd_reader_int(json_object_get(r->json, "seats"), 1, RD_MAX_SEATS, &seats))
        return rd_reader_bad(r, "the number of seats is missing or impossible");
    if (rules != (*g)->rules_version) {
        rd_fault_set(r->f, r->line, 0, "played under rules version %d of %s; this engine has %d",
                     (int)rules, id, (int)(*g)->rules_version);
        return RD_RECORD_VERSION;
    }
    c->n_seats = (int)seats;
    return RD_RECORD_OK;
}

static rd_record_verdict check_first_hash(rd_reader *r) {
    const rd_match *m = rd_table_match(r->t);
    uint64_t hash;
    if (!rd_reader_hash(rd_reader_text(r, "hash"), &hash))
        return rd_reader_bad(r, "the hash must be 16 hex digits");
    if (rd_state_hash(m, rd_table_state(r->t)) == hash) return RD_RECORD_OK;
    rd_fault_set(r->f, r->line, 0, "the set-up differs from what this engine makes of it");
    return RD_RECORD_DIFFERS;
}

static rd_record_verdict read_header(rd_reader *r) {
    static const char *const members[] = {
        "date",   "engine", "event", "format", "game",     "hash", "key",   "names",
        "result", "round",  "rules", "seats",  "settings", "site", "start", NULL};
    const rd_game *g = NULL;
    rd_config c = {0};
    rd_record_verdict v;
    if ((v = rd_reader_take(r)) || (v = check_format(r)) || (v = rd_reader_only(r, members)) ||
        (v = find_game(r, &g, &c)) || (v = read_info(r, c.n_seats)) || (v = read_settings(r, &c)))
        return v;
    if (!names_all_switches(g, json_object_get(r->json, "settings")))
        return rd_reader_bad(r, "a setting is missing");
    if ((v = open_table(r, g, &c))) return v;
    return check_first_hash(r);
}

/* ---- inputs ---- */

static rd_record_verdict read_draft(rd_reader *r, const json_t *draft, rd_action *a) {
    if (!json_is_array(draft) || json_array_size(draft) > RD_MAX_PICKS)
        return rd_reader_bad(r, "a draft is a list of at most 24 picks");
    for (size_t i = 0; i < json_array_size(draft); i++) {
        int64_t pick;
        if (!rd_reader_int(json_array_get(draft, i), -1, RD_GAP - 1, &pick))
            return rd_reader_bad(r, "a draft holds picks, or -1 for a gap");
        a->pick[a->n++] = pick < 0 ? RD_GAP : (uint16_t)pick;
    }
    return RD_RECORD_OK;
}

static rd_record_verdict read_answer(rd_reader *r, const char *text, rd_action *a) {
    const rd_match *m = rd_table_match(r->t);
    const rd_state *now = rd_table_state(r->t);
    char spelled[RD_TEXT_MAX];
    rd_fault why = {0};
    if (!text) return rd_reader_bad(r, "the action is missing");
    if (!m->game->parse_action(m, now, a->actor, text, strlen(text), a, &why))
        return rd_reader_bad(r, why.text);
    rd_record_action_text(m, now, a, spelled);
    if (strcmp(spelled, text) == 0) return RD_RECORD_OK;
    rd_fault_set(r->f, r->line, 0, "action '%s' must be spelled '%s'", text, spelled);
    return RD_RECORD_BAD;
}

static rd_record_verdict read_origin(rd_reader *r, rd_origin *origin) {
    json_t *value = json_object_get(r->json, "origin");
    const char *text = json_string_value(value);
    *origin = RD_PLAYED;
    if (!value) return RD_RECORD_OK;
    for (int i = RD_PLAYED + 1; text && i < RD_ORIGINS; i++)
        if (strcmp(text, rd_origin_name((rd_origin)i)) == 0) *origin = (rd_origin)i;
    return *origin ? RD_RECORD_OK : rd_reader_bad(r, "unknown origin");
}

static rd_record_verdict enter(rd_reader *r, const rd_action *a, rd_origin origin) {
    const rd_game *g = rd_table_match(r->t)->game;
    int number = rd_table_length(r->t) + 1;
    uint16_t rule = 0;
    rd_err e = rd_table_enter(r->t, a, origin, &rule);
    if (!e) return RD_RECORD_OK;
    if (e == RD_E_ILLEGAL)
        rd_fault_set(r->f, r->line, 0, "action %d is illegal (%s)", number, g->rules[rule]);
    else
        rd_fault_set(r->f, r->line, 0, "action %d is refused: %s", number, rd_err_name(e));
    return RD_RECORD_BAD;
}

static rd_record_verdict check_hash(rd_reader *r, uint64_t want) {
    int number = rd_table_length(r->t);
    uint64_t found = rd_table_entry(r->t, number - 1)->hash;
    char is[RD_HASH_DIGITS + 1], was[RD_HASH_DIGITS + 1];
    if (found == want) return RD_RECORD_OK;
    rd_hash_hex(found, is);
    rd_hash_hex(want, was);
    rd_fault_set(r->f, r->line, 0,
                 "action %d is the first that differs: the state after it is %s, recorded is %s",
                 number, is, was);
    return RD_RECORD_DIFFERS;
}

static rd_record_verdict read_input(rd_reader *r) {
    static const char *const members[] = {"action", "actor", "draft", "hash", "n", "origin", NULL};
    const json_t *draft = json_object_get(r->json, "draft");
    rd_action a = {0};
    rd_origin origin;
    rd_record_verdict v;
    int64_t number, actor;
    uint64_t hash;
    if ((v = rd_reader_only(r, members))) return v;
    if (!rd_reader_int(json_object_get(r->json, "n"), 1, INT32_MAX, &number) ||
        number != rd_table_length(r->t) + 1)
        return rd_reader_bad(
            r, "the actions are not numbered in order: a line is missing or was added");
    if (!rd_reader_int(json_object_get(r->json, "actor"), 0, rd_table_match(r->t)->n_actors - 1,
                       &actor))
        return rd_reader_bad(r, "there is no such actor");
    if (!rd_reader_hash(rd_reader_text(r, "hash"), &hash))
        return rd_reader_bad(r, "the hash must be 16 hex digits");
    if ((v = read_origin(r, &origin))) return v;
    if (!draft != (origin != RD_TIMED) || (draft && json_object_get(r->json, "action")))
        return rd_reader_bad(r, "a time-up carries a draft, any other input an action");
    a.actor = (uint8_t)actor;
    a.kind = draft ? RD_TIME_UP : RD_ANSWER;
    if (!(rd_table_asked(r->t) >> actor & 1)) return enter(r, &a, origin); /* says what is wrong */
    if ((v = draft ? read_draft(r, draft, &a) : read_answer(r, rd_reader_text(r, "action"), &a)) ||
        (v = enter(r, &a, origin)))
        return v;
    return check_hash(r, hash);
}

/* ---- the end ---- */

static bool list_is(const json_t *list, const int32_t *want, int n) {
    if (!json_is_array(list) || json_array_size(list) != (size_t)n) return false;
    for (int i = 0; i < n; i++) {
        int64_t value;
        if (!rd_reader_int(json_array_get(list, (size_t)i), INT32_MIN, INT32_MAX, &value))
            return false;
        if (value != want[i]) return false;
    }
    return true;
}

static rd_record_verdict differs(rd_reader *r) {
    rd_fault_set(r->f, r->line, 0, "the result differs from the one that was played");
    return RD_RECORD_DIFFERS;
}

static rd_record_verdict read_end(rd_reader *r, const json_t *announced) {
    static const char *const members[] = {"actions", "places", "result", "scores", NULL};
    const rd_match *m = rd_table_match(r->t);
    const char *result = rd_reader_text(r, "result");
    rd_outcome o;
    bool over = m->game->outcome(m, rd_table_state(r->t), &o);
    int32_t place[RD_MAX_SEATS];
    int64_t actions;
    rd_record_verdict v = rd_reader_only(r, members);
    if (v) return v;
    for (int i = 0; i < RD_MAX_SEATS; i++) place[i] = o.place[i];
    if (!result || (strcmp(result, "over") != 0 && strcmp(result, "open") != 0))
        return rd_reader_bad(r, "the result must be over or open");
    if (!rd_reader_int(json_object_get(r->json, "actions"), 0, INT32_MAX, &actions) ||
        actions != rd_table_length(r->t))
        return rd_reader_bad(r, "the number of actions is wrong: a line is missing or was added");
    if ((strcmp(result, "over") == 0) != over) return differs(r);
    if (!over)
        return json_object_size(r->json) == 2 && json_is_null(announced)
                   ? RD_RECORD_OK
                   : rd_reader_bad(r, "an open game has no places");
    if (!list_is(json_object_get(r->json, "places"), place, m->n_seats) ||
        !list_is(json_object_get(r->json, "scores"), o.score, m->n_seats) ||
        !list_is(announced, place, m->n_seats))
        return differs(r);
    return RD_RECORD_OK;
}

static rd_record_verdict read_seal(rd_reader *r) {
    static const char *const members[] = {"sha256", NULL};
    char hex[RD_SHA_DIGITS + 1];
    size_t sealed = (size_t)(r->at - r->text);
    rd_record_verdict v = rd_reader_take(r);
    if (v || (v = rd_reader_only(r, members))) return v;
    const char *sum = rd_reader_text(r, "sha256");
    rd_sha256_hex(r->text, sealed, hex);
    if (!sum) return rd_reader_bad(r, "the check sum is missing");
    if (strcmp(sum, hex) != 0)
        return rd_reader_bad(r, "the check sum does not fit: the file was damaged or changed");
    if (r->at == r->end) return RD_RECORD_OK;
    r->line++;
    return rd_reader_bad(r, "nothing may follow the check sum");
}

static rd_record_verdict read_lines(rd_reader *r) {
    rd_record_verdict v = read_header(r);
    if (v) return v;
    json_t *announced = json_incref(json_object_get(r->json, "result"));
    while (!(v = rd_reader_take(r)) && !json_object_get(r->json, "result"))
        if ((v = read_input(r))) break;
    if (!v) v = read_end(r, announced);
    json_decref(announced);
    return v ? v : read_seal(r);
}

rd_record_verdict rd_record_read(const char *text, size_t n, rd_table **t, rd_record_info *info,
                                 rd_fault *f) {
    rd_record_info unasked;
    rd_fault unheard;
    rd_reader r = {text, text, text + n, 0, NULL, NULL, info ? info : &unasked, f ? f : &unheard};
    *t = NULL;
    *r.info = (rd_record_info){0};
    *r.f = (rd_fault){0};
    if (n > RD_RECORD_MAX) return rd_reader_bad(&r, "the record is too large");
    rd_record_verdict v = read_lines(&r);
    json_decref(r.json);
    if (v)
        rd_table_close(r.t);
    else
        *t = r.t;
    return v;
}
