#define _GNU_SOURCE
#include "camera.h"
#include "CVideo4Linux.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

static const struct camera_kind *const kinds[] = {&pipewire_kind, &pipewire_output_kind, &libcamera_kind};

// MARK: - Which are open

enum { MOST_CAMERAS = 16 };
static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;
static struct camera *cameras[MOST_CAMERAS];
static int camera_count;

static struct camera *find(int fd) {
  struct camera *found = NULL;
  if (!__atomic_load_n(&camera_count, __ATOMIC_ACQUIRE)) return NULL;
  pthread_mutex_lock(&table);
  for (int place = 0; place < MOST_CAMERAS && !found; place++)
    if (cameras[place] && cameras[place]->fd == fd) found = cameras[place];
  pthread_mutex_unlock(&table);
  return found;
}

static bool exchange(struct camera *old, struct camera *new) {
  bool is_there = false;
  pthread_mutex_lock(&table);
  for (int place = 0; place < MOST_CAMERAS && !is_there; place++)
    if (cameras[place] == old) {
      cameras[place] = new;
      is_there = true;
    }
  if (is_there) __atomic_add_fetch(&camera_count, new ? 1 : -1, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&table);
  return is_there;
}

bool camera_has(int fd) { return find(fd) != NULL; }

static void destroy(struct camera *camera) {
  camera->kind->close(camera);
  camera_free_slots(camera);
  if (camera->fd >= 0) close(camera->fd);
  free(camera);
}

static int open_kind(const struct camera_kind *kind, const char *target, int *fd) {
  struct camera *camera = calloc(1, kind->bytes);
  if (!camera) return ENOMEM;
  camera->kind = kind;
  snprintf(camera->target, sizeof camera->target, "%s", target);
  camera->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE);
  int code = camera->fd < 0 ? errno : kind->open(camera);
  if (code == 0 && !exchange(NULL, camera)) code = EMFILE;
  if (code == 0) *fd = camera->fd; else destroy(camera);
  return code;
}

bool camera_open(const char *path, bool is_output, int *fd, int *code) {
  for (size_t place = 0; place < sizeof kinds / sizeof *kinds; place++) {
    size_t length = strlen(kinds[place]->scheme);
    if ((kinds[place]->put != NULL) != is_output || strncmp(path, kinds[place]->scheme, length) != 0) continue;
    *code = open_kind(kinds[place], path + length, fd);
    return true;
  }
  return false;
}

int camera_close(int fd) {
  struct camera *camera = find(fd);
  if (!camera || !exchange(camera, NULL)) return EBADF;
  destroy(camera);
  return 0;
}

int camera_request(int fd, unsigned long number, void *argument) {
  struct camera *camera = find(fd);
  if (!camera) return EBADF;
  camera->kind->lock(camera);
  int code = (camera->kind->answer ? camera->kind->answer : camera_answer)(camera, number, argument);
  camera->kind->unlock(camera);
  return code;
}

int camera_write(int fd, const void *bytes, size_t count, size_t *written) {
  struct camera *camera = find(fd);
  if (!camera || !camera->kind->put) return EBADF;
  camera->kind->lock(camera);
  int code = camera->kind->put(camera, bytes, count);
  camera->kind->unlock(camera);
  *written = code ? 0 : count;
  return code;
}

int camera_map(int fd, size_t length, unsigned offset, void **address) {
  struct camera *camera = find(fd);
  if (!camera || offset >= camera->slot_count || length > camera->format.sizeimage) return EINVAL;
  *address = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, camera->slots[offset].file, 0);
  return *address == MAP_FAILED ? errno : 0;
}

// MARK: - What a kind tells

void camera_fail(struct camera *camera, int code) {
  if (camera->fault) return;
  camera->fault = code;
  // Whoever waits for a frame is told.
  eventfd_write(camera->fd, 1);
}

