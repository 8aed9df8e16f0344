/* inspect.h - what is wrong with a course, as a list of findings.
**
** A finding is a key of the domain "course" (data/strings/course.*.po) with arguments.  Here is
** what any race needs: things stand on the floor, there is a start for everybody, and everything
** can be reached.  What the rulebook of one game asks for besides is that game's to add.
*/
#ifndef RD_FLOOR_INSPECT_H
#define RD_FLOOR_INSPECT_H

#include "floor/build.h"

typedef enum rd_severity {
    RD_FINDING_ERROR,   /* cannot be played by the rules  */
    RD_FINDING_WARNING, /* can be played, but not well    */
    RD_FINDING_NOTE,    /* worth knowing                  */
    RD_SEVERITIES,
} rd_severity;

/* What an argument is, for whoever puts the finding into words. */
typedef enum rd_finding_kind {
    RD_SAY_NUMBER,
    RD_SAY_FLAG,   /* the number of a flag or checkpoint         */
    RD_SAY_PIECE,  /* index into rd_course.piece                 */
    RD_SAY_RULE,   /* index into rd_course.rule                  */
    RD_SAY_LENGTH, /* 0 short, 1 medium, 2 long                 */
} rd_finding_kind;

enum { RD_FINDING_ARGS = 3, RD_MAX_FINDINGS = 320 };

typedef struct rd_finding_arg {
    uint8_t kind;
    int32_t value;
} rd_finding_arg;

typedef struct rd_finding {
    uint8_t severity;
    uint32_t line; /* of the course's text; 0 = the course as a whole */
    const char *key;
    rd_finding_arg arg[RD_FINDING_ARGS];
} rd_finding;

typedef struct rd_findings {
    int n;
    rd_finding item[RD_MAX_FINDINGS];
} rd_findings;

/* What is looked at.  The floor must be that of the course, built as a draft and without any other
** option. */
typedef struct rd_inspection {
    const rd_course *course;
    const char *text; /* which the course was read from */
    const rd_floor *floor;
    uint16_t players; /* bit n = it shall do for n players */
    bool one_box;     /* a sheet that is used twice is an error, otherwise a note */
    rd_findings *out;
} rd_inspection;

/* Adds a finding; what does not fit any more is dropped. */
void rd_find(const rd_inspection *in, const rd_finding *f);

/* RD_FIND(in, RD_FINDING_ERROR, line, .key = "course.flag_pit", .arg = {RD_FLAG(2)}); */
#define RD_FIND(in, how, where, ...) \
    rd_find(in, &(rd_finding){.severity = (how), .line = (where), __VA_ARGS__})
#define RD_NUMBER(n) \
    { RD_SAY_NUMBER, (int32_t)(n) }
#define RD_FLAG(n) \
    { RD_SAY_FLAG, (int32_t)(n) }
#define RD_PIECE(i) \
    { RD_SAY_PIECE, (int32_t)(i) }
#define RD_RULE(i) \
    { RD_SAY_RULE, (int32_t)(i) }
#define RD_LENGTH(l) \
    { RD_SAY_LENGTH, (int32_t)(l) }

/* All that any race needs. */
void rd_course_inspect(const rd_inspection *in);

/* What must be fixed first, then by line. */
void rd_findings_sort(rd_findings *f);
int rd_findings_count(const rd_findings *f, rd_severity severity);

/* ---- for those who look further: cells of the course, RD_NOWHERE where nothing can stand ---- */

uint16_t rd_inspect_flag(const rd_inspection *in, int i);
uint16_t rd_inspect_token(const rd_inspection *in, int i);

/* The most players that it shall do for. */
int rd_inspect_players(const rd_inspection *in);

/* The starts that are not closed; returns how many. */
int rd_inspect_starts(const rd_inspection *in, rd_start start[RD_MAX_STARTS]);

#endif
