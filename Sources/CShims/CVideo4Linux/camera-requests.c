// https://docs.kernel.org/userspace-api/media/v4l/user-func.html
#define _GNU_SOURCE
#include "camera.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

static struct mode *mode_of(struct camera *camera, uint32_t pixels, uint32_t width, uint32_t height) {
  for (int place = 0; place < camera->mode_count; place++) {
    struct mode *mode = &camera->modes[place];
    if (mode->coding->pixels == pixels && (!width || (mode->width == width && mode->height == height))) return mode;
  }
  return NULL;
}

static const char *name_of(const struct coding *coding) {
  if (coding->rgb_bytes) return "YUYV 4:2:2 of RGB";
  switch (coding->pixels) {
  case V4L2_PIX_FMT_YUYV: return "YUYV 4:2:2";
  case V4L2_PIX_FMT_NV12: return "Y/UV 4:2:0";
  case V4L2_PIX_FMT_GREY: return "8-bit Greyscale";
  default: return "Motion-JPEG";
  }
}

static int enum_format(struct camera *camera, struct v4l2_fmtdesc *format) {
  uint32_t index = format->index;
  for (int place = 0; place < camera->mode_count; place++) {
    const struct mode *mode = &camera->modes[place];
    if (mode_of(camera, mode->coding->pixels, 0, 0) != mode || index-- > 0) continue;
    format->pixelformat = mode->coding->pixels;
    format->flags = mode->coding->pixels == V4L2_PIX_FMT_MJPEG ? V4L2_FMT_FLAG_COMPRESSED : 0;
    snprintf((char *)format->description, sizeof format->description, "%s", name_of(mode->coding));
    return 0;
  }
  return EINVAL;
}

static int enum_size(const struct camera *camera, struct v4l2_frmsizeenum *size) {
  uint32_t index = size->index;
  for (int place = 0; place < camera->mode_count; place++) {
    const struct mode *mode = &camera->modes[place];
    if (mode->coding->pixels != size->pixel_format || index-- > 0) continue;
    size->type = V4L2_FRMSIZE_TYPE_DISCRETE;
    (size->discrete.width = mode->width, size->discrete.height = mode->height);
    return 0;
  }
  return EINVAL;
}

static int enum_interval(struct camera *camera, struct v4l2_frmivalenum *interval) {
  const struct mode *mode = mode_of(camera, interval->pixel_format, interval->width, interval->height);
  if (!mode || interval->index >= (uint32_t)mode->rate_count) return EINVAL;
  interval->type = V4L2_FRMIVAL_TYPE_DISCRETE;
  struct v4l2_fract rate = mode->rates[interval->index];
  interval->discrete = (struct v4l2_fract){rate.denominator, rate.numerator};
  return 0;
}

static int set_format(struct camera *camera, struct v4l2_format *format) {
  if (camera->slot_count) return EBUSY;
  struct v4l2_pix_format *wish = &format->fmt.pix;
  struct mode *nearest = NULL;
  int64_t least = INT64_MAX;
  for (int place = 0; place < camera->mode_count; place++) {
    struct mode *mode = &camera->modes[place];
    int64_t distance = llabs((int64_t)mode->width - wish->width) + llabs((int64_t)mode->height - wish->height);
    if (mode->coding->pixels != wish->pixelformat || distance >= least) continue;
    (nearest = mode, least = distance);
  }
  if (!nearest) return EINVAL;
  const struct coding *coding = camera->coding = nearest->coding;
  uint32_t stride = coding->pixels == V4L2_PIX_FMT_MJPEG  ? 0
                    : coding->pixels == V4L2_PIX_FMT_YUYV ? (nearest->width + 1) / 2 * 4
                                                          : nearest->width;
  camera->format = (struct v4l2_pix_format){
      .width = nearest->width, .height = nearest->height, .pixelformat = coding->pixels, .field = V4L2_FIELD_NONE,
      .bytesperline = stride,
      .sizeimage = !stride                                ? 2 * nearest->width * nearest->height
                   : coding->pixels == V4L2_PIX_FMT_NV12 ? stride * nearest->height + stride * ((nearest->height + 1) / 2)
                                                         : stride * nearest->height,
      // As dualcam's JPEGs are, so that nothing is converted twice: full range, BT.601.
      .colorspace = !stride || coding->rgb_bytes ? V4L2_COLORSPACE_JPEG : V4L2_COLORSPACE_DEFAULT};
  int code = camera->kind->configure ? camera->kind->configure(camera, nearest) : 0;
  camera->rate = nearest->rate_count ? nearest->rates[0] : (struct v4l2_fract){0};
  *wish = camera->format;
  return code;
}

