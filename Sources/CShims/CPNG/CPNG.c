#include "CPNG.h"

#include <png.h>
#include <setjmp.h>
#include <string.h>

int cpng_encode_rgb(const uint8_t *pixels, int32_t width, int32_t height, int fast, uint8_t *output,
                    size_t capacity, size_t *written, char *message) {
  png_image image;
  memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  image.width = (png_uint_32)width;
  image.height = (png_uint_32)height;
  image.format = PNG_FORMAT_RGB;
  if (fast) image.flags = PNG_IMAGE_FLAG_FAST;
  png_alloc_size_t size = capacity;
  int good = png_image_write_to_memory(&image, output, &size, 0, pixels, 0, NULL);
  strncpy(message, image.message, 63);
  message[63] = 0;
  png_image_free(&image);
  *written = good ? size : 0;
  return good ? CPNG_OK : CPNG_FAILED;
}

int cpng_decode_rgb(const uint8_t *bytes, size_t size, int32_t width, int32_t height, uint8_t *pixels) {
  png_image image;
  memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_memory(&image, bytes, size)) return CPNG_FAILED;
  // Without gAMA, libpng takes samples of 16 bits for linear light; every program that writes them means sRGB.
  image.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;
  const png_color black = {0, 0, 0};
  image.format = PNG_FORMAT_RGB;
  int good = image.width == (png_uint_32)width && image.height == (png_uint_32)height &&
             png_image_finish_read(&image, &black, pixels, 0, NULL);
  png_image_free(&image);
  return good ? CPNG_OK : CPNG_FAILED;
}

typedef struct {
  const uint8_t *bytes;
  size_t left;
} source;

static void read_bytes(png_structp png, png_bytep bytes, size_t count) {
  source *from = png_get_io_ptr(png);
  if (count > from->left) png_error(png, "cut short");
  memcpy(bytes, from->bytes, count);
  from->bytes += count;
  from->left -= count;
}

static void fail(png_structp png, png_const_charp text) {
  (void)text;
  png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

size_t cpng_profile(const uint8_t *bytes, size_t size, uint8_t *profile, size_t capacity) {
  source from = {bytes, size};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, fail, ignore);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  // Set before setjmp(3) and not since: longjmp(3) leaves it as it is.
  volatile size_t length = 0;
  if (info && !setjmp(png_jmpbuf(png))) {
    png_set_read_fn(png, &from, read_bytes);
    png_read_info(png, info);
    png_charp name;
    int method;
    png_bytep data;
    png_uint_32 count;
    if (png_get_iCCP(png, info, &name, &method, &data, &count) && count <= capacity) {
      memcpy(profile, data, count);
      length = count;
    }
  }
  png_destroy_read_struct(&png, &info, NULL);
  return length;
}
