// Finds edge pixels and joins them to straight runs, line by line.
#include "vectors.h"

typedef int32_t loose_lanes __attribute__((vector_size(32), aligned(4), may_alias));

// A vertex of the parabola through a maximum and its neighbours, in pixels.
static inline float top(int most, int sign, int before, int after) {
  int a = sign * before, c = sign * after;
  return (float)(a - c) / (float)(2 * (a - 2 * most + c));
}

static inline int size_of(int value) { return value < 0 ? -value : value; }

void cguides_scan(const int16_t *gradient_x, const int16_t *gradient_y, const cguides_scanning *by, int16_t *places,
                  cguides_edgel *steep, int32_t *ends, cguides_edgel *flat, int32_t *columns, int32_t *flat_count) {
  int count = 0, other = 0;
  for (int y = by->top; y < by->bottom; y++) {
    int32_t found = 0;
    cguides_edge_places(gradient_x, gradient_y, by->width, y, by->left, by->right, by->least, places, &found);
    ptrdiff_t row = (ptrdiff_t)y * by->width;
    for (int k = 0; k < found; k++) {
      int x = places[k];
      const int16_t *p = gradient_x + row + x, *q = gradient_y + row + x;
      int gx = *p, gy = *q;
      if (size_of(gx) > size_of(gy)) {
        if (count == by->capacity) continue;
        float part = top(size_of(gx), gx > 0 ? 1 : -1, p[-1], p[1]);
        steep[count++] = (cguides_edgel){(float)x + 0.5f + part, -(float)gy / (float)gx, (float)gx};
      } else {
        if (other == by->capacity) continue;
        float part = top(size_of(gy), gy > 0 ? 1 : -1, q[-by->width], q[by->width]);
        columns[other] = x;
        flat[other++] = (cguides_edgel){(float)y + 0.5f + part, -(float)gx / (float)gy, (float)gy};
      }
    }
    ends[y] = count;
  }
  *flat_count = other;
}

void cguides_sort(const cguides_edgel *from, const int32_t *lines, int count, int line_count, cguides_edgel *to, int32_t *ends) {
  memset(ends, 0, sizeof *ends * (size_t)line_count);
  for (int k = 0; k < count; k++) ends[lines[k]]++;
  // Counts become starts, and each start moves on to its end.
  for (int line = 0, start = 0; line < line_count; line++) {
    int n = ends[line];
    ends[line] = start;
    start += n;
  }
  for (int k = 0; k < count; k++) to[ends[lines[k]]++] = from[k];
}

// The edge pixels of a line, and what their runs expect of the next one; whether a run has gone on from each.
typedef struct {
  float *positions, *expected, *trends, *strengths;
  int32_t *runs, *gone_on;
} line_state;

static line_state state_of(float *scratch, int stride) {
  return (line_state){scratch, scratch + stride, scratch + 2 * stride, scratch + 3 * stride,
                      (int32_t *)(scratch + 4 * stride), (int32_t *)(scratch + 5 * stride)};
}

// The least of eight numbers.
INLINE int least_of(const lanes *of) {
  lanes v = *of, other = __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3);
  v = (v & (v < other)) | (other & (v >= other));
  other = __builtin_shufflevector(v, v, 2, 3, 0, 1, 6, 7, 4, 5);
  v = (v & (v < other)) | (other & (v >= other));
  other = __builtin_shufflevector(v, v, 1, 0, 3, 2, 5, 4, 7, 6);
  v = (v & (v < other)) | (other & (v >= other));
  return v[0];
}

enum { nobody = 0x7fffffff };

