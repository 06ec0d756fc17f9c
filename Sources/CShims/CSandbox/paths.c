// Landlock, docs.kernel.org/userspace-api/landlock.html: by system calls, as the C library has no functions for them,
// and with the numbers written out, as a distribution's headers may be older than its kernel.

#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// The same on all architectures.
enum { create_ruleset = 444, add_rule = 445, restrict_self = 446 };
enum { ask_for_version = 1, beneath_a_path = 1 };

struct ruleset {
  uint64_t handled;
};

struct rule {
  uint64_t allowed;
  int32_t folder;
} __attribute__((packed));

enum {
  execute = 1 << 0,
  write_file = 1 << 1,
  read_file = 1 << 2,
  read_folder = 1 << 3,
  remove_folder = 1 << 4,
  remove_file = 1 << 5,
  make_character = 1 << 6,
  make_folder = 1 << 7,
  make_file = 1 << 8,
  make_socket = 1 << 9,
  make_fifo = 1 << 10,
  make_block = 1 << 11,
  make_link = 1 << 12,
  move = 1 << 13,
  truncate_file = 1 << 14,
  control_device = 1 << 15,
};

// The rights that apply to a file itself.
static const uint64_t of_files = execute | write_file | read_file | truncate_file | control_device;

int csandbox_paths_version(int *version) {
  long found = syscall(create_ruleset, (void *)0, (size_t)0, ask_for_version);
  *version = found < 0 ? 0 : (int)found;
  return found < 0 ? errno : 0;
}

static uint64_t known(int version) {
  uint64_t all = (make_link << 1) - 1;
  if (version >= 2) all |= move;
  if (version >= 3) all |= truncate_file;
  if (version >= 5) all |= control_device;
  return all;
}

static uint64_t allowed(unsigned access) {
  uint64_t result = 0;
  if (access & CSANDBOX_READS) result |= read_file;
  if (access & CSANDBOX_LISTS) result |= read_folder;
  if (access & CSANDBOX_WRITES) result |= write_file | truncate_file;
  if (access & CSANDBOX_CREATES) result |= make_file | make_folder | remove_file | remove_folder | move;
  if (access & CSANDBOX_LISTENS) result |= make_socket | remove_file;
  if (access & CSANDBOX_CONTROLS) result |= control_device;
  if (access & CSANDBOX_CLEARS) result |= remove_folder;
  if (access & CSANDBOX_RUNS) result |= execute;
  return result;
}

// Whether a path couldn't be looked up for lack of resources. Any other error (ENOENT, EACCES, a stale network folder's
// ESTALE) means that it leads nowhere for this process, which then can't use it either.
static int is_shortage(int code) {
  return code == EMFILE || code == ENFILE || code == ENOMEM || code == EFAULT;
}

// A path's rule, and how to tell whether it holds.
struct place {
  // Holds the path's inode and its entry in the kernel's tree: a rule is the inode's, and some file
  // systems (9p, VirtualBox's) make another inode at a look-up when nobody holds the last one.
  int descriptor;
  // Whether the path can be opened, which harms neither folders nor regular files.
  int opens;
};

static int opened(const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return errno;
  close(file);
  return 0;
}

static int add(int rules, const struct csandbox_path *path, uint64_t all, struct place *place) {
  *place = (struct place){open(path->path, O_PATH | O_CLOEXEC), 0};
  if (place->descriptor < 0) return is_shortage(errno) ? errno : 0;
  struct stat status = {0};
  struct rule rule = {allowed(path->access) & all, place->descriptor};
  if (fstat(place->descriptor, &status) == 0 && !S_ISDIR(status.st_mode)) rule.allowed &= of_files;
  uint64_t reads = S_ISDIR(status.st_mode) ? read_folder : S_ISREG(status.st_mode) ? read_file : 0;
  place->opens = (rule.allowed & reads) != 0 && opened(path->path) == 0;
  long done = rule.allowed ? syscall(add_rule, rules, beneath_a_path, &rule, 0) : 0;
  // EBADFD: a pipe or a socket, which has no path to deny.
  return done < 0 && errno != EBADFD ? errno : 0;
}

struct trial {
  int rules;
  const struct csandbox_path *paths;
  const struct place *places;
  size_t count, failed;
};

// Confines the calling thread and finds the first path that it can no longer open: `failed`, or `count`.
static void *try_out(void *given) {
  struct trial *trial = given;
  if (syscall(restrict_self, trial->rules, 0) != 0) return NULL;
  for (size_t index = 0; index < trial->count && trial->failed == trial->count; index++)
    if (trial->places[index].opens && opened(trial->paths[index].path) == EACCES) trial->failed = index;
  return NULL;
}

// Tries rules in a thread that then ends, as they can't be undone. Where there is no room for a thread, they count as good.
static size_t first_without_effect(struct trial trial) {
  pthread_attr_t small;
  pthread_t thread;
  if (pthread_attr_init(&small) != 0) return trial.count;
  pthread_attr_setstacksize(&small, 256 << 10);
  if (pthread_create(&thread, &small, try_out, &trial) == 0) pthread_join(thread, NULL);
  pthread_attr_destroy(&small);
  return trial.failed;
}

int csandbox_confine_paths(const struct csandbox_path *paths, size_t count, size_t *failed) {
  *failed = count;
  int version;
  int code = csandbox_paths_version(&version);
  if (code != 0) return code;
  struct ruleset ruleset = {known(version)};
  int rules = (int)syscall(create_ruleset, &ruleset, sizeof ruleset, 0);
  if (rules < 0) return errno;
  struct place *places = malloc((count + 1) * sizeof *places);
  if (!places) code = ENOMEM;
  size_t held = 0;
  while (held < count && code == 0) {
    code = add(rules, &paths[held], ruleset.handled, &places[held]);
    if (code != 0) *failed = held;
    held++;
  }
  if (code == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) code = errno;
  if (code == 0) {
    *failed = first_without_effect((struct trial){rules, paths, places, count, count});
    if (*failed < count) code = EACCES;
  }
  if (code == 0 && syscall(restrict_self, rules, 0) != 0) code = errno;
  // What holds the rules stays open for as long as they apply: until the process ends.
  while (code != 0 && held-- > 0)
    if (places[held].descriptor >= 0) close(places[held].descriptor);
  free(places);
  close(rules);
  return code;
}
