#define _GNU_SOURCE
#include "CInstructionCounter.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int cinstructions_open(void) {
  struct perf_event_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
  attributes.inherit = 1;
  // Count only what an unprivileged process may count, so that all runs are comparable.
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  long counter = syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  return counter < 0 ? -errno : (int)counter;
}

int cinstructions_read(int counter, uint64_t *count) {
  struct {
    uint64_t value, enabled, running;
  } read_out;
  ssize_t bytes;
  do bytes = read(counter, &read_out, sizeof read_out);
  while (bytes < 0 && errno == EINTR);
  if (bytes < 0) return errno;
  if (bytes != sizeof read_out) return EIO;
  if (read_out.running == 0) return EAGAIN;
  *count = read_out.running >= read_out.enabled
               ? read_out.value
               : (uint64_t)((double)read_out.value * (double)read_out.enabled / (double)read_out.running);
  return 0;
}
