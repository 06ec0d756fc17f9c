// Two samples at a time are a word, as both architectures are little-endian: compilers make vectors of that.
#include "CSampleOrder.h"

#include "../twice.h"

INLINE void csampleorder_split_body(const uint8_t *samples, size_t count, uint8_t *restrict even, uint8_t *restrict odd) {
  for (size_t x = 0; x < count; x++) {
    uint16_t both;
    memcpy(&both, samples + 2 * x, 2);
    even[x] = (uint8_t)both;
    odd[x] = (uint8_t)(both >> 8);
  }
}

INLINE void csampleorder_merge_body(const uint8_t *even, const uint8_t *odd, size_t count, uint8_t *restrict samples) {
  for (size_t x = 0; x < count; x++) {
    const uint16_t both = (uint16_t)(even[x] | odd[x] << 8);
    memcpy(samples + 2 * x, &both, 2);
  }
}

// Chroma by turns, between the two steps.
enum { PART = 256 };

INLINE size_t part(size_t left) { return left < PART ? left : PART; }

INLINE void csampleorder_unpack_yuyv_body(const uint8_t *samples, size_t pairs, uint8_t *luma, uint8_t *cb, uint8_t *cr) {
  uint8_t chroma[2 * PART];
  for (size_t x = 0; x < pairs; x += PART) {
    const size_t count = part(pairs - x);
    csampleorder_split_body(samples + 4 * x, 2 * count, luma + 2 * x, chroma);
    csampleorder_split_body(chroma, count, cb + x, cr + x);
  }
}

INLINE void csampleorder_pack_yuyv_body(const uint8_t *luma, const uint8_t *cb, const uint8_t *cr, size_t pairs, uint8_t *samples) {
  uint8_t chroma[2 * PART];
  for (size_t x = 0; x < pairs; x += PART) {
    const size_t count = part(pairs - x);
    csampleorder_merge_body(cb + x, cr + x, count, chroma);
    csampleorder_merge_body(luma + 2 * x, chroma, 2 * count, samples + 4 * x);
  }
}

// 255/219 and 255/224 are 1 and these parts of 32768. For all 256 values the result is the exact one, rounded.
INLINE void expand(uint8_t *samples, size_t count, int black, int middle, int more) {
  for (size_t x = 0; x < count; x++) {
    const int16_t away = (int16_t)(samples[x] - black);
    const int16_t value = (int16_t)(middle + away + (int16_t)(((away * more >> 14) + 1) >> 1));
    samples[x] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
  }
}

INLINE void csampleorder_expand_luma_body(uint8_t *samples, size_t count) { expand(samples, count, 16, 0, 5387); }
INLINE void csampleorder_expand_chroma_body(uint8_t *samples, size_t count) { expand(samples, count, 128, 128, 4533); }

TWICE(csampleorder_split, (const uint8_t *samples, size_t count, uint8_t *even, uint8_t *odd), (samples, count, even, odd))
TWICE(csampleorder_merge, (const uint8_t *even, const uint8_t *odd, size_t count, uint8_t *samples), (even, odd, count, samples))
TWICE(csampleorder_unpack_yuyv, (const uint8_t *samples, size_t pairs, uint8_t *luma, uint8_t *cb, uint8_t *cr), (samples, pairs, luma, cb, cr))
TWICE(csampleorder_pack_yuyv, (const uint8_t *luma, const uint8_t *cb, const uint8_t *cr, size_t pairs, uint8_t *samples), (luma, cb, cr, pairs, samples))
TWICE(csampleorder_expand_luma, (uint8_t *samples, size_t count), (samples, count))
TWICE(csampleorder_expand_chroma, (uint8_t *samples, size_t count), (samples, count))
