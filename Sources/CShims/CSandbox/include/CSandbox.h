// What the process may ask of the kernel: two filters for all of its threads, made with libseccomp.
//
// Both are one-way: what is denied stays denied until the process ends. Results are 0 or an errno.
#ifndef CSANDBOX_H
#define CSANDBOX_H

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

#endif
