// A disk that fails on command, for tests: preloaded into a process, it stands before the C library's file calls and
// counts those that change files under one folder. What becomes of a counted call is said in the environment:
//
//   FAILING_DISK_FOLDER=/path    files below it are meant; without it nothing is done
//   FAILING_DISK_CALL=N          the N-th counted call, from 1, is the one that …
//   FAILING_DISK_ERROR=CODE      … fails with this errno, a number
//   FAILING_DISK_FOR=K           so do the K - 1 calls that follow it (1); 0: all of them
//   FAILING_DISK_SHORT=1         a failing write takes half of its bytes first
//   FAILING_DISK_HANG=1          … never comes back, nor does any after it
//   FAILING_DISK_KILL=before|after|half   … ends the process with SIGKILL before it, after it, or after half of a write
//   FAILING_DISK_DELAY_US=N      every write, and every synchronisation, takes so much longer
//   FAILING_DISK_PLAIN=1         there are no hard links, and renaming knows no flags, as over SFTP
//   FAILING_DISK_LOG=FILE        every call that changed something is written down there, see note()
//   FAILING_DISK_COUNT=FILE      the number of counted calls, at the process's end
//
// Counted are: opening to write, write and pwrite, rename in all its forms, unlink, mkdir, fsync, fdatasync,
// ftruncate, fallocate and close of a file that was opened to write. The library is for Linux and glibc.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { most_files = 4096 };

static struct {
  int is_on;
  char folder[PATH_MAX];
  size_t folder_length;
  long call, calls_failing, delay_us;
  int error, is_short, is_plain, is_hanging, kill_mode;  // kill: 0 no, 1 before, 2 after, 3 half
  int log, count;
} plan;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long counted;
static char *names[most_files];      // of open files that are written to, by descriptor
static unsigned char kinds[most_files];  // 1: file, 2: folder

static long number(const char *name, long otherwise) {
  const char *text = getenv(name);
  return text && *text ? strtol(text, NULL, 10) : otherwise;
}

