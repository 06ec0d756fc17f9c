// getrlimit(2), proc_pid_status(5), and the files of control groups (docs.kernel.org/admin-guide/cgroup-v2.html).
// Allocates nothing: it runs when memory is short.

#define _GNU_SOURCE
#include "CResources.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static const struct cresources_limit none = {CRESOURCES_NONE, 0};

// The start of a small file, as a string.
static int text_of(const char *path, char *text, size_t capacity) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, text, capacity - 1);
  close(file);
  if (count <= 0) return 0;
  text[count] = 0;
  return 1;
}

// Kilobytes of a field of /proc/self/status, as bytes; 0 where it isn't.
static uint64_t status_bytes(const char *status, const char *field) {
  const char *found = strstr(status, field);
  return found ? strtoull(found + strlen(field), 0, 10) << 10 : 0;
}

// The limit that this many bytes more than a field of addresses exceed, or more data than now.
static struct cresources_limit limit_of(const char *addresses, uint64_t bytes) {
  char status[4096];
  if (!text_of("/proc/self/status", status, sizeof status)) return none;
  struct rlimit limit;
  const uint64_t size = status_bytes(status, addresses);
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && size + bytes > limit.rlim_cur)
    return (struct cresources_limit){CRESOURCES_ADDRESS_SPACE, limit.rlim_cur};
  const uint64_t data = status_bytes(status, "\nVmData:");
  if (getrlimit(RLIMIT_DATA, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && data + bytes > limit.rlim_cur)
    return (struct cresources_limit){CRESOURCES_DATA, limit.rlim_cur};
  return none;
}

struct cresources_limit cresources_memory_limit(uint64_t bytes) {
  // The most that it ever had: another thread may have given back what was in the way, as malloc(3) does with
  // all but the start of an arena that it just reserved.
  return limit_of("\nVmPeak:", bytes);
}

static int number_in(const char *folder, const char *name, uint64_t *number) {
  char path[1200], text[64], *end;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  if (!text_of(path, text, sizeof text)) return 0;
  *number = strtoull(text, &end, 10);
  return end != text;
}

// The nearest full control group, from this process's own upwards.
static struct cresources_limit group_limit(void) {
  char groups[2048];
  if (!text_of("/proc/self/cgroup", groups, sizeof groups)) return none;
  for (char *rest = groups, *line; (line = strsep(&rest, "\n"));) {
    char *controllers = strchr(line, ':');
    char *name = controllers ? strchr(controllers + 1, ':') : 0;
    if (!name) continue;
    int is_unified = name == controllers + 1;
    if (!is_unified && strncmp(controllers, ":pids:", 6) != 0) continue;
    static const char root[] = "/sys/fs/cgroup";
    char folder[1100];
    int base = snprintf(folder, sizeof folder, "%s%s", root, is_unified ? "" : "/pids");
    snprintf(folder + base, sizeof folder - (size_t)base, "%s", name + 1);
    for (;;) {
      uint64_t most, now;
      if (number_in(folder, "pids.max", &most) && number_in(folder, "pids.current", &now) && now >= most)
        return (struct cresources_limit){CRESOURCES_GROUP_TASKS, most};
      char *slash = strrchr(folder + base, '/');
      if (!slash) break;
      *slash = 0;
    }
  }
  return none;
}

struct cresources_limit cresources_thread_limit(void) {
  pthread_attr_t attributes;
  size_t stack = 8 << 20;
  if (pthread_getattr_default_np(&attributes) == 0) {
    pthread_attr_getstacksize(&attributes, &stack);
    pthread_attr_destroy(&attributes);
  }
  struct cresources_limit limit = limit_of("\nVmSize:", stack);
  if (limit.kind != CRESOURCES_NONE) return limit;
  limit = group_limit();
  if (limit.kind != CRESOURCES_NONE) return limit;
  struct rlimit tasks;
  // The kernel doesn't enforce it for root.
  if (geteuid() != 0 && getrlimit(RLIMIT_NPROC, &tasks) == 0 && tasks.rlim_cur != RLIM_INFINITY)
    return (struct cresources_limit){CRESOURCES_TASKS, tasks.rlim_cur};
  return none;
}
