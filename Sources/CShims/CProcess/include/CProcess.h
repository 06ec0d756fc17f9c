#ifndef CPROCESS_H
#define CPROCESS_H

#include <stddef.h>
#include <stdint.h>

// Starts this same program again, in a folder, with standard output and error going to given files and nothing on standard input.
// It is killed when the thread that started it ends (prctl(2), PR_SET_PDEATHSIG), and has its own process group: what a terminal
// sends to the group reaches only the parent.
//
// Returns the process's id and, in `handle`, a descriptor that poll(2) finds readable once it has ended (pidfd_open(2)), or -1 if
// the kernel has none. Returns a negative errno if it can't be started.
int cprocess_start(const char *const arguments[], const char *folder, int output, int error, int *handle);

// A file in memory (memfd_create(2)): a descriptor, or a negative errno.
int cprocess_memory_file(const char *name);

// The linker's hash of this program's contents, from its note NT_GNU_BUILD_ID (elf(5)): writes at
// most `most` bytes and returns their number, 0 if it was linked without one.
size_t cprocess_build_id(uint8_t *bytes, size_t most);

#endif
