/* notes.h - what bots work out for long (bots/bot.h), kept in files of a folder, or in memory.
**
** A file for each key, "KEY.note": whole or not there, as it is written beside and then renamed.
** One that is damaged counts as not there.  The folder "notes" is made with the first one, in a
** folder that is there; RD_NOTES_MOST are kept, and the one that was not used for longest makes room.
** Threads and processes may share a folder.  What cannot be written is worked out again next time.
*/
#ifndef RD_SERVER_NOTES_H
#define RD_SERVER_NOTES_H

#include <pthread.h>

#include "bots/bot.h"

enum { RD_NOTES_MOST = 200, RD_NOTES_PATH = 2048 };

typedef struct rd_note_files {
    char folder[RD_NOTES_PATH];
    rd_notes notes;
} rd_note_files;

/* Notes under that folder; NULL, as the limits of a bot have it, when its name is too long.  The
** address of `f` must stay. */
const rd_notes *rd_note_files_at(rd_note_files *f, const char *data);

/* In memory, for a server without a folder; the address of `m`, which is all zero, must stay. */
enum { RD_NOTES_IN_MEMORY = 64 };
typedef struct rd_note_memory {
    rd_notes notes;
    pthread_mutex_t lock;
    uint64_t uses;
    struct rd_note_kept {
        uint64_t key, used;
        size_t size;
        void *bytes; /* NULL = the place is free */
    } kept[RD_NOTES_IN_MEMORY];
} rd_note_memory;

const rd_notes *rd_note_memory_at(rd_note_memory *m);

#endif
