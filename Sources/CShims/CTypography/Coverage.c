// Exact coverage of polygons, in runs of pixels.
//
// The area under an edge is accumulated pixel by pixel, as in Levien's and FreeType's rasterizers, with two
// differences. Coordinates stay doubles, so outlines aren't first rounded to 1/64 pixel. And the pixels that edges
// touch are scattered over one row of sums with a bit each; FreeType searches a list from the left, which takes the
// square of the row's length for a nearly level line such as a horizon.
#include "Coverage.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "CTypography.h"

// Products and sums are rounded separately: arm64 would fuse them, and on rare occasions differ from x86 by a level.
#pragma STDC FP_CONTRACT OFF

void coverage_destroy(coverage_raster *c) {
  free(c->cells);
  free(c->heads);
  free(c->cover);
  free(c->area);
  free(c->touched);
}

int coverage_begin(coverage_raster *c, int32_t x0, int32_t y0, int32_t x1, int32_t y1) {
  c->x0 = x0;
  c->y0 = y0;
  c->x1 = x1;
  c->y1 = y1;
  c->cell_count = 0;
  c->error = CTYPOGRAPHY_OK;
  size_t rows = (size_t)(y1 - y0), columns = (size_t)(x1 - x0);
  if (rows > c->row_capacity) {
    int32_t *heads = realloc(c->heads, rows * sizeof *heads);
    if (!heads) return c->error = CTYPOGRAPHY_NO_MEMORY;
    c->heads = heads;
    c->row_capacity = rows;
  }
  memset(c->heads, 0xff, rows * sizeof *c->heads);
  if (columns > c->column_capacity) {
    size_t words = columns / 64 + 1;
    float *cover = calloc(columns, sizeof *cover), *area = calloc(columns, sizeof *area);
    uint64_t *touched = calloc(words, sizeof *touched);
    if (!cover || !area || !touched) {
      free(cover);
      free(area);
      free(touched);
      return c->error = CTYPOGRAPHY_NO_MEMORY;
    }
    free(c->cover);
    free(c->area);
    free(c->touched);
    c->cover = cover;
    c->area = area;
    c->touched = touched;
    c->column_capacity = columns;
  }
  return CTYPOGRAPHY_OK;
}

static void add(coverage_raster *c, int32_t x, int32_t y, double cover, double area) {
  int32_t *head = &c->heads[y - c->y0];
  if (*head >= 0 && c->cells[*head].x == x) {
    c->cells[*head].cover += (float)cover;
    c->cells[*head].area += (float)area;
    return;
  }
  if (c->cell_count == c->cell_capacity) {
    size_t next = c->cell_capacity ? c->cell_capacity * 2 : 1024;
    coverage_cell *cells = next > INT32_MAX ? NULL : realloc(c->cells, next * sizeof *cells);
    if (!cells) {
      c->error = CTYPOGRAPHY_NO_MEMORY;
      return;
    }
    c->cells = cells;
    c->cell_capacity = next;
  }
  c->cells[c->cell_count] = (coverage_cell){x, *head, (float)cover, (float)area};
  *head = (int32_t)c->cell_count++;
}

// Adds the part of an edge in row y, from (ax, ay) to (bx, by).
static void add_in_row(coverage_raster *c, int32_t y, double ax, double ay, double bx, double by) {
  if (ay == by) return;
  double left = fmin(ax, bx), right = fmax(ax, bx);
  if (left >= c->x1) return;
  if (right <= c->x0) {
    add(c, c->x0, y, by - ay, by - ay);
    return;
  }
  int32_t first = (int32_t)floor(left), last = (int32_t)floor(right);
  if (first == last) {
    add(c, first, y, by - ay, (by - ay) * (first + 1 - (left + right) / 2));
    return;
  }
  // From left to right, whichever way the edge runs: `dy` keeps the sign.
  double dy = (by - ay) / (right - left);
  if (first < c->x0) {
    double outside = dy * (c->x0 - left);
    add(c, c->x0, y, outside, outside);
    left = c->x0;
    first = c->x0;
  }
  for (int32_t x = first; x <= last && x < c->x1; x++) {
    double from = fmax(left, x), to = fmin(right, x + 1);
    double cover = dy * (to - from);
    if (cover != 0) add(c, x, y, cover, cover * (x + 1 - (from + to) / 2));
  }
}

void coverage_edge(coverage_raster *c, double ax, double ay, double bx, double by) {
  if (c->error || ay == by) return;
  double top = fmax(fmin(ay, by), c->y0), bottom = fmin(fmax(ay, by), c->y1);
  if (!(top < bottom)) return;
  double slope = (bx - ax) / (by - ay);
  bool down = by > ay;
  // Ends inside the row are used unchanged, so that the rows of one edge and the next meet exactly.
  double upper_x = down ? ax : bx, upper_y = down ? ay : by;
  double lower_x = down ? bx : ax, lower_y = down ? by : ay;
  double x = top == upper_y ? upper_x : upper_x + slope * (top - upper_y);
  for (int32_t y = (int32_t)floor(top); y < bottom && !c->error; y++) {
    double to = fmin(bottom, y + 1), from = fmax(top, y);
    double next = to == lower_y ? lower_x : upper_x + slope * (to - upper_y);
    if (down)
      add_in_row(c, y, x, from, next, to);
    else
      add_in_row(c, y, next, to, x, from);
    x = next;
  }
}

static uint8_t eight_bits(float area) {
  float covered = fabsf(area);
  return covered >= 1 ? 255 : (uint8_t)(covered * 255 + 0.5f);
}

int coverage_sweep(coverage_raster *c, int (*run)(void *user, int32_t x, int32_t y, int32_t length, uint8_t coverage),
                   void *user) {
  if (c->error) return c->error;
  size_t words = ((size_t)(c->x1 - c->x0) + 63) / 64;
  int error = CTYPOGRAPHY_OK;
  for (int32_t y = c->y0; y < c->y1 && !error; y++) {
    int32_t cell = c->heads[y - c->y0];
    if (cell < 0) continue;
    for (; cell >= 0; cell = c->cells[cell].next) {
      size_t column = (size_t)(c->cells[cell].x - c->x0);
      c->cover[column] += c->cells[cell].cover;
      c->area[column] += c->cells[cell].area;
      c->touched[column / 64] |= (uint64_t)1 << (column % 64);
    }
    float cover = 0;
    size_t done = 0;  // columns before this one have been emitted
    for (size_t word = 0; word < words; word++) {
      while (c->touched[word]) {
        size_t column = word * 64 + (size_t)__builtin_ctzll(c->touched[word]);
        c->touched[word] &= c->touched[word] - 1;
        uint8_t before = eight_bits(cover);
        if (before && column > done && !error)
          error = run(user, c->x0 + (int32_t)done, y, (int32_t)(column - done), before);
        uint8_t here = eight_bits(cover + c->area[column]);
        if (here && !error) error = run(user, c->x0 + (int32_t)column, y, 1, here);
        cover += c->cover[column];
        c->cover[column] = 0;
        c->area[column] = 0;
        done = column + 1;
      }
    }
    uint8_t rest = eight_bits(cover);
    size_t columns = (size_t)(c->x1 - c->x0);
    if (rest && done < columns && !error) error = run(user, c->x0 + (int32_t)done, y, (int32_t)(columns - done), rest);
  }
  return error;
}
