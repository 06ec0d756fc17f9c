// Counts heap allocations by replacing glibc's malloc, so that "no allocation per frame" is measured.
#ifndef CALLOCATIONCOUNTER_H
#define CALLOCATIONCOUNTER_H

#include <stddef.h>
#include <stdint.h>

/// Claims this much of the main thread's stack now, while there is room; 0 if the address-space limit leaves none.
int callocation_grow_stack(size_t bytes);

/// Heap allocations (malloc, calloc, realloc, aligned variants) of the whole process so far; 0
/// unless the counter is built in (sanitizers bring their own malloc).
uint64_t callocation_count(void);
/// Heap allocations of the calling thread so far.
uint64_t callocation_count_thread(void);
/// 1 if the counter is built in.
int callocation_available(void);
/// Makes an abort for lack of memory write `text` to standard error and end the process with `exit_code`; other aborts
/// are unaffected. Another call replaces the text. Does nothing unless the counter is built in.
void callocation_end_when_exhausted(const char *text, int exit_code);
/// While `required`, an allocation refused to this thread aborts: for calls into libraries that
/// need memory but don't check for it.
void callocation_require(int required);

#endif
