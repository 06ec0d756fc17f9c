// A PipeWire node that sends video, behind the V4L2 requests that a camera is asked; or one of this process's own, behind those
// of an output.
//
// Its descriptor is readable once a frame waits. Frames are copied out of PipeWire's buffers as they come, so that no
// node waits for this process; one that finds no queued buffer is lost, and the next one's sequence number shows it.
#ifndef CVideo4Linux_pipewire_H
#define CVideo4Linux_pipewire_H

#include <stdbool.h>
#include <stddef.h>

// The node of this name, serial number or description, or a new one of this name. ENOENT: there is none; EHOSTDOWN: PipeWire
// doesn't run for this user, or doesn't answer; ELIBACC: its library isn't installed.
int pipewire_open(const char *target, bool is_output, int *fd);
bool pipewire_has(int fd);
int pipewire_close(int fd);
int pipewire_request(int fd, unsigned long number, void *argument);
int pipewire_map(int fd, size_t length, unsigned offset, void **address);
// Gives a frame to those who read an output's node, without waiting for them. EAGAIN: they hold all its buffers.
int pipewire_write(int fd, const void *bytes, size_t count, size_t *written);

#endif
