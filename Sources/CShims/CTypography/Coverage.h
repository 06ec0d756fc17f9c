// Exact coverage of polygons, in runs of pixels.
#ifndef CTYPOGRAPHY_COVERAGE_H
#define CTYPOGRAPHY_COVERAGE_H

#include <stddef.h>
#include <stdint.h>

/// The part of an edge that lies in one pixel.
typedef struct {
  int32_t x;
  int32_t next;  // in the same row, or -1
  float cover;   // how far down the edge goes in the pixel
  float area;    // the part of that to the right of the edge, in this pixel
} coverage_cell;

/// Edges, collected by row, and their storage, which is kept.
typedef struct {
  int32_t x0, y0, x1, y1;
  coverage_cell *cells;
  size_t cell_count, cell_capacity;
  int32_t *heads;
  size_t row_capacity;
  float *cover, *area;  // one per column of the row being swept, 0 between sweeps
  uint64_t *touched;    // one bit per column
  size_t column_capacity;
  int error;
} coverage_raster;

void coverage_destroy(coverage_raster *c);
/// Starts a picture of the pixels [x0, x1) × [y0, y1).
int coverage_begin(coverage_raster *c, int32_t x0, int32_t y0, int32_t x1, int32_t y1);
/// Adds an edge; a contour's edges must return to its start. Errors are kept for the sweep.
void coverage_edge(coverage_raster *c, double ax, double ay, double bx, double by);
/// Emits the covered runs in order of rows and columns (nonzero winding). A nonzero code from `run` ends it.
int coverage_sweep(coverage_raster *c, int (*run)(void *user, int32_t x, int32_t y, int32_t length, uint8_t coverage),
                   void *user);

#endif
