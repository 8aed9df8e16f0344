/* codec.c - see codec.h. */
#include "hall/codec.h"

#include <stdlib.h>
#include <string.h>

#include "core/doc_json.h"

enum { DOCUMENT_MAX = 1 << 18, DEPTH = 6 };

/* Where a fault is: the names on the way, as in "welcome.seats". */
typedef struct place {
    const char *name[DEPTH];
    int n;
    rd_fault *f;
} place;

static bool wrong(const place *p, const char *member, const char *what) {
    char where[120];
    rd_out o = rd_out_to(where, sizeof where);
    for (int i = 0; i < p->n; i++) {
        if (i) rd_put_char(&o, '.');
        rd_put_text(&o, p->name[i]);
    }
    if (member) {
        rd_put_char(&o, '.');
        rd_put_span(&o, member, strnlen(member, 32));
    }
    return rd_fault_set(p->f, 0, 0, "%s: %s", where, what);
}

size_t rd_codec_member(const rd_fault *f) {
    const char *end = f->column ? NULL : strstr(f->text, ": ");
    return end ? (size_t)(end - f->text) : 0;
}

/* ---- texts ---- */

static bool is_token(const char *s, size_t n) {
    for (size_t i = 0; i < n; i++) {
        char c = s[i];
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
              c == '_' || c == '-'))
            return false;
    }
    return n > 0;
}

/* No control characters, and nothing that turns or hides the text around it. */
static bool is_clean(const char *s, size_t n, bool lines) {
    for (size_t i = rd_plain_span(s, n); i < n; i++) {
        unsigned char c = (unsigned char)s[i];
        if (c == 0x7f || (c < 0x20 && !(lines && (c == '\n' || c == '\t')))) return false;
        if (c == 0xc2 && i + 1 < n && (unsigned char)s[i + 1] < 0xa0) return false;
        if (c == 0xe2 && i + 2 < n) {
            unsigned char b = (unsigned char)s[i + 1], a = (unsigned char)s[i + 2];
            if (b == 0x80 && a >= 0xa8 && a <= 0xae) return false; /* U+2028 .. U+202E */
            if (b == 0x81 && a >= 0xa6 && a <= 0xa9) return false; /* U+2066 .. U+2069 */
        }
    }
    return true;
}

static bool text_is_good(const rd_codec_field *d, const char *s, size_t n) {
    if (n > (size_t)d->high) return false;
    return d->kind == RD_CODEC_TOKEN ? is_token(s, n) : is_clean(s, n, d->kind == RD_CODEC_LINES);
}

static const char *text_wanted(const rd_codec_field *d, char *buf, size_t cap) {
    rd_out o = rd_out_to(buf, cap);
    rd_put_text(&o, d->kind == RD_CODEC_TOKEN ? "expected 1 to " : "expected a text of at most ");
    rd_put_int(&o, d->high);
    rd_put_text(&o, d->kind == RD_CODEC_TOKEN ? " of the characters A-Z a-z 0-9 _ -"
                                              : " bytes without control characters");
    return buf;
}

/* ---- reading ---- */

static bool read_object(const rd_codec_shape *s, json_t *from, bool typed, void *out, place *p);

static bool read_number(const rd_codec_field *d, json_t *v, void *out, const place *p) {
    int64_t value = json_integer_value(v);
    if (!json_is_integer(v) || value < d->low || value > d->high) {
        char text[100];
        rd_out o = rd_out_to(text, sizeof text);
        rd_put_text(&o, "expected a whole number from ");
        rd_put_int(&o, d->low);
        rd_put_text(&o, " to ");
        rd_put_int(&o, d->high);
        return wrong(p, d->name, text);
    }
    if (d->kind == RD_CODEC_INT)
        *(int32_t *)out = (int32_t)value;
    else
        *(int64_t *)out = value;
    return true;
}

static bool read_text(const rd_codec_field *d, json_t *v, void *out, const place *p) {
    char text[100];
    const char *s = json_string_value(v);
    if (!s || !text_is_good(d, s, json_string_length(v)))
        return wrong(p, d->name, text_wanted(d, text, sizeof text));
    *(const char **)out = s;
    return true;
}

static bool read_word(const rd_codec_field *d, json_t *v, void *out, const place *p) {
    const char *s = json_string_value(v);
    for (int i = 1; s && i <= d->high; i++)
        if (strcmp(s, d->words[i]) == 0) {
            *(int *)out = i;
            return true;
        }
    return wrong(p, d->name, "expected one of its words");
}