__attribute__((constructor)) static void begin(void) {
  const char *folder = getenv("FAILING_DISK_FOLDER");
  plan.log = plan.count = -1;
  if (!folder || strlen(folder) >= sizeof plan.folder) return;
  strcpy(plan.folder, folder);
  plan.folder_length = strlen(folder);
  plan.call = number("FAILING_DISK_CALL", 0);
  plan.calls_failing = number("FAILING_DISK_FOR", 1);
  plan.delay_us = number("FAILING_DISK_DELAY_US", 0);
  plan.error = (int)number("FAILING_DISK_ERROR", 0);
  plan.is_short = (int)number("FAILING_DISK_SHORT", 0);
  plan.is_hanging = (int)number("FAILING_DISK_HANG", 0);
  plan.is_plain = (int)number("FAILING_DISK_PLAIN", 0);
  const char *mode = getenv("FAILING_DISK_KILL");
  if (mode) plan.kill_mode = !strcmp(mode, "before") ? 1 : !strcmp(mode, "after") ? 2 : !strcmp(mode, "half") ? 3 : 0;
  const char *log = getenv("FAILING_DISK_LOG");
  if (log) plan.log = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  // Now: later on the process may be confined to paths of its own.
  const char *count = getenv("FAILING_DISK_COUNT");
  if (count) plan.count = (int)syscall(SYS_openat, AT_FDCWD, count, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  plan.is_on = 1;
}

__attribute__((destructor)) static void end(void) {
  if (!plan.is_on || plan.count < 0) return;
  char text[32];
  int length = snprintf(text, sizeof text, "%ld\n", counted);
  if (syscall(SYS_write, plan.count, text, length) == length) syscall(SYS_close, plan.count);
}

// The whole path of a name; false where it isn't below the folder.
static int resolve(int folder, const char *name, char path[PATH_MAX]) {
  if (!plan.is_on || !name) return 0;
  if (name[0] == '/') {
    snprintf(path, PATH_MAX, "%s", name);
  } else {
    char base[PATH_MAX];
    if (folder == AT_FDCWD) {
      if (!getcwd(base, sizeof base)) return 0;
    } else {
      char link[64];
      snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
      ssize_t length = readlink(link, base, sizeof base - 1);
      if (length < 0) return 0;
      base[length] = 0;
    }
    if (strlen(base) + strlen(name) + 2 > PATH_MAX) return 0;
    if (!strcmp(name, ".")) {
      strcpy(path, base);
    } else {
      strcpy(path, base);
      strcat(path, "/");
      strcat(path, name);
    }
  }
  return !strncmp(path, plan.folder, plan.folder_length)
    && (path[plan.folder_length] == '/' || path[plan.folder_length] == 0);
}

static const char *short_name(const char *path) {
  const char *rest = path + plan.folder_length;
  return *rest == '/' ? rest + 1 : *rest ? rest : ".";
}

// A record of the log: a line of call, name, second name, offset and count with tabs between, then a write's bytes.
static void note(const char *op, const char *one, const char *other, long offset, long count, const void *bytes) {
  if (plan.log < 0) return;
  char head[2 * PATH_MAX + 128];
  int length = snprintf(
    head, sizeof head, "%s\t%s\t%s\t%ld\t%ld\n", op, short_name(one), other ? short_name(other) : "", offset, count);
  struct iovec parts[2] = {{head, (size_t)length}, {(void *)bytes, bytes ? (size_t)count : 0}};
  syscall(SYS_writev, plan.log, parts, 2);
}

static void die(void) {
  syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
  for (;;) syscall(SYS_pause);
}

enum turn { go, fail, kill_after, kill_half };

// What becomes of the next counted call.
static enum turn count(void) {
  pthread_mutex_lock(&lock);
  long this = ++counted;
  pthread_mutex_unlock(&lock);
  if (!plan.call || this < plan.call) return go;
  while (plan.is_hanging) pause();
  if (plan.kill_mode) {
    if (this != plan.call) return go;
    if (plan.kill_mode == 1) die();
    return plan.kill_mode == 2 ? kill_after : kill_half;
  }
  if (!plan.error) return go;
  return plan.calls_failing == 0 || this < plan.call + plan.calls_failing ? fail : go;
}

static void wait_a_while(void) {
  if (plan.delay_us > 0) usleep((useconds_t)plan.delay_us);
}

static int failed(void) {
  errno = plan.error;
  return -1;
}

static void remember(int file, const char *path, int kind) {
  if (file < 0 || file >= most_files) return;
  free(names[file]);
  names[file] = strdup(path);
  kinds[file] = (unsigned char)kind;
}

static const char *name_of(int file) {
  return plan.is_on && file >= 0 && file < most_files ? names[file] : NULL;
}

static int open_at(int folder, const char *name, int flags, mode_t mode) {
  char path[PATH_MAX];
  int writes = (flags & O_ACCMODE) != O_RDONLY;
  if (!resolve(folder, name, path)) return (int)syscall(SYS_openat, folder, name, flags, mode);
  int is_nameless = (flags & O_TMPFILE) == O_TMPFILE;
  if (!writes) {
    int file = (int)syscall(SYS_openat, folder, name, flags, mode);
    // Folders are synchronised through such descriptors.
    if (flags & O_DIRECTORY) remember(file, path, 2);
    return file;
  }
  enum turn turn = count();
  if (turn == fail) return failed();
  int existed = faccessat(folder, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
  int file = (int)syscall(SYS_openat, folder, name, flags, mode);
  int code = errno;
  if (file >= 0 && !is_nameless) {
    remember(file, path, 1);
    if (!existed) note("create", path, NULL, 0, 0, NULL);
    else if (flags & O_TRUNC) note("truncate", path, NULL, 0, 0, NULL);
  }
  if (turn >= kill_after) die();
  errno = code;
  return file;
}

#define WITH_MODE(flags)                                    \
  mode_t mode = 0;                                          \
  if ((flags) & (O_CREAT | O_TMPFILE)) {                    \
    va_list rest;                                           \
    va_start(rest, flags);                                  \
    mode = va_arg(rest, mode_t);                            \
    va_end(rest);                                           \
  }

int open(const char *name, int flags, ...) { WITH_MODE(flags) return open_at(AT_FDCWD, name, flags, mode); }
int open64(const char *name, int flags, ...) { WITH_MODE(flags) return open_at(AT_FDCWD, name, flags, mode); }
int openat(int folder, const char *name, int flags, ...) { WITH_MODE(flags) return open_at(folder, name, flags, mode); }
int openat64(int folder, const char *name, int flags, ...) { WITH_MODE(flags) return open_at(folder, name, flags, mode); }

static ssize_t write_at(int file, const void *bytes, size_t size, off_t offset, int has_offset) {
  const char *path = name_of(file);
  long number = has_offset ? SYS_pwrite64 : SYS_write;
  if (!path || kinds[file] != 1)
    return has_offset ? syscall(number, file, bytes, size, offset) : syscall(number, file, bytes, size);
  wait_a_while();
  enum turn turn = count();
  static __thread int was_short;
  size_t most = size;
  if (turn == fail) {
    if (!plan.is_short || was_short || size < 2) {
      was_short = 0;
      return failed();
    }
    // Half now, the error with the next call.
    was_short = 1;
    most = size / 2;
  }
  if (turn == kill_half) most = size / 2;
  off_t place = has_offset ? offset : lseek(file, 0, SEEK_CUR);
  if (!has_offset && (fcntl(file, F_GETFL) & O_APPEND)) place = lseek(file, 0, SEEK_END);
  ssize_t done = has_offset ? syscall(number, file, bytes, most, offset) : syscall(number, file, bytes, most);
  int code = errno;
  if (done > 0) note("write", path, NULL, (long)place, (long)done, bytes);
  if (turn >= kill_after) die();
  errno = code;
  return done;
}

ssize_t write(int file, const void *bytes, size_t size) { return write_at(file, bytes, size, 0, 0); }
ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) { return write_at(file, bytes, size, offset, 1); }
ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t offset) { return write_at(file, bytes, size, offset, 1); }

