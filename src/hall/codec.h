/* codec.h - reads and writes JSON messages by tables; hall/messages.h is made on top of it.
**
** Reading is strict: no unknown member, no member too many, nothing past its limits.  A fault says
** where: "sit.seat: expected a whole number from 0 to 7".  Writing checks the same limits, so that
** nothing leaves that the other side would have to refuse.
*/
#ifndef RD_HALL_CODEC_H
#define RD_HALL_CODEC_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

/* A value that is handed through: written from `text`, or where that is NULL from `tree`; reading
** sets `tree`, which belongs to the message. */
typedef struct rd_json {
    const char *text;
    json_t *tree;
} rd_json;

typedef enum rd_codec_kind {
    RD_CODEC_BOOL,
    RD_CODEC_INT,  /* int32_t */
    RD_CODEC_LONG, /* int64_t */
    RD_CODEC_TEXT,
    RD_CODEC_LINES,
    RD_CODEC_TOKEN,
    RD_CODEC_JSON,
    RD_CODEC_WORD, /* an enum that begins with "none" */
    RD_CODEC_OBJECT,
} rd_codec_kind;

#define RD_CODEC_NO_FLAG SIZE_MAX

typedef struct rd_codec_shape rd_codec_shape;

typedef struct rd_codec_field {
    const char *name;
    rd_codec_kind kind;
    bool optional;
    int most; /* of a list; 0 = a single value */
    size_t at, flag, count, stride;
    int64_t low, high; /* of a number; `high`: bytes of a text, or how many words there are */
    const char *const *words;
    const rd_codec_shape *shape;
} rd_codec_field;

struct rd_codec_shape {
    const char *name;
    size_t size; /* of its struct */
    int n;
    const rd_codec_field *field;
};

/* Text as a JSON object of at most `most` bytes; NULL with a fault.  The caller drops it. */
/* The length of the name at the beginning of a fault's words ("act.picks"); 0: it has none, as what
** is not JSON. */
size_t rd_codec_member(const rd_fault *f);
json_t *rd_codec_parse(const char *text, size_t n, size_t most, rd_fault *f);
/* Which of `shapes` (1 .. n - 1) the member "t" names; 0 with a fault. */
int rd_codec_which(const rd_codec_shape *const *shapes, int n, json_t *from, rd_fault *f);
/* Fills the struct at `out`, which is all zero; `typed`: the object has a "t" beside the fields. */
bool rd_codec_read(const rd_codec_shape *s, json_t *from, bool typed, void *out, rd_fault *f);
/* A document: parse and read; the caller drops *root, which is NULL on failure. */
bool rd_codec_read_document(const rd_codec_shape *s, const char *text, size_t n, json_t **root,
                            void *out, rd_fault *f);
/* False when a limit is broken or the text does not fit. */
bool rd_codec_write(const rd_codec_shape *s, bool typed, const void *from, rd_out *o);

#endif
