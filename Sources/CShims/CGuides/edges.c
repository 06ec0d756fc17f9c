// A picture's gradients, their sums in cells, and where edges run.
#include "vectors.h"

typedef int16_t shorts __attribute__((vector_size(32)));
typedef int16_t loose_shorts __attribute__((vector_size(32), aligned(2), may_alias));
typedef uint8_t bytes __attribute__((vector_size(16), aligned(1), may_alias));
typedef int8_t flags __attribute__((vector_size(16)));
typedef int16_t half_shorts __attribute__((vector_size(16)));
typedef int32_t loose_lanes __attribute__((vector_size(32), aligned(4), may_alias));

enum { strip = 16, most_rows = 8 };

#define WIDE(p) __builtin_convertvector(*(const bytes *)(p), shorts)
#define LOW(v) __builtin_convertvector(__builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7), lanes)
#define HIGH(v) __builtin_convertvector(__builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15), lanes)
#define STORE_LANES(p, v) (*(loose_lanes *)(p) = (v))

// Down one strip of columns: writes gradients, and leaves sums over at most eight rows in `columns`, in seven rows. A
// square is at most 4080²; the sum of eight, twice weighted by 1 … 8, stays below 2³¹.
INLINE void strip_sums(const uint8_t *picture, ptrdiff_t bytes_per_row, int count, int16_t *gx, int16_t *gy,
                       ptrdiff_t width, int32_t *columns, ptrdiff_t wide) {
  lanes xx[2] = {{0}}, yy[2] = {{0}}, xy[2] = {{0}}, below[2] = {{0}};
  shorts x_sum = {0}, y_sum = {0}, luma = {0};
  for (int y = 0; y < count; y++) {
    const uint8_t *a = picture + y * bytes_per_row, *b = a + bytes_per_row, *c = b + bytes_per_row;
    shorts a0 = WIDE(a - 1), a1 = WIDE(a), a2 = WIDE(a + 1);
    shorts b0 = WIDE(b - 1), b1 = WIDE(b), b2 = WIDE(b + 1);
    shorts c0 = WIDE(c - 1), c1 = WIDE(c), c2 = WIDE(c + 1);
    // Scharr's kernel.
    shorts x = 3 * (a2 - a0 + c2 - c0) + 10 * (b2 - b0);
    shorts v = 3 * (c0 - a0 + c2 - a2) + 10 * (c1 - a1);
    *(loose_shorts *)(gx + y * width) = x;
    *(loose_shorts *)(gy + y * width) = v;
    x_sum += x;
    y_sum += v;
    luma += b1;
    for (int half = 0; half < 2; half++) {
      lanes p = half ? HIGH(x) : LOW(x), q = half ? HIGH(v) : LOW(v);
      xx[half] += p * p;
      yy[half] += q * q;
      xy[half] += p * q;
      // The running sums, row by row: the first counts `count` times, the last once.
      below[half] += xx[half] + yy[half];
    }
  }
  for (int half = 0; half < 2; half++) {
    int32_t *out = columns + 8 * half;
    STORE_LANES(out, xx[half]);
    STORE_LANES(out + wide, yy[half]);
    STORE_LANES(out + 2 * wide, xy[half]);
    STORE_LANES(out + 3 * wide, below[half]);
    STORE_LANES(out + 4 * wide, half ? HIGH(x_sum) : LOW(x_sum));
    STORE_LANES(out + 5 * wide, half ? HIGH(y_sum) : LOW(y_sum));
    STORE_LANES(out + 6 * wide, half ? HIGH(luma) : LOW(luma));
  }
}

// The same for one column, for pictures narrower than a strip.
INLINE void column_sums(const uint8_t *picture, ptrdiff_t bytes_per_row, int count, int16_t *gx, int16_t *gy,
                        ptrdiff_t width, int32_t *columns, ptrdiff_t wide) {
  int32_t sums[7] = {0};
  for (int y = 0; y < count; y++) {
    const uint8_t *a = picture + y * bytes_per_row, *b = a + bytes_per_row, *c = b + bytes_per_row;
    int x = 3 * (a[1] - a[-1] + c[1] - c[-1]) + 10 * (b[1] - b[-1]);
    int v = 3 * (c[-1] - a[-1] + c[1] - a[1]) + 10 * (c[0] - a[0]);
    gx[y * width] = (int16_t)x;
    gy[y * width] = (int16_t)v;
    sums[0] += x * x;
    sums[1] += v * v;
    sums[2] += x * v;
    sums[3] += sums[0] + sums[1];
    sums[4] += x;
    sums[5] += v;
    sums[6] += b[0];
  }
  for (int k = 0; k < 7; k++) columns[k * wide] = sums[k];
}

INLINE void cell_sums(const int32_t *columns, ptrdiff_t wide, int cells, int cell, int first_row, int count,
                      cguides_cell *out) {
  for (int i = 0; i < cells; i++) {
    const int32_t *from = columns + i * cell;
    int64_t sums[7] = {0}, along = 0;
    for (int s = 0; s < 7; s++) {
      for (int k = 0; k < cell; k++) sums[s] += from[s * wide + k];
    }
    for (int k = 0; k < cell; k++) along += (int64_t)k * ((int64_t)from[k] + from[wide + k]);
    int64_t energy = sums[0] + sums[1];
    out[i].xx += sums[0];
    out[i].yy += sums[1];
    out[i].xy += sums[2];
    out[i].ex += along + energy * (1 + i * cell);
    out[i].ey += energy * (first_row + count) - sums[3];
    out[i].gx += sums[4];
    out[i].gy += sums[5];
    out[i].luma += sums[6];
  }
}

