#define _GNU_SOURCE
#include "CVideo4Linux.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <libv4l2.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int outcome(int result) { return result < 0 ? errno : 0; }

static int request(int fd, bool converting, unsigned long number, void *argument) {
  return outcome(converting ? v4l2_ioctl(fd, number, argument) : ioctl(fd, number, argument));
}

int cv4l_open(const char *path, int *fd) {
  *fd = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  return outcome(*fd);
}

int cv4l_convert(int fd) { return outcome(v4l2_fd_open(fd, 0)); }

int cv4l_close(int fd, bool converting) { return outcome(converting ? v4l2_close(fd) : close(fd)); }

int cv4l_querycap(int fd, struct v4l2_capability *argument) {
  return request(fd, false, VIDIOC_QUERYCAP, argument);
}

int cv4l_enum_fmt(int fd, struct v4l2_fmtdesc *argument) {
  return request(fd, false, VIDIOC_ENUM_FMT, argument);
}

int cv4l_enum_framesizes(int fd, struct v4l2_frmsizeenum *argument) {
  return request(fd, false, VIDIOC_ENUM_FRAMESIZES, argument);
}

int cv4l_input(int fd, char *name, uint32_t *status) {
  int index = 0;
  int code = request(fd, false, VIDIOC_G_INPUT, &index);
  if (code) return code;
  struct v4l2_input input = {.index = (uint32_t)index};
  code = request(fd, false, VIDIOC_ENUMINPUT, &input);
  if (code) return code;
  memcpy(name, input.name, sizeof input.name);
  name[sizeof input.name - 1] = 0;
  *status = input.status;
  return 0;
}

int cv4l_enum_frameintervals(int fd, struct v4l2_frmivalenum *argument) {
  return request(fd, false, VIDIOC_ENUM_FRAMEINTERVALS, argument);
}

// Asks a multi-planar driver for one plane, as a frame is one mapping here.
int cv4l_s_fmt(int fd, bool converting, uint32_t type, struct v4l2_pix_format *format) {
  struct v4l2_format whole = {.type = type};
  if (!V4L2_TYPE_IS_MULTIPLANAR(type)) {
    whole.fmt.pix = *format;
    int code = request(fd, converting, VIDIOC_S_FMT, &whole);
    *format = whole.fmt.pix;
    return code;
  }
  struct v4l2_pix_format_mplane *planes = &whole.fmt.pix_mp;
  planes->width = format->width;
  planes->height = format->height;
  planes->pixelformat = format->pixelformat;
  planes->field = format->field;
  planes->num_planes = 1;
  int code = request(fd, converting, VIDIOC_S_FMT, &whole);
  *format = (struct v4l2_pix_format){
      .width = planes->width,
      .height = planes->height,
      .pixelformat = planes->pixelformat,
      .field = planes->field,
      .bytesperline = planes->plane_fmt[0].bytesperline,
      .sizeimage = planes->plane_fmt[0].sizeimage,
      .colorspace = planes->colorspace,
      .priv = V4L2_PIX_FMT_PRIV_MAGIC,
      .flags = planes->flags,
      .ycbcr_enc = planes->ycbcr_enc,
      .quantization = planes->quantization,
      .xfer_func = planes->xfer_func,
  };
  return code ? code : planes->num_planes == 1 ? 0 : EINVAL;
}

int cv4l_g_parm(int fd, bool converting, struct v4l2_streamparm *argument) {
  return request(fd, converting, VIDIOC_G_PARM, argument);
}

int cv4l_s_parm(int fd, bool converting, struct v4l2_streamparm *argument) {
  return request(fd, converting, VIDIOC_S_PARM, argument);
}

int cv4l_query_ext_ctrl(int fd, struct v4l2_query_ext_ctrl *argument) {
  return request(fd, false, VIDIOC_QUERY_EXT_CTRL, argument);
}

int cv4l_queryctrl(int fd, struct v4l2_queryctrl *argument) {
  return request(fd, false, VIDIOC_QUERYCTRL, argument);
}

int cv4l_querymenu(int fd, uint32_t id, uint32_t index, char *name, int64_t *value) {
  struct v4l2_querymenu menu = {.id = id, .index = index};
  int code = request(fd, false, VIDIOC_QUERYMENU, &menu);
  if (code) return code;
  memcpy(name, menu.name, sizeof menu.name);
  name[sizeof menu.name - 1] = 0;
  memcpy(value, menu.name, sizeof *value);
  return 0;
}

// V4L2_CTRL_WHICH_CUR_VAL (0) accepts any control class.
static int control(int fd, unsigned long number, uint32_t id, bool wide, int64_t *value) {
  struct v4l2_ext_control one = {.id = id};
  if (wide) one.value64 = *value; else one.value = (int32_t)*value;
  struct v4l2_ext_controls all = {.which = 0, .count = 1, .controls = &one};
  int code = request(fd, false, number, &all);
  if (!code) *value = wide ? one.value64 : one.value;
  return code;
}

