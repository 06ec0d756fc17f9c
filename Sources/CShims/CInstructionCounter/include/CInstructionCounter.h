// Counts the instructions that this process executes, where the kernel and the machine let it: perf_event_open(2).
#ifndef CINSTRUCTIONCOUNTER_H
#define CINSTRUCTIONCOUNTER_H

#include <stdint.h>

/// Starts counting the user-space instructions of the calling thread and of all threads that it makes from now on.
///
/// Returns a descriptor to read and to close, or a negative errno: ENOENT where the machine has no such counter (most
/// virtual ones), EACCES or EPERM where kernel.perf_event_paranoid or a sandbox forbids it, ENOSYS without perf events.
int cinstructions_open(void);

/// Writes the instructions since the start to `count`, scaled up where other counters took turns with this one.
///
/// Returns 0 or an errno; EAGAIN when it has never been given a turn.
int cinstructions_read(int counter, uint64_t *count);

#endif
