// What the process may ask of the kernel: two filters for all of its threads, made with libseccomp,
// and the paths it may use, by Landlock.
//
// All are one-way: what is denied stays denied until the process ends. Results are 0 or an errno.
#ifndef CSANDBOX_H
#define CSANDBOX_H

#include <stddef.h>

enum {
  // Connects to Unix sockets: the service manager's (sd_notify), with a new one for each message, or a recorder's.
  CSANDBOX_CONNECTS = 1,
  // Accepts connections on a Unix socket that is already listening.
  CSANDBOX_ACCEPTS = 2,
  // Sets how its terminal reads what is typed.
  CSANDBOX_SETS_TERMINAL = 4,
  // Asks media controllers, and for memory that devices share.
  CSANDBOX_USES_MEDIA = 8,
};

// Denies what this program never does: sockets other than Unix ones and the kernel's news of devices, new programs and
// processes, memory that is both writable and executable, inspecting other processes, changing the system. Everything else
// stays allowed.
int csandbox_begin(void);

// Allows only what the program still does once everything is open: files, cameras, memory, threads, time.
int csandbox_tighten(unsigned needs);

// What is allowed at a path and below it.
enum {
  CSANDBOX_READS = 1,
  CSANDBOX_LISTS = 2,
  // Writes to existing files.
  CSANDBOX_WRITES = 4,
  // Creates, renames and removes files and folders.
  CSANDBOX_CREATES = 8,
  // Creates and removes a socket.
  CSANDBOX_LISTENS = 16,
  // ioctl(2) on devices.
  CSANDBOX_CONTROLS = 32,
  // Removes empty folders.
  CSANDBOX_CLEARS = 64,
  // Runs programs.
  CSANDBOX_RUNS = 128,
};

struct csandbox_path {
  const char *path;
  unsigned access;
};

// The kernel's version of Landlock.
int csandbox_paths_version(int *version);

// From now on, this thread and those it starts can open, create or remove nothing outside these paths; paths that don't exist
// or can't be reached are skipped. Open files stay open. One descriptor per path stays open until the process ends. ENOSYS or
// EOPNOTSUPP: the kernel doesn't support it. `*failed` receives the index of the path that no rule could be made for, or whose
// rule has no effect (EACCES); `count` if no path failed.
int csandbox_confine_paths(const struct csandbox_path *paths, size_t count, size_t *failed);

// Another program, and what it may use. The kernel's support for the paths isn't demanded.
struct csandbox_program {
  const char *path;
  const struct csandbox_path *paths;
  size_t count;
  // Its standard output, or -1 for none; its standard error; and a file that it has as descriptor 3 and may write, or -1.
  int output, error, file;
};

// Starts a process that gives up network, processes and all other paths, then waits for arguments: each with its 0, the program's
// name first. It becomes the program once `arguments` is closed, or ends if there were none. It is killed when the thread
// that started it ends (prctl(2), PR_SET_PDEATHSIG), and a terminal's Ctrl-C reaches only that one.
//
// Call it while there is one thread, before csandbox_begin. Returns the process's id, or a negative errno. `input` receives
// the writing end of its standard input, `arguments` that of the arguments.
int csandbox_start_program(const struct csandbox_program *program, int *input, int *arguments);

// A file in memory (memfd_create(2)) for what a program says: a descriptor, or a negative errno.
int csandbox_memory_file(const char *name);

#endif
