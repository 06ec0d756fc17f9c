#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif

// Only calls that are safe between fork(2) and execve(2), see signal-safety(7).
static void become(const char *const arguments[], const char *folder, int output, int error, int report, pid_t parent) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  int input = open("/dev/null", O_RDONLY);
  if (setpgid(0, 0) == 0 && prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && chdir(folder) == 0 && input >= 0 && dup2(input, 0) == 0 &&
      dup2(output, 1) == 1 && dup2(error, 2) == 2) {
    // The parent may have ended before it was asked about.
    if (getppid() != parent) _exit(0);
    execv("/proc/self/exe", (char *const *)arguments);
  }
  const int code = errno;
  if (write(report, &code, sizeof code) < 0) _exit(127);
  _exit(127);
}

int cprocess_start(const char *const arguments[], const char *folder, int output, int error, int *handle) {
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) return -errno;
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) become(arguments, folder, output, error, report[1], parent);
  const int failure = errno;
  close(report[1]);
  int code = child < 0 ? failure : 0;
  // The pipe closes without a word when the program has begun.
  if (child > 0 && read(report[0], &code, sizeof code) != sizeof code) code = 0;
  close(report[0]);
  if (code != 0) {
    if (child > 0) waitpid(child, NULL, 0);
    return -code;
  }
  *handle = (int)syscall(SYS_pidfd_open, child, 0);
  return child;
}
