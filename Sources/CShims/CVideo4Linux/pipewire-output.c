// A node of this process's own: https://docs.pipewire.org/video-src_8c-example.html
#define _GNU_SOURCE
#include "pipewire-node.h"
#include "CVideo4Linux.h"

#include <errno.h>
#include <spa/param/video/format-utils.h>
#include <stdio.h>

// Time for a slow reader before what it reads is overwritten: PipeWire doesn't wait for it.
enum { BUFFERS = 8 };

static void state_changed(void *data, enum pw_stream_state old, enum pw_stream_state state, const char *error) {
  (void)error;
  struct node *node = data;
  node->is_streaming = state == PW_STREAM_STATE_STREAMING;
  if (state == PW_STREAM_STATE_ERROR) pipewire_fail(node, EIO);
  if (state == PW_STREAM_STATE_UNCONNECTED && old > state) pipewire_fail(node, ENODEV);
}

// The first reader chose a format, which others then get too; or the last is gone.
static void param_changed(void *data, uint32_t id, const struct spa_pod *pod) {
  struct node *node = data;
  struct camera *camera = &node->camera;
  uint32_t type, subtype;
  if (id != SPA_PARAM_Format) return;
  camera->coding = NULL;
  if (!pod || spa_format_parse(pod, &type, &subtype) < 0) return;
  camera->coding = &pipewire_codings[subtype == SPA_MEDIA_SUBTYPE_mjpg ? CODING_JPEG : CODING_YUYV];
  uint8_t room[1024];
  struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(room, sizeof room);
  const struct spa_pod *wishes[] = {
      spa_pod_builder_add_object(&builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers, SPA_PARAM_BUFFERS_buffers,
                                 SPA_POD_CHOICE_RANGE_Int(BUFFERS, 2, MOST_SLOTS), SPA_PARAM_BUFFERS_blocks, SPA_POD_Int(1),
                                 SPA_PARAM_BUFFERS_size, SPA_POD_Int((int32_t)camera->format.sizeimage), SPA_PARAM_BUFFERS_stride,
                                 SPA_POD_Int(camera->coding == &pipewire_codings[CODING_JPEG] ? 0 : (int32_t)camera->format.bytesperline),
                                 SPA_PARAM_BUFFERS_dataType, SPA_POD_CHOICE_FLAGS_Int(1 << SPA_DATA_MemPtr | 1 << SPA_DATA_MemFd)),
      spa_pod_builder_add_object(&builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type, SPA_POD_Id(SPA_META_Header),
                                 SPA_PARAM_META_size, SPA_POD_Int(sizeof(struct spa_meta_header))),
  };
  pw.pw_stream_update_params(node->stream, wishes, SPA_N_ELEMENTS(wishes));
}

static const struct pw_stream_events stream_events = {PW_VERSION_STREAM_EVENTS, .state_changed = state_changed, .param_changed = param_changed};

static uint32_t divisor_of(uint32_t one, uint32_t other) { return other ? divisor_of(other, one % other) : one; }

static int offer(struct node *node) {
  struct camera *camera = &node->camera;
  if (node->stream) return EBUSY;
  if (!camera->format.sizeimage) return EINVAL;
  // As portals' users find a camera.
  node->stream = pw.pw_stream_new(
      node->core, "dualcam",
      pw.pw_properties_new(PW_KEY_MEDIA_CLASS, "Video/Source", PW_KEY_MEDIA_ROLE, "Camera", PW_KEY_NODE_NAME, camera->target,
                           PW_KEY_NODE_DESCRIPTION, camera->target, NULL));
  if (!node->stream) return ENOMEM;
  pw.pw_stream_add_listener(node->stream, &node->stream_hook, &stream_events, node);
  uint8_t room[1024];
  struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(room, sizeof room);
  const struct spa_pod *formats[2];
  uint32_t count = 0;
  for (size_t place = CODING_JPEG; place <= CODING_YUYV; place++)
    if (!camera->format.pixelformat || pipewire_codings[place].pixels == camera->format.pixelformat)
      formats[count++] = pipewire_format(&builder, camera, &pipewire_codings[place]);
  enum pw_stream_flags flags = PW_STREAM_FLAG_DRIVER | PW_STREAM_FLAG_MAP_BUFFERS;
  return pw.pw_stream_connect(node->stream, PW_DIRECTION_OUTPUT, PW_ID_ANY, flags, formats, count) < 0 ? EIO : 0;
}

