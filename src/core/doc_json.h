/* doc_json.h - a description written as compact JSON text into a bounded buffer. */
#ifndef RD_CORE_DOC_JSON_H
#define RD_CORE_DOC_JSON_H

#include "base/text.h"
#include "core/doc.h"

typedef struct rd_doc_json {
    rd_doc doc; /* first: hand &j.doc to describe */
    rd_out *out;
    bool comma;
} rd_doc_json;

rd_doc_json rd_doc_json_to(rd_out *o);
rd_doc_json rd_doc_json_on(rd_out *o);              /* goes on in an object that has members */
void rd_put_json_text(rd_out *o, const char *text); /* quoted and escaped */

#endif
