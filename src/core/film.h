/* film.h - a view changed by what events say.
**
** The `effects` of an event kind say what it changes in a view, as statements separated by ';':
**
**   PATH = VALUE             sets a member, which need not be there before
**   PATH := VALUE            the same, but where there is nothing the member goes away
**   PATH ?= VALUE            sets it where nothing is there
**   PATH += VALUE, -= VALUE  counts; down to 0 at most
**   PATH *= VALUE            sets every member of it
**   PATH << VALUE            puts a member into a list where it belongs by the order of its type,
**                            in place of a hidden one if there is one; a number once only
**   PATH |= VALUE            the same, once only
**   PATH <? VALUE            the first hidden member is this one
**   PATH >> VALUE            takes it out, or else a hidden one
**   PATH ++ VALUE, ^^ VALUE  puts it at the end, at the front
**   PATH ++ {NAME=VALUE,NAME}  puts an object of these members at the end
**   PATH +? VALUE            that many hidden ones at the end
**   PATH -? VALUE            takes that many out at the front
**   PATH # VALUE             the list has that many members: hidden ones come, or the last ones go,
**                            hidden ones first
**   PATH #{NAME=VALUE} VALUE the same with objects in place of hidden ones
**   PATH{argument} # VALUE   it has that value that many times, each where it belongs
**
** A PATH is made of names and of [argument]: the member of that name, or that place of a list,
** counted from the first value of the argument's type.  A VALUE is an argument, a number, a 'word',
** true, false, `none`, `hidden`, `empty` (a list) or `object`.  A statement does nothing where an
** argument in its path is not there, where a list or a number to be changed is not there, or where
** nothing is to be put or taken.
**
** So: view before + events = view after, as far as the events explain it.  The rest is what
** rd_film_status says: assignments "PATH" = value, found by comparing with the view after.
**
** Views and events are trees read from their JSON; all memory is the caller's.
*/
#ifndef RD_CORE_FILM_H
#define RD_CORE_FILM_H

#include "core/game.h"
#include "core/tree.h"

/* Changes a view as an event (its JSON) of that match says; false when there is no such event, or no
** room.  The texts of both must outlive the view. */
bool rd_film_apply(const rd_match *m, rd_tree *view, const rd_tree *event);
bool rd_film_apply_all(const rd_match *m, rd_tree *view, const rd_tree *events); /* a list */

/* Calls `set` with the path ("robots.twonky.hand", list members by number) of each field in which
** `view` is not yet like `after`. */
typedef void (*rd_film_set)(void *ctx, const char *path);
void rd_film_status(const rd_tree *view, const rd_tree *after, rd_film_set set, void *ctx);

#endif
