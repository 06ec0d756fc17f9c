// A machine that runs out of things on command, for tests: preloaded into a process, it stands before the calls that ask
// for one kind of resource and refuses one of them. What is refused is said in the environment:
//
//   FAILING_RESOURCES_KIND=thread       pthread_create, which is clone: EAGAIN
//   FAILING_RESOURCES_KIND=map          mmap of memory and of files: ENOMEM
//   FAILING_RESOURCES_KIND=descriptor   open, openat, eventfd, pipe, socket, accept, epoll_create, dup, opendir: EMFILE
//   FAILING_RESOURCES_KIND=memory       malloc, calloc, realloc, memalign: a null pointer
//   FAILING_RESOURCES_KIND=seccomp      seccomp_load: EINVAL, as in a container that denies seccomp(2)
//   FAILING_RESOURCES_KIND=landlock     landlock_create_ruleset: ENOSYS, as of a kernel without
//   FAILING_RESOURCES_KIND=rule         landlock_add_rule: 0 and no rule, as on a file system that forgets its inodes
//   FAILING_RESOURCES_CALL=N            the N-th counted call, from 1, is refused …
//   FAILING_RESOURCES_FOR=K             … and the K - 1 that follow it (1); 0: all of them
//   FAILING_RESOURCES_LEAST=BYTES       only requests for so much memory are counted, by map and memory (0)
//   FAILING_RESOURCES_COUNT=FILE        the number of counted calls, at the process's end
//
// Calls before main are neither counted nor refused: the loader's ends have words of their own. The library is for
// Linux and glibc. dualcam brings its own malloc, which calls glibc's by their inner names: so those are refused here.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum kind { nothing, thread, map, descriptor, memory, seccomp, landlock, rule };
static const char *const names[] = {"", "thread", "map", "descriptor", "memory", "seccomp", "landlock", "rule"};

static enum kind kind;
static long call, calls, least;
static atomic_long counted;
static atomic_int is_on;
static int count = -1;

static long number(const char *name, long otherwise) {
  const char *text = getenv(name);
  return text && *text ? strtol(text, NULL, 10) : otherwise;
}

// The first thing that dualcam's main does.
typedef void (*handler)(int);

handler signal(int number_, handler handler_) {
  static handler (*real)(int, handler);
  if (!real) real = dlsym(RTLD_NEXT, "signal");
  atomic_store(&is_on, 1);
  return real(number_, handler_);
}

__attribute__((constructor)) static void begin(void) {
  const char *name = getenv("FAILING_RESOURCES_KIND");
  for (int index = thread; name && index <= rule; index++)
    if (!strcmp(name, names[index])) kind = (enum kind)index;
  call = number("FAILING_RESOURCES_CALL", 0);
  calls = number("FAILING_RESOURCES_FOR", 1);
  least = number("FAILING_RESOURCES_LEAST", 0);
  // Now: later on the process may be confined to paths of its own.
  const char *path = getenv("FAILING_RESOURCES_COUNT");
  if (path) count = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
}

__attribute__((destructor)) static void end(void) {
  if (count < 0) return;
  char text[32];
  int length = snprintf(text, sizeof text, "%ld\n", atomic_load(&counted));
  if (syscall(SYS_write, count, text, length) == length) syscall(SYS_close, count);
}

// Whether this request is to be refused.
static int refuses(enum kind asked, size_t size) {
  if (kind != asked || !atomic_load(&is_on) || (long)size < least) return 0;
  long this = atomic_fetch_add(&counted, 1) + 1;
  return call && this >= call && (calls == 0 || this < call + calls);
}

