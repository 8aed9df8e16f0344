/* doc_json.c - descriptions as JSON; see doc_json.h. */
#include "core/doc_json.h"

void rd_put_json_text(rd_out *o, const char *text) {
    rd_put_char(o, '"');
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') rd_put_char(o, '\\');
        if (c < 0x20) {
            rd_put_text(o, "\\u");
            rd_put_hex(o, c, 4);
        } else {
            rd_put_char(o, *text);
        }
    }
    rd_put_char(o, '"');
}

static rd_out *lead(rd_doc *d, const char *name) {
    rd_doc_json *j = (rd_doc_json *)d;
    if (j->comma) rd_put_char(j->out, ',');
    j->comma = true;
    if (name) {
        rd_put_json_text(j->out, name);
        rd_put_char(j->out, ':');
    }
    return j->out;
}

static void put_open(rd_doc *d, const char *name, bool list) {
    rd_put_char(lead(d, name), list ? '[' : '{');
    ((rd_doc_json *)d)->comma = false;
}

static void put_close(rd_doc *d, bool list) {
    rd_put_char(((rd_doc_json *)d)->out, list ? ']' : '}');
    ((rd_doc_json *)d)->comma = true;
}

static void put_integer(rd_doc *d, const char *name, int64_t v) { rd_put_int(lead(d, name), v); }

static void put_text(rd_doc *d, const char *name, const char *v) {
    rd_put_json_text(lead(d, name), v);
}

static void put_boolean(rd_doc *d, const char *name, bool v) {
    rd_put_text(lead(d, name), v ? "true" : "false");
}

static void put_hidden(rd_doc *d, const char *name) { rd_put_text(lead(d, name), "null"); }
static void put_none(rd_doc *d, const char *name) { rd_put_text(lead(d, name), "false"); }

rd_doc_json rd_doc_json_to(rd_out *o) {
    return (rd_doc_json){
        {put_open, put_close, put_integer, put_text, put_boolean, put_hidden, put_none}, o, false};
}