static bool read_value(const rd_codec_field *d, json_t *v, void *out, place *p) {
    switch (d->kind) {
    case RD_CODEC_BOOL:
        *(bool *)out = json_is_true(v);
        return json_is_boolean(v) || wrong(p, d->name, "expected true or false");
    case RD_CODEC_INT:
    case RD_CODEC_LONG: return read_number(d, v, out, p);
    case RD_CODEC_TEXT:
    case RD_CODEC_LINES:
    case RD_CODEC_TOKEN: return read_text(d, v, out, p);
    case RD_CODEC_JSON: ((rd_json *)out)->tree = v; return true;
    case RD_CODEC_WORD: return read_word(d, v, out, p);
    case RD_CODEC_OBJECT: break;
    }
    if (p->n == DEPTH) return wrong(p, d->name, "too deep");
    p->name[p->n++] = d->name;
    bool good = read_object(d->shape, v, false, out, p);
    p->n--;
    return good;
}

static bool read_list(const rd_codec_field *d, json_t *v, char *out, place *p) {
    size_t n = json_array_size(v);
    if (!json_is_array(v) || n > (size_t)d->most) {
        char text[60];
        rd_out o = rd_out_to(text, sizeof text);
        rd_put_text(&o, "expected a list of at most ");
        rd_put_int(&o, d->most);
        return wrong(p, d->name, text);
    }
    for (size_t i = 0; i < n; i++)
        if (!read_value(d, json_array_get(v, i), out + d->at + i * d->stride, p)) return false;
    *(int *)(void *)(out + d->count) = (int)n;
    return true;
}

static const rd_codec_field *find_field(const rd_codec_shape *s, const char *name) {
    for (int i = 0; i < s->n; i++)
        if (strcmp(s->field[i].name, name) == 0) return &s->field[i];
    return NULL;
}

static bool all_known(const rd_codec_shape *s, json_t *from, bool typed, const place *p) {
    void *at = json_object_iter(from);
    for (; at; at = json_object_iter_next(from, at)) {
        const char *name = json_object_iter_key(at);
        if (!find_field(s, name) && !(typed && strcmp(name, "t") == 0))
            return wrong(p, is_token(name, strlen(name)) ? name : NULL, "no such member");
    }
    return true;
}

static bool read_object(const rd_codec_shape *s, json_t *from, bool typed, void *out, place *p) {
    if (!json_is_object(from)) return wrong(p, NULL, "expected an object");
    if (!all_known(s, from, typed, p)) return false;
    for (int i = 0; i < s->n; i++) {
        const rd_codec_field *d = &s->field[i];
        json_t *v = json_object_get(from, d->name);
        if (!v && d->optional) continue;
        if (!v) return wrong(p, d->name, "is missing");
        if (d->most ? !read_list(d, v, out, p) : !read_value(d, v, (char *)out + d->at, p))
            return false;
        if (d->flag != RD_CODEC_NO_FLAG) *(bool *)((char *)out + d->flag) = true;
    }
    return true;
}

/* jansson's own words for what is not JSON quote the input; ours do not. */
json_t *rd_codec_parse(const char *text, size_t n, size_t most, rd_fault *f) {
    json_error_t e;
    if (n > most) {
        rd_fault_set(f, 0, 0, "longer than %d bytes", (int)most);
        return NULL;
    }
    json_t *root = json_loadb(text, n, JSON_REJECT_DUPLICATES, &e);
    if (!root)
        rd_fault_set(f, (uint32_t)(e.line > 0 ? e.line : 0),
                     (uint32_t)(e.column > 0 ? e.column : 0),
                     "not JSON, or a member twice, at byte %d", e.position);
    else if (!json_is_object(root)) {
        rd_fault_set(f, 0, 0, "expected an object");
        json_decref(root);
        root = NULL;
    }
    return root;
}

int rd_codec_which(const rd_codec_shape *const *shapes, int n, json_t *from, rd_fault *f) {
    const char *type = json_string_value(json_object_get(from, "t"));
    for (int i = 1; type && i < n; i++)
        if (strcmp(shapes[i]->name, type) == 0) return i;
    rd_fault_set(f, 0, 0, "t: expected the name of a message");
    return 0;
}

bool rd_codec_read(const rd_codec_shape *s, json_t *from, bool typed, void *out, rd_fault *f) {
    place p = {.name = {s->name}, .n = 1, .f = f};
    return read_object(s, from, typed, out, &p);
}

