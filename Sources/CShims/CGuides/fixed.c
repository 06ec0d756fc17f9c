// What stands still on a moving picture.
#include "../twice.h"
#include "CGuides.h"

// Weaker than 4 levels a pixel along the movement, a gradient tells nothing.
enum { LEAST = 4 * 32 };

INLINE void cguides_fixed_body(const uint8_t *now, ptrdiff_t bytes_per_row, const uint8_t *before, const int16_t *gx,
                               const int16_t *gy, int width, int cell, int columns, int rows, const cguides_motion *motion,
                               cguides_fixed_cell *out) {
  for (int row = 0; row < rows; row++) {
    for (int column = 0; column < columns; column++) {
      int left = 1 + column * cell, top = 1 + row * cell;
      float u = (float)left + 0.5f * (float)cell - motion->middle_x, v = (float)top + 0.5f * (float)cell - motion->middle_y;
      float dx = motion->x - motion->turn * v, dy = motion->y + motion->turn * u;
      float length = __builtin_sqrtf(dx * dx + dy * dy);
      int nx = length > 0 ? (int)(dx / length * 256) : 0, ny = length > 0 ? (int)(dy / length * 256) : 0;
      int count = 0, expected = 0, change = 0;
      for (int y = top; y < top + cell; y++) {
        ptrdiff_t at = (ptrdiff_t)y * width + left;
        const uint8_t *a = now + y * bytes_per_row + left, *b = before + at;
        for (int x = 0; x < cell; x++) {
          int along = (gx[at + x] * nx + gy[at + x] * ny) / 256;
          along = along < 0 ? -along : along;
          int counts = along > LEAST, difference = a[x] > b[x] ? a[x] - b[x] : b[x] - a[x];
          count += counts;
          expected += counts ? along : 0;
          change += counts ? difference : 0;
        }
      }
      out[row * columns + column] = (cguides_fixed_cell){count, expected, change, length};
    }
  }
}
TWICE(cguides_fixed,
      (const uint8_t *now, ptrdiff_t bytes_per_row, const uint8_t *before, const int16_t *gx, const int16_t *gy, int width,
       int cell, int columns, int rows, const cguides_motion *motion, cguides_fixed_cell *out),
      (now, bytes_per_row, before, gx, gy, width, cell, columns, rows, motion, out))
