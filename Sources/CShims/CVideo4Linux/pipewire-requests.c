// https://docs.kernel.org/userspace-api/media/v4l/user-func.html
#define _GNU_SOURCE
#include "pipewire-camera.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

static const struct mode *mode_of(const struct camera *camera, uint32_t pixels, uint32_t width, uint32_t height) {
  for (int place = 0; place < camera->mode_count; place++) {
    const struct mode *mode = &camera->modes[place];
    if (mode->kind->pixels == pixels && (!width || (mode->width == width && mode->height == height))) return mode;
  }
  return NULL;
}

static int enum_format(const struct camera *camera, struct v4l2_fmtdesc *format) {
  uint32_t index = format->index;
  for (int place = 0; place < camera->mode_count; place++) {
    const struct mode *mode = &camera->modes[place];
    if (mode_of(camera, mode->kind->pixels, 0, 0) != mode || index-- > 0) continue;
    format->pixelformat = mode->kind->pixels;
    format->flags = mode->kind->pixels == V4L2_PIX_FMT_MJPEG ? V4L2_FMT_FLAG_COMPRESSED : 0;
    snprintf((char *)format->description, sizeof format->description, "%s", mode->kind->name);
    return 0;
  }
  return EINVAL;
}

static int enum_size(const struct camera *camera, struct v4l2_frmsizeenum *size) {
  uint32_t index = size->index;
  for (int place = 0; place < camera->mode_count; place++) {
    const struct mode *mode = &camera->modes[place];
    if (mode->kind->pixels != size->pixel_format || index-- > 0) continue;
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
    if (mode->kind->pixels != wish->pixelformat || distance >= least) continue;
    (nearest = mode, least = distance);
  }
  if (!nearest) return EINVAL;
  const struct kind *kind = camera->kind = nearest->kind;
  uint32_t stride = kind->pixels == V4L2_PIX_FMT_MJPEG  ? 0
                    : kind->pixels == V4L2_PIX_FMT_YUYV ? (nearest->width + 1) / 2 * 4
                                                        : nearest->width;
  camera->format = (struct v4l2_pix_format){
      .width = nearest->width, .height = nearest->height, .pixelformat = kind->pixels, .field = V4L2_FIELD_NONE,
      .bytesperline = stride,
      .sizeimage = !stride                              ? 2 * nearest->width * nearest->height
                   : kind->pixels == V4L2_PIX_FMT_NV12 ? stride * nearest->height + stride * ((nearest->height + 1) / 2)
                                                       : stride * nearest->height,
      // As dualcam's JPEGs are, so that nothing is converted twice: full range, BT.601.
      .colorspace = !stride || kind->rgb_bytes ? V4L2_COLORSPACE_JPEG : V4L2_COLORSPACE_DEFAULT};
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
  if (camera->stream) pipewire_stream_off(camera);
  pipewire_free_slots(camera);
  if (wish->count > MOST_SLOTS) wish->count = MOST_SLOTS;
  for (; camera->slot_count < wish->count; camera->slot_count++) {
    struct slot *slot = &camera->slots[camera->slot_count];
    *slot = (struct slot){.file = memfd_create("dualcam-frame", MFD_CLOEXEC)};
    if (slot->file >= 0 && ftruncate(slot->file, camera->format.sizeimage) == 0)
      slot->memory = mmap(NULL, camera->format.sizeimage, PROT_READ | PROT_WRITE, MAP_SHARED, slot->file, 0);
    if (!slot->memory || slot->memory == MAP_FAILED) {
      slot->memory = NULL;
      camera->slot_count += 1;
      pipewire_free_slots(camera);
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

int pipewire_answer(struct camera *camera, unsigned long number, void *argument) {
  switch (number) {
  case VIDIOC_QUERYCAP: {
    struct v4l2_capability *capability = argument;
    *capability = (struct v4l2_capability){
        .driver = "pipewire", .capabilities = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING | V4L2_CAP_DEVICE_CAPS,
        .device_caps = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING};
    snprintf((char *)capability->card, sizeof capability->card, "%.31s", camera->description);
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
  case VIDIOC_STREAMON: return pipewire_stream_on(camera);
  case VIDIOC_STREAMOFF: return pipewire_stream_off(camera);
  // It has no controls.
  default: return ENOTTY;
  }
}
