#ifndef CPROCESS_H
#define CPROCESS_H

#include <stddef.h>
#include <stdint.h>

// A program to start. Lists end with a null pointer.
struct cprocess_program {
  // Its name first.
  const char *const *arguments;
  // NULL: this same program again, with this process's environment. Otherwise the program is the first argument, looked for where
  // PATH says.
  const char *const *environment;
  // Where it runs; NULL: here.
  const char *folder;
  // Its standard input, or -1 for nothing; its standard output and error.
  int input, output, error;
  // What it gets when the thread that started it ends (prctl(2), PR_SET_PDEATHSIG).
  int death_signal;
};

// Starts a program in a process group of its own: what a terminal sends to the group reaches only the parent.
//
// Returns the process's id and, in `handle`, a descriptor that poll(2) finds readable once it has ended (pidfd_open(2)), or -1 if
// the kernel has none. Returns a negative errno if it can't be started.
int cprocess_start(const struct cprocess_program *program, int *handle);

// A file in memory (memfd_create(2)): a descriptor, or a negative errno.
int cprocess_memory_file(const char *name);

// The linker's hash of this program's contents, from its note NT_GNU_BUILD_ID (elf(5)): writes at
// most `most` bytes and returns their number, 0 if it was linked without one.
size_t cprocess_build_id(uint8_t *bytes, size_t most);

#endif
