// The subject's scene on cells: planes of floats in vectors of eight, with a vector of padding at
// both ends of each row.
#include "vectors.h"

INLINE void pad(float *row, int columns, int vectors) {
  float *cells = row + 8, first = cells[0], last = cells[columns - 1];
  for (int i = 0; i < 8; i++) row[i] = first;
  for (int i = columns; i < 8 * (vectors - 1); i++) cells[i] = last;
}

// Sums of two-by-two boxes: the low and high bytes of 16 bits are neighbours.
INLINE void halve(const uint8_t *upper, const uint8_t *lower, int columns, float scale, float offset, float *out) {
  for (int x = 0; x < columns; x++) {
    uint16_t a, b;
    memcpy(&a, upper + 2 * x, 2);
    memcpy(&b, lower + 2 * x, 2);
    out[x] = (float)((a & 255) + (a >> 8) + (b & 255) + (b >> 8)) * scale + offset;
  }
}

INLINE void cguides_cells_body(const uint8_t *source, ptrdiff_t bytes_per_row, int factor, float offset, void *plane,
                               int columns, int rows) {
  int vectors = (columns + 7) / 8 + 2;
  float scale = 1.0f / (float)(factor * factor);
  if (columns < 1) return;
  for (int y = 0; y < rows; y++) {
    const uint8_t *from = source + (ptrdiff_t)y * factor * bytes_per_row;
    float *row = (float *)plane + (ptrdiff_t)y * vectors * 8, *out = row + 8;
    if (factor == 1) {
      for (int x = 0; x < columns; x++) out[x] = (float)from[x] + offset;
    } else if (factor == 2) {
      halve(from, from + bytes_per_row, columns, scale, offset, out);
    } else {
      for (int x = 0; x < columns; x++) {
        int sum = 0;
        for (int v = 0; v < factor; v++) {
          for (int u = 0; u < factor; u++) sum += from[v * bytes_per_row + x * factor + u];
        }
        out[x] = (float)sum * scale + offset;
      }
    }
    pad(row, columns, vectors);
  }
}
TWICE(cguides_cells,
      (const uint8_t *source, ptrdiff_t bytes_per_row, int factor, float offset, void *plane, int columns, int rows),
      (source, bytes_per_row, factor, offset, plane, columns, rows))

INLINE void cguides_scale_body(const void *plane, int first, int end, float gain, void *out) {
  for (ptrdiff_t i = first; i < end; i++) STORE((float *)out + 8 * i, LOAD((const float *)plane + 8 * i) * gain);
}
TWICE(cguides_scale, (const void *plane, int first, int end, float gain, void *out), (plane, first, end, gain, out))

INLINE int held(int y, int rows) { return y < 0 ? 0 : y < rows ? y : rows - 1; }

INLINE void cguides_warp_body(const void *plane, int vectors, int rows, const cguides_shift *shift, int from_row,
                              int to_row, int from, int to, void *out, void *scratch) {
  float *column = scratch;
  const float *w = shift->down, *u = shift->across;
  for (int y = from_row; y < to_row; y++) {
    const float *source[4];
    for (int k = 0; k < 4; k++) {
      source[k] = (const float *)plane + (ptrdiff_t)held(y + shift->whole_down - 1 + k, rows) * vectors * 8;
    }
    for (int i = 8 * (from - 1); i < 8 * (to + 1); i += 8) {
      floats upper = LOAD(source[0] + i) * w[0] + LOAD(source[1] + i) * w[1];
      STORE(column + i, upper + LOAD(source[2] + i) * w[2] + LOAD(source[3] + i) * w[3]);
    }
    float *row = (float *)out + (ptrdiff_t)y * vectors * 8;
    const float *moved = column + shift->whole_across - 1;
    for (int i = 8 * from; i < 8 * to; i += 8) {
      floats left = LOAD(moved + i) * u[0] + LOAD(moved + i + 1) * u[1];
      STORE(row + i, left + LOAD(moved + i + 2) * u[2] + LOAD(moved + i + 3) * u[3]);
    }
    float first = row[8], last = row[8 * (vectors - 2) + 7];
    for (int i = 0; i < 8; i++) row[i] = first;
    for (int i = 8 * (vectors - 1); i < 8 * vectors; i++) row[i] = last;
  }
}
TWICE(cguides_warp,
      (const void *plane, int vectors, int rows, const cguides_shift *shift, int from_row, int to_row, int from,
       int to, void *out, void *scratch),
      (plane, vectors, rows, shift, from_row, to_row, from, to, out, scratch))

INLINE void cguides_registration_sums_body(const void *frame, const void *predicted, const void *trust,
                                           const void *tolerance, int columns, int rows, int step, float gain,
                                           float *sums) {
  floats xx = {0}, xy = {0}, yy = {0}, xr = {0}, yr = {0}, rr = {0}, xz = {0}, yz = {0}, rz = {0}, zz = {0};
  floats xg = {0}, yg = {0}, rg = {0}, zg = {0}, gg = {0}, xe = {0}, ye = {0}, re = {0}, ze = {0}, ge = {0};
  floats agreeing = {0}, all = {0};
  floats lane = {0, 1, 2, 3, 4, 5, 6, 7};
  float size = 2 / (float)columns;
  int vectors = (columns + 7) / 8 + 2, stride = 8 * vectors;
  for (int y = 1; y < rows - 1; y += step) {
    float v = ((float)y + 0.5f - (float)rows / 2) * size;
    for (int j = 1; j < vectors - 1; j++) {
      ptrdiff_t i = (ptrdiff_t)y * stride + 8 * j;
      const float *here = (const float *)predicted + i;
      floats p = LOAD(here);
      floats dx = (LOAD(here + 1) - LOAD(here - 1)) * 0.5f;
      floats dy = (LOAD(here + stride) - LOAD(here - stride)) * 0.5f;
      floats u = (lane + ((float)(8 * (j - 1)) + 0.5f - (float)columns / 2)) * size;
      floats error = LOAD((const float *)frame + i) - p * gain;
      floats t = LOAD((const float *)tolerance + i), one = LOAD((const float *)trust + i);
      floats w = one / (t * t + error * error);
      agreeing += SELECT(SIZE(error) > t * 1.5f, SPLAT(0.0f), one);
      all += one;
      floats dr = dy * u - dx * v, dz = dx * u + dy * v;
      floats wx = w * dx, wy = w * dy, wr = w * dr, wz = w * dz, wg = w * p;
      xx += wx * dx;
      xy += wx * dy;
      yy += wy * dy;
      xr += wx * dr;
      yr += wy * dr;
      rr += wr * dr;
      xz += wx * dz;
      yz += wy * dz;
      rz += wr * dz;
      zz += wz * dz;
      xg += wx * p;
      yg += wy * p;
      rg += wr * p;
      zg += wz * p;
      gg += wg * p;
      xe += wx * error;
      ye += wy * error;
      re += wr * error;
      ze += wz * error;
      ge += wg * error;
    }
  }
  floats found[22] = {xx, xy, xr, xz, xg, xe, yy, yr, yz, yg, ye, rr, rz, rg, re, zz, zg, ze, gg, ge, agreeing, all};
  memcpy(sums, found, sizeof found);
}
TWICE(cguides_registration_sums,
      (const void *frame, const void *predicted, const void *trust, const void *tolerance, int columns, int rows,
       int step, float gain, float *sums),
      (frame, predicted, trust, tolerance, columns, rows, step, gain, sums))
