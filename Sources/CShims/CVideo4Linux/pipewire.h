// A PipeWire node that sends video, behind the V4L2 requests that a camera is asked.
//
// Its descriptor is readable once a frame waits. Frames are copied out of PipeWire's buffers as they come, so that no
// node waits for this process; one that finds no queued buffer is lost, and the next one's sequence number shows it.
#ifndef CVideo4Linux_pipewire_H
#define CVideo4Linux_pipewire_H

#include <stdbool.h>
#include <stddef.h>

// The node of this name, serial number or description. ENOENT: there is none; EHOSTDOWN: PipeWire doesn't run for this user;
// ELIBACC: its library isn't installed.
int pipewire_open(const char *target, int *fd);
bool pipewire_has(int fd);
int pipewire_close(int fd);
int pipewire_request(int fd, unsigned long number, void *argument);
int pipewire_map(int fd, size_t length, unsigned offset, void **address);

#endif
