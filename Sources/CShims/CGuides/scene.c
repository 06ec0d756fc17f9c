// What is in front of the scene, and how the scene behind it is learned; planes as in cells.c.
#include "vectors.h"

#define FROM(plane, i) LOAD((const float *)(plane) + (i))

INLINE void pad(float *row, int columns, int stride) {
  for (int i = 0; i < 8; i++) row[i] = row[8];
  for (int i = 8 + columns; i < stride; i++) row[i] = row[7 + columns];
}

// The signed distance of x from the interval between a and b.
#define OUTSIDE(x, a, b) ((x) - AT_MOST(AT_LEAST(x, AT_MOST(a, b)), AT_LEAST(a, b)))

INLINE void cguides_judge_body(const void *luma, const void *cb, const void *cr, const void *predicted_luma,
                               const void *predicted_cb, const void *predicted_cr, const void *deviation,
                               const void *color_deviation, void *tolerance, void *scores,
                               const cguides_judging *by) {
  int vectors = (by->columns + 7) / 8 + 2, stride = 8 * vectors;
  for (int y = 0; y < by->rows; y++) {
    int up = y > 0 ? -stride : 0, down = y + 1 < by->rows ? stride : 0;
    ptrdiff_t start = (ptrdiff_t)y * stride;
    for (ptrdiff_t i = start + 8; i < start + stride - 8; i += 8) {
      const float *here = (const float *)predicted_luma + i;
      floats p = LOAD(here);
      floats across = LOAD(here + 1) - LOAD(here - 1), along = LOAD(here + down) - LOAD(here + up);
      floats t = FROM(deviation, i) * 2.5f + 3.0f;
      t = AT_LEAST(t, SPLAT(by->least_luma)) + (SIZE(across) + SIZE(along)) * (by->slack / 2);
      STORE((float *)tolerance + i, t);
      floats now = FROM(luma, i);
      floats e = now - p;
      floats score = (e * e) / (t * t);
      if (by->has_chroma) {
        floats tc = FROM(color_deviation, i) * 2.5f + by->least_color;
        floats per_tolerance = 1.0f / (tc * tc);
        floats u = FROM(cb, i), v = FROM(cr, i), pu = FROM(predicted_cb, i), pv = FROM(predicted_cr, i);
        floats color = ((u - pu) * (u - pu) + (v - pv) * (v - pv)) * per_tolerance;
        // A shadow darkens; its chroma stays or shrinks with the light.
        floats ratio = now / AT_LEAST(p, SPLAT(1.0f));
        floats shaded_u = pu * ratio, shaded_v = pv * ratio;
        floats du = OUTSIDE(u, pu, shaded_u), dv = OUTSIDE(v, pv, shaded_v);
        floats shaded = (du * du + dv * dv) * per_tolerance;
        lanes is_shade = (ratio > 0.55f) & (ratio < 0.97f) & (shaded < 0.2f);
        score = SELECT(is_shade, shaded, score + color);
      }
      STORE((float *)scores + i, score);
    }
    pad((float *)scores + start, by->columns, stride);
  }
}
TWICE(cguides_judge,
      (const void *luma, const void *cb, const void *cr, const void *predicted_luma, const void *predicted_cb,
       const void *predicted_cr, const void *deviation, const void *color_deviation, void *tolerance, void *scores,
       const cguides_judging *by),
      (luma, cb, cr, predicted_luma, predicted_cb, predicted_cr, deviation, color_deviation, tolerance, scores, by))

INLINE void cguides_clean_body(const void *scores, int columns, int rows, float certain, uint8_t *differing,
                               uint8_t *mask, int32_t *count) {
  int stride = 8 * ((columns + 7) / 8 + 2), wide = columns + 2, found = 0;
  // With the nearest padding cell at both ends.
  for (int y = 0; y < rows; y++) {
    const float *row = (const float *)scores + (ptrdiff_t)y * stride + 7;
    for (int x = 0; x < wide; x++) differing[(ptrdiff_t)y * wide + x] = row[x] > 1;
  }
  for (int y = 0; y < rows; y++) {
    const uint8_t *above = differing + (ptrdiff_t)(y > 0 ? y - 1 : 0) * wide;
    const uint8_t *here = differing + (ptrdiff_t)y * wide;
    const uint8_t *below = differing + (ptrdiff_t)(y + 1 < rows ? y + 1 : rows - 1) * wide;
    const float *row = (const float *)scores + (ptrdiff_t)y * stride + 8;
    uint8_t *out = mask + (ptrdiff_t)y * columns;
    int in_row = 0;
    for (int x = 0; x < columns; x++) {
      uint8_t sum = above[x] + above[x + 1] + above[x + 2];
      sum += here[x] + here[x + 1] + here[x + 2];
      sum += below[x] + below[x + 1] + below[x + 2];
      uint8_t is_foreground = (sum > 3) & (row[x] > certain);
      out[x] = is_foreground;
      in_row += is_foreground;
    }
    found += in_row;
  }
  *count = found;
}
TWICE(cguides_clean,
      (const void *scores, int columns, int rows, float certain, uint8_t *differing, uint8_t *mask, int32_t *count),
      (scores, columns, rows, certain, differing, mask, count))

