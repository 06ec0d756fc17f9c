// Exact area coverage of an outline, in one pass over it.
#ifndef CTYPOGRAPHY_COVERAGE_H
#define CTYPOGRAPHY_COVERAGE_H

#include "CTypography.h"

#include <stddef.h>
#include <stdint.h>

#include <ft2build.h>
#include FT_OUTLINE_H

// What the edges do to one pixel of a row: `cover` is how far they go down in it, in 1/256 pixel, and `area` twice
// what lies left of them, in 1/65536 pixel.
typedef struct {
  int32_t x, cover, area, next;
} coverage_cell;

// Memory that is kept from outline to outline.
typedef struct {
  coverage_cell *cells;
  size_t count, capacity;
  int32_t *rows;  // index of each row's newest cell, or -1
  size_t row_capacity;
  coverage_cell *sorted;
  size_t sorted_capacity;
  int32_t x0, y0, x1, y1;  // clip, in pixels
  int32_t x, y;            // where the pen is, in 1/256 pixel
  ctypography_span *spans;
  size_t span_count, span_capacity;
  int error;
} coverage_buffer;

// Finds the spans that the outline (26.6 fixed point) covers by the non-zero rule, by rows from the top, from the
// left in each. Returns a CTYPOGRAPHY_… code or FreeType's.
int coverage_find(coverage_buffer *buffer, FT_Outline *outline, int32_t x0, int32_t y0, int32_t x1, int32_t y1);

void coverage_free(coverage_buffer *buffer);

#endif