void camera_add_mode(struct camera *camera, const struct mode *mode) {
  if (!mode->coding || !mode->width || !mode->height || mode->width > 16384 || mode->height > 16384) return;
  bool had_rgb = camera->mode_count && camera->modes[0].coding->rgb_bytes;
  if (camera->mode_count && mode->coding->rgb_bytes && !had_rgb) return;
  if (had_rgb && !mode->coding->rgb_bytes) camera->mode_count = 0;
  if (camera->mode_count == MOST_MODES) return;
  for (int place = 0; place < camera->mode_count; place++) {
    struct mode *known = &camera->modes[place];
    if (known->coding->pixels == mode->coding->pixels && known->width == mode->width && known->height == mode->height) return;
  }
  camera->modes[camera->mode_count++] = *mode;
}

static uint32_t least(uint32_t one, uint32_t other) { return one < other ? one : other; }

// Converts a frame's rows of RGB; the number of bytes that they became.
static uint32_t convert(const struct camera *camera, const struct plane *plane, uint8_t *into) {
  const struct v4l2_pix_format *format = &camera->format;
  const struct coding *coding = camera->coding;
  // Some pad their rows without saying so.
  uint32_t stride = plane->stride ? plane->stride : plane->count / format->height;
  uint32_t length = format->width * coding->rgb_bytes, row = 0;
  for (; row < format->height && stride >= length && (uint64_t)row * stride + length <= plane->count; row++)
    cv4l_rgb_to_yuyv(plane->bytes + (size_t)row * stride, coding->rgb_bytes, coding->red, format->width,
                     into + (size_t)row * format->bytesperline);
  return row * format->bytesperline;
}

// Copies a frame's rows without the padding that a sender may have between them.
static uint32_t copy(const struct camera *camera, const struct plane *planes, uint32_t count, uint8_t *into) {
  const struct v4l2_pix_format *format = &camera->format;
  uint32_t done = 0;
  for (uint32_t place = 0, rows = format->height; place < count; place++) {
    const struct plane *plane = &planes[place];
    uint32_t stride = plane->stride ? plane->stride : format->bytesperline;
    if (!format->bytesperline || stride == format->bytesperline) {
      uint32_t part = least(plane->count, format->sizeimage - done);
      memcpy(into + done, plane->bytes, part);
      done += part;
      continue;
    }
    if (format->pixelformat == V4L2_PIX_FMT_NV12 && place == 0 && count == 1) rows += format->height / 2;
    if (place == 1) rows = format->height / 2;
    for (uint32_t row = 0; row < rows && (uint64_t)row * stride + format->bytesperline <= plane->count &&
                           done + format->bytesperline <= format->sizeimage; row++) {
      memcpy(into + done, plane->bytes + (size_t)row * stride, format->bytesperline);
      done += format->bytesperline;
    }
  }
  return done;
}

void camera_take(struct camera *camera, const struct plane *planes, uint32_t count, uint64_t number, int64_t nanoseconds, bool is_bad) {
  if (!camera->has_first) camera->first = number;
  (camera->has_first = true, camera->last = number);
  struct slot *slot = NULL;
  for (uint32_t place = 0; place < camera->slot_count; place++) {
    struct slot *other = &camera->slots[place];
    if (other->state == QUEUED && (!slot || other->order < slot->order)) slot = other;
  }
  if (!slot) return;
  slot->bytes = camera->coding->rgb_bytes && count ? convert(camera, planes, slot->memory) : copy(camera, planes, count, slot->memory);
  slot->sequence = (uint32_t)(number - camera->first);
  slot->nanoseconds = nanoseconds;
  slot->flags = (is_bad || !slot->bytes ? V4L2_BUF_FLAG_ERROR : 0) |
                (nanoseconds > 0 ? V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC : V4L2_BUF_FLAG_TIMESTAMP_UNKNOWN);
  slot->state = FILLED;
  slot->order = camera->order++;
  eventfd_write(camera->fd, 1);
}

void camera_free_slots(struct camera *camera) {
  for (uint32_t place = 0; place < camera->slot_count; place++) {
    if (camera->slots[place].memory) munmap(camera->slots[place].memory, camera->format.sizeimage);
    if (camera->slots[place].file >= 0) close(camera->slots[place].file);
  }
  camera->slot_count = 0;
}
