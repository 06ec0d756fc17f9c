// Threads, and the limits that may prevent another one; the wall clock.
#ifndef CRESOURCES_H
#define CRESOURCES_H

#include <stdint.h>

// Starts a thread with this name, cut to 15 bytes, that runs `body` with `context`. 0 or an errno.
int cresources_thread_start(unsigned long *thread, const char *name, void (*body)(void *), void *context);
// Waits for a thread to end, for at most `nanoseconds`, or forever if negative. 0, ETIMEDOUT, or another errno.
int cresources_thread_join(unsigned long thread, int64_t nanoseconds);
int cresources_thread_detach(unsigned long thread);
// From now on the calling thread runs only when no other wants the processor. 0 or -1.
int cresources_thread_yield_always(void);

enum cresources_limit_kind {
  // No known limit.
  CRESOURCES_NONE,
  // RLIMIT_AS and RLIMIT_DATA, in bytes.
  CRESOURCES_ADDRESS_SPACE,
  CRESOURCES_DATA,
  // RLIMIT_NPROC, in threads of the user.
  CRESOURCES_TASKS,
  // A control group's pids.max.
  CRESOURCES_GROUP_TASKS,
};

struct cresources_limit {
  enum cresources_limit_kind kind;
  uint64_t value;
};

// The limit that this many more bytes would exceed, or would have exceeded at the most that the process had, or none.
struct cresources_limit cresources_memory_limit(uint64_t bytes);
// The limit that one more thread would exceed, judging by current usage.
struct cresources_limit cresources_thread_limit(void);

// How far off the wall clock may be, in microseconds; negative if nothing keeps it right or the kernel doesn't say.
int64_t cresources_clock_error(void);

#endif
