// Small pictures from the coefficients that a walk records. Compiled twice, plainly and for AVX2; the processor decides
// which runs, and the bytes are the same: each operation is rounded once as IEEE 754 requires.
#include <string.h>

#include "CJPEG.h"

// Products and sums are rounded separately, even if the processor could fuse them.
#pragma STDC FP_CONTRACT OFF

#define INLINE static inline __attribute__((always_inline))
// Blocks processed at a time: their values stay in the first-level cache.
enum { CHUNK = 64 };

// Adding 3 × 2²² leaves the rounded value in the lowest bits.
INLINE uint8_t level(float value) {
  value = value < 0 ? 0 : value;
  value = (value > 255 ? 255 : value) + 12582912.0f;
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return (uint8_t)bits;
}

INLINE void quarter(const cjpeg_block_row *row, int width, uint8_t *top, uint8_t *bottom) {
  int16_t dc[CHUNK], low[4 * CHUNK];
  uint8_t upper[2 * CHUNK], lower[2 * CHUNK];
  int number = 0;
  ptrdiff_t mcu = 0;
  for (int first = 0; 2 * first < width; first += CHUNK) {
    int count = (width + 1) / 2 - first;
    if (count > CHUNK) count = CHUNK;
    for (int i = 0; i < count; i++) {
      dc[i] = row->dc[mcu * row->dc_step + number];
      memcpy(low + 4 * i, row->low + 4 * (mcu * row->low_step + number), 4 * sizeof *low);
      if (++number == row->across) {
        number = 0;
        mcu++;
      }
    }
    for (int i = 0; i < count; i++) {
      float middle = (float)dc[i] * row->mean + 128;
      float slope = (float)low[4 * i] * row->slope, fall = (float)low[4 * i + 1] * row->fall;
      float twist = (float)low[4 * i + 2] * row->twist;
      upper[2 * i] = level(middle + slope + fall + twist);
      upper[2 * i + 1] = level(middle - slope + fall - twist);
      lower[2 * i] = level(middle + slope - fall - twist);
      lower[2 * i + 1] = level(middle - slope - fall + twist);
    }
    int bytes = width - 2 * first < 2 * count ? width - 2 * first : 2 * count;
    memcpy(top + 2 * first, upper, (size_t)bytes);
    if (bottom) memcpy(bottom + 2 * first, lower, (size_t)bytes);
  }
}

INLINE void eighth(const cjpeg_block_row *row, int width, uint8_t *out) {
  int16_t dc[CHUNK];
  int number = 0;
  ptrdiff_t mcu = 0;
  for (int first = 0; first < width; first += CHUNK) {
    int count = width - first < CHUNK ? width - first : CHUNK;
    for (int i = 0; i < count; i++) {
      dc[i] = row->dc[mcu * row->dc_step + number];
      if (++number == row->across) {
        number = 0;
        mcu++;
      }
    }
    for (int i = 0; i < count; i++) {
      float value = (float)dc[i] * row->mean + 128.5f;
      value = value < 0 ? 0 : value;
      out[first + i] = (uint8_t)(int32_t)(value > 255 ? 255 : value);
    }
  }
}

void cjpeg_quarter_plain(const cjpeg_block_row *row, int width, uint8_t *top,
                         uint8_t *bottom) {
  quarter(row, width, top, bottom);
}

void cjpeg_eighth_plain(const cjpeg_block_row *row, int width, uint8_t *out) {
  eighth(row, width, out);
}

#if defined(__x86_64__)
#define FAST __attribute__((target("avx2")))

FAST static void quarter_fast(const cjpeg_block_row *row, int width, uint8_t *top,
                              uint8_t *bottom) {
  quarter(row, width, top, bottom);
}

FAST static void eighth_fast(const cjpeg_block_row *row, int width, uint8_t *out) {
  eighth(row, width, out);
}

void cjpeg_quarter(const cjpeg_block_row *row, int width, uint8_t *top, uint8_t *bottom) {
  (__builtin_cpu_supports("avx2") ? quarter_fast : cjpeg_quarter_plain)(row, width, top, bottom);
}

void cjpeg_eighth(const cjpeg_block_row *row, int width, uint8_t *out) {
  (__builtin_cpu_supports("avx2") ? eighth_fast : cjpeg_eighth_plain)(row, width, out);
}
#else
void cjpeg_quarter(const cjpeg_block_row *row, int width, uint8_t *top, uint8_t *bottom) {
  cjpeg_quarter_plain(row, width, top, bottom);
}

void cjpeg_eighth(const cjpeg_block_row *row, int width, uint8_t *out) {
  cjpeg_eighth_plain(row, width, out);
}
#endif
