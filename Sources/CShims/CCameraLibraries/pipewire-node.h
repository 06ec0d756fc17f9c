// What the files of a PipeWire node share: pipewire.c finds it, pipewire-stream.c takes its frames; pipewire-output.c is a node of
// this process's own.
#ifndef CCameraLibraries_pipewire_node_H
#define CCameraLibraries_pipewire_node_H

#include "CCameraLibraries.h"

#include <pipewire/pipewire.h>
#include <spa/pod/builder.h>

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

enum { SECONDS = 5, MOST_BUFFERS = 32, MOST_PLANES = 4 };

struct pipewire_node {
  // NULL for a node of this process's own.
  const struct camera_host *host;
  void *owner;
  char target[256], serial[24];
  struct pw_thread_loop *loop;
  struct pw_context *context;
  struct pw_core *core;
  struct pw_registry *registry;
  struct pw_proxy *proxy;
  struct pw_stream *stream;
  struct spa_hook core_hook, registry_hook, proxy_hook, stream_hook;
  uint32_t id;
  int pending;
  bool is_done, is_streaming;
  // An errno, once it is lost.
  int fault;
  // What is sent: as it was asked for, or as an output's readers chose; NULL while there are none.
  const struct camera_coding *coding;
  struct v4l2_pix_format format;
  struct v4l2_fract rate;
  // The last frame's number.
  uint64_t last;
  bool has_last;
};

// What dualcam takes, by SPA's number.
enum { CODING_JPEG, CODING_YUYV, CODINGS = 10 };
extern const struct camera_coding pipewire_codings[CODINGS];

// With the loop locked: marks the node as lost, and tells whoever waits for it.
void pipewire_fail(struct pipewire_node *node, int code);
// With the loop locked: waits until a condition holds; `false` if it doesn't in five seconds.
bool pipewire_await(struct pipewire_node *node, const bool *condition);
// What pipewire_library does with a node.
int pipewire_configure(void *handle, const struct camera_coding *coding, uint32_t width, uint32_t height, struct camera_mode *mode);
int pipewire_start(void *handle, struct v4l2_fract rate);
void pipewire_stop(void *handle);
// A format of the node's size and rate, to offer or to ask for.
const struct spa_pod *pipewire_format(struct spa_pod_builder *builder, const struct pipewire_node *node, const struct camera_coding *coding);

#endif
