// Threads, and the limits that stand in the way of a further one.
#ifndef CRESOURCES_H
#define CRESOURCES_H

#include <stdint.h>

// Starts a thread of this name, cut to 15 bytes, that runs `body` with `context`. 0 or an errno.
int cresources_thread_start(unsigned long *thread, const char *name, void (*body)(void *), void *context);
// Waits for a thread's end, `nanoseconds` at most, or for ever where that is negative. 0, ETIMEDOUT, or another errno.
int cresources_thread_join(unsigned long thread, int64_t nanoseconds);
int cresources_thread_detach(unsigned long thread);

enum cresources_limit_kind {
  // None that is known.
  CRESOURCES_NONE,
  // RLIMIT_AS and RLIMIT_DATA, in bytes.
  CRESOURCES_ADDRESS_SPACE,
  CRESOURCES_DATA,
  // RLIMIT_NPROC, of the user's threads.
  CRESOURCES_TASKS,
  // A control group's pids.max.
  CRESOURCES_GROUP_TASKS,
};

struct cresources_limit {
  enum cresources_limit_kind kind;
  uint64_t value;
};

// Which limit so many bytes more would break, or none.
struct cresources_limit cresources_memory_limit(uint64_t bytes);
// Which limit one thread more breaks, going by what is used now.
struct cresources_limit cresources_thread_limit(void);

#endif