static int sync_file(int file, long number) {
  const char *path = name_of(file);
  if (!path) return (int)syscall(number, file);
  wait_a_while();
  enum turn turn = count();
  if (turn == fail) return failed();
  int code = (int)syscall(number, file);
  if (code == 0) note(kinds[file] == 2 ? "syncfolder" : "sync", path, NULL, 0, 0, NULL);
  if (turn >= kill_after) die();
  return code;
}

int fsync(int file) { return sync_file(file, SYS_fsync); }
int fdatasync(int file) { return sync_file(file, SYS_fdatasync); }

static int truncate_file(int file, off_t size) {
  const char *path = name_of(file);
  if (!path) return (int)syscall(SYS_ftruncate, file, size);
  enum turn turn = count();
  if (turn == fail) return failed();
  int code = (int)syscall(SYS_ftruncate, file, size);
  if (code == 0) note("truncate", path, NULL, (long)size, 0, NULL);
  if (turn >= kill_after) die();
  return code;
}

int ftruncate(int file, off_t size) { return truncate_file(file, size); }
int ftruncate64(int file, off64_t size) { return truncate_file(file, size); }

int fallocate(int file, int mode, off_t offset, off_t size) {
  return (int)syscall(SYS_fallocate, file, mode, offset, size);
}

int close(int file) {
  const char *path = name_of(file);
  if (!path) return (int)syscall(SYS_close, file);
  int is_file = kinds[file] == 1;
  enum turn turn = is_file ? count() : go;
  free(names[file]);
  names[file] = NULL;
  int code = (int)syscall(SYS_close, file);
  // A close that fails has closed the file all the same.
  if (turn == fail) return failed();
  if (turn >= kill_after) die();
  return code;
}

// Open files go by their present names.
static void renamed(const char *one, const char *other) {
  size_t length = strlen(one);
  char path[2 * PATH_MAX];
  for (int file = 0; file < most_files; file++) {
    if (!names[file] || strncmp(names[file], one, length) || (names[file][length] != '/' && names[file][length])) continue;
    snprintf(path, sizeof path, "%s%s", other, names[file] + length);
    free(names[file]);
    names[file] = strdup(path);
  }
}

static int rename_at(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  char one[PATH_MAX], other[PATH_MAX];
  if (!resolve(from_folder, from, one) || !resolve(to_folder, to, other))
    return (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
  if (plan.is_plain && flags) {
    errno = EINVAL;
    return -1;
  }
  enum turn turn = count();
  if (turn == fail) return failed();
  int code = (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
  int error = errno;
  if (code == 0) {
    note("rename", one, other, 0, 0, NULL);
    renamed(one, other);
  }
  if (turn >= kill_after) die();
  errno = error;
  return code;
}

int rename(const char *from, const char *to) { return rename_at(AT_FDCWD, from, AT_FDCWD, to, 0); }
int renameat(int from_folder, const char *from, int to_folder, const char *to) {
  return rename_at(from_folder, from, to_folder, to, 0);
}
int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  return rename_at(from_folder, from, to_folder, to, flags);
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
  if (!plan.is_plain) return (int)syscall(SYS_linkat, from_folder, from, to_folder, to, flags);
  errno = EPERM;
  return -1;
}

static int remove_at(int folder, const char *name, int flags) {
  char path[PATH_MAX];
  if (!resolve(folder, name, path)) return (int)syscall(SYS_unlinkat, folder, name, flags);
  enum turn turn = count();
  if (turn == fail) return failed();
  int code = (int)syscall(SYS_unlinkat, folder, name, flags);
  int error = errno;
  if (code == 0) note(flags & AT_REMOVEDIR ? "rmdir" : "unlink", path, NULL, 0, 0, NULL);
  if (turn >= kill_after) die();
  errno = error;
  return code;
}

int unlinkat(int folder, const char *name, int flags) { return remove_at(folder, name, flags); }
int unlink(const char *name) { return remove_at(AT_FDCWD, name, 0); }

static int make_folder(int folder, const char *name, mode_t mode) {
  char path[PATH_MAX];
  if (!resolve(folder, name, path)) return (int)syscall(SYS_mkdirat, folder, name, mode);
  enum turn turn = count();
  if (turn == fail) return failed();
  int code = (int)syscall(SYS_mkdirat, folder, name, mode);
  int error = errno;
  if (code == 0) note("mkdir", path, NULL, 0, 0, NULL);
  if (turn >= kill_after) die();
  errno = error;
  return code;
}

int mkdir(const char *name, mode_t mode) { return make_folder(AT_FDCWD, name, mode); }
int mkdirat(int folder, const char *name, mode_t mode) { return make_folder(folder, name, mode); }
