#define _GNU_SOURCE
#include "CFutex.h"

#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int cfutex_wait(const uint32_t *word, uint32_t expected, int64_t timeout_ns) {
  struct timespec limit, *bound = 0;
  if (timeout_ns >= 0) {
    limit.tv_sec = timeout_ns / 1000000000;
    limit.tv_nsec = timeout_ns % 1000000000;
    bound = &limit;
  }
  if (syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, expected, bound, 0, 0) == 0) return 0;
  return errno == EAGAIN ? 0 : errno;
}

void cfutex_wake(const uint32_t *word, int32_t count) {
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, count, 0, 0, 0);
}
