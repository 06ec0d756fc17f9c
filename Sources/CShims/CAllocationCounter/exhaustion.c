// sigaction(2), signal-safety(7). If malloc fails, Swift and C++'s new end the process by a signal, and Swift writes to
// its coroutines' frames unchecked. The handler here adds a message and an exit code.

#define _GNU_SOURCE
#include "CAllocationCounter.h"
#include "refused.h"

#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

static char message[2048];
static size_t length;
static int code;
static const int signals[] = {SIGABRT, SIGILL, SIGTRAP, SIGSEGV};
static struct sigaction before[sizeof signals / sizeof *signals];

static void end(int number, siginfo_t *info, void *context) {
  (void)context;
  // A wild pointer is a different error from a null pointer.
  int is_null = number != SIGSEGV || (uintptr_t)info->si_addr < 1 << 16;
  if (is_null && callocation_is_refused()) {
    ssize_t written = write(2, message, length);
    (void)written;
    _exit(code);
  }
  // Something else: restore the previous handler and raise the signal again.
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++)
    if (signals[index] == number) sigaction(number, &before[index], 0);
  raise(number);
}

void callocation_end_when_exhausted(const char *text, int exit_code) {
  static int is_installed;
  size_t count = strlen(text);
  if (count >= sizeof message) count = sizeof message - 1;
  memcpy(message, text, count);
  length = count;
  code = exit_code;
  if (is_installed || !callocation_available()) return;
  is_installed = 1;
  struct sigaction action = {.sa_sigaction = end, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++)
    sigaction(signals[index], &action, &before[index]);
}
