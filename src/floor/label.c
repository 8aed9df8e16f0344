/* label.c - names, confidence and notes of boards and courses; see label.h. */
#include "floor/label.h"

#include <string.h>

static const char *const LANG[RD_NAME_LANGS] = {"en", "ru", "uk"};
static const char *const TRUST[] = {"verified", "agreed", "single-source", "reconstructed",
                                    "unknown"};

const char *rd_label_name(const rd_label *l, int lang) {
    if (lang >= 0 && lang < RD_NAME_LANGS && l->name[lang][0]) return l->name[lang];
    return l->name[0][0] ? l->name[0] : l->id;
}

const char *rd_label_trust(const rd_label *l, const char *part) {
    for (int i = 0; i < l->n_trusts; i++)
        if (strcmp(l->trust[i].part, part) == 0) return l->trust[i].word;
    return NULL;
}

bool rd_read_label_name(rd_reader *r, rd_label *l) {
    rd_word w;
    bool read = rd_read_word(r, &w);
    for (int i = 0; read && i < RD_NAME_LANGS; i++) {
        if (!rd_word_is(&w, LANG[i])) continue;
        if (l->name[i][0]) return rd_read_fault_word(r, &w, "the name in", "is given twice");
        return rd_read_rest(r, l->name[i], RD_LABEL_NAME_MAX, "a name");
    }
    return rd_read_fault(r, &w, "expected a language, en ru or uk");
}

bool rd_read_label_trust(rd_reader *r, rd_label *l) {
    rd_trust t;
    rd_word w;
    if (!rd_read_name(r, t.part, sizeof t.part, "a part")) return false;
    if (rd_label_trust(l, t.part))
        return rd_read_fault(r, NULL, "the confidence of this part is given twice");
    if (l->n_trusts == RD_MAX_TRUSTS) return rd_read_fault(r, NULL, "too many parts");
    bool read = rd_read_word(r, &w);
    for (size_t i = 0; read && i < sizeof TRUST / sizeof *TRUST; i++) {
        if (!rd_word_is(&w, TRUST[i])) continue;
        rd_copy_text(t.word, sizeof t.word, w.text, w.n);
        l->trust[l->n_trusts++] = t;
        return rd_read_end(r);
    }
    return rd_read_fault(
        r, &w, "expected a confidence: verified agreed single-source reconstructed unknown");
}

bool rd_read_label_note(rd_reader *r, rd_label *l) {
    if (l->n_notes == RD_MAX_NOTES) return rd_read_fault(r, NULL, "too many notes");
    return rd_read_rest(r, l->note[l->n_notes++], RD_NOTE_MAX, "a note");
}

void rd_put_statement(rd_out *o, const char *keyword, const char *rest) {
    rd_put_text(o, keyword);
    rd_put_char(o, ' ');
    rd_put_text(o, rest);
    rd_put_char(o, '\n');
}

void rd_put_label_names(rd_out *o, const rd_label *l) {
    for (int i = 0; i < RD_NAME_LANGS; i++) {
        if (!l->name[i][0]) continue;
        rd_put_text(o, "name ");
        rd_put_statement(o, LANG[i], l->name[i]);
    }
}

void rd_put_label_trusts(rd_out *o, const rd_label *l) {
    for (int i = 0; i < l->n_trusts; i++) {
        rd_put_text(o, "confidence ");
        rd_put_statement(o, l->trust[i].part, l->trust[i].word);
    }
    for (int i = 0; i < l->n_notes; i++) rd_put_statement(o, "note", l->note[i]);
}
