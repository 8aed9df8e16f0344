/* cut_vfs.h - a file system for SQLite, in memory, whose power can be cut.
**
** What was written and not yet synced is remembered write by write.  A cut keeps, drops or tears
** each of them, as a disk would; what was synced stays.
*/
#ifndef RD_TESTS_CUT_VFS_H
#define RD_TESTS_CUT_VFS_H

#include <stdbool.h>
#include <stdint.h>

#define RD_CUT_VFS "cut"

void rd_cut_install(uint64_t seed); /* also empties the disk */
/* The power fails at the n-th write, truncation or sync from now; 0 = it does not. */
void rd_cut_after(int n);
bool rd_cut_happened(void);
/* After the last handle was closed: what the disk holds when the power is back. */
void rd_cut_power_back(void);

#endif