static int parameters(struct camera *camera, struct v4l2_captureparm *wish, bool is_set) {
  const struct mode *mode = mode_of(camera, camera->format.pixelformat, camera->format.width, camera->format.height);
  double wanted = is_set && wish->timeperframe.numerator ? (double)wish->timeperframe.denominator / wish->timeperframe.numerator : 0;
  for (int place = 0; wanted > 0 && mode && place < mode->rate_count; place++) {
    double now = (double)camera->rate.numerator / camera->rate.denominator;
    double other = (double)mode->rates[place].numerator / mode->rates[place].denominator;
    if ((other > wanted ? other - wanted : wanted - other) < (now > wanted ? now - wanted : wanted - now)) camera->rate = mode->rates[place];
  }
  wish->capability = mode && mode->rate_count ? V4L2_CAP_TIMEPERFRAME : 0;
  wish->timeperframe = (struct v4l2_fract){camera->rate.denominator, camera->rate.numerator};
  return 0;
}

static void stream_off(struct camera *camera) {
  camera->kind->stream_off(camera);
  camera->is_on = false;
  for (uint32_t place = 0; place < camera->slot_count; place++) camera->slots[place].state = IDLE;
  eventfd_t count;
  while (!camera->fault && eventfd_read(camera->fd, &count) == 0) {}
}

static int stream_on(struct camera *camera) {
  if (camera->is_on) return 0;
  if (!camera->format.pixelformat || !camera->slot_count) return EINVAL;
  if (camera->fault) return camera->fault;
  (camera->has_first = false, camera->last = 0);
  int code = camera->kind->stream_on(camera);
  camera->is_on = code == 0;
  if (code) stream_off(camera);
  return code;
}

static int request_buffers(struct camera *camera, struct v4l2_requestbuffers *wish) {
  if (camera->is_on && wish->count) return EBUSY;
  stream_off(camera);
  camera_free_slots(camera);
  if (wish->count > MOST_SLOTS) wish->count = MOST_SLOTS;
  for (; camera->slot_count < wish->count; camera->slot_count++) {
    struct slot *slot = &camera->slots[camera->slot_count];
    *slot = (struct slot){.file = memfd_create("dualcam-frame", MFD_CLOEXEC)};
    if (slot->file >= 0 && ftruncate(slot->file, camera->format.sizeimage) == 0)
      slot->memory = mmap(NULL, camera->format.sizeimage, PROT_READ | PROT_WRITE, MAP_SHARED, slot->file, 0);
    if (!slot->memory || slot->memory == MAP_FAILED) {
      slot->memory = NULL;
      camera->slot_count += 1;
      camera_free_slots(camera);
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

int camera_answer(struct camera *camera, unsigned long number, void *argument) {
  switch (number) {
  case VIDIOC_QUERYCAP: {
    struct v4l2_capability *capability = argument;
    *capability = (struct v4l2_capability){
        .capabilities = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING | V4L2_CAP_DEVICE_CAPS,
        .device_caps = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING};
    snprintf((char *)capability->driver, sizeof capability->driver, "%.*s", (int)strlen(camera->kind->scheme) - 1, camera->kind->scheme);
    memcpy(capability->card, camera->card, sizeof capability->card);
    memcpy(capability->bus_info, camera->bus, sizeof capability->bus_info);
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
  case VIDIOC_STREAMOFF: stream_off(camera); return 0;
  // It has no controls.
  default: return ENOTTY;
  }
}
