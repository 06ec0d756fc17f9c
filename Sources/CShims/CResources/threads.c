// pthread_create(3), pthread_clockjoin_np(3), setpriority(2).

#define _GNU_SOURCE
#include "CResources.h"

#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <sys/resource.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct start {
  void (*body)(void *);
  void *context;
  char name[16];
};

static void *enter(void *raw) {
  struct start start = *(struct start *)raw;
  free(raw);
  pthread_setname_np(pthread_self(), start.name);
  start.body(start.context);
  return 0;
}

int cresources_thread_start(unsigned long *thread, const char *name, void (*body)(void *), void *context) {
  // One heap for the first thread and one for all others, instead of 64 MiB of addresses for each, which would be
  // missing elsewhere if addresses are limited; threads that take turns don't compete for a heap.
  mallopt(M_ARENA_MAX, 2);
  struct start *start = calloc(1, sizeof *start);
  if (!start) return ENOMEM;
  start->body = body;
  start->context = context;
  strncpy(start->name, name, sizeof start->name - 1);
  pthread_t made;
  int code = pthread_create(&made, 0, enter, start);
  if (code) free(start);
  else *thread = made;
  return code;
}

// The thread sanitizer knows only pthread_timedjoin_np(3): otherwise it would think that the thread
// still runs.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define JOIN_CLOCK CLOCK_REALTIME
#define JOIN(thread, end) pthread_timedjoin_np(thread, 0, end)
#endif
#endif
#ifndef JOIN
#define JOIN_CLOCK CLOCK_MONOTONIC
#define JOIN(thread, end) pthread_clockjoin_np(thread, 0, CLOCK_MONOTONIC, end)
#endif

int cresources_thread_join(unsigned long thread, int64_t nanoseconds) {
  if (nanoseconds < 0) return pthread_join(thread, 0);
  struct timespec end;
  clock_gettime(JOIN_CLOCK, &end);
  int64_t rest = end.tv_nsec + nanoseconds % 1000000000;
  end.tv_sec += nanoseconds / 1000000000 + rest / 1000000000;
  end.tv_nsec = rest % 1000000000;
  return JOIN(thread, &end);
}

int cresources_thread_detach(unsigned long thread) { return pthread_detach(thread); }

// The least share that others leave, a sixtieth of what one of them takes; 0 is the calling thread. Not SCHED_IDLE, which is a fifth of
// that: a process ends with the last of its threads, and on a busy machine such a thread took seconds to end.
int cresources_thread_yield_always(void) { return setpriority(PRIO_PROCESS, 0, 19); }
