// The lowest layer below the cameras: one function per system call, nothing else. Each returns 0 or
// the errno; none retries or prints. `converting` sends the call through libv4l2 instead of the
// kernel. Kernel pages: https://docs.kernel.org/userspace-api/media/v4l/v4l2.html

#ifndef CVideo4Linux_H
#define CVideo4Linux_H

#include <linux/videodev2.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Flags whose macros Swift would import with the wrong sign, or not at all.
static const uint32_t cv4l_cap_video_capture = V4L2_CAP_VIDEO_CAPTURE;
static const uint32_t cv4l_cap_video_capture_planes = V4L2_CAP_VIDEO_CAPTURE_MPLANE;
static const uint32_t cv4l_cap_video_output = V4L2_CAP_VIDEO_OUTPUT;
static const uint32_t cv4l_cap_read_write = V4L2_CAP_READWRITE;
static const uint32_t cv4l_cap_streaming = V4L2_CAP_STREAMING;
static const uint32_t cv4l_cap_device_caps = V4L2_CAP_DEVICE_CAPS;
static const uint32_t cv4l_cap_timeperframe = V4L2_CAP_TIMEPERFRAME;
// Media-controller devices, memory-to-memory devices and outputs aren't cameras. v4l2loopback's
// nodes claim both capture and output.
static const uint32_t cv4l_cap_not_a_camera =
    V4L2_CAP_VIDEO_OUTPUT_MPLANE | V4L2_CAP_VIDEO_M2M | V4L2_CAP_VIDEO_M2M_MPLANE |
    V4L2_CAP_META_CAPTURE | V4L2_CAP_META_OUTPUT | 0x20000000 /* V4L2_CAP_IO_MC, since Linux 5.9 */;
static const uint32_t cv4l_cap_metadata = V4L2_CAP_META_CAPTURE;
static const uint32_t cv4l_next_control = V4L2_CTRL_FLAG_NEXT_CTRL;
static const uint32_t cv4l_control_disabled = V4L2_CTRL_FLAG_DISABLED;
static const uint32_t cv4l_control_grabbed = V4L2_CTRL_FLAG_GRABBED;
static const uint32_t cv4l_control_read_only = V4L2_CTRL_FLAG_READ_ONLY;
static const uint32_t cv4l_control_inactive = V4L2_CTRL_FLAG_INACTIVE;
static const uint32_t cv4l_control_write_only = V4L2_CTRL_FLAG_WRITE_ONLY;
static const uint32_t cv4l_control_volatile = V4L2_CTRL_FLAG_VOLATILE;
static const uint32_t cv4l_control_has_payload = V4L2_CTRL_FLAG_HAS_PAYLOAD;
static const uint32_t cv4l_buffer_error = V4L2_BUF_FLAG_ERROR;
static const uint32_t cv4l_buffer_clock_mask = V4L2_BUF_FLAG_TIMESTAMP_MASK;
static const uint32_t cv4l_buffer_clock_monotonic = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
static const uint32_t cv4l_format_compressed = V4L2_FMT_FLAG_COMPRESSED;
static const uint32_t cv4l_input_no_power = V4L2_IN_ST_NO_POWER, cv4l_input_no_signal = V4L2_IN_ST_NO_SIGNAL;
// There is a signal, but no lines or pictures can be found in it.
static const uint32_t cv4l_input_no_lock =
    V4L2_IN_ST_NO_H_LOCK | V4L2_IN_ST_NO_V_LOCK | V4L2_IN_ST_NO_SYNC | V4L2_IN_ST_NO_CARRIER;
static const uint32_t cv4l_pix_priv_magic = V4L2_PIX_FMT_PRIV_MAGIC;
static const uint32_t cv4l_poll_in = 0x1, cv4l_poll_error = 0x8, cv4l_poll_hangup = 0x10;

