#ifndef CSANDBOX_CALLS_H
#define CSANDBOX_CALLS_H

// Names of system calls; NULL ends each list. A name unknown to the library or the machine is skipped.

extern const char *const csandbox_denied[];
extern const char *const csandbox_allowed[];
extern const char *const csandbox_connection_calls[];

// The filter of another program, for the process that becomes it: 0 or an errno.
int csandbox_begin_program(void);

#endif
