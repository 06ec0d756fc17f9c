// https://docs.pipewire.org/page_tutorial5.html, https://docs.pipewire.org/group__pw__stream.html
#define _GNU_SOURCE
#include "pipewire.h"

#include <dlfcn.h>
#include <errno.h>
#include <linux/videodev2.h>
#include <pipewire/pipewire.h>
#include <pthread.h>
#include <spa/param/video/format-utils.h>
#include <spa/pod/parser.h>
#include <sys/eventfd.h>
#include <sys/mman.h>

#define FUNCTIONS(each)                                                                                             \
  each(pw_init) each(pw_thread_loop_new) each(pw_thread_loop_destroy) each(pw_thread_loop_start)                    \
  each(pw_thread_loop_stop) each(pw_thread_loop_lock) each(pw_thread_loop_unlock) each(pw_thread_loop_timed_wait)   \
  each(pw_thread_loop_signal) each(pw_thread_loop_get_loop) each(pw_context_new) each(pw_context_destroy)           \
  each(pw_context_connect) each(pw_core_disconnect) each(pw_proxy_destroy) each(pw_properties_new) each(pw_stream_new) \
  each(pw_stream_destroy) each(pw_stream_add_listener) each(pw_stream_connect) each(pw_stream_dequeue_buffer)       \
  each(pw_stream_queue_buffer) each(pw_stream_update_params)

#define DECLARE(name) __typeof__(name) *name;
static struct { FUNCTIONS(DECLARE) } pw;
static bool is_loaded;

