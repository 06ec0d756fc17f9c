#include "CPNG.h"

#include <png.h>
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
  const png_color black = {0, 0, 0};
  image.format = PNG_FORMAT_RGB;
  int good = image.width == (png_uint_32)width && image.height == (png_uint_32)height &&
             png_image_finish_read(&image, &black, pixels, 0, NULL);
  png_image_free(&image);
  return good ? CPNG_OK : CPNG_FAILED;
}
