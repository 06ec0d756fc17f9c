// libheif's and libwebp's functions are declared here by their documented forms (libheif/heif.h, webp/decode.h), which both keep
// from release to release: who builds this needs neither.

#include "CPhotoLibraries.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

// --- libwebp

static struct {
  int (*get_info)(const uint8_t *, size_t, int *, int *);
  uint8_t *(*decode_rgb_into)(const uint8_t *, size_t, uint8_t *, size_t, int);
  bool is_loaded;
} webp;

static void *open_library(const char *const names[]) {
  void *library = NULL;
  for (; !library && *names; names++) library = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
  return library;
}

static void load_webp(void) {
  void *library = open_library((const char *const[]){"libwebp.so.7", "libwebp.so.8", "libwebp.so.6", NULL});
  if (!library) return;
  webp.get_info = (__typeof__(webp.get_info))dlsym(library, "WebPGetInfo");
  webp.decode_rgb_into = (__typeof__(webp.decode_rgb_into))dlsym(library, "WebPDecodeRGBInto");
  webp.is_loaded = webp.get_info && webp.decode_rgb_into;
}

// --- libheif

struct heif_error {
  int code, subcode;
  const char *message;
};
struct heif_context;
struct heif_image_handle;
struct heif_image;
enum { heif_colorspace_RGB = 1, heif_chroma_interleaved_RGB = 10, heif_channel_interleaved = 10 };

static struct {
  struct heif_context *(*context_alloc)(void);
  void (*context_free)(struct heif_context *);
  void (*set_threads)(struct heif_context *, int);
  struct heif_error (*read)(struct heif_context *, const void *, size_t, const void *);
  struct heif_error (*get_primary)(struct heif_context *, struct heif_image_handle **);
  int (*get_width)(const struct heif_image_handle *);
  int (*get_height)(const struct heif_image_handle *);
  size_t (*get_profile_size)(const struct heif_image_handle *);
  struct heif_error (*get_profile)(const struct heif_image_handle *, void *);
  void (*release_handle)(const struct heif_image_handle *);
  struct heif_error (*decode)(const struct heif_image_handle *, struct heif_image **, int, int, const void *);
  const uint8_t *(*get_plane)(const struct heif_image *, int, int *);
  int (*image_width)(const struct heif_image *, int);
  int (*image_height)(const struct heif_image *, int);
  void (*release_image)(const struct heif_image *);
  bool is_loaded;
} heif;

static void load_heif(void) {
  void *library = open_library((const char *const[]){"libheif.so.1", NULL});
  if (!library) return;
#define FIND(member, name) if (!(heif.member = (__typeof__(heif.member))dlsym(library, name))) return;
  FIND(context_alloc, "heif_context_alloc")
  FIND(context_free, "heif_context_free")
  FIND(read, "heif_context_read_from_memory_without_copy")
  FIND(get_primary, "heif_context_get_primary_image_handle")
  FIND(get_width, "heif_image_handle_get_width")
  FIND(get_height, "heif_image_handle_get_height")
  FIND(get_profile_size, "heif_image_handle_get_raw_color_profile_size")
  FIND(get_profile, "heif_image_handle_get_raw_color_profile")
  FIND(release_handle, "heif_image_handle_release")
  FIND(decode, "heif_decode_image")
  FIND(get_plane, "heif_image_get_plane_readonly")
  FIND(image_width, "heif_image_get_width")
  FIND(image_height, "heif_image_get_height")
  FIND(release_image, "heif_image_release")
  // Since 1.13.
  heif.set_threads = (__typeof__(heif.set_threads))dlsym(library, "heif_context_set_max_decoding_threads");
  heif.is_loaded = true;
}

static bool is_there(int kind) {
  static pthread_once_t webp_once = PTHREAD_ONCE_INIT, heif_once = PTHREAD_ONCE_INIT;
  if (kind == CPHOTO_WEBP) {
    pthread_once(&webp_once, load_webp);
    return webp.is_loaded;
  }
  pthread_once(&heif_once, load_heif);
  return heif.is_loaded;
}

// The picture that a file is about, or NULL; its context is to be freed after it.
static struct heif_image_handle *open_heif(const uint8_t *bytes, size_t count, struct heif_context **context) {
  *context = heif.context_alloc();
  if (!*context) return NULL;
  // Frames are decoded on the thread that reads them.
  if (heif.set_threads) heif.set_threads(*context, 0);
  struct heif_image_handle *handle = NULL;
  if (heif.read(*context, bytes, count, NULL).code == 0 && heif.get_primary(*context, &handle).code == 0) return handle;
  return NULL;
}

static void close_heif(struct heif_image_handle *handle, struct heif_context *context) {
  if (handle) heif.release_handle(handle);
  if (context) heif.context_free(context);
}

int cphoto_size(int kind, const uint8_t *bytes, size_t count, int32_t *width, int32_t *height) {
  if (!is_there(kind)) return CPHOTO_MISSING;
  if (kind == CPHOTO_WEBP) {
    int columns, rows;
    if (!webp.get_info(bytes, count, &columns, &rows)) return CPHOTO_FAILED;
    *width = columns;
    *height = rows;
    return CPHOTO_OK;
  }
  struct heif_context *context;
  struct heif_image_handle *handle = open_heif(bytes, count, &context);
  if (handle) {
    *width = heif.get_width(handle);
    *height = heif.get_height(handle);
  }
  const int code = handle ? CPHOTO_OK : CPHOTO_FAILED;
  close_heif(handle, context);
  return code;
}

int cphoto_decode_rgb(int kind, const uint8_t *bytes, size_t count, int32_t width, int32_t height, uint8_t *pixels) {
  if (!is_there(kind)) return CPHOTO_MISSING;
  const size_t row = (size_t)width * 3, size = row * (size_t)height;
  if (kind == CPHOTO_WEBP) {
    int columns, rows;
    if (!webp.get_info(bytes, count, &columns, &rows) || columns != width || rows != height) return CPHOTO_FAILED;
    return webp.decode_rgb_into(bytes, count, pixels, size, (int)row) ? CPHOTO_OK : CPHOTO_FAILED;
  }
  struct heif_context *context;
  struct heif_image_handle *handle = open_heif(bytes, count, &context);
  struct heif_image *image = NULL;
  int code = CPHOTO_FAILED;
  if (handle && heif.decode(handle, &image, heif_colorspace_RGB, heif_chroma_interleaved_RGB, NULL).code == 0 && image &&
      heif.image_width(image, heif_channel_interleaved) == width && heif.image_height(image, heif_channel_interleaved) == height) {
    int stride = 0;
    const uint8_t *plane = heif.get_plane(image, heif_channel_interleaved, &stride);
    if (plane && stride >= 0 && (size_t)stride >= row) {
      for (int32_t y = 0; y < height; y++) memcpy(pixels + (size_t)y * row, plane + (size_t)y * (size_t)stride, row);
      code = CPHOTO_OK;
    }
  }
  if (image) heif.release_image(image);
  close_heif(handle, context);
  return code;
}

size_t cphoto_profile(const uint8_t *bytes, size_t count, uint8_t *profile, size_t capacity) {
  if (!is_there(CPHOTO_HEIF)) return 0;
  struct heif_context *context;
  struct heif_image_handle *handle = open_heif(bytes, count, &context);
  size_t length = handle ? heif.get_profile_size(handle) : 0;
  if (length > capacity || (length > 0 && heif.get_profile(handle, profile).code != 0)) length = 0;
  close_heif(handle, context);
  return length;
}
