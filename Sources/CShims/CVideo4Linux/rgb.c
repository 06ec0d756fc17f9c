// ITU-T T.871, 7: JFIF's conversion, in whole numbers of 1/65536.
#include "CVideo4Linux.h"

static inline void pair(const uint8_t *one, const uint8_t *two, int red, uint8_t *yuyv) {
  int blue = 2 - red, r = one[red] + two[red], g = one[1] + two[1], b = one[blue] + two[blue];
  yuyv[0] = (uint8_t)((19595 * one[red] + 38470 * one[1] + 7471 * one[blue] + (1 << 15)) >> 16);
  yuyv[2] = (uint8_t)((19595 * two[red] + 38470 * two[1] + 7471 * two[blue] + (1 << 15)) >> 16);
  // Of sums of two; one less than a half is added, or 255.5 would become 0.
  yuyv[1] = (uint8_t)((-11059 * r - 21709 * g + 32768 * b + (257 << 16) - 1) >> 17);
  yuyv[3] = (uint8_t)((32768 * r - 27439 * g - 5329 * b + (257 << 16) - 1) >> 17);
}

// Called with constants for `bytes` and `red`, it becomes a loop of vectors.
static inline __attribute__((always_inline)) void row(const uint8_t *rgb, int bytes, int red, size_t width, uint8_t *yuyv) {
  for (size_t x = 0; x + 1 < width; x += 2) pair(rgb + x * (size_t)bytes, rgb + (x + 1) * (size_t)bytes, red, yuyv + 2 * x);
  const uint8_t *last = rgb + (width - 1) * (size_t)bytes;
  if (width % 2) pair(last, last, red, yuyv + 2 * (width - 1));
}

void cv4l_rgb_to_yuyv(const uint8_t *rgb, int bytes, int red, size_t width, uint8_t *yuyv) {
  if (bytes == 4 && red) row(rgb, 4, 2, width, yuyv);
  else if (bytes == 4) row(rgb, 4, 0, width, yuyv);
  else if (red) row(rgb, 3, 2, width, yuyv);
  else row(rgb, 3, 0, width, yuyv);
}
