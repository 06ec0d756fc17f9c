// What the process may ask of the kernel: two filters for all of its threads, made with libseccomp, and the paths that it may
// use, by Landlock.
//
// All are one-way: what is denied stays denied until the process ends. Results are 0 or an errno.
#ifndef CSANDBOX_H
#define CSANDBOX_H

#include <stddef.h>

enum {
  // Sends to the service manager's socket (sd_notify), with a socket made for each message.
  CSANDBOX_NOTIFIES = 1,
  // Takes connections on a Unix socket that listens already.
  CSANDBOX_ACCEPTS = 2,
};

// Denies what this program never does: other sockets than Unix ones, new programs and processes, memory that is both
// writable and executable, looking into other processes, changing the system. Everything else stays allowed.
int csandbox_begin(void);

// Allows only what a program that has everything open still does: files, cameras, memory, threads, time.
int csandbox_tighten(unsigned needs);

// What is allowed at a path and below.
enum {
  CSANDBOX_READS = 1,
  CSANDBOX_LISTS = 2,
  // To files that are there.
  CSANDBOX_WRITES = 4,
  // Makes, renames and removes files and folders.
  CSANDBOX_CREATES = 8,
  // Makes a socket, and removes it.
  CSANDBOX_LISTENS = 16,
  // ioctl(2) on devices.
  CSANDBOX_CONTROLS = 32,
  // Removes empty folders.
  CSANDBOX_CLEARS = 64,
};

struct csandbox_path {
  const char *path;
  unsigned access;
};

// The kernel's version of Landlock.
int csandbox_paths_version(int *version);

// From now on no path but these can be opened, made or removed by this thread and those that it starts; paths that aren't there
// are passed over. Files that are open stay so. ENOSYS or EOPNOTSUPP: the kernel can't.
int csandbox_confine_paths(const struct csandbox_path *paths, size_t count);

#endif
