// Bodies that touch: which of them each cell shows.
#include "vectors.h"

enum { reach = 2 };

INLINE void cguides_vote_body(const uint8_t *labels, int columns, const cguides_votes *by, uint8_t *out, uint8_t *scratch) {
  int wide = by->right - by->left;
  // A row of counts with zeros around it; then how many cells the most frequent body has, which it is, and how many its own.
  uint8_t *counts = scratch + reach, *most = scratch + wide + 2 * reach, *best = most + wide, *own = best + wide;
  memset(scratch, 0, (size_t)wide + 2 * reach);
  for (int y = by->top; y < by->bottom; y++) {
    int first = y - reach < by->top ? by->top : y - reach, end = y + reach < by->bottom ? y + reach + 1 : by->bottom;
    const uint8_t *here = labels + (ptrdiff_t)y * columns + by->left;
    uint8_t *to = out + (ptrdiff_t)y * columns + by->left;
    memset(most, 0, 3 * (size_t)wide);
    for (int k = 1; by->bodies >> k; k++) {
      if (!(by->bodies >> k & 1)) continue;
      uint8_t body = (uint8_t)k;
      memset(counts, 0, (size_t)wide);
      for (int v = first; v < end; v++) {
        const uint8_t *row = labels + (ptrdiff_t)v * columns + by->left;
        for (int x = 0; x < wide; x++) counts[x] += row[x] == body;
      }
      for (int x = 0; x < wide; x++) {
        uint8_t count = (uint8_t)(counts[x - 2] + counts[x - 1] + counts[x] + counts[x + 1] + counts[x + 2]);
        own[x] = here[x] == body ? count : own[x];
        best[x] = count > most[x] ? body : best[x];
        most[x] = count > most[x] ? count : most[x];
      }
    }
    for (int x = 0; x < wide; x++) {
      uint8_t winner = own[x] == most[x] ? here[x] : best[x];
      to[x] = here[x] ? winner : to[x];
    }
  }
}
TWICE(cguides_vote, (const uint8_t *labels, int columns, const cguides_votes *by, uint8_t *out, uint8_t *scratch),
      (labels, columns, by, out, scratch))

typedef uint8_t few_bytes __attribute__((vector_size(8)));

enum { most_columns = 256 };

// A body continues beyond its box, at a distance.
static float held(float place) { return place < 0 ? 0 : place < 0.999f ? place : 0.999f; }

static float place_of(int i, double center, double size) {
  return (float)(((double)i + 0.5 - center) / (size < 1 ? 1 : size) + 0.5);
}

INLINE void cguides_claim_cells_body(const void *luma, const void *cb, const void *cr, const uint8_t *parts, int part, int columns,
                               const cguides_claim *by, const float *shape, const float *bands, float *least, uint8_t *labels) {
  ptrdiff_t stride = 8 * ((columns + 7) / 8 + 2);
  int across[most_columns], last = -1;
  float outside[most_columns + 8] = {0}, shares[most_columns + 8] = {0};
  for (int x = by->left; x < by->right; x++) {
    float u = place_of(x, by->center_x, by->size_x), p = held(u);
    across[x] = (int)(p * claim_across);
    outside[x] = u < p ? p - u : u - p;
  }
  for (int y = by->top; y < by->bottom; y++) {
    float v = place_of(y, by->center_y, by->size_y), q = held(v), off = 0.5f * (v < q ? q - v : v - q);
    int level = (int)(q * claim_down);
    for (int x = by->left; level != last && x < by->right; x++) shares[x] = shape[level * claim_across + across[x]];
    last = level;
    const float *band = bands + 4 * (int)(q * claim_levels);
    float tolerance = by->tolerance + band[3];
    for (int x = by->left; x < by->right; x += 8) {
      int n = by->right - x < 8 ? by->right - x : 8;
      ptrdiff_t i = (ptrdiff_t)y * columns + x, k = y * stride + 8 + x;
      few_bytes is_part = {0}, label = {0};
      memcpy(&is_part, parts + i, (size_t)n);
      memcpy(&label, labels + i, (size_t)n);
      floats l = LOAD((const float *)luma + k) - band[0], b = LOAD((const float *)cb + k) - band[1], r = LOAD((const float *)cr + k) - band[2];
      floats apart = (l * 0.4f * l + (b * b + r * r) * 2.0f) / tolerance;
      floats cost = (1.0f - LOAD(shares + x)) * 3.0f + (LOAD(outside + x) + off) * 12.0f + AT_MOST(apart, SPLAT(4.0f));
      floats before = by->is_first ? SPLAT(__builtin_inff()) : LOAD(least + i);
      lanes mine = (__builtin_convertvector(is_part, lanes) == part) & (cost < before);
      floats after = SELECT(mine, cost, before);
      memcpy(least + i, &after, sizeof(float) * (size_t)n);
      lanes owner = (__builtin_convertvector(label, lanes) & ~mine) | (mine & by->label);
      label = __builtin_convertvector(owner, few_bytes);
      memcpy(labels + i, &label, (size_t)n);
    }
  }
}
TWICE(cguides_claim_cells,
      (const void *luma, const void *cb, const void *cr, const uint8_t *parts, int part, int columns, const cguides_claim *by,
       const float *shape, const float *bands, float *least, uint8_t *labels),
      (luma, cb, cr, parts, part, columns, by, shape, bands, least, labels))
