// What the shim's files share: pipewire.c finds a node, pipewire-requests.c answers for it, pipewire-stream.c takes its frames;
// pipewire-output.c is a node of this process's own.
#ifndef CVideo4Linux_pipewire_camera_H
#define CVideo4Linux_pipewire_camera_H

#include <linux/videodev2.h>
#include <pipewire/pipewire.h>
#include <spa/pod/builder.h>
#include <stdbool.h>
#include <stdint.h>

#define FUNCTIONS(each)                                                                                             \
  each(pw_init) each(pw_thread_loop_new) each(pw_thread_loop_destroy) each(pw_thread_loop_start)                    \
  each(pw_thread_loop_stop) each(pw_thread_loop_lock) each(pw_thread_loop_unlock) each(pw_thread_loop_timed_wait)   \
  each(pw_thread_loop_signal) each(pw_thread_loop_get_loop) each(pw_context_new) each(pw_context_destroy)           \
  each(pw_context_connect) each(pw_core_disconnect) each(pw_proxy_destroy) each(pw_properties_new) each(pw_stream_new) \
  each(pw_stream_destroy) each(pw_stream_add_listener) each(pw_stream_connect) each(pw_stream_dequeue_buffer)       \
  each(pw_stream_queue_buffer) each(pw_stream_update_params) each(pw_stream_trigger_process)

// The library's functions, once it is loaded.
#define DECLARE(name) __typeof__(name) *name;
extern struct pipewire_functions { FUNCTIONS(DECLARE) } pw;

enum { MOST_MODES = 256, MOST_RATES = 16, MOST_SLOTS = 32, MOST_CAMERAS = 16, SECONDS = 5 };

// What dualcam takes: as it comes, or converted to YUYV, where a pixel has bytes of red, green and blue and `red` is the first's place.
enum { KIND_JPEG, KIND_YUYV, KINDS = 10 };
extern const struct kind { uint32_t format, pixels; const char *name; uint8_t rgb_bytes, red; } kinds[KINDS];

struct mode {
  const struct kind *kind;
  uint32_t width, height;
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
  bool is_output;
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
  const struct kind *kind;
  struct v4l2_pix_format format;
  struct spa_fraction rate;
  struct slot slots[MOST_SLOTS];
  uint32_t slot_count;
  uint64_t order, first, last;
  bool has_first;
};

// With the loop locked: marks the node as lost, and tells whoever waits for a frame.
void pipewire_fail(struct camera *camera, int code);
// With the loop locked: waits until a condition holds; `false` if it doesn't in five seconds.
bool pipewire_await(struct camera *camera, const bool *condition);
void pipewire_free_slots(struct camera *camera);
// Answers a V4L2 request; 0 or an errno.
int pipewire_answer(struct camera *camera, unsigned long number, void *argument);
int pipewire_answer_output(struct camera *camera, unsigned long number, void *argument);
int pipewire_put(struct camera *camera, const void *bytes, size_t count);
// A format of the camera's size and rate, to offer or to ask for.
const struct spa_pod *pipewire_format(struct spa_pod_builder *builder, const struct camera *camera, const struct kind *kind);
int pipewire_stream_on(struct camera *camera);
int pipewire_stream_off(struct camera *camera);

#endif
