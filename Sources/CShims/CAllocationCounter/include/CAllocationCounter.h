// Counts heap allocations by standing in front of glibc's malloc, so that "no allocation a frame" is measured.
#ifndef CALLOCATIONCOUNTER_H
#define CALLOCATIONCOUNTER_H

#include <stdint.h>

/// Heap allocations (malloc, calloc, realloc, aligned variants) of the whole process so far; 0 where the
/// counter is not built in (sanitizers bring their own malloc).
uint64_t callocation_count(void);
/// Heap allocations of the calling thread so far.
uint64_t callocation_count_thread(void);
/// 1 when the counter is built in.
int callocation_available(void);
/// From now on an abort because memory ran out writes `text` to standard error and ends the process with `exit_code`,
/// other aborts being as before. Again: with another text. Nothing where the counter is not built in.
void callocation_end_when_exhausted(const char *text, int exit_code);
/// From now on, or no longer, an allocation that is refused to this thread aborts: for calls into libraries that can't do
/// without and don't look.
void callocation_require(int required);

#endif
