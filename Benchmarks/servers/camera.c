// A camera for programs that know only V4L2, where there is none: preloaded, it answers their system calls on one path. Every
// program sees the same frames at the same instants: frame i of the folder is due at i periods of CLOCK_MONOTONIC.
//
// cc -O2 -shared -fPIC -o camera.so camera.c          LD_PRELOAD=camera.so CAMERA=/dev/video40 FRAMES=DIR PROGRAM
// cc -O2 -DSTANDALONE -o camera camera.c               FRAMES=DIR camera: the same frames one after the other to standard output
//
// DIR has 0000.jpg, 0001.jpg …; WIDTH, HEIGHT and RATE are in the environment, too.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define MOST 4096
#define ROOM (2 << 20)
#define BUFFERS 32

static struct { void *bytes; size_t count; } frames[MOST];
static int frame_count, width, height, rate;
static uint64_t period;

static int number(const char *name) { return getenv(name) ? atoi(getenv(name)) : 0; }

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ull + t.tv_nsec;
}

static void load(void) {
  if (frame_count) return;
  width = number("WIDTH"), height = number("HEIGHT"), rate = number("RATE");
  if (!getenv("FRAMES") || !width || !height || !rate) fprintf(stderr, "camera: FRAMES, WIDTH, HEIGHT, RATE\n"), exit(64);
  period = 1000000000ull / rate;
  for (; frame_count < MOST; frame_count++) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%04d.jpg", getenv("FRAMES"), frame_count);
    FILE *file = fopen(path, "rb");
    if (!file) break;
    frames[frame_count].bytes = malloc(ROOM);
    frames[frame_count].count = fread(frames[frame_count].bytes, 1, ROOM, file);
    fclose(file);
  }
  if (!frame_count) fprintf(stderr, "camera: no frames in %s\n", getenv("FRAMES")), exit(66);
}

// A descriptor that is readable when a frame is due, so that poll, select and epoll work as they are.
static int make_device(void) {
  load();
  int fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  uint64_t first = (now() / period + 1) * period;
  struct itimerspec when = {{period / 1000000000, period % 1000000000}, {first / 1000000000, first % 1000000000}};
  timerfd_settime(fd, TFD_TIMER_ABSTIME, &when, NULL);
  return fd;
}

#ifdef STANDALONE
int main(void) {
  load();
  int fd = make_device();
  for (;;) {
    struct pollfd wait = {fd, POLLIN, 0};
    uint64_t due;
    if (poll(&wait, 1, -1) != 1 || read(fd, &due, 8) != 8) continue;
    int i = now() / period % frame_count;
    for (size_t at = 0; at < frames[i].count;) {
      ssize_t done = write(1, (char *)frames[i].bytes + at, frames[i].count - at);
      if (done <= 0) return 0;
      at += done;
    }
  }
}
#else

// By descriptor, since some open it more than once; one of them streams.
static char is_device[1024];
static void *memory[BUFFERS];
static int queue[BUFFERS], queued, buffers;
static uint32_t sequence;

static int is_ours(int fd) { return fd >= 0 && fd < 1024 && is_device[fd]; }
static int is_camera(const char *path) { return path && getenv("CAMERA") && !strcmp(path, getenv("CAMERA")); }

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    static int (*real)(const char *, int, ...); \
    if (!real) real = dlsym(RTLD_NEXT, #name); \
    if (is_camera(path)) { \
      int fd = make_device(); \
      return is_device[fd] = 1, fd; \
    } \
    va_list list; \
    va_start(list, flags); \
    int mode = va_arg(list, int); \
    va_end(list); \
    return real(path, flags, mode); \
  }
OPEN(open)
OPEN(open64)

int close(int fd) {
  static int (*real)(int);
  if (!real) real = dlsym(RTLD_NEXT, "close");
  if (is_ours(fd)) is_device[fd] = 0;
  return real(fd);
}

static int fail(int code) { return errno = code, -1; }

static void describe(struct v4l2_pix_format *f) {
  memset(f, 0, sizeof *f);
  f->width = width, f->height = height, f->pixelformat = V4L2_PIX_FMT_MJPEG, f->field = V4L2_FIELD_NONE;
  f->sizeimage = ROOM, f->colorspace = V4L2_COLORSPACE_JPEG;
}

static int dequeue(int fd, struct v4l2_buffer *b) {
  uint64_t due;
  if (!queued) return fail(EAGAIN);
  if (read(fd, &due, 8) != 8) return fail(EAGAIN);
  uint64_t i = now() / period;
  b->index = queue[0];
  memmove(queue, queue + 1, sizeof *queue * --queued);
  memcpy(memory[b->index], frames[i % frame_count].bytes, frames[i % frame_count].count);
  b->bytesused = frames[i % frame_count].count, b->length = ROOM, b->field = V4L2_FIELD_NONE, b->memory = V4L2_MEMORY_MMAP;
  b->flags = V4L2_BUF_FLAG_MAPPED | V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC | V4L2_BUF_FLAG_TSTAMP_SRC_SOE;
  b->timestamp.tv_sec = i * period / 1000000000, b->timestamp.tv_usec = i * period % 1000000000 / 1000;
  // Frames that came while nobody asked are lost.
  b->sequence = sequence += due;
  return 0;
}

