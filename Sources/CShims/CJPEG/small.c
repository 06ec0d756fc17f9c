// Small pictures from the coefficients that a walk records.
#include "../twice.h"
#include "CJPEG.h"

// Blocks processed at a time, so that their values stay in the first-level cache.
enum { CHUNK = 64 };

// Adding 3 × 2²² leaves the rounded value in the lowest bits.
INLINE uint8_t level(float value) {
  value = value < 0 ? 0 : value;
  value = (value > 255 ? 255 : value) + 12582912.0f;
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return (uint8_t)bits;
}

INLINE void cjpeg_quarter_body(const cjpeg_block_row *row, int width, uint8_t *top, uint8_t *bottom) {
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
TWICE(cjpeg_quarter, (const cjpeg_block_row *row, int width, uint8_t *top, uint8_t *bottom), (row, width, top, bottom))

INLINE void cjpeg_eighth_body(const cjpeg_block_row *row, int width, uint8_t *out) {
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
TWICE(cjpeg_eighth, (const cjpeg_block_row *row, int width, uint8_t *out), (row, width, out))

typedef float four __attribute__((vector_size(16)));

INLINE void turn(four *rows) {
  four a = __builtin_shufflevector(rows[0], rows[1], 0, 4, 1, 5), b = __builtin_shufflevector(rows[2], rows[3], 0, 4, 1, 5);
  four c = __builtin_shufflevector(rows[0], rows[1], 2, 6, 3, 7), d = __builtin_shufflevector(rows[2], rows[3], 2, 6, 3, 7);
  rows[0] = __builtin_shufflevector(a, b, 0, 1, 4, 5);
  rows[1] = __builtin_shufflevector(a, b, 2, 3, 6, 7);
  rows[2] = __builtin_shufflevector(c, d, 0, 1, 4, 5);
  rows[3] = __builtin_shufflevector(c, d, 2, 3, 6, 7);
}

// An inverse transform of four points, down the columns. Its factor of cos(pi / 4) is in the scale.
INLINE void fall(four *rows) {
  four high = rows[0] + rows[2], low = rows[0] - rows[2];
  four outer = 0.92387953f * rows[1] + 0.38268343f * rows[3];
  four inner = 0.38268343f * rows[1] - 0.92387953f * rows[3];
  rows[0] = high + outer;
  rows[1] = low + inner;
  rows[2] = low - inner;
  rows[3] = high - outer;
}

INLINE void cjpeg_half_body(const int16_t *low, const float *scale, uint8_t *out) {
  four rows[4];
  for (int v = 0; v < 4; v++) {
    for (int u = 0; u < 4; u++) rows[v][u] = (float)low[4 * v + u] * scale[4 * v + u];
  }
  rows[0][0] += 128;
  fall(rows);
  turn(rows);
  fall(rows);
  turn(rows);
  for (int i = 0; i < 16; i++) out[i] = level(rows[i / 4][i % 4]);
}
TWICE(cjpeg_half, (const int16_t *low, const float *scale, uint8_t *out), (low, scale, out))