int cv4l_g_ctrl(int fd, uint32_t id, bool wide, int64_t *value) {
  return control(fd, VIDIOC_G_EXT_CTRLS, id, wide, value);
}

int cv4l_s_ctrl(int fd, uint32_t id, bool wide, int64_t value) {
  return control(fd, VIDIOC_S_EXT_CTRLS, id, wide, &value);
}

int cv4l_s_rect(int fd, uint32_t id, struct v4l2_rect rect) {
  struct v4l2_ext_control one = {.id = id, .size = sizeof rect, .ptr = &rect};
  struct v4l2_ext_controls all = {.which = 0, .count = 1, .controls = &one};
  return request(fd, false, VIDIOC_S_EXT_CTRLS, &all);
}

int cv4l_reqbufs(int fd, bool converting, struct v4l2_requestbuffers *argument) {
  return request(fd, converting, VIDIOC_REQBUFS, argument);
}

// Buffer requests for a single plane, answered as by a single-planar driver; `reserved2` holds the
// offset of the frame in the plane.
static int buffer(int fd, bool converting, unsigned long number, struct v4l2_buffer *argument) {
  if (!V4L2_TYPE_IS_MULTIPLANAR(argument->type)) {
    int code = request(fd, converting, number, argument);
    argument->reserved2 = 0;
    return code;
  }
  struct v4l2_plane planes[VIDEO_MAX_PLANES] = {{0}};
  argument->m.planes = planes;
  argument->length = VIDEO_MAX_PLANES;
  int code = request(fd, converting, number, argument);
  argument->bytesused = planes[0].bytesused;
  argument->reserved2 = planes[0].data_offset;
  argument->length = planes[0].length;
  argument->m.offset = planes[0].m.mem_offset;
  return code;
}

int cv4l_querybuf(int fd, bool converting, struct v4l2_buffer *argument) {
  return buffer(fd, converting, VIDIOC_QUERYBUF, argument);
}

int cv4l_qbuf(int fd, bool converting, struct v4l2_buffer *argument) {
  return buffer(fd, converting, VIDIOC_QBUF, argument);
}

int cv4l_dqbuf(int fd, bool converting, struct v4l2_buffer *argument) {
  return buffer(fd, converting, VIDIOC_DQBUF, argument);
}

int cv4l_streamon(int fd, bool converting, uint32_t type) {
  return request(fd, converting, VIDIOC_STREAMON, &type);
}

int cv4l_streamoff(int fd, bool converting, uint32_t type) {
  return request(fd, converting, VIDIOC_STREAMOFF, &type);
}

int cv4l_mmap(int fd, bool converting, size_t length, uint32_t offset, void **address) {
  int protection = PROT_READ | PROT_WRITE;
  *address = converting ? v4l2_mmap(0, length, protection, MAP_SHARED, fd, offset)
                        : mmap(0, length, protection, MAP_SHARED, fd, offset);
  return *address == MAP_FAILED ? errno : 0;
}

int cv4l_munmap(bool converting, void *address, size_t length) {
  return outcome(converting ? v4l2_munmap(address, length) : munmap(address, length));
}

int cv4l_write(int fd, const void *bytes, size_t count, size_t *written) {
  ssize_t result = write(fd, bytes, count);
  *written = result < 0 ? 0 : (size_t)result;
  return result < 0 ? errno : 0;
}

int cv4l_poll(int fd, int wake, int timeout_ms, uint32_t *events, bool *woken) {
  struct pollfd watched[2] = {{.fd = fd, .events = POLLIN}, {.fd = wake, .events = POLLIN}};
  int result = poll(watched, 2, timeout_ms);
  *events = result > 0 ? (uint32_t)(uint16_t)watched[0].revents : 0;
  *woken = result > 0 && watched[1].revents != 0;
  return outcome(result);
}

int cv4l_wake_make(int *wake) {
  *wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return outcome(*wake);
}

int cv4l_wake_signal(int wake) { return outcome(eventfd_write(wake, 1)); }

int64_t cv4l_monotonic_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int cv4l_node_group(const char *path, char *name, size_t capacity) {
  struct stat status;
  if (stat(path, &status) < 0) return errno;
  struct group entry, *found = 0;
  char text[4096];
  if (getgrgid_r(status.st_gid, &entry, text, sizeof text, &found) || !found) return ENOENT;
  if (strlen(entry.gr_name) >= capacity) return ENAMETOOLONG;
  strcpy(name, entry.gr_name);
  return 0;
}

void cv4l_interleave_chroma(uint8_t *chroma, uint8_t *scratch, size_t chroma_bytes) {
  memcpy(scratch, chroma, 2 * chroma_bytes);
  for (size_t i = 0; i < chroma_bytes; i++) {
    chroma[2 * i] = scratch[i];
    chroma[2 * i + 1] = scratch[chroma_bytes + i];
  }
}