static void load(void) {
  void *library = dlopen("libpipewire-0.3.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
#define FIND(name) if (!(pw.name = (__typeof__(pw.name))dlsym(library, #name))) return;
  FUNCTIONS(FIND)
  pw.pw_init(NULL, NULL);
  is_loaded = true;
}

enum { MOST_MODES = 256, MOST_RATES = 16, MOST_SLOTS = 32, MOST_CAMERAS = 16, SECONDS = 5 };

// What dualcam takes as it comes.
static const struct { uint32_t format, pixels; const char *name; } raw_formats[] = {
    {SPA_VIDEO_FORMAT_YUY2, V4L2_PIX_FMT_YUYV, "YUYV 4:2:2"},
    {SPA_VIDEO_FORMAT_NV12, V4L2_PIX_FMT_NV12, "Y/UV 4:2:0"},
    {SPA_VIDEO_FORMAT_GRAY8, V4L2_PIX_FMT_GREY, "8-bit Greyscale"},
};

struct mode {
  uint32_t pixels, width, height;
  struct spa_fraction rates[MOST_RATES];
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
  int fd;
  char target[256], description[256], serial[24];
  struct pw_thread_loop *loop;
  struct pw_context *context;
  struct pw_core *core;
  struct pw_registry *registry;
  struct pw_proxy *node;
  struct pw_stream *stream;
  struct spa_hook core_hook, registry_hook, node_hook, stream_hook;
  uint32_t id;
  int pending, fault;
  bool is_done, is_streaming;
  struct mode modes[MOST_MODES];
  int mode_count;
  struct v4l2_pix_format format;
  struct spa_fraction rate;
  struct slot slots[MOST_SLOTS];
  uint32_t slot_count;
  uint64_t order, first, last;
  bool has_first;
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

static void fail(struct camera *camera, int code) {
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
  if (id == PW_ID_CORE) fail(data, result == -EPIPE ? ENODEV : -result);
}

static const struct pw_core_events core_events = {PW_VERSION_CORE_EVENTS, .done = core_done, .error = core_error};

// Reads one of a parameter's values and alternatives; a range gives its ends.
static const void *values(const struct spa_pod *pod, uint32_t key, uint32_t *count, uint32_t *choice) {
  const struct spa_pod_prop *property = spa_pod_find_prop(pod, NULL, key);
  if (!property) return NULL;
  const struct spa_pod *value = spa_pod_get_values(&property->value, count, choice);
  if (!value || !*count) return NULL;
  const uint8_t *body = SPA_POD_BODY_CONST(value);
  if (*choice == SPA_CHOICE_None) return body;
  // The first is the default, which is one of the others.
  *count -= 1;
  return *count ? body + SPA_POD_BODY_SIZE(value) : NULL;
}

static uint32_t pixels_of(const struct spa_pod *pod, uint32_t format) {
  uint32_t type, subtype;
  if (spa_format_parse(pod, &type, &subtype) < 0 || type != SPA_MEDIA_TYPE_video) return 0;
  if (subtype == SPA_MEDIA_SUBTYPE_mjpg) return V4L2_PIX_FMT_MJPEG;
  if (subtype != SPA_MEDIA_SUBTYPE_raw) return 0;
  for (size_t place = 0; place < SPA_N_ELEMENTS(raw_formats); place++)
    if (raw_formats[place].format == format) return raw_formats[place].pixels;
  return 0;
}

static void add_mode(struct camera *camera, uint32_t pixels, struct spa_rectangle size, const struct mode *rates) {
  if (!pixels || !size.width || !size.height || size.width > 16384 || size.height > 16384 || camera->mode_count == MOST_MODES) return;
  struct mode *mode = &camera->modes[camera->mode_count];
  *mode = *rates;
  (mode->pixels = pixels, mode->width = size.width, mode->height = size.height);
  for (int other = 0; other < camera->mode_count; other++) {
    struct mode *known = &camera->modes[other];
    if (known->pixels == pixels && known->width == size.width && known->height == size.height) return;
  }
  camera->mode_count += 1;
}

static void node_param(void *data, int sequence, uint32_t id, uint32_t index, uint32_t next, const struct spa_pod *pod) {
  (void)sequence, (void)index, (void)next;
  struct camera *camera = data;
  if (id != SPA_PARAM_EnumFormat || !pod) return;
  uint32_t count, choice;
  struct mode rates = {0};
  const struct spa_fraction *fractions = values(pod, SPA_FORMAT_VIDEO_framerate, &count, &choice);
  for (uint32_t place = 0; fractions && place < count && rates.rate_count < MOST_RATES; place++)
    if (fractions[place].num && fractions[place].denom) rates.rates[rates.rate_count++] = fractions[place];
  uint32_t format_count = 1, size_count, size_choice;
  const uint32_t *formats = values(pod, SPA_FORMAT_VIDEO_format, &format_count, &choice);
  const struct spa_rectangle *sizes = values(pod, SPA_FORMAT_VIDEO_size, &size_count, &size_choice);
  if (!sizes) return;
  // The ends of a range of sizes are two sizes; a step isn't one.
  if (size_choice == SPA_CHOICE_Step && size_count > 2) size_count = 2;
  for (uint32_t place = 0; place < format_count; place++)
    for (uint32_t other = 0; other < size_count; other++)
      add_mode(camera, pixels_of(pod, formats ? formats[place] : 0), sizes[other], &rates);
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
  if (camera->node && id == camera->id) fail(camera, ENODEV);
}

static const struct pw_registry_events registry_events = {PW_VERSION_REGISTRY_EVENTS, .global = global, .global_remove = global_remove};

// Waits, with the loop locked, until a condition holds.
static bool await(struct camera *camera, const bool *condition) {
  while (!*condition && !camera->fault)
    if (pw.pw_thread_loop_timed_wait(camera->loop, SECONDS) != 0) return false;
  return *condition;
}

static bool roundtrip(struct camera *camera) {
  camera->is_done = false;
  camera->pending = pw_core_sync(camera->core, PW_ID_CORE, 0);
  return await(camera, &camera->is_done);
}

static void free_slots(struct camera *camera) {
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
  free_slots(camera);
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
    camera->registry = pw_core_get_registry(camera->core, PW_VERSION_REGISTRY, 0);
    if (camera->registry) pw_registry_add_listener(camera->registry, &camera->registry_hook, &registry_events, camera);
    // Once for the nodes, once for what the node says of itself.
    if (!roundtrip(camera) || !roundtrip(camera)) code = camera->fault ? camera->fault : ETIMEDOUT;
    else if (!camera->node) code = ENOENT;
  }
  pw.pw_thread_loop_unlock(camera->loop);
  return code;
}

int pipewire_open(const char *target, int *fd) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  if (!is_loaded) return ELIBACC;
  struct camera *camera = calloc(1, sizeof *camera);
  if (!camera) return ENOMEM;
  camera->fd = -1;
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

// MARK: - Frames

// Copies a frame's rows without the padding that a node may have between them.
static uint32_t copy(const struct camera *camera, const struct spa_buffer *buffer, uint8_t *into) {
  const struct v4l2_pix_format *format = &camera->format;
  uint32_t done = 0;
  for (uint32_t plane = 0, row = 0, rows = format->height; plane < buffer->n_datas; plane++) {
    const struct spa_data *data = &buffer->datas[plane];
    if (!data->data || !data->chunk) return 0;
    uint32_t offset = SPA_MIN(data->chunk->offset, data->maxsize), size = SPA_MIN(data->chunk->size, data->maxsize - offset);
    const uint8_t *bytes = (const uint8_t *)data->data + offset;
    uint32_t stride = data->chunk->stride > 0 ? (uint32_t)data->chunk->stride : format->bytesperline;
    if (!format->bytesperline || stride == format->bytesperline) {
      uint32_t count = SPA_MIN(size, format->sizeimage - done);
      memcpy(into + done, bytes, count);
      done += count;
      continue;
    }
    if (format->pixelformat == V4L2_PIX_FMT_NV12 && plane == 0 && buffer->n_datas == 1) rows += format->height / 2;
    if (plane == 1) rows = format->height / 2;
    for (row = 0; row < rows && (uint64_t)row * stride + format->bytesperline <= size && done + format->bytesperline <= format->sizeimage; row++) {
      memcpy(into + done, bytes + (size_t)row * stride, format->bytesperline);
      done += format->bytesperline;
    }
  }
  return done;
}

static void take(struct camera *camera, const struct spa_buffer *buffer) {
  const struct spa_meta_header *header = spa_buffer_find_meta_data(buffer, SPA_META_Header, sizeof *header);
  // A node that doesn't count, or begins anew, is counted here.
  uint64_t number = camera->last + 1;
  if (header && header->seq > camera->last && (!camera->has_first || header->seq - camera->last < 1 << 20)) number = header->seq;
  if (!camera->has_first) camera->first = number;
  (camera->has_first = true, camera->last = number);
  struct slot *slot = NULL;
  for (uint32_t place = 0; place < camera->slot_count; place++) {
    struct slot *other = &camera->slots[place];
    if (other->state == QUEUED && (!slot || other->order < slot->order)) slot = other;
  }
  if (!slot) return;
  slot->bytes = copy(camera, buffer, slot->memory);
  slot->sequence = (uint32_t)(number - camera->first);
  bool is_bad = !slot->bytes || (header && header->flags & SPA_META_HEADER_FLAG_CORRUPTED) || buffer->datas[0].chunk->flags & SPA_CHUNK_FLAG_CORRUPTED;
  slot->nanoseconds = header ? header->pts : -1;
  slot->flags = (is_bad ? V4L2_BUF_FLAG_ERROR : 0) | (slot->nanoseconds > 0 ? V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC : V4L2_BUF_FLAG_TIMESTAMP_UNKNOWN);
  slot->state = FILLED;
  slot->order = camera->order++;
  eventfd_write(camera->fd, 1);
}

static void process(void *data) {
  struct camera *camera = data;
  for (struct pw_buffer *buffer; (buffer = pw.pw_stream_dequeue_buffer(camera->stream));) {
    if (buffer->buffer->n_datas > 0) take(camera, buffer->buffer);
    pw.pw_stream_queue_buffer(camera->stream, buffer);
  }
}

static void state_changed(void *data, enum pw_stream_state old, enum pw_stream_state state, const char *error) {
  (void)old, (void)error;
  struct camera *camera = data;
  if (state == PW_STREAM_STATE_ERROR) return fail(camera, EIO);
  if (camera->is_streaming && state == PW_STREAM_STATE_UNCONNECTED) return fail(camera, ENODEV);
  if (state == PW_STREAM_STATE_STREAMING) camera->is_streaming = true;
  pw.pw_thread_loop_signal(camera->loop, false);
}

static void param_changed(void *data, uint32_t id, const struct spa_pod *pod) {
  struct camera *camera = data;
  if (id != SPA_PARAM_Format || !pod) return;
  uint8_t room[1024];
  struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(room, sizeof room);
  const struct spa_pod *wishes[] = {
      spa_pod_builder_add_object(&builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers, SPA_PARAM_BUFFERS_buffers,
                                 SPA_POD_CHOICE_RANGE_Int(4, 2, MOST_SLOTS), SPA_PARAM_BUFFERS_dataType,
                                 SPA_POD_CHOICE_FLAGS_Int(1 << SPA_DATA_MemPtr | 1 << SPA_DATA_MemFd)),
      spa_pod_builder_add_object(&builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type, SPA_POD_Id(SPA_META_Header),
                                 SPA_PARAM_META_size, SPA_POD_Int(sizeof(struct spa_meta_header))),
  };
  pw.pw_stream_update_params(camera->stream, wishes, SPA_N_ELEMENTS(wishes));
}

static const struct pw_stream_events stream_events = {
    PW_VERSION_STREAM_EVENTS, .state_changed = state_changed, .param_changed = param_changed, .process = process};

static int stream_on(struct camera *camera) {
  if (camera->stream) return 0;
  if (!camera->format.pixelformat || !camera->slot_count) return EINVAL;
  if (camera->fault) return camera->fault;
  camera->stream = pw.pw_stream_new(
      camera->core, "dualcam",
      pw.pw_properties_new(PW_KEY_MEDIA_TYPE, "Video", PW_KEY_MEDIA_CATEGORY, "Capture", PW_KEY_MEDIA_ROLE, "Camera", "target.object",
                           camera->serial, "node.dont-reconnect", "true", NULL));
  if (!camera->stream) return ENOMEM;
  pw.pw_stream_add_listener(camera->stream, &camera->stream_hook, &stream_events, camera);
  uint8_t room[1024];
  struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(room, sizeof room);
  struct spa_pod_frame frame;
  spa_pod_builder_push_object(&builder, &frame, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat);
  bool is_jpeg = camera->format.pixelformat == V4L2_PIX_FMT_MJPEG;
  spa_pod_builder_add(&builder, SPA_FORMAT_mediaType, SPA_POD_Id(SPA_MEDIA_TYPE_video), SPA_FORMAT_mediaSubtype,
                      SPA_POD_Id(is_jpeg ? SPA_MEDIA_SUBTYPE_mjpg : SPA_MEDIA_SUBTYPE_raw), 0);
  for (size_t place = 0; place < SPA_N_ELEMENTS(raw_formats); place++)
    if (raw_formats[place].pixels == camera->format.pixelformat)
      spa_pod_builder_add(&builder, SPA_FORMAT_VIDEO_format, SPA_POD_Id(raw_formats[place].format), 0);
  spa_pod_builder_add(&builder, SPA_FORMAT_VIDEO_size, SPA_POD_Rectangle(&SPA_RECTANGLE(camera->format.width, camera->format.height)), 0);
  if (camera->rate.num) spa_pod_builder_add(&builder, SPA_FORMAT_VIDEO_framerate, SPA_POD_Fraction(&camera->rate), 0);
  const struct spa_pod *wish = spa_pod_builder_pop(&builder, &frame);
  if (pw.pw_stream_connect(camera->stream, PW_DIRECTION_INPUT, PW_ID_ANY, PW_STREAM_FLAG_AUTOCONNECT | PW_STREAM_FLAG_MAP_BUFFERS, &wish, 1) < 0)
    return EIO;
  (camera->has_first = false, camera->last = 0);
  return await(camera, &camera->is_streaming) ? 0 : camera->fault ? camera->fault : ETIMEDOUT;
}

static int stream_off(struct camera *camera) {
  camera->is_streaming = false;
  if (camera->stream) pw.pw_stream_destroy(camera->stream);
  camera->stream = NULL;
  for (uint32_t place = 0; place < camera->slot_count; place++) camera->slots[place].state = IDLE;
  eventfd_t count;
  while (!camera->fault && eventfd_read(camera->fd, &count) == 0) {}
  return 0;
}

// MARK: - V4L2's requests

static const struct mode *mode_of(const struct camera *camera, uint32_t pixels, uint32_t width, uint32_t height) {
  for (int place = 0; place < camera->mode_count; place++) {
    const struct mode *mode = &camera->modes[place];
    if (mode->pixels == pixels && (!width || (mode->width == width && mode->height == height))) return mode;
  }
  return NULL;
}

static int enum_format(const struct camera *camera, struct v4l2_fmtdesc *format) {
  uint32_t index = format->index;
  for (int place = 0; place < camera->mode_count; place++) {
    const struct mode *mode = &camera->modes[place];
    if (mode_of(camera, mode->pixels, 0, 0) != mode || index-- > 0) continue;
    format->pixelformat = mode->pixels;
    format->flags = mode->pixels == V4L2_PIX_FMT_MJPEG ? V4L2_FMT_FLAG_COMPRESSED : 0;
    const char *name = "Motion-JPEG";
    for (size_t other = 0; other < SPA_N_ELEMENTS(raw_formats); other++)
      if (raw_formats[other].pixels == mode->pixels) name = raw_formats[other].name;
    snprintf((char *)format->description, sizeof format->description, "%s", name);
    return 0;
  }
  return EINVAL;
}

static int enum_size(const struct camera *camera, struct v4l2_frmsizeenum *size) {
  uint32_t index = size->index;
  for (int place = 0; place < camera->mode_count; place++) {
    const struct mode *mode = &camera->modes[place];
    if (mode->pixels != size->pixel_format || index-- > 0) continue;
    size->type = V4L2_FRMSIZE_TYPE_DISCRETE;
    (size->discrete.width = mode->width, size->discrete.height = mode->height);
    return 0;
  }
  return EINVAL;
}

static int enum_interval(const struct camera *camera, struct v4l2_frmivalenum *interval) {
  const struct mode *mode = mode_of(camera, interval->pixel_format, interval->width, interval->height);
  if (!mode || interval->index >= (uint32_t)mode->rate_count) return EINVAL;
  interval->type = V4L2_FRMIVAL_TYPE_DISCRETE;
  struct spa_fraction rate = mode->rates[interval->index];
  interval->discrete = (struct v4l2_fract){rate.denom, rate.num};
  return 0;
}

static int set_format(struct camera *camera, struct v4l2_format *format) {
  if (camera->slot_count) return EBUSY;
  struct v4l2_pix_format *wish = &format->fmt.pix;
  const struct mode *nearest = NULL;
  int64_t least = INT64_MAX;
  for (int place = 0; place < camera->mode_count; place++) {
    const struct mode *mode = &camera->modes[place];
    int64_t distance = llabs((int64_t)mode->width - wish->width) + llabs((int64_t)mode->height - wish->height);
    if (mode->pixels != wish->pixelformat || distance >= least) continue;
    (nearest = mode, least = distance);
  }
  if (!nearest) return EINVAL;
  uint32_t pixels = nearest->width * nearest->height;
  uint32_t stride = nearest->pixels == V4L2_PIX_FMT_MJPEG ? 0 : nearest->width * (nearest->pixels == V4L2_PIX_FMT_YUYV ? 2 : 1);
  camera->format = (struct v4l2_pix_format){
      .width = nearest->width, .height = nearest->height, .pixelformat = nearest->pixels, .field = V4L2_FIELD_NONE,
      .bytesperline = stride,
      .sizeimage = nearest->pixels == V4L2_PIX_FMT_GREY   ? pixels
                   : nearest->pixels == V4L2_PIX_FMT_NV12 ? stride * nearest->height + stride * ((nearest->height + 1) / 2)
                                                          : 2 * pixels,
      .colorspace = nearest->pixels == V4L2_PIX_FMT_MJPEG ? V4L2_COLORSPACE_JPEG : V4L2_COLORSPACE_DEFAULT};
  camera->rate = nearest->rate_count ? nearest->rates[0] : (struct spa_fraction){0};
  *wish = camera->format;
  return 0;
}

static int parameters(struct camera *camera, struct v4l2_captureparm *wish, bool is_set) {
  const struct mode *mode = mode_of(camera, camera->format.pixelformat, camera->format.width, camera->format.height);
  double wanted = is_set && wish->timeperframe.numerator ? (double)wish->timeperframe.denominator / wish->timeperframe.numerator : 0;
  for (int place = 0; wanted > 0 && mode && place < mode->rate_count; place++) {
    double now = (double)camera->rate.num / camera->rate.denom, other = (double)mode->rates[place].num / mode->rates[place].denom;
    if ((other > wanted ? other - wanted : wanted - other) < (now > wanted ? now - wanted : wanted - now)) camera->rate = mode->rates[place];
  }
  wish->capability = mode && mode->rate_count ? V4L2_CAP_TIMEPERFRAME : 0;
  wish->timeperframe = (struct v4l2_fract){camera->rate.denom, camera->rate.num};
  return 0;
}

static int request_buffers(struct camera *camera, struct v4l2_requestbuffers *wish) {
  if (camera->stream && wish->count) return EBUSY;
  if (camera->stream) stream_off(camera);
  free_slots(camera);
  if (wish->count > MOST_SLOTS) wish->count = MOST_SLOTS;
  for (; camera->slot_count < wish->count; camera->slot_count++) {
    struct slot *slot = &camera->slots[camera->slot_count];
    *slot = (struct slot){.file = memfd_create("dualcam-frame", MFD_CLOEXEC)};
    if (slot->file >= 0 && ftruncate(slot->file, camera->format.sizeimage) == 0)
      slot->memory = mmap(NULL, camera->format.sizeimage, PROT_READ | PROT_WRITE, MAP_SHARED, slot->file, 0);
    if (!slot->memory || slot->memory == MAP_FAILED) {
      slot->memory = NULL;
      camera->slot_count += 1;
      free_slots(camera);
      return ENOMEM;
    }
  }
  return 0;
}

static int buffer(struct camera *camera, unsigned long number, struct v4l2_buffer *wish) {
  struct slot *slot = NULL;
  if (number == VIDIOC_DQBUF) {
    for (uint32_t place = 0; place < camera->slot_count; place++) {
      struct slot *other = &camera->slots[place];
      if (other->state == FILLED && (!slot || other->order < slot->order)) slot = other;
    }
    if (!slot) return camera->fault ? camera->fault : EAGAIN;
    eventfd_t one;
    eventfd_read(camera->fd, &one);
    slot->state = IDLE;
    wish->index = (uint32_t)(slot - camera->slots);
  } else if (wish->index < camera->slot_count) {
    slot = &camera->slots[wish->index];
    if (number == VIDIOC_QBUF) (slot->state = QUEUED, slot->order = camera->order++);
  } else {
    return EINVAL;
  }
  (wish->length = camera->format.sizeimage, wish->bytesused = slot->bytes, wish->flags = slot->flags, wish->sequence = slot->sequence);
  wish->m.offset = wish->index;
  wish->timestamp.tv_sec = slot->nanoseconds > 0 ? slot->nanoseconds / 1000000000 : 0;
  wish->timestamp.tv_usec = slot->nanoseconds > 0 ? slot->nanoseconds % 1000000000 / 1000 : 0;
  return 0;
}

static int answer(struct camera *camera, unsigned long number, void *argument) {
  switch (number) {
  case VIDIOC_QUERYCAP: {
    struct v4l2_capability *capability = argument;
    *capability = (struct v4l2_capability){
        .driver = "pipewire", .capabilities = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING | V4L2_CAP_DEVICE_CAPS,
        .device_caps = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING};
    snprintf((char *)capability->card, sizeof capability->card, "%s", camera->description);
    snprintf((char *)capability->bus_info, sizeof capability->bus_info, "pipewire:%.22s", camera->target);
    return 0;
  }
  case VIDIOC_ENUM_FMT: return enum_format(camera, argument);
  case VIDIOC_ENUM_FRAMESIZES: return enum_size(camera, argument);
  case VIDIOC_ENUM_FRAMEINTERVALS: return enum_interval(camera, argument);
  case VIDIOC_S_FMT: return set_format(camera, argument);
  case VIDIOC_G_PARM: return parameters(camera, &((struct v4l2_streamparm *)argument)->parm.capture, false);
  case VIDIOC_S_PARM: return parameters(camera, &((struct v4l2_streamparm *)argument)->parm.capture, true);
  case VIDIOC_REQBUFS: return request_buffers(camera, argument);
  case VIDIOC_QUERYBUF: case VIDIOC_QBUF: case VIDIOC_DQBUF: return buffer(camera, number, argument);
  case VIDIOC_STREAMON: return stream_on(camera);
  case VIDIOC_STREAMOFF: return stream_off(camera);
  // It has no controls.
  default: return ENOTTY;
  }
}

int pipewire_request(int fd, unsigned long number, void *argument) {
  struct camera *camera = find(fd);
  if (!camera) return EBADF;
  pw.pw_thread_loop_lock(camera->loop);
  int code = answer(camera, number, argument);
  pw.pw_thread_loop_unlock(camera->loop);
  return code;
}

int pipewire_map(int fd, size_t length, unsigned offset, void **address) {
  struct camera *camera = find(fd);
  if (!camera || offset >= camera->slot_count || length > camera->format.sizeimage) return EINVAL;
  *address = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, camera->slots[offset].file, 0);
  return *address == MAP_FAILED ? errno : 0;
}
