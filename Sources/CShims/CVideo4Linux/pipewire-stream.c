// https://docs.pipewire.org/page_tutorial5.html, https://docs.pipewire.org/group__pw__stream.html
#define _GNU_SOURCE
#include "CVideo4Linux.h"
#include "pipewire-camera.h"

#include <errno.h>
#include <spa/param/video/format-utils.h>
#include <sys/eventfd.h>

// Converts a frame's rows; the number of bytes that they became.
static uint32_t convert(const struct camera *camera, const struct spa_data *data, uint8_t *into) {
  const struct v4l2_pix_format *format = &camera->format;
  const struct kind *kind = camera->kind;
  if (!data->data || !data->chunk) return 0;
  uint32_t offset = SPA_MIN(data->chunk->offset, data->maxsize), size = SPA_MIN(data->chunk->size, data->maxsize - offset);
  // Some pad their rows without saying so.
  uint32_t stride = data->chunk->stride > 0 ? (uint32_t)data->chunk->stride : size / format->height;
  uint32_t length = format->width * kind->rgb_bytes, row = 0;
  for (; row < format->height && stride >= length && (uint64_t)row * stride + length <= size; row++)
    cv4l_rgb_to_yuyv((const uint8_t *)data->data + offset + (size_t)row * stride, kind->rgb_bytes, kind->red, format->width,
                     into + (size_t)row * format->bytesperline);
  return row * format->bytesperline;
}

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
  slot->bytes = camera->kind->rgb_bytes ? convert(camera, buffer->datas, slot->memory) : copy(camera, buffer, slot->memory);
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
  if (state == PW_STREAM_STATE_ERROR) return pipewire_fail(camera, EIO);
  if (camera->is_streaming && state == PW_STREAM_STATE_UNCONNECTED) return pipewire_fail(camera, ENODEV);
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

const struct spa_pod *pipewire_format(struct spa_pod_builder *builder, const struct camera *camera, const struct kind *kind) {
  struct spa_pod_frame frame;
  spa_pod_builder_push_object(builder, &frame, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat);
  bool is_jpeg = kind->pixels == V4L2_PIX_FMT_MJPEG;
  spa_pod_builder_add(builder, SPA_FORMAT_mediaType, SPA_POD_Id(SPA_MEDIA_TYPE_video), SPA_FORMAT_mediaSubtype,
                      SPA_POD_Id(is_jpeg ? SPA_MEDIA_SUBTYPE_mjpg : SPA_MEDIA_SUBTYPE_raw), 0);
  if (!is_jpeg) spa_pod_builder_add(builder, SPA_FORMAT_VIDEO_format, SPA_POD_Id(kind->format), 0);
  spa_pod_builder_add(builder, SPA_FORMAT_VIDEO_size, SPA_POD_Rectangle(&SPA_RECTANGLE(camera->format.width, camera->format.height)), 0);
  if (camera->rate.num) spa_pod_builder_add(builder, SPA_FORMAT_VIDEO_framerate, SPA_POD_Fraction(&camera->rate), 0);
  // Otherwise some take large pictures for BT.709.
  if (camera->is_output && !is_jpeg)
    spa_pod_builder_add(builder, SPA_FORMAT_VIDEO_colorRange, SPA_POD_Id(SPA_VIDEO_COLOR_RANGE_16_235), SPA_FORMAT_VIDEO_colorMatrix,
                        SPA_POD_Id(SPA_VIDEO_COLOR_MATRIX_BT601), 0);
  return spa_pod_builder_pop(builder, &frame);
}

int pipewire_stream_on(struct camera *camera) {
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
  const struct spa_pod *wish = pipewire_format(&builder, camera, camera->kind);
  if (pw.pw_stream_connect(camera->stream, PW_DIRECTION_INPUT, PW_ID_ANY, PW_STREAM_FLAG_AUTOCONNECT | PW_STREAM_FLAG_MAP_BUFFERS, &wish, 1) < 0)
    return EIO;
  (camera->has_first = false, camera->last = 0);
  return pipewire_await(camera, &camera->is_streaming) ? 0 : camera->fault ? camera->fault : ETIMEDOUT;
}

int pipewire_stream_off(struct camera *camera) {
  camera->is_streaming = false;
  if (camera->stream) pw.pw_stream_destroy(camera->stream);
  camera->stream = NULL;
  for (uint32_t place = 0; place < camera->slot_count; place++) camera->slots[place].state = IDLE;
  eventfd_t count;
  while (!camera->fault && eventfd_read(camera->fd, &count) == 0) {}
  return 0;
}