INLINE void cguides_gradients_body(const uint8_t *picture, ptrdiff_t bytes_per_row, int width, int cell, int columns,
                                   int rows, int16_t *gx, int16_t *gy, int32_t *scratch, cguides_cell *cells) {
  int wide = columns * cell;
  memset(cells, 0, sizeof *cells * (size_t)columns * (size_t)rows);
  for (int row = 0; row < rows; row++) {
    for (int done = 0; done < cell; done += most_rows) {
      // The row above the first with gradients, and the first column with any.
      int y = row * cell + done, count = cell - done < most_rows ? cell - done : most_rows;
      const uint8_t *from = picture + y * bytes_per_row + 1;
      int16_t *x_out = gx + (ptrdiff_t)(y + 1) * width + 1, *y_out = gy + (ptrdiff_t)(y + 1) * width + 1;
      for (int x = 0; x < wide; x += wide < strip ? 1 : strip) {
        if (wide < strip) {
          column_sums(from + x, bytes_per_row, count, x_out + x, y_out + x, width, scratch + x, wide);
        } else {
          // The last strip starts earlier so as not to extend too far.
          int at = x < wide - strip ? x : wide - strip;
          strip_sums(from + at, bytes_per_row, count, x_out + at, y_out + at, width, scratch + at, wide);
        }
      }
      cguides_cell *out = cells + (ptrdiff_t)row * columns;
      if (cell == 8) {
        cell_sums(scratch, wide, columns, 8, y + 1, count, out);
      } else {
        cell_sums(scratch, wide, columns, cell, y + 1, count, out);
      }
    }
  }
}
TWICE(cguides_gradients,
      (const uint8_t *picture, ptrdiff_t bytes_per_row, int width, int cell, int columns, int rows, int16_t *gx,
       int16_t *gy, int32_t *scratch, cguides_cell *cells),
      (picture, bytes_per_row, width, cell, columns, rows, gx, gy, scratch, cells))

INLINE int is_edge(const int16_t *gx, const int16_t *gy, ptrdiff_t width, int least) {
  int ax = gx[0] < 0 ? -gx[0] : gx[0], ay = gy[0] < 0 ? -gy[0] : gy[0];
  if ((ax > ay ? ax : ay) <= least) return 0;
  int sign = (ax > ay ? gx[0] : gy[0]) > 0 ? 1 : -1;
  int before = sign * (ax > ay ? gx[-1] : gy[-width]), after = sign * (ax > ay ? gx[1] : gy[width]);
  int most = ax > ay ? ax : ay;
  return most > before && most >= after;
}

#define SHORTS(p) ((shorts)*(const loose_shorts *)(p))

INLINE void cguides_edge_places_body(const int16_t *gx, const int16_t *gy, int width, int row, int from, int to,
                                     int least, int16_t *places, int32_t *found) {
  const int16_t *x_row = gx + (ptrdiff_t)row * width, *y_row = gy + (ptrdiff_t)row * width;
  int count = 0, x = from;
  for (; x + strip <= to; x += strip) {
    shorts p = SHORTS(x_row + x), q = SHORTS(y_row + x);
    shorts p_sign = p >> 15, q_sign = q >> 15;
    shorts ax = (p ^ p_sign) - p_sign, ay = (q ^ q_sign) - q_sign;
    shorts left = (SHORTS(x_row + x - 1) ^ p_sign) - p_sign, right = (SHORTS(x_row + x + 1) ^ p_sign) - p_sign;
    shorts above = (SHORTS(y_row + x - width) ^ q_sign) - q_sign, below = (SHORTS(y_row + x + width) ^ q_sign) - q_sign;
    shorts steep = ax > ay, level = (shorts){0} + (int16_t)least;
    shorts is_strong = (ax > level) | (ay > level);
    shorts across = (ax > left) & (ax >= right), along = (ay > above) & (ay >= below);
    flags is_there = __builtin_convertvector(is_strong & ((steep & across) | (~steep & along)), flags);
    uint64_t words[2];
    memcpy(words, &is_there, sizeof words);
    for (int half = 0; half < 2; half++) {
      for (uint64_t rest = words[half]; rest != 0;) {
        int k = __builtin_ctzll(rest) >> 3;
        places[count++] = (int16_t)(x + 8 * half + k);
        rest &= ~(0xFFull << (8 * k));
      }
    }
  }
  for (; x < to; x++) {
    if (is_edge(x_row + x, y_row + x, width, least)) places[count++] = (int16_t)x;
  }
  *found = count;
}
TWICE(cguides_edge_places,
      (const int16_t *gx, const int16_t *gy, int width, int row, int from, int to, int least, int16_t *places,
       int32_t *found),
      (gx, gy, width, row, from, to, least, places, found))
