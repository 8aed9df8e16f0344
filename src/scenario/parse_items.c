/* parse_items.c - words, values, conditions and event patterns of scenario lines. */
#include "scenario/parse_int.h"

#include <string.h>

#include "base/text.h"

enum { NESTED_MAX = 8 };

/* ---- words ---- */

size_t rd_sc_item_peek(const rd_item *in) { return strcspn(in->text, " \t"); }

void rd_sc_item_skip(rd_item *in, size_t n) {
    n += strspn(in->text + n, " \t");
    in->text += n;
    in->column += (uint32_t)n;
}

const char *rd_sc_item_word(rd_parser *p, rd_item *in) {
    size_t n = rd_sc_item_peek(in);
    const char *word = rd_arena_text(p->arena, in->text, n);
    rd_sc_item_skip(in, n);
    return word;
}

rd_word *rd_sc_read_words(rd_parser *p, rd_item in) {
    rd_word *first = NULL, **end = &first;
    while (*in.text) {
        size_t n = strcspn(in.text, " \t,");
        if (n) {
            rd_word *w = rd_arena_get(p->arena, sizeof *w);
            *w = (rd_word){NULL, rd_arena_text(p->arena, in.text, n), in.line, in.column};
            *end = w;
            end = &w->next;
        }
        rd_sc_item_skip(&in, n + (in.text[n] == ','));
    }
    return first;
}

