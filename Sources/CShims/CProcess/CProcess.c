#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif

// Only calls that are safe between fork(2) and execve(2), see signal-safety(7).
static void become(const struct cprocess_program *program, int report, pid_t parent) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  // What this program ignores, another one may count on.
  signal(SIGPIPE, SIG_DFL);
  signal(SIGXFSZ, SIG_DFL);
  const int input = program->input >= 0 ? program->input : open("/dev/null", O_RDONLY | O_CLOEXEC);
  const int output = program->output, error = program->error;
  // dup2(2) leaves a descriptor unchanged if it is already in place.
  if (input == 0) fcntl(input, F_SETFD, 0);
  if (output == 1) fcntl(output, F_SETFD, 0);
  if (error == 2) fcntl(error, F_SETFD, 0);
  if (setpgid(0, 0) == 0 && prctl(PR_SET_PDEATHSIG, program->death_signal) == 0 &&
      (program->folder == NULL || chdir(program->folder) == 0) && input >= 0 && dup2(input, 0) == 0 && dup2(output, 1) == 1 &&
      dup2(error, 2) == 2) {
    // The parent may have ended before PR_SET_PDEATHSIG took effect.
    if (getppid() != parent) _exit(0);
    char *const *arguments = (char *const *)program->arguments;
    if (program->environment == NULL)
      execv("/proc/self/exe", arguments);
    else
      execvpe(arguments[0], arguments, (char *const *)program->environment);
  }
  const int code = errno;
  if (write(report, &code, sizeof code) < 0) _exit(127);
  _exit(127);
}

int cprocess_start(const struct cprocess_program *program, int *handle) {
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) return -errno;
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) become(program, report[1], parent);
  const int failure = errno;
  close(report[1]);
  int code = child < 0 ? failure : 0;
  // The pipe closes silently once the program has started.
  if (child > 0 && read(report[0], &code, sizeof code) != sizeof code) code = 0;
  close(report[0]);
  if (code != 0) {
    if (child > 0) waitpid(child, NULL, 0);
    return -code;
  }
  *handle = (int)syscall(SYS_pidfd_open, child, 0);
  return child;
}

int cprocess_memory_file(const char *name) {
  const int file = memfd_create(name, MFD_CLOEXEC);
  return file < 0 ? -errno : file;
}

struct build_id {
  uint8_t *bytes;
  size_t most;
  size_t count;
};

static size_t padded(size_t bytes) { return (bytes + 3) & ~(size_t)3; }

// The first object is the program itself.
static int find_build_id(struct dl_phdr_info *object, size_t size, void *user) {
  (void)size;
  struct build_id *id = user;
  for (int index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *header = &object->dlpi_phdr[index];
    if (header->p_type != PT_NOTE) continue;
    const uint8_t *place = (const uint8_t *)(object->dlpi_addr + header->p_vaddr);
    const uint8_t *end = place + header->p_memsz;
    while ((size_t)(end - place) >= sizeof(ElfW(Nhdr))) {
      const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)place;
      const size_t whole = sizeof *note + padded(note->n_namesz) + padded(note->n_descsz);
      if ((size_t)(end - place) < whole) break;
      const uint8_t *name = place + sizeof *note;
      if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && memcmp(name, "GNU", 4) == 0) {
        id->count = note->n_descsz < id->most ? note->n_descsz : id->most;
        memcpy(id->bytes, name + padded(note->n_namesz), id->count);
        return 1;
      }
      place += whole;
    }
  }
  return 1;
}

size_t cprocess_build_id(uint8_t *bytes, size_t most) {
  struct build_id id = {bytes, most, 0};
  dl_iterate_phdr(find_build_id, &id);
  return id.count;
}
