/* label.h - what boards and courses have in common: id, names, how far each part can be trusted. */
#ifndef RD_FLOOR_LABEL_H
#define RD_FLOOR_LABEL_H

#include "floor/reader.h"

enum {
    RD_ID_MAX = 32,
    RD_LABEL_NAME_MAX = 64,
    RD_NOTE_MAX = 240,
    RD_NAME_LANGS = 3, /* en ru uk */
    RD_MAX_TRUSTS = 8,
    RD_MAX_NOTES = 4,
};

/* "confidence lasers agreed": a part of the data and how sure it is: verified (against the printed
** thing), agreed (independent sources say the same), single-source, reconstructed, unknown. */
typedef struct rd_trust {
    char part[24], word[16];
} rd_trust;

typedef struct rd_label {
    char id[RD_ID_MAX];
    char name[RD_NAME_LANGS][RD_LABEL_NAME_MAX]; /* empty where it has none of its own */
    uint8_t n_trusts, n_notes;
    rd_trust trust[RD_MAX_TRUSTS];
    char note[RD_MAX_NOTES][RD_NOTE_MAX];
} rd_label;

/* The name in that language, or the English one, or the id. */
const char *rd_label_name(const rd_label *l, int lang);

/* How sure that part is; NULL where nothing is said. */
const char *rd_label_trust(const rd_label *l, const char *part);

/* The statements "name", "confidence" and "note", after the keyword. */
bool rd_read_label_name(rd_reader *r, rd_label *l);
bool rd_read_label_trust(rd_reader *r, rd_label *l);
bool rd_read_label_note(rd_reader *r, rd_label *l);

void rd_put_label_names(rd_out *o, const rd_label *l);
void rd_put_label_trusts(rd_out *o, const rd_label *l); /* and notes */

/* One statement of canonical text: "keyword word". */
void rd_put_statement(rd_out *o, const char *keyword, const char *rest);

#endif