// Opens a device for non-blocking streaming.
int cv4l_open(const char *path, int *fd);
// Puts libv4l2 between this process and the device from now on.
int cv4l_convert(int fd);
int cv4l_close(int fd, bool converting);
int cv4l_querycap(int fd, struct v4l2_capability *argument);
int cv4l_enum_fmt(int fd, struct v4l2_fmtdesc *argument);
int cv4l_enum_framesizes(int fd, struct v4l2_frmsizeenum *argument);
int cv4l_enum_frameintervals(int fd, struct v4l2_frmivalenum *argument);
// `type` is that of the buffers. The format of a multi-planar driver's only plane reads like a
// single-planar one's; EINVAL if it has more planes.
int cv4l_s_fmt(int fd, bool converting, uint32_t type, struct v4l2_pix_format *format);
// The selected input: its name (`name` takes 32 bytes) and status (`V4L2_IN_ST_…`).
int cv4l_input(int fd, char *name, uint32_t *status);
int cv4l_g_parm(int fd, bool converting, struct v4l2_streamparm *argument);
int cv4l_s_parm(int fd, bool converting, struct v4l2_streamparm *argument);
int cv4l_query_ext_ctrl(int fd, struct v4l2_query_ext_ctrl *argument);
int cv4l_queryctrl(int fd, struct v4l2_queryctrl *argument);
// `name` takes 32 bytes; an integer menu's value goes to `value`, as it isn't a C string.
int cv4l_querymenu(int fd, uint32_t id, uint32_t index, char *name, int64_t *value);
// `wide` for 64-bit controls.
int cv4l_g_ctrl(int fd, uint32_t id, bool wide, int64_t *value);
int cv4l_s_ctrl(int fd, uint32_t id, bool wide, int64_t value);
// A control whose value is a v4l2_rect; Linux 6.17 has the first (V4L2_CTRL_TYPE_RECT).
static const uint32_t cv4l_control_rectangle = 0x107;
int cv4l_s_rect(int fd, uint32_t id, struct v4l2_rect rect);
int cv4l_reqbufs(int fd, bool converting, struct v4l2_requestbuffers *argument);
// A buffer of a multi-planar type has its only plane's length, offset and bytes used.
int cv4l_querybuf(int fd, bool converting, struct v4l2_buffer *argument);
int cv4l_qbuf(int fd, bool converting, struct v4l2_buffer *argument);
int cv4l_dqbuf(int fd, bool converting, struct v4l2_buffer *argument);
int cv4l_streamon(int fd, bool converting, uint32_t type);
int cv4l_streamoff(int fd, bool converting, uint32_t type);
int cv4l_mmap(int fd, bool converting, size_t length, uint32_t offset, void **address);
int cv4l_munmap(bool converting, void *address, size_t length);
// write(2), for output nodes: `written` receives the number of bytes taken.
int cv4l_write(int fd, const void *bytes, size_t count, size_t *written);

// Waits until the device (unless fd < 0) has an event or `wake` is signalled.
int cv4l_poll(int fd, int wake, int timeout_ms, uint32_t *events, bool *woken);
int cv4l_wake_make(int *wake);
int cv4l_wake_signal(int wake);
int64_t cv4l_monotonic_ns(void);

// The name of the group that owns a node; ENOENT if it has none.
int cv4l_node_group(const char *path, char *name, size_t capacity);

// YU12 to NV12 in place: the two chroma planes, `chroma_bytes` each, become one of interleaved
// pairs. `scratch` holds 2 × chroma_bytes.
void cv4l_interleave_chroma(uint8_t *chroma, uint8_t *scratch, size_t chroma_bytes);

// A row of pixels of 3 or 4 bytes, whose first three are red, green, blue (`red` 0) or blue, green, red (2), to YUYV in full
// range BT.601, where a pair of pixels has its mean chroma. An odd row's last pixel fills a pair, so `yuyv` takes 4 bytes
// for each two begun.
void cv4l_rgb_to_yuyv(const uint8_t *rgb, int bytes, int red, size_t width, uint8_t *yuyv);

#endif
