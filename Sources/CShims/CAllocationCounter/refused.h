#ifndef REFUSED_H
#define REFUSED_H

// Whether one of the calling thread's last allocations was refused.
int callocation_is_refused(void);

#endif