void rd_sc_read_who(rd_parser *p, rd_item *in, const char **who) {
    size_t n = strspn(in->text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-");
    *who = NULL;
    if (!n || in->text[n] != ':' || !strchr(" \t", in->text[n + 1])) return;
    *who = rd_arena_text(p->arena, in->text, n);
    rd_sc_item_skip(in, n + 1);
}

bool rd_sc_parse_number(rd_parser *p, rd_item in, int64_t least, int64_t most, int64_t *out) {
    rd_scan scan = rd_scan_text(in.text, strlen(in.text), 1);
    if (rd_scan_int(&scan, out) && rd_scan_done(&scan) && *out >= least && *out <= most)
        return true;
    return rd_sc_flaw_at(p, in.line, in.column,
                         "expected a whole number from %lld to %lld, not '%s'", (long long)least,
                         (long long)most, in.text);
}

/* ---- values ---- */

static rd_value *plain_value(rd_parser *p, const char *text, size_t n) {
    rd_value *v = rd_arena_get(p->arena, sizeof *v);
    rd_scan scan = rd_scan_text(text, n, 1);
    if (rd_scan_int(&scan, &v->number) && rd_scan_done(&scan)) {
        v->kind = RD_V_INT;
    } else if (rd_span_is(text, n, "true") || rd_span_is(text, n, "false")) {
        v->kind = RD_V_BOOL;
        v->number = *text == 't';
    } else if (rd_span_is(text, n, "null")) {
        v->kind = RD_V_NULL;
    } else if (rd_span_is(text, n, "_")) {
        v->kind = RD_V_ANY;
    } else {
        v->kind = RD_V_TEXT;
        v->text = rd_arena_text(p->arena, text, n);
    }
    return v;
}

static bool quoted_value(rd_parser *p, rd_item *in, rd_value **out) {
    char *text = rd_arena_get(p->arena, strlen(in->text));
    rd_out o = rd_out_to(text, strlen(in->text));
    const char *c = in->text + 1;
    for (; *c && *c != '"'; c++) {
        if (*c == '\\' && (c[1] == '"' || c[1] == '\\')) c++;
        rd_put_char(&o, *c);
    }
    if (!*c) return rd_sc_flaw_at(p, in->line, in->column, "a text in quotes has no end");
    *out = rd_arena_get(p->arena, sizeof **out);
    (*out)->kind = RD_V_TEXT;
    (*out)->text = text;
    rd_sc_item_skip(in, (size_t)(c - in->text) + 1);
    return true;
}

static bool list_value(rd_parser *p, rd_item *in, int depth, rd_value **out);

/* One value that ends before any of `stop`, or with the text. */
static bool one_value(rd_parser *p, rd_item *in, const char *stop, int depth, rd_value **out) {
    if (*in->text == '"') return quoted_value(p, in, out);
    if (*in->text == '[') return list_value(p, in, depth, out);
    size_t n = strcspn(in->text, stop), size = n;
    while (size && (in->text[size - 1] == ' ' || in->text[size - 1] == '\t')) size--;
    if (!size) return rd_sc_flaw_at(p, in->line, in->column, "expected a value");
    *out = plain_value(p, in->text, size);
    rd_sc_item_skip(in, n);
    return true;
}

static bool list_value(rd_parser *p, rd_item *in, int depth, rd_value **out) {
    rd_item begin = *in;
    if (depth == NESTED_MAX)
        return rd_sc_flaw_at(p, in->line, in->column, "more than %d lists within another",
                             NESTED_MAX);
    rd_value *list = *out = rd_arena_get(p->arena, sizeof *list), **end = &list->first;
    list->kind = RD_V_LIST;
    rd_sc_item_skip(in, 1);
    if (*in->text == ']') {
        rd_sc_item_skip(in, 1);
        return true;
    }
    for (;;) {
        if (!one_value(p, in, ",]", depth + 1, end)) return false;
        end = &(*end)->next;
        list->size++;
        char c = *in->text;
        if (c != ',' && c != ']')
            return rd_sc_flaw_at(p, begin.line, begin.column,
                                 "a list has no end: expected ',' or ']'");
        rd_sc_item_skip(in, 1);
        if (c == ']') return true;
    }
}

bool rd_sc_read_value(rd_parser *p, rd_item in, rd_value **out) {
    if (!one_value(p, &in, "", 0, out)) return false;
    return !*in.text || rd_sc_flaw_at(p, in.line, in.column, "nothing may follow the value");
}

/* ---- conditions ---- */

static const struct {
    const char *word;
    rd_compare compare;
} comparisons[] = {
    {"!=", RD_UNEQUAL}, {"<=", RD_AT_MOST}, {">=", RD_AT_LEAST},       {"=", RD_EQUAL},
    {"<", RD_LESS},     {">", RD_MORE},     {"contains", RD_CONTAINS}, {"lacks", RD_LACKS},
};
enum { COMPARISONS = sizeof comparisons / sizeof comparisons[0] };

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool rd_sc_read_comparison(rd_parser *p, rd_item in, rd_condition *out) {
    if (strncmp(in.text, "is ", 3) == 0) {
        rd_item rest = in;
        rd_sc_item_skip(&rest, 2);
        bool negative = strncmp(rest.text, "not ", 4) == 0;
        if (negative) rd_sc_item_skip(&rest, 3);
        if (strcmp(rest.text, "null") != 0)
            return rd_sc_flaw_at(p, rest.line, rest.column, "'is' goes with 'null' or 'not null'");
        out->compare = negative ? RD_UNEQUAL : RD_EQUAL;
        out->value = plain_value(p, "null", 4);
        return true;
    }
    for (int i = 0; i < COMPARISONS; i++) {
        size_t n = strlen(comparisons[i].word);
        if (strncmp(in.text, comparisons[i].word, n) != 0) continue;
        if (is_letter(*in.text) && !strchr(" \t", in.text[n])) continue;
        out->compare = comparisons[i].compare;
        rd_sc_item_skip(&in, n);
        return rd_sc_read_value(p, in, &out->value);
    }
    return rd_sc_flaw_at(
        p, in.line, in.column,
        "expected =, !=, <, <=, >, >=, contains, lacks, 'is null' or 'is not null'");
}

bool rd_sc_read_condition(rd_parser *p, rd_item in, rd_condition *out) {
    size_t n = strcspn(in.text, " \t=!<>");
    if (!n) return rd_sc_flaw_at(p, in.line, in.column, "expected a field, such as 'turn'");
    if (in.text[0] == '.' || in.text[n - 1] == '.' ||
        strstr(rd_arena_text(p->arena, in.text, n), ".."))
        return rd_sc_flaw_at(p, in.line, in.column, "the path of a field has an empty part");
    out->path = rd_arena_text(p->arena, in.text, n);
    rd_sc_item_skip(&in, n);
    return rd_sc_read_comparison(p, in, out);
}

/* ---- events ---- */

bool rd_sc_read_pattern(rd_parser *p, rd_item in, rd_pattern *out) {
    *out = (rd_pattern){0};
    const char *name = rd_sc_item_word(p, &in);
    out->name = strcmp(name, "any") == 0 ? NULL : name;
    while (*in.text) {
        rd_item begin = in;
        const char *word = rd_sc_item_word(p, &in), *equals = strchr(word, '=');
        if (strcmp(word, "by") == 0) {
            out->rule = rd_sc_item_word(p, &in);
            if (!*out->rule || *in.text)
                return rd_sc_flaw_at(p, begin.line, begin.column, "'by' is followed by one rule");
            return true;
        }
        if (!out->name || out->n == RD_MAX_ARGS)
            return rd_sc_flaw_at(p, begin.line, begin.column, "'%s' is one argument too many",
                                 word);
        if (!equals && out->n && out->arg[out->n - 1].name)
            return rd_sc_flaw_at(p, begin.line, begin.column, "arguments by name come last");
        if (equals) out->arg[out->n].name = rd_arena_text(p->arena, word, (size_t)(equals - word));
        out->arg[out->n++].value = equals ? equals + 1 : word;
    }
    return true;
}
