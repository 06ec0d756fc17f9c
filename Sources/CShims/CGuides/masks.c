// How much of each cell, and of each pixel along the border, a body covers; planes as in cells.c.
#include "vectors.h"

typedef uint8_t few_bytes __attribute__((vector_size(8), aligned(1), may_alias));

// Before and behind each row of depths.
enum { pad = 8 };

#define WIDE(p) __builtin_convertvector(*(const few_bytes *)(p), lanes)
#define HELD(v) AT_MOST(AT_LEAST(v, SPLAT(0.0f)), SPLAT(1.0f))

INLINE bool any(const lanes *mask) {
  uint64_t words[4];
  memcpy(words, mask, sizeof words);
  return (words[0] | words[1] | words[2] | words[3]) != 0;
}

// How deep each cell lies: 0 outside, 1 and 2 along the border, 3 in the core. A body continues beyond the picture's edge.
INLINE void layer(const cguides_softening *by, const uint8_t *coarse, uint8_t *depth, ptrdiff_t wide) {
  enum { margin = 4 };
  int left = by->left < margin ? 0 : by->left - margin, top = by->top < margin ? 0 : by->top - margin;
  int right = by->right + margin < by->columns ? by->right + margin : by->columns;
  int bottom = by->bottom + margin < by->rows ? by->bottom + margin : by->rows;
  for (int y = top; y < bottom; y++) memcpy(depth + y * wide + left, coarse + (ptrdiff_t)y * by->columns + left, (size_t)(right - left));
  uint8_t *raised = depth + by->rows * wide;
  for (uint8_t level = 1; level < 3; level++) {
    for (int y = by->top; y < by->bottom; y++) {
      uint8_t *here = depth + y * wide;
      const uint8_t *above = y > 0 ? here - wide : here, *below = y + 1 < by->rows ? here + wide : here;
      here[-1] = here[by->columns] = 3;
      for (int x = by->left; x < by->right; x++) {
        bool is_deeper = (here[x] == level) & (here[x - 1] >= level) & (here[x + 1] >= level);
        raised[x] = (uint8_t)(here[x] + (is_deeper & (above[x] >= level) & (below[x] >= level)));
      }
      here[-1] = here[by->columns] = 0;
      memcpy(here + by->left, raised + by->left, (size_t)(by->right - by->left));
    }
  }
}

// Opens gaps narrower than two cells, as between an arm and the body: they are deep in the mask, but differ less from the scene
// than both their sides do.
INLINE void open_gaps(const cguides_softening *by, const float *luma, const float *scene, ptrdiff_t stride, uint8_t *depth,
                      ptrdiff_t wide) {
  int from = by->left < 2 ? 2 : by->left, to = by->right < by->columns - 2 ? by->right : by->columns - 2;
  for (int y = by->top < 2 ? 2 : by->top; y < by->bottom && y < by->rows - 2; y++) {
    for (int x = from; x < to; x += 8) {
      uint8_t *at = depth + y * wide + x;
      lanes deep = WIDE(at), core = (deep == 3) & ((lanes){0, 1, 2, 3, 4, 5, 6, 7} < to - x);
      if (!any(&core)) continue;
      ptrdiff_t i = y * stride + 8 + x;
// Luma alone: chroma has half the size and is blurred across gaps.
#define APART(at) (LOAD(luma + (at)) - LOAD(scene + (at)))
#define CONTRAST(at) (APART(at) * APART(at))
#define SIDES(step) AT_MOST(CONTRAST(i - (step)), CONTRAST(i + (step)))
      floats across = SIDES(2), along = SIDES(2 * stride), rising = SIDES(2 * stride - 2), falling = SIDES(2 * stride + 2);
      floats most = AT_LEAST(AT_LEAST(across, along), AT_LEAST(rising, falling));
      lanes open = core & (CONTRAST(i) < most * 0.4f);
      *(few_bytes *)at = __builtin_convertvector(deep + open, few_bytes);
    }
  }
}

