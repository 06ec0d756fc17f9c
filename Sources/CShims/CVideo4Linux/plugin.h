// What dualcam and its plug-in for libcamera know of each other. The plug-in is compiled where it runs, as libcamera's own
// interface changes with each release; this one changes with PLUGIN_VERSION.
#ifndef dualcam_plugin_H
#define dualcam_plugin_H

#include <stdbool.h>
#include <stdint.h>

enum { PLUGIN_VERSION = 1 };

// How pixels come: by their sender's number, and as V4L2's. RGB, of so many bytes where `red` is the first's place, becomes YUYV.
struct coding {
  uint32_t own, pixels;
  uint8_t rgb_bytes, red;
};

// Rows of bytes that are `stride` apart; 0 if nobody says.
struct plane {
  const uint8_t *bytes;
  uint32_t count, stride;
};

// How a size comes: BT.709 or else BT.601, in full range or in V4L2's usual; microseconds from frame to frame, 0 if nobody says.
struct plugin_mode {
  bool is_bt709, is_full;
  int64_t shortest, longest;
};

struct plugin_host {
  // While a camera is opened: what it is, and each format and size of it, whose coding is never freed. RGB counts only
  // if there is nothing else.
  void (*is)(void *camera, const char *model, const char *id);
  void (*can)(void *camera, const struct coding *coding, uint32_t width, uint32_t height, const struct plugin_mode *mode);
  // Until it is stopped, on libcamera's thread: a frame, dated in nanoseconds of CLOCK_MONOTONIC, 0 if it isn't; and that the
  // camera was unplugged.
  void (*took)(void *camera, const struct plane *planes, uint32_t count, uint64_t sequence, int64_t nanoseconds, bool is_bad);
  void (*lost)(void *camera);
};

// Functions return 0 or an errno.
struct plugin {
  uint32_t version;
  // The camera of this id, model or number. ENOENT: there is none; ENOTUNIQ: several of this model; EBUSY: somebody has
  // it; EHOSTDOWN: udev isn't running.
  int (*open)(const char *name, const struct plugin_host *host, void *camera, void **handle);
  void (*close)(void *handle);
  // EINVAL if it can't be exactly this.
  int (*configure)(void *handle, const struct coding *coding, uint32_t width, uint32_t height, struct plugin_mode *mode);
  // `microseconds` from frame to frame; 0 leaves it to the camera.
  int (*start)(void *handle, int64_t microseconds);
  void (*stop)(void *handle);
};

#ifdef __cplusplus
extern "C"
#endif
__attribute__((visibility("default"))) const struct plugin *dualcam_plugin(void);

#endif
