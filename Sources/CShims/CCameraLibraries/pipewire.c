#define _GNU_SOURCE
#include "pipewire-node.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <spa/param/video/format-utils.h>
#include <spa/pod/parser.h>

struct pipewire_functions pw;
static bool is_loaded;

static void load(void) {
  void *library = dlopen("libpipewire-0.3.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
#define FIND(name) if (!(pw.name = (__typeof__(pw.name))dlsym(library, #name))) return;
  FUNCTIONS(FIND)
  // What matters of its log comes as an error.
  setenv("PIPEWIRE_DEBUG", "0", 0);
  pw.pw_init(NULL, NULL);
  is_loaded = true;
}

const struct camera_coding pipewire_codings[CODINGS] = {
    {SPA_VIDEO_FORMAT_ENCODED, V4L2_PIX_FMT_MJPEG, 0, 0}, {SPA_VIDEO_FORMAT_YUY2, V4L2_PIX_FMT_YUYV, 0, 0},
    {SPA_VIDEO_FORMAT_NV12, V4L2_PIX_FMT_NV12, 0, 0},     {SPA_VIDEO_FORMAT_GRAY8, V4L2_PIX_FMT_GREY, 0, 0},
    {SPA_VIDEO_FORMAT_BGRx, V4L2_PIX_FMT_YUYV, 4, 2},     {SPA_VIDEO_FORMAT_RGBx, V4L2_PIX_FMT_YUYV, 4, 0},
    {SPA_VIDEO_FORMAT_BGRA, V4L2_PIX_FMT_YUYV, 4, 2},     {SPA_VIDEO_FORMAT_RGBA, V4L2_PIX_FMT_YUYV, 4, 0},
    {SPA_VIDEO_FORMAT_BGR, V4L2_PIX_FMT_YUYV, 3, 2},      {SPA_VIDEO_FORMAT_RGB, V4L2_PIX_FMT_YUYV, 3, 0},
};

// MARK: - What the node says

void pipewire_fail(struct pipewire_node *node, int code) {
  if (!node->fault) {
    node->fault = code;
    if (node->host) node->host->lost(node->owner, code);
  }
  pw.pw_thread_loop_signal(node->loop, false);
}

static void core_done(void *data, uint32_t id, int sequence) {
  struct pipewire_node *node = data;
  if (id == PW_ID_CORE && sequence == node->pending) node->is_done = true;
  pw.pw_thread_loop_signal(node->loop, false);
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

static const struct camera_coding *coding_of(const struct spa_pod *pod, uint32_t format) {
  uint32_t type, subtype;
  if (spa_format_parse(pod, &type, &subtype) < 0 || type != SPA_MEDIA_TYPE_video) return NULL;
  if (subtype == SPA_MEDIA_SUBTYPE_mjpg) format = SPA_VIDEO_FORMAT_ENCODED;
  else if (subtype != SPA_MEDIA_SUBTYPE_raw || format == SPA_VIDEO_FORMAT_ENCODED) return NULL;
  for (size_t place = 0; place < CODINGS; place++)
    if (pipewire_codings[place].own == format) return &pipewire_codings[place];
  return NULL;
}

static void node_param(void *data, int sequence, uint32_t id, uint32_t index, uint32_t next, const struct spa_pod *pod) {
  (void)sequence, (void)index, (void)next;
  struct pipewire_node *node = data;
  if (id != SPA_PARAM_EnumFormat || !pod) return;
  uint32_t count, choice;
  struct camera_mode mode = {0};
  const struct spa_fraction *fractions = values(pod, SPA_FORMAT_VIDEO_framerate, SPA_TYPE_Fraction, sizeof *fractions, &count, &choice);
  for (uint32_t place = 0; fractions && place < count && mode.rate_count < MOST_RATES; place++)
    if (fractions[place].num && fractions[place].denom)
      mode.rates[mode.rate_count++] = (struct v4l2_fract){fractions[place].num, fractions[place].denom};
  uint32_t format_count = 1, size_count, size_choice;
  const uint32_t *formats = values(pod, SPA_FORMAT_VIDEO_format, SPA_TYPE_Id, sizeof *formats, &format_count, &choice);
  const struct spa_rectangle *sizes = values(pod, SPA_FORMAT_VIDEO_size, SPA_TYPE_Rectangle, sizeof *sizes, &size_count, &size_choice);
  if (!sizes) return;
  // The ends of a range of sizes are two sizes; a step isn't one.
  if (size_choice == SPA_CHOICE_Step && size_count > 2) size_count = 2;
  for (uint32_t place = 0; place < format_count; place++) {
    const struct camera_coding *coding = coding_of(pod, formats ? formats[place] : 0);
    for (uint32_t other = 0; coding && other < size_count; other++)
      node->host->can(node->owner, coding, sizes[other].width, sizes[other].height, &mode);
  }
}

static const struct pw_node_events node_events = {PW_VERSION_NODE_EVENTS, .param = node_param};

static bool is_target(const struct pipewire_node *node, const struct spa_dict *properties) {
  static const char *const keys[] = {PW_KEY_NODE_NAME, PW_KEY_OBJECT_SERIAL, PW_KEY_NODE_DESCRIPTION};
  for (size_t place = 0; place < SPA_N_ELEMENTS(keys); place++) {
    const char *value = spa_dict_lookup(properties, keys[place]);
    if (value && strcmp(value, node->target) == 0) return true;
  }
  return false;
}

static void global(void *data, uint32_t id, uint32_t permissions, const char *type, uint32_t version, const struct spa_dict *properties) {
  (void)permissions, (void)version;
  struct pipewire_node *node = data;
  if (node->proxy || !properties || strcmp(type, PW_TYPE_INTERFACE_Node)) return;
  const char *class = spa_dict_lookup(properties, PW_KEY_MEDIA_CLASS);
  if (!class || (strcmp(class, "Video/Source") && strcmp(class, "Stream/Output/Video")) || !is_target(node, properties)) return;
  const char *serial = spa_dict_lookup(properties, PW_KEY_OBJECT_SERIAL);
  const char *name = spa_dict_lookup(properties, PW_KEY_NODE_DESCRIPTION);
  snprintf(node->serial, sizeof node->serial, "%s", serial ? serial : "");
  node->host->is(node->owner, name ? name : node->target, node->target);
  node->proxy = pw_registry_bind(node->registry, id, type, PW_VERSION_NODE, 0);
  if (!node->proxy) return;
  node->id = id;
  pw_node_add_listener((struct pw_node *)node->proxy, &node->proxy_hook, &node_events, node);
  pw_node_enum_params((struct pw_node *)node->proxy, 0, SPA_PARAM_EnumFormat, 0, UINT32_MAX, NULL);
}

static void global_remove(void *data, uint32_t id) {
  struct pipewire_node *node = data;
  if (node->proxy && id == node->id) pipewire_fail(node, ENODEV);
}

static const struct pw_registry_events registry_events = {PW_VERSION_REGISTRY_EVENTS, .global = global, .global_remove = global_remove};

// Waits, with the loop locked, until a condition holds.
bool pipewire_await(struct pipewire_node *node, const bool *condition) {
  while (!*condition && !node->fault)
    if (pw.pw_thread_loop_timed_wait(node->loop, SECONDS) != 0) return false;
  return *condition;
}

static bool roundtrip(struct pipewire_node *node) {
  node->is_done = false;
  node->pending = pw_core_sync(node->core, PW_ID_CORE, 0);
  return pipewire_await(node, &node->is_done);
}

static void pipewire_close(void *handle) {
  struct pipewire_node *node = handle;
  if (node->loop) {
    pw.pw_thread_loop_lock(node->loop);
    if (node->stream) pw.pw_stream_destroy(node->stream);
    if (node->proxy) pw.pw_proxy_destroy(node->proxy);
    if (node->registry) pw.pw_proxy_destroy((struct pw_proxy *)node->registry);
    if (node->core) pw.pw_core_disconnect(node->core);
    pw.pw_thread_loop_unlock(node->loop);
    pw.pw_thread_loop_stop(node->loop);
    if (node->context) pw.pw_context_destroy(node->context);
    pw.pw_thread_loop_destroy(node->loop);
  }
  free(node);
}

static int connect_node(struct pipewire_node *node) {
  node->core = pw.pw_context_connect(node->context, NULL, 0);
  if (!node->core) return EHOSTDOWN;
  pw_core_add_listener(node->core, &node->core_hook, &core_events, node);
  if (node->host) node->registry = pw_core_get_registry(node->core, PW_VERSION_REGISTRY, 0);
  if (node->registry) pw_registry_add_listener(node->registry, &node->registry_hook, &registry_events, node);
  // Once for the nodes, once for what the node says of itself.
  if (!roundtrip(node) || !roundtrip(node)) return node->fault ? node->fault : EHOSTDOWN;
  return !node->host || node->proxy ? 0 : ENOENT;
}

static int open_node(struct pipewire_node *node) {
  node->loop = pw.pw_thread_loop_new("dualcam-pw", NULL);
  if (!node->loop) return ENOMEM;
  node->context = pw.pw_context_new(pw.pw_thread_loop_get_loop(node->loop), NULL, 0);
  // Where PipeWire isn't set up, there is no configuration for clients either.
  if (!node->context) return errno == ENOMEM ? ENOMEM : EHOSTDOWN;
  if (pw.pw_thread_loop_start(node->loop) < 0) return ENOMEM;
  pw.pw_thread_loop_lock(node->loop);
  int code = connect_node(node);
  pw.pw_thread_loop_unlock(node->loop);
  return code;
}

static int pipewire_open(const char *name, const struct camera_host *host, void *owner, void **handle) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  if (!is_loaded) return ELIBACC;
  struct pipewire_node *node = calloc(1, sizeof *node);
  if (!node) return ENOMEM;
  (node->host = host, node->owner = owner);
  snprintf(node->target, sizeof node->target, "%s", name);
  int code = open_node(node);
  if (code) pipewire_close(node); else *handle = node;
  return code;
}

const struct camera_library pipewire_library = {
    LIBRARY_VERSION, pipewire_open, pipewire_close, pipewire_configure, pipewire_start, pipewire_stop};
