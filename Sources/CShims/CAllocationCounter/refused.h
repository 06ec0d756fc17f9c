#ifndef REFUSED_H
#define REFUSED_H

// Whether one of the calling thread's last 64 allocations was refused.
int callocation_is_refused(void);

#endif
