// Registers a picture to points of an earlier one.
#include "vectors.h"

INLINE void cguides_shrink_body(const uint8_t *source, ptrdiff_t bytes_per_row, int factor, float *out, int width,
                                int height) {
  float scale = 1.0f / (float)(factor * factor);
  for (int y = 0; y < height; y++) {
    const uint8_t *from = source + (ptrdiff_t)y * factor * bytes_per_row;
    float *row = out + (ptrdiff_t)y * width;
    if (factor == 2) {
      for (int x = 0; x < width; x++) {
        const uint8_t *a = from + 2 * x, *b = a + bytes_per_row;
        row[x] = (float)(a[0] + a[1] + b[0] + b[1]) * scale;
      }
    } else if (factor == 3) {
      for (int x = 0; x < width; x++) {
        const uint8_t *a = from + 3 * x, *b = a + bytes_per_row, *c = b + bytes_per_row;
        row[x] = (float)(a[0] + a[1] + a[2] + b[0] + b[1] + b[2] + c[0] + c[1] + c[2]) * scale;
      }
    } else {
      for (int x = 0; x < width; x++) {
        int sum = 0;
        for (int v = 0; v < factor; v++) {
          for (int u = 0; u < factor; u++) sum += from[v * bytes_per_row + x * factor + u];
        }
        row[x] = (float)sum * scale;
      }
    }
  }
}
TWICE(cguides_shrink,
      (const uint8_t *source, ptrdiff_t bytes_per_row, int factor, float *out, int width, int height),
      (source, bytes_per_row, factor, out, width, height))

// Result rows are written one row behind those being read, so it works in place.
INLINE void cguides_smooth_body(float *pixels, int width, int height, float *scratch) {
  if (width < 3 || height < 3) return;
  for (int y = 0; y < height; y++) {
    const float *row = pixels + (ptrdiff_t)y * width;
    float *out = scratch + (ptrdiff_t)(y % 3) * width;
    out[0] = row[0];
    out[width - 1] = row[width - 1];
    for (int x = 1; x < width - 1; x++) out[x] = (row[x - 1] + 2 * row[x] + row[x + 1]) / 4;
    if (y < 2) continue;
    const float *above = scratch + (ptrdiff_t)((y - 2) % 3) * width;
    const float *here = scratch + (ptrdiff_t)((y - 1) % 3) * width;
    float *done = pixels + (ptrdiff_t)(y - 1) * width;
    for (int x = 0; x < width; x++) done[x] = (above[x] + 2 * here[x] + out[x]) / 4;
  }
}
TWICE(cguides_smooth, (float *pixels, int width, int height, float *scratch), (pixels, width, height, scratch))

INLINE void cguides_halve_body(const float *pixels, int width, float *out, int half_width, int half_height) {
  for (int y = 0; y < half_height; y++) {
    const float *a = pixels + (ptrdiff_t)2 * y * width, *b = a + width;
    float *row = out + (ptrdiff_t)y * half_width;
    for (int x = 0; x < half_width; x++) {
      row[x] = (a[2 * x] + a[2 * x + 1] + b[2 * x] + b[2 * x + 1]) / 4;
    }
  }
}
TWICE(cguides_halve, (const float *pixels, int width, float *out, int half_width, int half_height),
      (pixels, width, out, half_width, half_height))

// Eight warped points: their values in the picture, and which of them lie inside.
typedef struct {
  floats value, own;
  lanes inside;
} sight;

INLINE void look(const float *pixels, int width, const cguides_view *view, const float *places, sight *seen) {
  floats px = LOAD(places), py = LOAD(places + 8);
  floats x = view->turn[0] * px - view->turn[1] * py + view->middle[0];
  floats y = (view->turn[1] * px + view->turn[0] * py) * view->per_row + view->middle[1];
  lanes inside = (x >= 0.0f) & (y >= 0.0f) & (x < view->limit[0]) & (y < view->limit[1]);
  x = SELECT(inside, x, SPLAT(0.0f));
  y = SELECT(inside, y, SPLAT(0.0f));
  lanes column = __builtin_convertvector(x, lanes), row = __builtin_convertvector(y, lanes);
  floats across = x - __builtin_convertvector(column, floats), down = y - __builtin_convertvector(row, floats);
  lanes at = row * width + column;
  float corner[4][8];
  for (int k = 0; k < 8; k++) {
    const float *p = pixels + at[k];
    corner[0][k] = p[0];
    corner[1][k] = p[1];
    corner[2][k] = p[width];
    corner[3][k] = p[width + 1];
  }
  floats above = LOAD(corner[0]) + (LOAD(corner[1]) - LOAD(corner[0])) * across;
  floats below = LOAD(corner[2]) + (LOAD(corner[3]) - LOAD(corner[2])) * across;
  seen->value = above + (below - above) * down;
  seen->own = LOAD(places + 16);
  seen->inside = inside;
}

INLINE void cguides_roll_sums_body(const float *pixels, int width, const cguides_view *view, const void *places,
                                   const void *changes, int count, float cut, cguides_roll *out) {
  floats sum0 = {0}, sum1 = {0}, sum2 = {0}, sum3 = {0}, sum4 = {0}, sum5 = {0};
  float distance = 0;
  int found = 0;
  for (int first = 0; first < count; first += 8) {
    sight seen;
    look(pixels, width, view, (const float *)places + 3 * first, &seen);
    floats error = seen.value - seen.own;
    floats rest = error - view->light_offset - view->light_gain * seen.own;
    floats robust = 1.0f / (1.0f + rest * rest * cut), square = robust * robust, far = SIZE(rest) * robust;
    for (int k = 0; k < 8 && first + k < count; k++) {
      if (!seen.inside[k]) continue;
      floats row = LOAD((const float *)changes + 8 * (first + k));
      row[6] = error[k];
      floats weighted = row * square[k];
      sum0 += row * weighted[0];
      sum1 += row * weighted[1];
      sum2 += row * weighted[2];
      sum3 += row * weighted[3];
      sum4 += row * weighted[4];
      sum5 += row * weighted[5];
      found++;
      distance += far[k];
    }
  }
  STORE(out->rows[0], sum0);
  STORE(out->rows[1], sum1);
  STORE(out->rows[2], sum2);
  STORE(out->rows[3], sum3);
  STORE(out->rows[4], sum4);
  STORE(out->rows[5], sum5);
  out->seen = found;
  out->distance = distance;
}
TWICE(cguides_roll_sums,
      (const float *pixels, int width, const cguides_view *view, const void *places, const void *changes, int count,
       float cut, cguides_roll *out),
      (pixels, width, view, places, changes, count, cut, out))

INLINE void cguides_roll_found_body(const float *pixels, int width, const cguides_view *view, const void *places,
                                    int count, float within, int32_t *out) {
  int found = 0;
  for (int first = 0; first < count; first += 8) {
    sight seen;
    look(pixels, width, view, (const float *)places + 3 * first, &seen);
    floats rest = seen.value - seen.own - view->light_offset - view->light_gain * seen.own;
    lanes is_found = (SIZE(rest) < within) & seen.inside;
    for (int k = 0; k < 8 && first + k < count; k++) found -= is_found[k];
  }
  *out = found;
}
TWICE(cguides_roll_found,
      (const float *pixels, int width, const cguides_view *view, const void *places, int count, float within,
       int32_t *found),
      (pixels, width, view, places, count, within, found))
