#ifndef CSANDBOX_CALLS_H
#define CSANDBOX_CALLS_H

// Names of system calls, each list with NULL at its end. A name that the library doesn't know, or that the machine
// hasn't, is passed over.

extern const char *const csandbox_denied[];
extern const char *const csandbox_allowed[];
extern const char *const csandbox_connection_calls[];

#endif
