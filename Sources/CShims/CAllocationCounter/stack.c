// getrlimit(2), proc_pid_statm(5). The kernel grows the main thread's stack as it is used, and kills the process if the
// address-space limit leaves no room: unlike a failed allocation, that can't be reported.

#include "CAllocationCounter.h"

#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

static __attribute__((noinline)) void use(size_t bytes) {
  volatile char room[bytes];
  for (size_t place = bytes; place > 0; place -= place < 4096 ? place : 4096) room[place - 1] = 0;
}

int callocation_grow_stack(size_t bytes) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (!file) return 0;
    const int found = fscanf(file, "%lu", &pages);
    fclose(file);
    if (found != 1 || pages * (unsigned long)sysconf(_SC_PAGESIZE) + bytes > limit.rlim_cur) return 0;
  }
  use(bytes);
  return 1;
}
