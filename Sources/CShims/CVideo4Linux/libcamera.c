#define _GNU_SOURCE
#include "camera.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

// Compiled by plugins/libcamera/build.
static const char file[] = "/usr/local/lib/dualcam/libcamera.so";
static const struct plugin *plugin;

struct source {
  struct camera camera;
  pthread_mutex_t mutex;
  void *handle;
};

static void load(void) {
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  const struct plugin *(*found)(void) = library ? (const struct plugin *(*)(void))dlsym(library, "dualcam_plugin") : NULL;
  if (found && found()->version == PLUGIN_VERSION) plugin = found();
}

static void lock(struct camera *camera) { pthread_mutex_lock(&((struct source *)camera)->mutex); }
static void unlock(struct camera *camera) { pthread_mutex_unlock(&((struct source *)camera)->mutex); }

// MARK: - What the plug-in tells

// The usual rates between a mode's ends, and its fastest.
static void set_rates(struct mode *mode, const struct plugin_mode *told) {
  static const uint32_t usual[] = {120, 100, 90, 60, 50, 30, 25, 24, 20, 15, 10, 5, 2, 1};
  mode->rate_count = 0;
  if (told->shortest <= 0 || told->shortest > 1000000000) return;
  mode->rates[mode->rate_count++] = (struct v4l2_fract){1000000, (uint32_t)told->shortest};
  for (size_t place = 0; place < sizeof usual / sizeof *usual; place++)
    if (1000000 / usual[place] > told->shortest && 1000000 / usual[place] <= told->longest)
      mode->rates[mode->rate_count++] = (struct v4l2_fract){usual[place], 1};
}

static void is(void *owner, const char *model, const char *id) {
  struct camera *camera = owner;
  // The end of an id tells two cameras apart.
  size_t length = strlen(id), room = sizeof camera->bus - sizeof "libcamera:";
  snprintf(camera->card, sizeof camera->card, "%.31s", model);
  snprintf(camera->bus, sizeof camera->bus, "libcamera:%s", length > room ? id + length - room : id);
}

static void can(void *owner, const struct coding *coding, uint32_t width, uint32_t height, const struct plugin_mode *told) {
  struct mode mode = {.coding = coding, .width = width, .height = height};
  set_rates(&mode, told);
  camera_add_mode(owner, &mode);
}

static void took(void *owner, const struct plane *planes, uint32_t count, uint64_t sequence, int64_t nanoseconds, bool is_bad) {
  lock(owner);
  camera_take(owner, planes, count, sequence, nanoseconds, is_bad);
  unlock(owner);
}

static void lost(void *owner) {
  lock(owner);
  camera_fail(owner, ENODEV);
  unlock(owner);
}

// MARK: - What is asked of it

static int open_source(struct camera *camera) {
  static const struct plugin_host host = {.is = is, .can = can, .took = took, .lost = lost};
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  struct source *source = (struct source *)camera;
  pthread_mutex_init(&source->mutex, NULL);
  pthread_once(&once, load);
  return plugin ? plugin->open(camera->target, &host, camera, &source->handle) : ELIBACC;
}

static void close_source(struct camera *camera) {
  struct source *source = (struct source *)camera;
  if (source->handle) plugin->close(source->handle);
  pthread_mutex_destroy(&source->mutex);
}

static int configure(struct camera *camera, struct mode *mode) {
  struct plugin_mode told = {0};
  struct v4l2_pix_format *format = &camera->format;
  int code = plugin->configure(((struct source *)camera)->handle, camera->coding, format->width, format->height, &told);
  set_rates(mode, &told);
  if (format->pixelformat != V4L2_PIX_FMT_MJPEG && !camera->coding->rgb_bytes) {
    format->priv = V4L2_PIX_FMT_PRIV_MAGIC;
    format->ycbcr_enc = told.is_bt709 ? V4L2_YCBCR_ENC_709 : V4L2_YCBCR_ENC_601;
    format->quantization = told.is_full ? V4L2_QUANTIZATION_FULL_RANGE : V4L2_QUANTIZATION_LIM_RANGE;
  }
  return code;
}

static int stream_on(struct camera *camera) {
  struct v4l2_fract rate = camera->rate;
  return plugin->start(((struct source *)camera)->handle, rate.numerator ? 1000000LL * rate.denominator / rate.numerator : 0);
}

// Unlocked, as its last frames are taken meanwhile.
static void stream_off(struct camera *camera) {
  unlock(camera);
  plugin->stop(((struct source *)camera)->handle);
  lock(camera);
}

// EHOSTDOWN: udev isn't running; ELIBACC: the plug-in isn't there, or is for another libcamera or dualcam.
const struct camera_kind libcamera_kind = {
    .scheme = "libcamera:", .bytes = sizeof(struct source), .open = open_source, .close = close_source, .lock = lock,
    .unlock = unlock, .configure = configure, .stream_on = stream_on, .stream_off = stream_off};