// Which edge pixel of the previous line, from `from` on, an edge pixel continues best, or nobody. Pixels of a line are no closer
// than half a pixel to the second next, so eight are all that lie within three pixels. Branchless: which it is can't be
// predicted.
INLINE int best_of(const line_state *previous, int from, cguides_edgel edgel, const lanes *is_free) {
  floats off = edgel.position - LOAD(previous->expected + from), turn = edgel.slope - LOAD(previous->trends + from);
  off = SIZE(off);
  lanes may = *is_free & (off < 1.0f) & (SIZE(turn) < 0.4f) & (LOAD(previous->strengths + from) * edgel.strength > 0.0f);
  may &= LOAD(previous->positions + from) < edgel.position + 3;
  // Sizes are ordered like their bits, of which the lowest say whose they are.
  lanes key = ((lanes)off & ~7) | (lanes){0, 1, 2, 3, 4, 5, 6, 7};
  key = (key & may) | (~may & nobody);
  int least = least_of(&key);
  return least == nobody ? nobody : from + (least & 7);
}

INLINE void cguides_link_body(const cguides_edgel *edgels, const int32_t *ends, int first_line, int end_line, cguides_run *runs,
                              int capacity, float *scratch, int stride, int32_t *run_count) {
  int count = 0, last = 0;
  line_state previous = state_of(scratch, stride), next = state_of(scratch + 6 * stride, stride);
  int32_t *from = (int32_t *)(scratch + 12 * stride), *best = from + stride;
  const lanes all_free = (lanes){0} - 1;
  STORE(previous.positions, SPLAT(1e9f));
  for (int line = first_line; line < end_line; line++) {
    int n = ends[line] - last;
    const cguides_edgel *all = edgels + last;
    for (int k = 0, at = 0; k < n; k++) {
      while (previous.positions[at] < all[k].position - 3) at++;
      from[k] = at;
      best[k] = best_of(&previous, at, all[k], &all_free);
    }
    for (int k = 0; k < n; k++) {
      cguides_edgel edgel = all[k];
      int chosen = best[k];
      // A run goes on with one edge pixel per line, the first.
      if (chosen != nobody && previous.gone_on[chosen]) {
        lanes is_free = *(const loose_lanes *)(previous.gone_on + from[k]) == 0;
        chosen = best_of(&previous, from[k], edgel, &is_free);
      }
      next.positions[k] = edgel.position;
      next.gone_on[k] = 0;
      float size = edgel.strength < 0 ? -edgel.strength : edgel.strength;
      float trend = edgel.slope, expected = edgel.position + trend;
      int number = count;
      if (chosen != nobody) {
        previous.gone_on[chosen] = 1;
        number = previous.runs[chosen];
        cguides_run *run = runs + number;
        float t = (float)(line - run->start_line), s = edgel.position - run->start;
        floats sums = LOAD(&run->n) + (floats){1, t, t, s, s, edgel.slope, size, 0} * (floats){1, 1, t, 1, t, 1, 1, 0};
        STORE(&run->n, sums);
        if (sums[0] >= 5) {
          trend = (sums[0] * sums[4] - sums[1] * sums[3]) / (sums[0] * sums[2] - sums[1] * sums[1]);
          expected = sums[7] + (sums[3] - trend * sums[1]) / sums[0] + trend * (t + 1);
        } else {
          trend = sums[5] / sums[0];
          expected = edgel.position + trend;
        }
      } else if (count < capacity) {
        STORE(&runs[count].n, ((floats){1, 0, 0, 0, 0, edgel.slope, size, edgel.position}));
        runs[count++].start_line = line;
      } else {
        next.expected[k] = -100;
        continue;
      }
      next.expected[k] = expected;
      next.trends[k] = trend;
      next.strengths[k] = edgel.strength;
      next.runs[k] = number;
    }
    last = ends[line];
    STORE(next.positions + n, SPLAT(1e9f));
    line_state turned = previous;
    previous = next;
    next = turned;
  }
  *run_count = count;
}
TWICE(cguides_link,
      (const cguides_edgel *edgels, const int32_t *ends, int first_line, int end_line, cguides_run *runs, int capacity,
       float *scratch, int stride, int32_t *run_count),
      (edgels, ends, first_line, end_line, runs, capacity, scratch, stride, run_count))