INLINE void cguides_soften_body(const void *luma, const void *cb, const void *cr, const void *scene_luma, const void *scene_cb,
                                const void *scene_cr, const uint8_t *coarse, const cguides_softening *by, uint8_t *scratch,
                                float *shares, uint8_t *mask, float *ink, float *trusts) {
  static const int8_t samples[16][2] = {{2, 0}, {-2, 0}, {0, 2}, {0, -2}, {2, 2}, {-2, 2}, {2, -2}, {-2, -2},
                                        {3, 0}, {-3, 0}, {0, 3}, {0, -3}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}};
  const float *frame[3] = {luma, cb, cr}, *scene[3] = {scene_luma, scene_cb, scene_cr};
  ptrdiff_t stride = 8 * ((by->columns + 7) / 8 + 2), wide = by->columns + 3 * pad;
  uint8_t *depth = scratch + pad;
  layer(by, coarse, depth, wide);
  open_gaps(by, frame[0], scene[0], stride, depth, wide);
  for (int y = by->top; y < by->bottom; y++) {
    ptrdiff_t row = (ptrdiff_t)y * by->columns;
    for (int x = by->left; x < by->right; x += 8) {
      const uint8_t *at = depth + y * wide + x;
      const uint8_t *above = y > 0 ? at - wide : at, *below = y + 1 < by->rows ? at + wide : at;
      lanes deep = WIDE(at), inside = (lanes){0, 1, 2, 3, 4, 5, 6, 7} < by->right - x;
      lanes near = deep | WIDE(at - 1) | WIDE(at + 1) | WIDE(above) | WIDE(below);
      lanes border = inside & (deep != 3) & (near > 0);
      floats whole = SELECT(inside & (deep == 3), SPLAT(1.0f), SPLAT(0.0f));
      if (!any(&border)) {
        STORE(shares + row + x, whole);
        STORE(ink + row + x, SPLAT(0.0f));
        STORE(trusts + row + x, SPLAT(0.0f));
        continue;
      }
      ptrdiff_t i = y * stride + 8 + x;
      floats behind[3], difference[3];
      for (int c = 0; c < 3; c++) {
        behind[c] = LOAD(scene[c] + i);
        difference[c] = LOAD(frame[c] + i) - behind[c];
      }
      floats size = difference[0] * difference[0] + difference[1] * difference[1] + difference[2] * difference[2];
      floats best = SPLAT(__builtin_inff()), doubt = best, share = {0}, found = {0}, subject = {0};
      // The core's colours first, then those along the border.
      for (int level = 3; level > 1; level--) {
        lanes open = level == 3 ? border : border & ~(doubt < size * 0.6f + 60.0f);
        if (!any(&open)) break;
        for (int n = 0; n < 16; n++) {
          int dx = samples[n][0], dy = samples[n][1];
          if (y + dy < 0 || y + dy >= by->rows) continue;
          lanes may = open & (WIDE(at + dy * wide + dx) == level);
          if (!any(&may)) continue;
          ptrdiff_t k = i + dy * stride + dx;
          floats there = LOAD(frame[0] + k);
          floats p = there - behind[0], q = LOAD(frame[1] + k) - behind[1], r = LOAD(frame[2] + k) - behind[2];
          // If luma separates them, it is sharper.
          floats color = 900.0f / (p * p + 900.0f), qc = q * color, rc = r * color;
          floats length = p * p + q * qc + r * rc;
          floats along = difference[0] * p + difference[1] * qc + difference[2] * rc;
          floats held = HELD(along / AT_LEAST(length, SPLAT(1.0f))), run = held;
          // Chroma at half the size runs over the border, so it may have its own share.
          if (!by->is_color_sharp) run = HELD((difference[1] * q + difference[2] * r) / AT_LEAST(q * q + r * r, SPLAT(1.0f)));
          floats u = difference[0] - p * held, v = difference[1] - q * run, w = difference[2] - r * run;
          floats rest = u * u + v * v + w * w, cost = rest + (float)(2 * (dx * dx + dy * dy));
          lanes better = may & (cost < best);
          best = SELECT(better, cost, best);
          share = SELECT(better, held, share);
          found = SELECT(better, length, found);
          doubt = SELECT(better, rest, doubt);
          subject = SELECT(better, there, subject);
        }
      }
      // If the colours are alike, the mask decides.
      lanes around = {0};
      for (int v = y > 0 ? -1 : 0; v <= 1 && y + v < by->rows; v++) {
        for (int u = -1; u <= 1; u++) around -= WIDE(at + v * wide + u) > 0;
      }
      floats fallback = HELD(__builtin_convertvector(around, floats) / 9.0f - 0.15f);
      floats trust = found / (found + 40.0f) * (1.0f - HELD((doubt / (size + 100.0f) - 0.55f) / 0.3f));
      STORE(shares + row + x, SELECT(border, share * trust + fallback * (1.0f - trust), whole));
      STORE(ink + row + x, SELECT(border, subject, SPLAT(0.0f)));
      STORE(trusts + row + x, SELECT(border, trust, SPLAT(0.0f)));
    }
    for (int x = by->left; x < by->right; x++) mask[row + x] = shares[row + x] >= 0.5f;
  }
}
TWICE(cguides_soften,
      (const void *luma, const void *cb, const void *cr, const void *scene_luma, const void *scene_cb, const void *scene_cr,
       const uint8_t *coarse, const cguides_softening *by, uint8_t *scratch, float *shares, uint8_t *mask, float *ink,
       float *trusts),
      (luma, cb, cr, scene_luma, scene_cb, scene_cr, coarse, by, scratch, shares, mask, ink, trusts))

// A row with its first and last number repeated at its ends.
static void copy_row(const float *from, int columns, float *to) {
  to[pad - 1] = from[0];
  memcpy(to + pad, from, sizeof *from * (size_t)columns);
  to[pad + columns] = from[columns - 1];
}

