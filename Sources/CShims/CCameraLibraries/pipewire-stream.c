#define _GNU_SOURCE
#include "pipewire-node.h"

#include <errno.h>
#include <spa/param/video/format-utils.h>

static void take(struct pipewire_node *node, const struct spa_buffer *buffer) {
  const struct spa_meta_header *header = spa_buffer_find_meta_data(buffer, SPA_META_Header, sizeof *header);
  // A node that doesn't count, or begins anew, is counted here.
  uint64_t number = node->last + 1;
  if (header && header->seq > node->last && (!node->has_last || header->seq - node->last < 1 << 20)) number = header->seq;
  (node->last = number, node->has_last = true);
  struct camera_plane planes[MOST_PLANES];
  uint32_t count = 0;
  for (; count < SPA_MIN(buffer->n_datas, MOST_PLANES); count++) {
    const struct spa_data *data = &buffer->datas[count];
    if (!data->data || !data->chunk) break;
    uint32_t offset = SPA_MIN(data->chunk->offset, data->maxsize);
    planes[count] = (struct camera_plane){(const uint8_t *)data->data + offset, SPA_MIN(data->chunk->size, data->maxsize - offset),
                                   data->chunk->stride > 0 ? (uint32_t)data->chunk->stride : 0};
  }
  bool is_bad = count < buffer->n_datas || (header && header->flags & SPA_META_HEADER_FLAG_CORRUPTED) ||
                buffer->datas[0].chunk->flags & SPA_CHUNK_FLAG_CORRUPTED;
  node->host->took(node->owner, planes, count, number, header ? header->pts : -1, is_bad);
}

static void process(void *data) {
  struct pipewire_node *node = data;
  for (struct pw_buffer *buffer; (buffer = pw.pw_stream_dequeue_buffer(node->stream));) {
    if (buffer->buffer->n_datas > 0) take(node, buffer->buffer);
    pw.pw_stream_queue_buffer(node->stream, buffer);
  }
}

static void state_changed(void *data, enum pw_stream_state old, enum pw_stream_state state, const char *error) {
  (void)old, (void)error;
  struct pipewire_node *node = data;
  if (state == PW_STREAM_STATE_ERROR) return pipewire_fail(node, EIO);
  if (node->is_streaming && state == PW_STREAM_STATE_UNCONNECTED) return pipewire_fail(node, ENODEV);
  if (state == PW_STREAM_STATE_STREAMING) node->is_streaming = true;
  pw.pw_thread_loop_signal(node->loop, false);
}

static void param_changed(void *data, uint32_t id, const struct spa_pod *pod) {
  struct pipewire_node *node = data;
  if (id != SPA_PARAM_Format || !pod) return;
  uint8_t room[1024];
  struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(room, sizeof room);
  const struct spa_pod *wishes[] = {
      spa_pod_builder_add_object(&builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers, SPA_PARAM_BUFFERS_buffers,
                                 SPA_POD_CHOICE_RANGE_Int(4, 2, MOST_BUFFERS), SPA_PARAM_BUFFERS_dataType,
                                 SPA_POD_CHOICE_FLAGS_Int(1 << SPA_DATA_MemPtr | 1 << SPA_DATA_MemFd)),
      spa_pod_builder_add_object(&builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type, SPA_POD_Id(SPA_META_Header),
                                 SPA_PARAM_META_size, SPA_POD_Int(sizeof(struct spa_meta_header))),
  };
  pw.pw_stream_update_params(node->stream, wishes, SPA_N_ELEMENTS(wishes));
}

static const struct pw_stream_events stream_events = {
    PW_VERSION_STREAM_EVENTS, .state_changed = state_changed, .param_changed = param_changed, .process = process};

const struct spa_pod *pipewire_format(struct spa_pod_builder *builder, const struct pipewire_node *node, const struct camera_coding *coding) {
  struct spa_pod_frame frame;
  spa_pod_builder_push_object(builder, &frame, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat);
  bool is_jpeg = coding->pixels == V4L2_PIX_FMT_MJPEG;
  spa_pod_builder_add(builder, SPA_FORMAT_mediaType, SPA_POD_Id(SPA_MEDIA_TYPE_video), SPA_FORMAT_mediaSubtype,
                      SPA_POD_Id(is_jpeg ? SPA_MEDIA_SUBTYPE_mjpg : SPA_MEDIA_SUBTYPE_raw), 0);
  if (!is_jpeg) spa_pod_builder_add(builder, SPA_FORMAT_VIDEO_format, SPA_POD_Id(coding->own), 0);
  spa_pod_builder_add(builder, SPA_FORMAT_VIDEO_size, SPA_POD_Rectangle(&SPA_RECTANGLE(node->format.width, node->format.height)), 0);
  struct spa_fraction rate = {node->rate.numerator, node->rate.denominator};
  if (rate.num) spa_pod_builder_add(builder, SPA_FORMAT_VIDEO_framerate, SPA_POD_Fraction(&rate), 0);
  // Otherwise some take large pictures for BT.709.
  if (!node->host && !is_jpeg)
    spa_pod_builder_add(builder, SPA_FORMAT_VIDEO_colorRange, SPA_POD_Id(SPA_VIDEO_COLOR_RANGE_16_235), SPA_FORMAT_VIDEO_colorMatrix,
                        SPA_POD_Id(SPA_VIDEO_COLOR_MATRIX_BT601), 0);
  return spa_pod_builder_pop(builder, &frame);
}

static int stream_on(struct pipewire_node *node) {
  node->stream = pw.pw_stream_new(
      node->core, "dualcam",
      pw.pw_properties_new(PW_KEY_MEDIA_TYPE, "Video", PW_KEY_MEDIA_CATEGORY, "Capture", PW_KEY_MEDIA_ROLE, "Camera", "target.object",
                           node->serial, "node.dont-reconnect", "true", NULL));
  if (!node->stream) return ENOMEM;
  pw.pw_stream_add_listener(node->stream, &node->stream_hook, &stream_events, node);
  uint8_t room[1024];
  struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(room, sizeof room);
  const struct spa_pod *wish = pipewire_format(&builder, node, node->coding);
  if (pw.pw_stream_connect(node->stream, PW_DIRECTION_INPUT, PW_ID_ANY, PW_STREAM_FLAG_AUTOCONNECT | PW_STREAM_FLAG_MAP_BUFFERS, &wish, 1) < 0)
    return EIO;
  return pipewire_await(node, &node->is_streaming) ? 0 : node->fault ? node->fault : ETIMEDOUT;
}

int pipewire_configure(void *handle, const struct camera_coding *coding, uint32_t width, uint32_t height, struct camera_mode *mode) {
  (void)mode;
  struct pipewire_node *node = handle;
  node->format = (struct v4l2_pix_format){.width = width, .height = height};
  for (size_t place = 0; place < CODINGS; place++)
    if (pipewire_codings[place].own == coding->own) node->coding = &pipewire_codings[place];
  return 0;
}

int pipewire_start(void *handle, struct v4l2_fract rate) {
  struct pipewire_node *node = handle;
  pw.pw_thread_loop_lock(node->loop);
  node->rate = rate;
  (node->last = 0, node->has_last = false);
  int code = node->fault ? node->fault : stream_on(node);
  pw.pw_thread_loop_unlock(node->loop);
  return code;
}

void pipewire_stop(void *handle) {
  struct pipewire_node *node = handle;
  pw.pw_thread_loop_lock(node->loop);
  node->is_streaming = false;
  if (node->stream) pw.pw_stream_destroy(node->stream);
  node->stream = NULL;
  pw.pw_thread_loop_unlock(node->loop);
}
