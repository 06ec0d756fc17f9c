// Prints what the shims give to the kernel and take from it: numbers of requests, and where the parts of structures lie. All of
// it is the same on every 64-bit machine; tools/check/arm compares.
#define _GNU_SOURCE
#include <linux/fs.h>
#include <linux/futex.h>
#include <linux/perf_event.h>
#include <linux/videodev2.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <termios.h>

#define NUMBER(x) printf(#x " %#llx\n", (unsigned long long)(x))
#define SIZE(type) printf("sizeof " #type " %zu\n", sizeof(struct type))
#define PLACE(type, part) printf(#type "." #part " %zu\n", offsetof(struct type, part))

int main(void) {
  NUMBER(VIDIOC_QUERYCAP), NUMBER(VIDIOC_ENUM_FMT), NUMBER(VIDIOC_S_FMT), NUMBER(VIDIOC_REQBUFS), NUMBER(VIDIOC_QUERYBUF);
  NUMBER(VIDIOC_QBUF), NUMBER(VIDIOC_DQBUF), NUMBER(VIDIOC_STREAMON), NUMBER(VIDIOC_STREAMOFF), NUMBER(VIDIOC_G_PARM);
  NUMBER(VIDIOC_S_PARM), NUMBER(VIDIOC_G_INPUT), NUMBER(VIDIOC_ENUMINPUT), NUMBER(VIDIOC_QUERYCTRL), NUMBER(VIDIOC_QUERYMENU);
  NUMBER(VIDIOC_QUERY_EXT_CTRL), NUMBER(VIDIOC_G_EXT_CTRLS), NUMBER(VIDIOC_S_EXT_CTRLS), NUMBER(VIDIOC_ENUM_FRAMESIZES);
  NUMBER(VIDIOC_ENUM_FRAMEINTERVALS);
  SIZE(v4l2_capability), SIZE(v4l2_fmtdesc), SIZE(v4l2_format), SIZE(v4l2_pix_format), SIZE(v4l2_pix_format_mplane);
  SIZE(v4l2_requestbuffers), SIZE(v4l2_buffer), SIZE(v4l2_plane), SIZE(v4l2_streamparm), SIZE(v4l2_input), SIZE(v4l2_queryctrl);
  SIZE(v4l2_querymenu), SIZE(v4l2_query_ext_ctrl), SIZE(v4l2_ext_control), SIZE(v4l2_ext_controls), SIZE(v4l2_frmsizeenum);
  SIZE(v4l2_frmivalenum), SIZE(v4l2_rect);
  PLACE(v4l2_format, fmt), PLACE(v4l2_buffer, timestamp), PLACE(v4l2_buffer, m), PLACE(v4l2_buffer, length);
  PLACE(v4l2_buffer, reserved2), PLACE(v4l2_plane, m), PLACE(v4l2_plane, data_offset), PLACE(v4l2_ext_control, ptr);
  PLACE(v4l2_ext_controls, controls), PLACE(v4l2_querymenu, name), PLACE(v4l2_query_ext_ctrl, minimum);
  NUMBER(TCGETS), NUMBER(TCSETSF), NUMBER(TIOCGWINSZ), NUMBER(TIOCSTI), NUMBER(TIOCLINUX), NUMBER(FIONREAD), NUMBER(FIONBIO);
  NUMBER(FIOCLEX), NUMBER(FIONCLEX), NUMBER(FS_IOC_GETFLAGS), NUMBER(FS_IOC_SETFLAGS), NUMBER(FICLONE), NUMBER(FICLONERANGE);
  NUMBER(CLONE_THREAD), NUMBER(PROT_WRITE), NUMBER(PROT_EXEC), NUMBER(FUTEX_WAIT_PRIVATE), NUMBER(FUTEX_WAKE_PRIVATE);
  SIZE(perf_event_attr), PLACE(perf_event_attr, config), PLACE(perf_event_attr, read_format);
  NUMBER(PERF_COUNT_HW_INSTRUCTIONS);
  SIZE(winsize), SIZE(timespec), SIZE(termios), SIZE(file_clone_range);
  return 0;
}
