// What dualcam asks a library for its cameras. PipeWire is asked by code of dualcam's own; libcamera by a plug-in, which is compiled
// where it runs, as libcamera's own interface changes with each release; this one changes with LIBRARY_VERSION.
#ifndef dualcam_library_H
#define dualcam_library_H

#include <linux/videodev2.h>
#include <stdbool.h>
#include <stdint.h>

enum { LIBRARY_VERSION = 2, MOST_RATES = 16 };

// How pixels come: by the library's number, and as V4L2's. RGB, of so many bytes where `red` is the first's place, becomes YUYV.
struct camera_coding {
  uint32_t own, pixels;
  uint8_t rgb_bytes, red;
};

// Rows of bytes that are `stride` apart; 0 if nobody says.
struct camera_plane {
  const uint8_t *bytes;
  uint32_t count, stride;
};

// How a size comes: BT.709 or else BT.601, in full range or in V4L2's usual; in so many frames a second, unless nobody says.
struct camera_mode {
  bool is_bt709, is_full;
  uint32_t rate_count;
  struct v4l2_fract rates[MOST_RATES];
};

// What the library tells of a camera, to its owner. Nothing is told before `open` is called, nor after `close` has returned.
struct camera_host {
  // While it is opened: what it is, where it is, and each format and size of it. RGB counts only if there is nothing else.
  void (*is)(void *owner, const char *name, const char *place);
  void (*can)(void *owner, const struct camera_coding *coding, uint32_t width, uint32_t height, const struct camera_mode *mode);
  // Until it is stopped, on the library's thread: a frame, dated in nanoseconds of CLOCK_MONOTONIC, 0 or less if it isn't.
  void (*took)(void *owner, const struct camera_plane *planes, uint32_t count, uint64_t sequence, int64_t nanoseconds, bool is_bad);
  // That it is gone, by an errno; the first counts.
  void (*lost)(void *owner, int code);
};

// Functions return 0 or an errno.
struct camera_library {
  uint32_t version;
  // The camera of this name. The host is never freed. ENOENT: there is none; ENOTUNIQ: several; EBUSY: somebody has it; EHOSTDOWN:
  // what the library needs isn't running; ELIBACC: it isn't installed.
  int (*open)(const char *name, const struct camera_host *host, void *owner, void **handle);
  void (*close)(void *handle);
  // With the mode as it was told, which may change now. EINVAL if it can't be exactly this.
  int (*configure)(void *handle, const struct camera_coding *coding, uint32_t width, uint32_t height, struct camera_mode *mode);
  // Frames a second; 0 leaves them to the camera.
  int (*start)(void *handle, struct v4l2_fract rate);
  // However far it was started.
  void (*stop)(void *handle);
};

#ifdef __cplusplus
extern "C"
#endif
__attribute__((visibility("default"))) const struct camera_library *dualcam_library(void);

#endif