#define EVEN(a, b) __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14)
#define ODD(a, b) __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15)

INLINE void cguides_refine_body(const float *shares, const float *ink, const float *trusts, const void *frame,
                                const void *scene, const cguides_refining *by, float *scratch, float *fine, uint8_t *mask) {
  ptrdiff_t wide = by->columns + 3 * pad, stride = 8 * ((2 * by->columns + 7) / 8 + 2), columns = 2 * by->columns;
  float *rows[3] = {scratch, scratch + wide, scratch + 2 * wide};
  if (by->top < by->bottom) {
    copy_row(shares + (ptrdiff_t)(by->top > 0 ? by->top - 1 : 0) * by->columns, by->columns, rows[1]);
    copy_row(shares + (ptrdiff_t)by->top * by->columns, by->columns, rows[2]);
  }
  for (int y = by->top; y < by->bottom; y++) {
    float *free = rows[0];
    rows[0] = rows[1];
    rows[1] = rows[2];
    rows[2] = free;
    copy_row(shares + (ptrdiff_t)(y + 1 < by->rows ? y + 1 : y) * by->columns, by->columns, free);
    float *out[2] = {fine + 2 * y * columns, fine + (2 * y + 1) * columns};
    for (int x = by->left; x < by->right; x += 8) {
      const float *up = rows[0] + pad + x, *at = rows[1] + pad + x, *down = rows[2] + pad + x;
      floats here = LOAD(at), left = LOAD(at - 1), right = LOAD(at + 1), above = LOAD(up), below = LOAD(down);
      floats corners[4] = {LOAD(up - 1), LOAD(up + 1), LOAD(down - 1), LOAD(down + 1)};
      floats beside[4] = {left + above, right + above, left + below, right + below}, four[4];
      lanes flat = (left == here) & (right == here) & (above == here) & (below == here);
      for (int k = 0; k < 4; k++) {
        flat &= corners[k] == here;
        // Bilinear: a pixel lies a quarter of a cell from the cell's centre.
        four[k] = beside[k] * 0.1875f + corners[k] * 0.0625f + here * 0.5625f;
      }
      int n = by->right - x < 8 ? by->right - x : 8;
      floats trust = {0}, subject = {0};
      memcpy(&trust, trusts + (ptrdiff_t)y * by->columns + x, sizeof(float) * (size_t)n);
      memcpy(&subject, ink + (ptrdiff_t)y * by->columns + x, sizeof(float) * (size_t)n);
      lanes sharp = by->is_sharp ? ~flat & (trust > 0.0f) : (lanes){0};
      if (any(&sharp)) {
        // The shares of a cell's four pixels, by the line between the scene's luma and the subject's.
        floats share[4], size[4], mean = {0};
        for (int v = 0; v < 2; v++) {
          const float *now = (const float *)frame + (2 * y + v) * stride + 8 + 2 * x, *then = (const float *)scene + (now - (const float *)frame);
          floats a = LOAD(now), b = LOAD(now + 8), c = LOAD(then), d = LOAD(then + 8);
          floats pixels[2] = {EVEN(a, b), ODD(a, b)}, behind[2] = {EVEN(c, d), ODD(c, d)};
          for (int u = 0; u < 2; u++) {
            int k = 2 * v + u;
            floats span = subject - behind[u];
            size[k] = span * span;
            share[k] = HELD((pixels[u] - behind[u]) * span / AT_LEAST(size[k], SPLAT(1.0f)));
            mean = k == 0 ? share[k] : mean + share[k];
          }
        }
        // If the pixels together contradict their cell, the subject's luma here is different.
        mean = mean / 4.0f;
        floats held = AT_LEAST(1.0f - SIZE(mean - here) / 0.3f, SPLAT(0.0f));
        for (int k = 0; k < 4; k++) {
          floats part = size[k] / (size[k] + 300.0f) * (trust * held);
          four[k] = SELECT(sharp, four[k] + (share[k] - four[k]) * part, four[k]);
        }
      }
      for (int v = 0; v < 2; v++) {
        floats a = SELECT(flat, here, four[2 * v]), b = SELECT(flat, here, four[2 * v + 1]);
        floats both[2] = {__builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11), __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15)};
        memcpy(out[v] + 2 * x, both, 2 * sizeof(float) * (size_t)n);
      }
    }
    for (int v = 0; v < 2; v++) {
      uint8_t *to = mask + (2 * y + v) * columns;
      for (int x = 2 * by->left; x < 2 * by->right; x++) to[x] = out[v][x] >= 0.5f;
    }
  }
}
TWICE(cguides_refine,
      (const float *shares, const float *ink, const float *trusts, const void *frame, const void *scene,
       const cguides_refining *by, float *scratch, float *fine, uint8_t *mask),
      (shares, ink, trusts, frame, scene, by, scratch, fine, mask))
