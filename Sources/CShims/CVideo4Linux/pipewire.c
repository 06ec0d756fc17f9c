// https://docs.pipewire.org/page_tutorial5.html, https://docs.pipewire.org/group__pw__stream.html
#define _GNU_SOURCE
#include "pipewire.h"
#include "pipewire-camera.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <spa/param/video/format-utils.h>
#include <spa/pod/parser.h>
#include <sys/eventfd.h>
#include <sys/mman.h>

struct pipewire_functions pw;
static bool is_loaded;

static void load(void) {
  void *library = dlopen("libpipewire-0.3.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
#define FIND(name) if (!(pw.name = (__typeof__(pw.name))dlsym(library, #name))) return;
  FUNCTIONS(FIND)
  pw.pw_init(NULL, NULL);
  is_loaded = true;
}

const struct kind kinds[KINDS] = {
    {SPA_VIDEO_FORMAT_ENCODED, V4L2_PIX_FMT_MJPEG, "Motion-JPEG", 0, 0},
    {SPA_VIDEO_FORMAT_YUY2, V4L2_PIX_FMT_YUYV, "YUYV 4:2:2", 0, 0},
    {SPA_VIDEO_FORMAT_NV12, V4L2_PIX_FMT_NV12, "Y/UV 4:2:0", 0, 0},
    {SPA_VIDEO_FORMAT_GRAY8, V4L2_PIX_FMT_GREY, "8-bit Greyscale", 0, 0},
    {SPA_VIDEO_FORMAT_BGRx, V4L2_PIX_FMT_YUYV, "YUYV 4:2:2 of RGB", 4, 2},
    {SPA_VIDEO_FORMAT_RGBx, V4L2_PIX_FMT_YUYV, "YUYV 4:2:2 of RGB", 4, 0},
    {SPA_VIDEO_FORMAT_BGRA, V4L2_PIX_FMT_YUYV, "YUYV 4:2:2 of RGB", 4, 2},
    {SPA_VIDEO_FORMAT_RGBA, V4L2_PIX_FMT_YUYV, "YUYV 4:2:2 of RGB", 4, 0},
    {SPA_VIDEO_FORMAT_BGR, V4L2_PIX_FMT_YUYV, "YUYV 4:2:2 of RGB", 3, 2},
    {SPA_VIDEO_FORMAT_RGB, V4L2_PIX_FMT_YUYV, "YUYV 4:2:2 of RGB", 3, 0},
};

static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;
static struct camera *cameras[MOST_CAMERAS];
static int camera_count;

static struct camera *find(int fd) {
  struct camera *found = NULL;
  if (!__atomic_load_n(&camera_count, __ATOMIC_ACQUIRE)) return NULL;
  pthread_mutex_lock(&table);
  for (int place = 0; place < MOST_CAMERAS && !found; place++)
    if (cameras[place] && cameras[place]->fd == fd) found = cameras[place];
  pthread_mutex_unlock(&table);
  return found;
}

static bool exchange(struct camera *old, struct camera *new) {
  bool is_there = false;
  pthread_mutex_lock(&table);
  for (int place = 0; place < MOST_CAMERAS && !is_there; place++)
    if (cameras[place] == old) {
      cameras[place] = new;
      is_there = true;
    }
  if (is_there) __atomic_add_fetch(&camera_count, new ? 1 : -1, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&table);
  return is_there;
}

bool pipewire_has(int fd) { return find(fd) != NULL; }

// MARK: - What the node says

void pipewire_fail(struct camera *camera, int code) {
  if (!camera->fault) {
    camera->fault = code;
    // Whoever waits for a frame is told.
    eventfd_write(camera->fd, 1);
  }
  pw.pw_thread_loop_signal(camera->loop, false);
}

static void core_done(void *data, uint32_t id, int sequence) {
  struct camera *camera = data;
  if (id == PW_ID_CORE && sequence == camera->pending) camera->is_done = true;
  pw.pw_thread_loop_signal(camera->loop, false);
}

static void core_error(void *data, uint32_t id, int sequence, int result, const char *message) {
  (void)sequence, (void)message;
  if (id == PW_ID_CORE) pipewire_fail(data, result == -EPIPE ? ENODEV : -result);
}

static const struct pw_core_events core_events = {PW_VERSION_CORE_EVENTS, .done = core_done, .error = core_error};

// Reads one of a parameter's values and alternatives; a range gives its ends.
static const void *values(const struct spa_pod *pod, uint32_t key, uint32_t type, uint32_t size, uint32_t *count, uint32_t *choice) {
  const struct spa_pod_prop *property = spa_pod_find_prop(pod, NULL, key);
  if (!property) return NULL;
  const struct spa_pod *value = spa_pod_get_values(&property->value, count, choice);
  if (!value || !*count || SPA_POD_TYPE(value) != type || SPA_POD_BODY_SIZE(value) != size) return NULL;
  const uint8_t *body = SPA_POD_BODY_CONST(value);
  if (*choice == SPA_CHOICE_None) return body;
  // The first is the default, which is one of the others.
  *count -= 1;
  return *count ? body + SPA_POD_BODY_SIZE(value) : NULL;
}

static const struct kind *kind_of(const struct spa_pod *pod, uint32_t format) {
  uint32_t type, subtype;
  if (spa_format_parse(pod, &type, &subtype) < 0 || type != SPA_MEDIA_TYPE_video) return NULL;
  if (subtype == SPA_MEDIA_SUBTYPE_mjpg) format = SPA_VIDEO_FORMAT_ENCODED;
  else if (subtype != SPA_MEDIA_SUBTYPE_raw || format == SPA_VIDEO_FORMAT_ENCODED) return NULL;
  for (size_t place = 0; place < KINDS; place++)
    if (kinds[place].format == format) return &kinds[place];
  return NULL;
}

static void add_mode(struct camera *camera, const struct kind *kind, struct spa_rectangle size, const struct mode *rates) {
  if (!kind) return;
  // A node is asked for RGB only if it has nothing else.
  if (camera->mode_count && kind->rgb_bytes && !camera->modes[0].kind->rgb_bytes) return;
  if (camera->mode_count && !kind->rgb_bytes && camera->modes[0].kind->rgb_bytes) camera->mode_count = 0;
  if (!size.width || !size.height || size.width > 16384 || size.height > 16384 || camera->mode_count == MOST_MODES) return;
  struct mode *mode = &camera->modes[camera->mode_count];
  *mode = *rates;
  (mode->kind = kind, mode->width = size.width, mode->height = size.height);
  for (int other = 0; other < camera->mode_count; other++) {
    struct mode *known = &camera->modes[other];
    if (known->kind->pixels == kind->pixels && known->width == size.width && known->height == size.height) return;
  }
  camera->mode_count += 1;
}

static void node_param(void *data, int sequence, uint32_t id, uint32_t index, uint32_t next, const struct spa_pod *pod) {
  (void)sequence, (void)index, (void)next;
  struct camera *camera = data;
  if (id != SPA_PARAM_EnumFormat || !pod) return;
  uint32_t count, choice;
  struct mode rates = {0};
  const struct spa_fraction *fractions = values(pod, SPA_FORMAT_VIDEO_framerate, SPA_TYPE_Fraction, sizeof *fractions, &count, &choice);
  for (uint32_t place = 0; fractions && place < count && rates.rate_count < MOST_RATES; place++)
    if (fractions[place].num && fractions[place].denom) rates.rates[rates.rate_count++] = fractions[place];
  uint32_t format_count = 1, size_count, size_choice;
  const uint32_t *formats = values(pod, SPA_FORMAT_VIDEO_format, SPA_TYPE_Id, sizeof *formats, &format_count, &choice);
  const struct spa_rectangle *sizes = values(pod, SPA_FORMAT_VIDEO_size, SPA_TYPE_Rectangle, sizeof *sizes, &size_count, &size_choice);
  if (!sizes) return;
  // The ends of a range of sizes are two sizes; a step isn't one.
  if (size_choice == SPA_CHOICE_Step && size_count > 2) size_count = 2;
  for (uint32_t place = 0; place < format_count; place++)
    for (uint32_t other = 0; other < size_count; other++)
      add_mode(camera, kind_of(pod, formats ? formats[place] : 0), sizes[other], &rates);
}

static const struct pw_node_events node_events = {PW_VERSION_NODE_EVENTS, .param = node_param};

static bool is_target(const struct camera *camera, const struct spa_dict *properties) {
  static const char *const keys[] = {PW_KEY_NODE_NAME, PW_KEY_OBJECT_SERIAL, PW_KEY_NODE_DESCRIPTION};
  for (size_t place = 0; place < SPA_N_ELEMENTS(keys); place++) {
    const char *value = spa_dict_lookup(properties, keys[place]);
    if (value && strcmp(value, camera->target) == 0) return true;
  }
  return false;
}

static void global(void *data, uint32_t id, uint32_t permissions, const char *type, uint32_t version, const struct spa_dict *properties) {
  (void)permissions, (void)version;
  struct camera *camera = data;
  if (camera->node || !properties || strcmp(type, PW_TYPE_INTERFACE_Node)) return;
  const char *class = spa_dict_lookup(properties, PW_KEY_MEDIA_CLASS);
  if (!class || (strcmp(class, "Video/Source") && strcmp(class, "Stream/Output/Video")) || !is_target(camera, properties)) return;
  const char *serial = spa_dict_lookup(properties, PW_KEY_OBJECT_SERIAL);
  const char *name = spa_dict_lookup(properties, PW_KEY_NODE_DESCRIPTION);
  snprintf(camera->serial, sizeof camera->serial, "%s", serial ? serial : "");
  snprintf(camera->description, sizeof camera->description, "%s", name ? name : camera->target);
  camera->node = pw_registry_bind(camera->registry, id, type, PW_VERSION_NODE, 0);
  if (!camera->node) return;
  camera->id = id;
  pw_node_add_listener((struct pw_node *)camera->node, &camera->node_hook, &node_events, camera);
  pw_node_enum_params((struct pw_node *)camera->node, 0, SPA_PARAM_EnumFormat, 0, UINT32_MAX, NULL);
}

static void global_remove(void *data, uint32_t id) {
  struct camera *camera = data;
  if (camera->node && id == camera->id) pipewire_fail(camera, ENODEV);
}

static const struct pw_registry_events registry_events = {PW_VERSION_REGISTRY_EVENTS, .global = global, .global_remove = global_remove};

// Waits, with the loop locked, until a condition holds.
bool pipewire_await(struct camera *camera, const bool *condition) {
  while (!*condition && !camera->fault)
    if (pw.pw_thread_loop_timed_wait(camera->loop, SECONDS) != 0) return false;
  return *condition;
}

static bool roundtrip(struct camera *camera) {
  camera->is_done = false;
  camera->pending = pw_core_sync(camera->core, PW_ID_CORE, 0);
  return pipewire_await(camera, &camera->is_done);
}

void pipewire_free_slots(struct camera *camera) {
  for (uint32_t place = 0; place < camera->slot_count; place++) {
    if (camera->slots[place].memory) munmap(camera->slots[place].memory, camera->format.sizeimage);
    if (camera->slots[place].file >= 0) close(camera->slots[place].file);
  }
  camera->slot_count = 0;
}

static void destroy(struct camera *camera) {
  if (camera->loop) {
    pw.pw_thread_loop_lock(camera->loop);
    if (camera->stream) pw.pw_stream_destroy(camera->stream);
    if (camera->node) pw.pw_proxy_destroy(camera->node);
    if (camera->registry) pw.pw_proxy_destroy((struct pw_proxy *)camera->registry);
    if (camera->core) pw.pw_core_disconnect(camera->core);
    pw.pw_thread_loop_unlock(camera->loop);
    pw.pw_thread_loop_stop(camera->loop);
    if (camera->context) pw.pw_context_destroy(camera->context);
    pw.pw_thread_loop_destroy(camera->loop);
  }
  pipewire_free_slots(camera);
  if (camera->fd >= 0) close(camera->fd);
  free(camera);
}

static int connect_to(struct camera *camera) {
  camera->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE);
  if (camera->fd < 0) return errno;
  camera->loop = pw.pw_thread_loop_new("dualcam-pw", NULL);
  if (!camera->loop) return ENOMEM;
  camera->context = pw.pw_context_new(pw.pw_thread_loop_get_loop(camera->loop), NULL, 0);
  if (!camera->context || pw.pw_thread_loop_start(camera->loop) < 0) return ENOMEM;
  int code = 0;
  pw.pw_thread_loop_lock(camera->loop);
  camera->core = pw.pw_context_connect(camera->context, NULL, 0);
  if (!camera->core) {
    code = EHOSTDOWN;
  } else {
    pw_core_add_listener(camera->core, &camera->core_hook, &core_events, camera);
    if (!camera->is_output) camera->registry = pw_core_get_registry(camera->core, PW_VERSION_REGISTRY, 0);
    if (camera->registry) pw_registry_add_listener(camera->registry, &camera->registry_hook, &registry_events, camera);
    // Once for the nodes, once for what the node says of itself.
    if (!roundtrip(camera) || !roundtrip(camera)) code = camera->fault ? camera->fault : EHOSTDOWN;
    else if (!camera->is_output && !camera->node) code = ENOENT;
  }
  pw.pw_thread_loop_unlock(camera->loop);
  return code;
}

