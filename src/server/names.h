/* names.h - names for guests, and which names are allowed. */
#ifndef RD_SERVER_NAMES_H
#define RD_SERVER_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A name in that language ("en", "ru", "uk"), such as "Sprocket 42". */
void rd_name_draw(const char *lang, uint32_t chance, char *out, size_t cap);

/* Is it fit to be shown to others: 1 to 24 letters, no blanks at its ends, nothing invisible or
** that turns the direction of text? */
bool rd_name_is_fit(const char *name);

/* The same for the title of a table, which may be longer, or empty. */
bool rd_title_is_fit(const char *title);

#endif