bool rd_codec_read_document(const rd_codec_shape *s, const char *text, size_t n, json_t **root,
                            void *out, rd_fault *f) {
    *root = rd_codec_parse(text, n, DOCUMENT_MAX, f);
    if (*root && rd_codec_read(s, *root, false, out, f)) return true;
    json_decref(*root);
    *root = NULL;
    return false;
}

/* ---- writing ---- */

static bool write_json(const rd_codec_field *d, const rd_json *v, rd_out *o) {
    if (v->text) {
        rd_put_text(o, v->text);
        return strlen(v->text) <= (size_t)d->high;
    }
    char *text = json_dumps(v->tree, JSON_COMPACT | JSON_ENCODE_ANY);
    if (!text) return false;
    bool good = strlen(text) <= (size_t)d->high;
    rd_put_text(o, text);
    free(text);
    return good;
}

/* Whole files are sent as a text: six bytes for the end of each line would make them too long. */
static void put_lines(const char *s, rd_out *o) {
    rd_put_char(o, '"');
    for (; *s; s++) {
        bool odd = *s == '\n' || *s == '\t' || *s == '"' || *s == '\\';
        if (odd) rd_put_char(o, '\\');
        rd_put_char(o, *s == '\n' ? 'n' : *s == '\t' ? 't' : *s);
    }
    rd_put_char(o, '"');
}

static bool write_value(const rd_codec_field *d, const char *from, rd_out *o) {
    int64_t number = 0;
    switch (d->kind) {
    case RD_CODEC_BOOL: rd_put_text(o, *(const bool *)from ? "true" : "false"); return true;
    case RD_CODEC_INT:
    case RD_CODEC_LONG:
        number = d->kind == RD_CODEC_INT ? *(const int32_t *)(const void *)from
                                         : *(const int64_t *)(const void *)from;
        rd_put_int(o, number);
        return number >= d->low && number <= d->high;
    case RD_CODEC_TEXT:
    case RD_CODEC_LINES:
    case RD_CODEC_TOKEN: {
        const char *s = *(const char *const *)(const void *)from;
        if (!s || !text_is_good(d, s, strlen(s))) return false;
        if (d->kind == RD_CODEC_LINES)
            put_lines(s, o);
        else
            rd_put_json_text(o, s);
        return true;
    }
    case RD_CODEC_JSON: return write_json(d, (const rd_json *)(const void *)from, o);
    case RD_CODEC_WORD: {
        int word = *(const int *)(const void *)from;
        if (word < 1 || word > d->high) return false;
        rd_put_json_text(o, d->words[word]);
        return true;
    }
    case RD_CODEC_OBJECT: break;
    }
    return rd_codec_write(d->shape, false, from, o);
}

/* What is optional and not there is left out. */
static bool is_there(const rd_codec_field *d, const char *from) {
    const void *value = from + d->at;
    if (!d->optional) return true;
    if (d->flag != RD_CODEC_NO_FLAG) return *(const bool *)(from + d->flag);
    switch (d->kind) {
    case RD_CODEC_BOOL: return *(const bool *)value;
    case RD_CODEC_WORD: return *(const int *)value != 0;
    case RD_CODEC_JSON: return ((const rd_json *)value)->text || ((const rd_json *)value)->tree;
    default: return *(const char *const *)value != NULL;
    }
}

static bool write_list(const rd_codec_field *d, const char *from, rd_out *o) {
    int n = *(const int *)(const void *)(from + d->count);
    if (n < 0 || n > d->most) return false;
    bool good = true;
    rd_put_char(o, '[');
    for (int i = 0; i < n; i++) {
        if (i) rd_put_char(o, ',');
        good = write_value(d, from + d->at + (size_t)i * d->stride, o) && good;
    }
    rd_put_char(o, ']');
    return good;
}

bool rd_codec_write(const rd_codec_shape *s, bool typed, const void *from, rd_out *o) {
    bool good = true, comma = typed;
    rd_put_char(o, '{');
    if (typed) {
        rd_put_text(o, "\"t\":");
        rd_put_json_text(o, s->name);
    }
    for (int i = 0; i < s->n; i++) {
        const rd_codec_field *d = &s->field[i];
        if (!is_there(d, from)) continue;
        if (comma) rd_put_char(o, ',');
        comma = true;
        rd_put_json_text(o, d->name);
        rd_put_char(o, ':');
        good = (d->most ? write_list(d, from, o) : write_value(d, (const char *)from + d->at, o)) &&
               good;
    }
    rd_put_char(o, '}');
    return good && rd_out_fits(o);
}
