// A node of this process's own: https://docs.pipewire.org/video-src_8c-example.html
#define _GNU_SOURCE
#include "pipewire-node.h"

#include <errno.h>
#include <spa/param/video/format-utils.h>
#include <time.h>

// Time for a slow reader before what it reads is overwritten: PipeWire doesn't wait for it.
enum { BUFFERS = 8 };

static void state_changed(void *data, enum pw_stream_state old, enum pw_stream_state state, const char *error) {
  (void)error;
  struct pipewire_node *node = data;
  node->is_streaming = state == PW_STREAM_STATE_STREAMING;
  if (state == PW_STREAM_STATE_ERROR) pipewire_fail(node, EIO);
  if (state == PW_STREAM_STATE_UNCONNECTED && old > state) pipewire_fail(node, ENODEV);
}

// The first reader chose a format, which others then get too; or the last is gone.
static void param_changed(void *data, uint32_t id, const struct spa_pod *pod) {
  struct pipewire_node *node = data;
  uint32_t type, subtype;
  if (id != SPA_PARAM_Format) return;
  node->coding = NULL;
  if (!pod || spa_format_parse(pod, &type, &subtype) < 0) return;
  node->coding = &pipewire_codings[subtype == SPA_MEDIA_SUBTYPE_mjpg ? CODING_JPEG : CODING_YUYV];
  uint8_t room[1024];
  struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(room, sizeof room);
  const struct spa_pod *wishes[] = {
      spa_pod_builder_add_object(&builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers, SPA_PARAM_BUFFERS_buffers,
                                 SPA_POD_CHOICE_RANGE_Int(BUFFERS, 2, MOST_BUFFERS), SPA_PARAM_BUFFERS_blocks, SPA_POD_Int(1),
                                 SPA_PARAM_BUFFERS_size, SPA_POD_Int((int32_t)node->format.sizeimage), SPA_PARAM_BUFFERS_stride,
                                 SPA_POD_Int(node->coding == &pipewire_codings[CODING_JPEG] ? 0 : (int32_t)node->format.bytesperline),
                                 SPA_PARAM_BUFFERS_dataType, SPA_POD_CHOICE_FLAGS_Int(1 << SPA_DATA_MemPtr | 1 << SPA_DATA_MemFd)),
      spa_pod_builder_add_object(&builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type, SPA_POD_Id(SPA_META_Header),
                                 SPA_PARAM_META_size, SPA_POD_Int(sizeof(struct spa_meta_header))),
  };
  pw.pw_stream_update_params(node->stream, wishes, SPA_N_ELEMENTS(wishes));
}

static const struct pw_stream_events stream_events = {PW_VERSION_STREAM_EVENTS, .state_changed = state_changed, .param_changed = param_changed};

static int offer(struct pipewire_node *node) {
  if (node->stream) return EBUSY;
  if (!node->format.sizeimage) return EINVAL;
  // As portals' users find a camera.
  node->stream = pw.pw_stream_new(
      node->core, "dualcam",
      pw.pw_properties_new(PW_KEY_MEDIA_CLASS, "Video/Source", PW_KEY_MEDIA_ROLE, "Camera", PW_KEY_NODE_NAME, node->target,
                           PW_KEY_NODE_DESCRIPTION, node->target, NULL));
  if (!node->stream) return ENOMEM;
  pw.pw_stream_add_listener(node->stream, &node->stream_hook, &stream_events, node);
  uint8_t room[1024];
  struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(room, sizeof room);
  const struct spa_pod *formats[2];
  uint32_t count = 0;
  for (size_t place = CODING_JPEG; place <= CODING_YUYV; place++)
    if (!node->format.pixelformat || pipewire_codings[place].pixels == node->format.pixelformat)
      formats[count++] = pipewire_format(&builder, node, &pipewire_codings[place]);
  enum pw_stream_flags flags = PW_STREAM_FLAG_DRIVER | PW_STREAM_FLAG_MAP_BUFFERS;
  return pw.pw_stream_connect(node->stream, PW_DIRECTION_OUTPUT, PW_ID_ANY, flags, formats, count) < 0 ? EIO : 0;
}

int pipewire_offer(void *handle, const struct v4l2_pix_format *format, struct v4l2_fract rate) {
  struct pipewire_node *node = handle;
  pw.pw_thread_loop_lock(node->loop);
  (node->format = *format, node->rate = rate);
  int code = offer(node);
  if (code) pipewire_fail(node, code);
  pw.pw_thread_loop_unlock(node->loop);
  return code;
}

int pipewire_readers(void *handle, uint32_t *pixels) {
  struct pipewire_node *node = handle;
  pw.pw_thread_loop_lock(node->loop);
  *pixels = node->is_streaming && node->coding ? node->coding->pixels : 0;
  int code = node->fault;
  pw.pw_thread_loop_unlock(node->loop);
  return code;
}

static int put(struct pipewire_node *node, const void *bytes, size_t count) {
  if (node->fault) return node->fault;
  node->last += 1;
  // Nobody is there to miss it.
  if (!node->is_streaming || !node->coding) return 0;
  // Made for readers who have left in the meantime.
  if ((count == node->format.sizeimage) != (node->coding == &pipewire_codings[CODING_YUYV])) return EAGAIN;
  struct pw_buffer *buffer = pw.pw_stream_dequeue_buffer(node->stream);
  if (!buffer) return EAGAIN;
  struct spa_data *data = &buffer->buffer->datas[0];
  bool has_room = data->data && data->maxsize >= count;
  if (has_room) memcpy(data->data, bytes, count);
  *data->chunk = (struct spa_chunk){.size = has_room ? (uint32_t)count : 0, .flags = has_room ? 0 : SPA_CHUNK_FLAG_CORRUPTED};
  if (node->coding == &pipewire_codings[CODING_YUYV]) data->chunk->stride = (int32_t)node->format.bytesperline;
  struct spa_meta_header *header = spa_buffer_find_meta_data(buffer->buffer, SPA_META_Header, sizeof *header);
  if (header) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    *header = (struct spa_meta_header){.pts = SPA_TIMESPEC_TO_NSEC(&now), .seq = node->last};
  }
  pw.pw_stream_queue_buffer(node->stream, buffer);
  pw.pw_stream_trigger_process(node->stream);
  return has_room ? 0 : EAGAIN;
}

int pipewire_put(void *handle, const void *bytes, size_t count) {
  struct pipewire_node *node = handle;
  pw.pw_thread_loop_lock(node->loop);
  int code = put(node, bytes, count);
  pw.pw_thread_loop_unlock(node->loop);
  return code;
}
