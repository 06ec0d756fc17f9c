// Another program, confined before it begins. In the child of a process with one thread, all calls are safe.

#define _GNU_SOURCE
#include "CSandbox.h"

#include "calls.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

// The descriptors after standard error's.
enum { file_place = 3, words_place = 4, first_free = 5 };
enum { most_words = 256, most_bytes = 1 << 14 };

// Arguments until their end; their number, 0 for none or too many.
static int read_words(char *bytes, char *words[]) {
  size_t size = 0;
  for (;;) {
    const ssize_t count = read(words_place, bytes + size, most_bytes - size);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    size += (size_t)count;
  }
  if (size == most_bytes) return 0;
  int number = 0;
  for (size_t at = 0; at < size && number < most_words; at += strlen(bytes + at) + 1) words[number++] = bytes + at;
  words[number] = NULL;
  return number < most_words ? number : 0;
}

static void fail(const char *path) {
  dprintf(2, "%s can't be started: %s\n", path, strerror(errno));
  _exit(127);
}

static void become(const struct csandbox_program *program, int input, int words, pid_t parent) {
  static char bytes[most_bytes];
  static char *arguments[most_words + 1];
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGPIPE, SIG_DFL);
  signal(SIGXFSZ, SIG_DFL);
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  const int from[] = {input, program->output < 0 ? nothing : program->output, program->error,
                      program->file < 0 ? nothing : program->file, words};
  int aside[first_free];
  // Each may be where another one goes.
  for (int place = 0; place < first_free; place++) {
    aside[place] = fcntl(from[place], F_DUPFD_CLOEXEC, 2 * first_free);
    if (aside[place] < 0) _exit(127);
  }
  for (int place = 0; place < first_free; place++)
    if (dup2(aside[place], place) < 0) _exit(127);
  // Also the writing ends of others' pipes, which would never end.
  closefrom(first_free);
  fcntl(words_place, F_SETFD, FD_CLOEXEC);
  if (setpgid(0, 0) != 0 || prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) fail(program->path);
  // The parent may have ended before PR_SET_PDEATHSIG took effect.
  if (getppid() != parent) _exit(0);
  size_t failed;
  csandbox_confine_paths(program->paths, program->count, &failed);
  csandbox_begin_program();
  if (read_words(bytes, arguments) == 0) _exit(0);
  execv(program->path, arguments);
  fail(program->path);
}

int csandbox_start_program(const struct csandbox_program *program, int *input, int *arguments) {
  int in[2], words[2];
  if (pipe2(in, O_CLOEXEC) != 0) return -errno;
  if (pipe2(words, O_CLOEXEC) != 0) {
    const int code = errno;
    close(in[0]);
    close(in[1]);
    return -code;
  }
  const pid_t parent = getpid();
  const pid_t child = fork();
  const int code = errno;
  if (child == 0) become(program, in[0], words[0], parent);
  close(in[0]);
  close(words[0]);
  if (child < 0) {
    close(in[1]);
    close(words[1]);
    return -code;
  }
  *input = in[1];
  *arguments = words[1];
  return child;
}

int csandbox_memory_file(const char *name) {
  const int file = memfd_create(name, MFD_CLOEXEC);
  return file < 0 ? -errno : file;
}
