// Libraries that offer cameras, as far as Swift can't ask them itself: PipeWire's, which is loaded when its first node is opened.
// https://docs.pipewire.org/page_tutorial5.html, https://docs.pipewire.org/group__pw__stream.html
#ifndef CCameraLibraries_H
#define CCameraLibraries_H

#include "CVideo4Linux.h"
#include "library.h"

// Nodes that send video; opened without a host, a node of this process's own. ENOENT: no such node sends any; EHOSTDOWN: PipeWire
// doesn't run for this user, or doesn't answer.
extern const struct camera_library pipewire_library;

// What a node of this process's own does instead of being started. Functions return 0 or an errno.

// Offers pictures to readers; without a pixel format they choose between YUYV and MJPEG.
int pipewire_offer(void *handle, const struct v4l2_pix_format *format, struct v4l2_fract rate);
// The pixel format that readers get now; 0 while there are none.
int pipewire_readers(void *handle, uint32_t *pixels);
// Gives readers a picture without waiting for them. EAGAIN: they hold all buffers.
int pipewire_put(void *handle, const void *bytes, size_t count);

#endif
