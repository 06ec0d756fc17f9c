// Counts the instructions that this process executes, if kernel and machine permit: perf_event_open(2).
#ifndef CINSTRUCTIONCOUNTER_H
#define CINSTRUCTIONCOUNTER_H

#include <stdint.h>

/// Starts counting user-space instructions of the calling thread and all threads it creates from now on.
///
/// Returns a descriptor to read and close, or a negative errno: ENOENT if the machine has no such counter (most
/// virtual ones), EACCES or EPERM if kernel.perf_event_paranoid or a sandbox forbids it, ENOSYS without perf events.
int cinstructions_open(void);

/// Writes the instructions since the start to `count`, scaled up if other counters took turns with this one.
///
/// Returns 0 or an errno; EAGAIN if it never had a turn.
int cinstructions_read(int counter, uint64_t *count);

#endif
