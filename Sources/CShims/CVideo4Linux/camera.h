// Cameras that the kernel has no node for, behind the V4L2 requests that a camera is asked; and outputs, behind theirs.
//
// A camera's descriptor is readable once a frame waits. Frames are copied out as they come, so that no sender waits for this
// process; one that finds no queued buffer is lost, and the next one's sequence number shows it.
#ifndef CVideo4Linux_camera_H
#define CVideo4Linux_camera_H

#include <linux/videodev2.h>
#include "plugin.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MOST_MODES = 256, MOST_RATES = 16, MOST_SLOTS = 32, MOST_PLANES = 4 };

// What comes of one format and size; rates are frames a second.
struct mode {
  const struct coding *coding;
  uint32_t width, height;
  struct v4l2_fract rates[MOST_RATES];
  int rate_count;
};

struct slot {
  enum { IDLE, QUEUED, FILLED } state;
  int file;
  uint8_t *memory;
  uint32_t bytes, sequence, flags;
  int64_t nanoseconds;
  uint64_t order;
};

struct camera {
  const struct camera_kind *kind;
  int fd;
  // As the user named it; what it calls itself; where it is.
  char target[256], card[32], bus[32];
  // An errno, once it is lost.
  int fault;
  bool is_on;
  struct mode modes[MOST_MODES];
  int mode_count;
  const struct coding *coding;
  struct v4l2_pix_format format;
  struct v4l2_fract rate;
  struct slot slots[MOST_SLOTS];
  uint32_t slot_count;
  uint64_t order, first, last;
  bool has_first;
};

// A kind of them. Functions return 0 or an errno; those after `unlock` are called with the camera locked. Its own struct begins
// with the camera.
struct camera_kind {
  const char *scheme;
  size_t bytes;
  // `camera->target` is set, and `camera->fd`, an eventfd.
  int (*open)(struct camera *camera);
  // However far it was opened.
  void (*close)(struct camera *camera);
  void (*lock)(struct camera *camera);
  void (*unlock)(struct camera *camera);
  // Agrees on `camera->format`, whose colours and rates it may change; NULL if `stream_on` does.
  int (*configure)(struct camera *camera, struct mode *mode);
  int (*stream_on)(struct camera *camera);
  void (*stream_off)(struct camera *camera);
  // An output's own: it answers V4L2's requests, and gives a frame to its readers without waiting for them. EAGAIN: they hold all
  // its buffers.
  int (*answer)(struct camera *camera, unsigned long number, void *argument);
  int (*put)(struct camera *camera, const void *bytes, size_t count);
};
extern const struct camera_kind pipewire_kind, pipewire_output_kind, libcamera_kind;

// What a kind tells of its camera, with the camera locked once it is open. RGB counts only if there is nothing else.
void camera_add_mode(struct camera *camera, const struct mode *mode);
void camera_take(struct camera *camera, const struct plane *planes, uint32_t count, uint64_t number, int64_t nanoseconds, bool is_bad);
void camera_fail(struct camera *camera, int code);

// The camera, or output, of a path that begins with a kind's scheme; `false` if none does.
bool camera_open(const char *path, bool is_output, int *fd, int *code);
bool camera_has(int fd);
int camera_close(int fd);
int camera_request(int fd, unsigned long number, void *argument);
int camera_write(int fd, const void *bytes, size_t count, size_t *written);
int camera_map(int fd, size_t length, unsigned offset, void **address);

// With the camera locked: answers a V4L2 request; 0 or an errno.
int camera_answer(struct camera *camera, unsigned long number, void *argument);
void camera_free_slots(struct camera *camera);

#endif