static int answer(int fd, unsigned long request, void *p) {
  switch ((uint32_t)request) {
  case VIDIOC_QUERYCAP: {
    struct v4l2_capability *c = p;
    memset(c, 0, sizeof *c);
    strcpy((char *)c->driver, "uvcvideo"), strcpy((char *)c->card, "Camera of files"), strcpy((char *)c->bus_info, "usb-0-1");
    c->version = 0x60000, c->device_caps = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
    c->capabilities = c->device_caps | V4L2_CAP_DEVICE_CAPS;
    return 0;
  }
  case VIDIOC_ENUM_FMT: {
    struct v4l2_fmtdesc *f = p;
    if (f->index || f->type != V4L2_BUF_TYPE_VIDEO_CAPTURE) return fail(EINVAL);
    f->flags = V4L2_FMT_FLAG_COMPRESSED, f->pixelformat = V4L2_PIX_FMT_MJPEG;
    strcpy((char *)f->description, "Motion-JPEG");
    return 0;
  }
  case VIDIOC_ENUM_FRAMESIZES: {
    struct v4l2_frmsizeenum *f = p;
    if (f->index || f->pixel_format != V4L2_PIX_FMT_MJPEG) return fail(EINVAL);
    f->type = V4L2_FRMSIZE_TYPE_DISCRETE, f->discrete.width = width, f->discrete.height = height;
    return 0;
  }
  case VIDIOC_ENUM_FRAMEINTERVALS: {
    struct v4l2_frmivalenum *f = p;
    if (f->index) return fail(EINVAL);
    f->type = V4L2_FRMIVAL_TYPE_DISCRETE, f->discrete.numerator = 1, f->discrete.denominator = rate;
    return 0;
  }
  case VIDIOC_ENUMINPUT: {
    struct v4l2_input *i = p;
    if (i->index) return fail(EINVAL);
    strcpy((char *)i->name, "Camera 1"), i->type = V4L2_INPUT_TYPE_CAMERA, i->status = 0;
    return 0;
  }
  case VIDIOC_G_INPUT: return *(int *)p = 0;
  case VIDIOC_S_INPUT: return 0;
  case VIDIOC_G_FMT:
  case VIDIOC_S_FMT:
  case VIDIOC_TRY_FMT: describe(&((struct v4l2_format *)p)->fmt.pix); return 0;
  case VIDIOC_G_PARM:
  case VIDIOC_S_PARM: {
    struct v4l2_captureparm *c = &((struct v4l2_streamparm *)p)->parm.capture;
    memset(c, 0, sizeof *c);
    c->capability = V4L2_CAP_TIMEPERFRAME, c->timeperframe.numerator = 1, c->timeperframe.denominator = rate;
    return 0;
  }
  case VIDIOC_REQBUFS: {
    struct v4l2_requestbuffers *r = p;
    if (r->memory != V4L2_MEMORY_MMAP) return fail(EINVAL);
    if (r->count > BUFFERS) r->count = BUFFERS;
    buffers = r->count, queued = 0;
    for (int i = 0; i < buffers; i++)
      if (!memory[i]) memory[i] = aligned_alloc(4096, ROOM);
    return 0;
  }
  case VIDIOC_QUERYBUF: {
    struct v4l2_buffer *b = p;
    if (b->index >= (unsigned)buffers) return fail(EINVAL);
    b->length = ROOM, b->m.offset = b->index * ROOM, b->memory = V4L2_MEMORY_MMAP, b->flags = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
    return 0;
  }
  case VIDIOC_QBUF: {
    struct v4l2_buffer *b = p;
    if (b->index >= (unsigned)buffers || queued == BUFFERS) return fail(EINVAL);
    queue[queued++] = b->index;
    return 0;
  }
  case VIDIOC_DQBUF: return dequeue(fd, p);
  case VIDIOC_STREAMON: return 0;
  case VIDIOC_STREAMOFF: return queued = 0;
  default: return fail(ENOTTY);
  }
}

int ioctl(int fd, unsigned long request, ...) {
  static int (*real)(int, unsigned long, ...);
  if (!real) real = dlsym(RTLD_NEXT, "ioctl");
  va_list list;
  va_start(list, request);
  void *p = va_arg(list, void *);
  va_end(list);
  return is_ours(fd) ? answer(fd, request, p) : real(fd, request, p);
}

#define MAP(name, type) \
  void *name(void *at, size_t count, int protection, int flags, int fd, type offset) { \
    static void *(*real)(void *, size_t, int, int, int, type); \
    if (!real) real = dlsym(RTLD_NEXT, #name); \
    return is_ours(fd) ? memory[offset / ROOM] : real(at, count, protection, flags, fd, offset); \
  }
MAP(mmap, off_t)
MAP(mmap64, off64_t)

int munmap(void *at, size_t count) {
  static int (*real)(void *, size_t);
  if (!real) real = dlsym(RTLD_NEXT, "munmap");
  for (int i = 0; i < BUFFERS; i++)
    if (at && at == memory[i]) return 0;
  return real(at, count);
}

// libv4l2 makes its system calls itself.
int v4l2_open(const char *path, int flags, ...) { return open(path, flags); }
int v4l2_close(int fd) { return close(fd); }
int v4l2_ioctl(int fd, unsigned long request, ...) {
  va_list list;
  va_start(list, request);
  void *p = va_arg(list, void *);
  va_end(list);
  return ioctl(fd, request, p);
}
void *v4l2_mmap(void *at, size_t count, int protection, int flags, int fd, int64_t offset) {
  return mmap(at, count, protection, flags, fd, offset);
}
int v4l2_munmap(void *at, size_t count) { return munmap(at, count); }
#endif