#define REAL(result, name, ...)                          \
  static result (*real)(__VA_ARGS__);                    \
  if (!real) real = (result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

int pthread_create(pthread_t *made, const pthread_attr_t *attributes, void *(*body)(void *), void *context) {
  REAL(int, pthread_create, pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  return refuses(thread, 0) ? EAGAIN : real(made, attributes, body, context);
}

static void *map_at(void *address, size_t size, int protection, int flags, int file, off_t offset) {
  if (refuses(map, size)) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  return (void *)syscall(SYS_mmap, address, size, protection, flags, file, offset);
}

void *mmap(void *a, size_t s, int p, int f, int d, off_t o) { return map_at(a, s, p, f, d, o); }
void *mmap64(void *a, size_t s, int p, int f, int d, off64_t o) { return map_at(a, s, p, f, d, o); }

// MARK: Descriptors

static int none(void) {
  errno = EMFILE;
  return -1;
}

#define WITH_MODE(flags)                                    \
  mode_t mode = 0;                                          \
  if ((flags) & (O_CREAT | O_TMPFILE)) {                    \
    va_list rest;                                           \
    va_start(rest, flags);                                  \
    mode = va_arg(rest, mode_t);                            \
    va_end(rest);                                           \
  }

static int open_at(int folder, const char *name, int flags, mode_t mode) {
  return refuses(descriptor, 0) ? none() : (int)syscall(SYS_openat, folder, name, flags, mode);
}

int open(const char *name, int flags, ...) { WITH_MODE(flags) return open_at(AT_FDCWD, name, flags, mode); }
int open64(const char *name, int flags, ...) { WITH_MODE(flags) return open_at(AT_FDCWD, name, flags, mode); }
int openat(int folder, const char *name, int flags, ...) { WITH_MODE(flags) return open_at(folder, name, flags, mode); }
int openat64(int folder, const char *name, int flags, ...) { WITH_MODE(flags) return open_at(folder, name, flags, mode); }

int eventfd(unsigned count, int flags) {
  return refuses(descriptor, 0) ? none() : (int)syscall(SYS_eventfd2, count, flags);
}
int pipe2(int ends[2], int flags) { return refuses(descriptor, 0) ? none() : (int)syscall(SYS_pipe2, ends, flags); }
int pipe(int ends[2]) { return pipe2(ends, 0); }
int socket(int family, int type, int protocol) {
  return refuses(descriptor, 0) ? none() : (int)syscall(SYS_socket, family, type, protocol);
}
int epoll_create1(int flags) { return refuses(descriptor, 0) ? none() : (int)syscall(SYS_epoll_create1, flags); }
int dup(int file) { return refuses(descriptor, 0) ? none() : (int)syscall(SYS_dup, file); }

FILE *fopen(const char *name, const char *mode) {
  REAL(FILE *, fopen, const char *, const char *);
  return refuses(descriptor, 0) ? (none(), NULL) : real(name, mode);
}
DIR *opendir(const char *name) {
  REAL(DIR *, opendir, const char *);
  return refuses(descriptor, 0) ? (none(), NULL) : real(name);
}

// MARK: Memory

static void *no_memory(void) {
  errno = ENOMEM;
  return NULL;
}

void *__libc_malloc(size_t size) {
  REAL(void *, __libc_malloc, size_t);
  return refuses(memory, size) ? no_memory() : real(size);
}
void *__libc_calloc(size_t count, size_t size) {
  REAL(void *, __libc_calloc, size_t, size_t);
  return refuses(memory, count * size) ? no_memory() : real(count, size);
}
void *__libc_realloc(void *memory_, size_t size) {
  REAL(void *, __libc_realloc, void *, size_t);
  return size && refuses(memory, size) ? no_memory() : real(memory_, size);
}
void *__libc_memalign(size_t alignment, size_t size) {
  REAL(void *, __libc_memalign, size_t, size_t);
  return refuses(memory, size) ? no_memory() : real(alignment, size);
}

// MARK: Confinement

int seccomp_load(const void *context) {
  REAL(int, seccomp_load, const void *);
  return refuses(seccomp, 0) ? -EINVAL : real(context);
}

long syscall(long number_, ...) {
  static long (*real)(long, ...);
  va_list rest;
  long a[6];
  va_start(rest, number_);
  for (int index = 0; index < 6; index++) a[index] = va_arg(rest, long);
  va_end(rest);
  if (!real) real = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  if (number_ == 444 && refuses(landlock, 0)) {
    errno = ENOSYS;
    return -1;
  }
  if (number_ == 445 && refuses(rule, 0)) return 0;
  return real(number_, a[0], a[1], a[2], a[3], a[4], a[5]);
}