int pipewire_open(const char *target, bool is_output, int *fd) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  if (!is_loaded) return ELIBACC;
  struct camera *camera = calloc(1, sizeof *camera);
  if (!camera) return ENOMEM;
  (camera->fd = -1, camera->is_output = is_output);
  snprintf(camera->target, sizeof camera->target, "%s", target);
  int code = connect_to(camera);
  if (code == 0 && !exchange(NULL, camera)) code = EMFILE;
  if (code == 0) *fd = camera->fd; else destroy(camera);
  return code;
}

int pipewire_close(int fd) {
  struct camera *camera = find(fd);
  if (!camera || !exchange(camera, NULL)) return EBADF;
  destroy(camera);
  return 0;
}

// MARK: - Requests

int pipewire_request(int fd, unsigned long number, void *argument) {
  struct camera *camera = find(fd);
  if (!camera) return EBADF;
  pw.pw_thread_loop_lock(camera->loop);
  int code = (camera->is_output ? pipewire_answer_output : pipewire_answer)(camera, number, argument);
  pw.pw_thread_loop_unlock(camera->loop);
  return code;
}

int pipewire_write(int fd, const void *bytes, size_t count, size_t *written) {
  struct camera *camera = find(fd);
  if (!camera) return EBADF;
  pw.pw_thread_loop_lock(camera->loop);
  int code = pipewire_put(camera, bytes, count);
  pw.pw_thread_loop_unlock(camera->loop);
  *written = code ? 0 : count;
  return code;
}

int pipewire_map(int fd, size_t length, unsigned offset, void **address) {
  struct camera *camera = find(fd);
  if (!camera || offset >= camera->slot_count || length > camera->format.sizeimage) return EINVAL;
  *address = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, camera->slots[offset].file, 0);
  return *address == MAP_FAILED ? errno : 0;
}