int pipewire_put(struct camera *camera, const void *bytes, size_t count) {
  struct node *node = (struct node *)camera;
  if (camera->fault) return camera->fault;
  camera->order += 1;
  // Nobody is there to miss it.
  if (!node->is_streaming || !camera->coding) return 0;
  // Made for readers who have left in the meantime.
  if ((count == camera->format.sizeimage) != (camera->coding == &pipewire_codings[CODING_YUYV])) return EAGAIN;
  struct pw_buffer *buffer = pw.pw_stream_dequeue_buffer(node->stream);
  if (!buffer) return EAGAIN;
  struct spa_data *data = &buffer->buffer->datas[0];
  bool has_room = data->data && data->maxsize >= count;
  if (has_room) memcpy(data->data, bytes, count);
  *data->chunk = (struct spa_chunk){.size = has_room ? (uint32_t)count : 0, .flags = has_room ? 0 : SPA_CHUNK_FLAG_CORRUPTED};
  if (camera->coding == &pipewire_codings[CODING_YUYV]) data->chunk->stride = (int32_t)camera->format.bytesperline;
  struct spa_meta_header *header = spa_buffer_find_meta_data(buffer->buffer, SPA_META_Header, sizeof *header);
  if (header) *header = (struct spa_meta_header){.pts = cv4l_monotonic_ns(), .seq = camera->order};
  pw.pw_stream_queue_buffer(node->stream, buffer);
  pw.pw_stream_trigger_process(node->stream);
  return has_room ? 0 : EAGAIN;
}

int pipewire_answer_output(struct camera *camera, unsigned long number, void *argument) {
  struct node *node = (struct node *)camera;
  switch (number) {
  case VIDIOC_QUERYCAP: {
    struct v4l2_capability *capability = argument;
    uint32_t abilities = V4L2_CAP_VIDEO_OUTPUT | V4L2_CAP_READWRITE;
    *capability = (struct v4l2_capability){.driver = "pipewire", .capabilities = abilities | V4L2_CAP_DEVICE_CAPS, .device_caps = abilities};
    snprintf((char *)capability->card, sizeof capability->card, "%.31s", camera->target);
    return 0;
  }
  // No pixel format: either, as readers choose.
  case VIDIOC_S_FMT: {
    struct v4l2_pix_format *wish = &((struct v4l2_format *)argument)->fmt.pix;
    uint32_t stride = (wish->width + 1) / 2 * 4;
    (wish->sizeimage = stride * wish->height, wish->bytesperline = wish->pixelformat == V4L2_PIX_FMT_MJPEG ? 0 : stride);
    camera->format = *wish;
    return 0;
  }
  // What readers get now; no pixel format while there are none.
  case VIDIOC_G_FMT: {
    struct v4l2_pix_format *format = &((struct v4l2_format *)argument)->fmt.pix;
    *format = camera->format;
    format->pixelformat = node->is_streaming && camera->coding ? camera->coding->pixels : 0;
    return camera->fault;
  }
  case VIDIOC_S_PARM: {
    struct v4l2_fract interval = ((struct v4l2_streamparm *)argument)->parm.output.timeperframe;
    uint32_t divisor = divisor_of(interval.denominator, interval.numerator);
    if (divisor) camera->rate = (struct v4l2_fract){interval.denominator / divisor, interval.numerator / divisor};
    int code = offer(node);
    if (code) pipewire_fail(node, code);
    return code;
  }
  default: return ENOTTY;
  }
}