INLINE void cguides_trust_body(const uint8_t *subject, int columns, int rows, void *trust, uint8_t *scratch) {
  enum { reach = 2 };
  int stride = 8 * ((columns + 7) / 8 + 2);
  memset(scratch, 0, (size_t)columns + 2 * reach);
  for (int y = 0; y < rows; y++) {
    int first = y < reach ? 0 : y - reach, last = y + reach < rows ? y + reach : rows - 1;
    uint8_t *near = scratch + reach;
    memset(near, 0, (size_t)columns);
    for (int v = first; v <= last; v++) {
      const uint8_t *row = subject + (ptrdiff_t)v * columns;
      for (int x = 0; x < columns; x++) near[x] |= row[x];
    }
    float *row = (float *)trust + (ptrdiff_t)y * stride;
    for (int i = 0; i < 8; i++) row[i] = 1;
    for (int x = 0; x < columns; x++) {
      uint8_t any = near[x - 2] | near[x - 1] | near[x] | near[x + 1] | near[x + 2];
      row[8 + x] = any == 0 ? 1.0f : 0.0f;
    }
    for (int i = 8 + columns; i < stride; i++) row[i] = 1;
  }
}
TWICE(cguides_trust, (const uint8_t *subject, int columns, int rows, void *trust, uint8_t *scratch),
      (subject, columns, rows, trust, scratch))

// Rises quickly towards a size and falls slowly: a high quantile.
#define FOLLOW(p, size, rise, fall, weight)                                  \
  do {                                                                       \
    floats old = LOAD(p);                                                    \
    floats speed = SELECT((size) > old, SPLAT(rise), SPLAT(fall));           \
    STORE(p, old + ((size) - old) * speed * (weight));                       \
  } while (0)

INLINE void cguides_learn_body(const void *frame, const void *predicted, const void *trust, void *scene,
                               void *deviation, const cguides_lesson *by) {
  int stride = 8 * ((by->columns + 7) / 8 + 2);
  floats highest = SPLAT(by->highest);
  for (int y = by->first; y < by->rows; y += by->step) {
    int from = y + by->along;
    from = from < 0 ? 0 : from < by->rows ? from : by->rows - 1;
    ptrdiff_t start = (ptrdiff_t)y * stride, off = (ptrdiff_t)(from - y) * stride + by->across;
    float *row = (float *)scene + start;
    for (ptrdiff_t i = start + 8; i < start + stride - 8; i += 8) {
      floats weight = FROM(trust, i + off);
      floats e = FROM(frame, i + off) - FROM(predicted, i + off);
      STORE((float *)scene + i, FROM(scene, i) + e * by->inverse_gain * weight * by->rate);
      FOLLOW((float *)deviation + i, AT_MOST(SIZE(e), highest), by->rise, by->fall, weight);
    }
    pad(row, by->columns, stride);
  }
}
TWICE(cguides_learn,
      (const void *frame, const void *predicted, const void *trust, void *scene, void *deviation,
       const cguides_lesson *by),
      (frame, predicted, trust, scene, deviation, by))

INLINE void cguides_learn_color_body(const void *cb, const void *cr, const void *predicted_cb,
                                     const void *predicted_cr, const void *trust, void *scene_cb, void *scene_cr,
                                     void *deviation, const cguides_lesson *by) {
  int stride = 8 * ((by->columns + 7) / 8 + 2);
  floats highest = SPLAT(by->highest);
  for (int y = by->first; y < by->rows; y += by->step) {
    int from = y + by->along;
    from = from < 0 ? 0 : from < by->rows ? from : by->rows - 1;
    ptrdiff_t start = (ptrdiff_t)y * stride, off = (ptrdiff_t)(from - y) * stride + by->across;
    for (ptrdiff_t i = start + 8; i < start + stride - 8; i += 8) {
      floats weight = FROM(trust, i + off);
      floats eu = FROM(cb, i + off) - FROM(predicted_cb, i + off);
      floats ev = FROM(cr, i + off) - FROM(predicted_cr, i + off);
      STORE((float *)scene_cb + i, FROM(scene_cb, i) + eu * by->inverse_gain * weight * by->rate);
      STORE((float *)scene_cr + i, FROM(scene_cr, i) + ev * by->inverse_gain * weight * by->rate);
      floats larger = AT_LEAST(SIZE(eu), SIZE(ev));
      FOLLOW((float *)deviation + i, AT_MOST(larger, highest), by->rise, by->fall, weight);
    }
    pad((float *)scene_cb + start, by->columns, stride);
    pad((float *)scene_cr + start, by->columns, stride);
  }
}
TWICE(cguides_learn_color,
      (const void *cb, const void *cr, const void *predicted_cb, const void *predicted_cr, const void *trust,
       void *scene_cb, void *scene_cr, void *deviation, const cguides_lesson *by),
      (cb, cr, predicted_cb, predicted_cr, trust, scene_cb, scene_cr, deviation, by))

INLINE void cguides_learn_fine_body(const void *frame, int frame_row, const void *predicted, const void *trust,
                                    int trust_row, void *scene, int row, int columns, int across, float rate,
                                    void *scratch) {
  int vectors = (columns + 7) / 8 + 2;
  int stride = 8 * vectors, coarse = 8 * ((columns / 2 + 7) / 8 + 2);
  const float *now = (const float *)frame + (ptrdiff_t)frame_row * stride + across;
  const float *then = (const float *)predicted + (ptrdiff_t)row * stride;
  const float *weight = (const float *)trust + (ptrdiff_t)trust_row * coarse;
  float *learned = (float *)scene + (ptrdiff_t)row * stride, *weights = scratch;
  // The cells' weights, for two pixels per cell.
  for (int i = 0; i < stride; i++) weights[i] = weight[i / 2 + 4];
  for (int i = 8; i < stride - 8; i += 8) {
    floats miss = (LOAD(now + i) - LOAD(then + i)) * LOAD(weights + i + across) * rate;
    STORE(learned + i, LOAD(learned + i) + miss);
  }
  pad(learned, columns, stride);
}
TWICE(cguides_learn_fine,
      (const void *frame, int frame_row, const void *predicted, const void *trust, int trust_row, void *scene, int row,
       int columns, int across, float rate, void *scratch),
      (frame, frame_row, predicted, trust, trust_row, scene, row, columns, across, rate, scratch))
