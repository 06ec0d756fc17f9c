// Both loops sum 16-bit products to 32 bits: in pairs on x86 (pmaddwd), one by one on arm64
// (smlal). All arithmetic is exact in integers, so the processor affects only speed.
#include "CPlaneScaler.h"

#include "../twice.h"

static void down_from(const uint8_t *samples, ptrdiff_t bytes_per_row, int taps, const int16_t *weights, int x,
                      int width, int16_t *out) {
  for (; x < width; x++) {
    int32_t sum = 64;
    for (int k = 0; k < taps; k++) sum += samples[k * bytes_per_row + x] * weights[k];
    sum >>= 7;
    out[x] = (int16_t)(sum > INT16_MAX ? INT16_MAX : sum < INT16_MIN ? INT16_MIN : sum);
  }
}

static void across_from(const int16_t *row, const int32_t *first, int taps, const int16_t *weights, int x, int width,
                        uint8_t *out) {
  for (; x < width; x++) {
    const int16_t *from = row + first[x], *w = weights + (ptrdiff_t)x * taps;
    int32_t sum = 1 << 20;
    for (int k = 0; k < taps; k++) sum += from[k] * w[k];
    sum >>= 21;
    out[x] = (uint8_t)(sum < 0 ? 0 : sum > 255 ? 255 : sum);
  }
}

void cplanescaler_down_plain(const uint8_t *samples, ptrdiff_t bytes_per_row, int taps, const int16_t *weights,
                             int width, int16_t *out) {
  down_from(samples, bytes_per_row, taps, weights, 0, width, out);
}

void cplanescaler_across_plain(const int16_t *row, const int32_t *first, int taps, const int16_t *weights, int width,
                               uint8_t *out) {
  across_from(row, first, taps, weights, 0, width, out);
}

#ifdef __x86_64__
#include <immintrin.h>

FAST static int down_fast(const uint8_t *samples, ptrdiff_t bytes_per_row, int taps, const int16_t *weights, int width,
                          int16_t *out) {
  int x = 0;
  for (; x + 16 <= width; x += 16) {
    __m256i low = _mm256_set1_epi32(64), high = low;
    for (int k = 0; k < taps; k += 2) {
      const int32_t second = k + 1 < taps ? weights[k + 1] : 0;
      const uint32_t pair = (uint16_t)weights[k] | (uint32_t)second << 16;
      if (pair == 0) continue;
      const uint8_t *at = samples + k * bytes_per_row + x;
      const __m256i w = _mm256_set1_epi32((int32_t)pair);
      const __m256i a = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)at));
      const __m256i b = second ? _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(at + bytes_per_row)))
                               : _mm256_setzero_si256();
      low = _mm256_add_epi32(low, _mm256_madd_epi16(_mm256_unpacklo_epi16(a, b), w));
      high = _mm256_add_epi32(high, _mm256_madd_epi16(_mm256_unpackhi_epi16(a, b), w));
    }
    // Packing reverses the halves' interleaving.
    const __m256i both = _mm256_packs_epi32(_mm256_srai_epi32(low, 7), _mm256_srai_epi32(high, 7));
    _mm256_storeu_si256((__m256i *)(out + x), both);
  }
  return x;
}

// Sums four vectors of four 32-bit lanes each.
static inline __m128i sums(__m128i a, __m128i b, __m128i c, __m128i d) {
  const __m128i ab = _mm_add_epi32(_mm_unpacklo_epi32(a, b), _mm_unpackhi_epi32(a, b));
  const __m128i cd = _mm_add_epi32(_mm_unpacklo_epi32(c, d), _mm_unpackhi_epi32(c, d));
  return _mm_add_epi32(_mm_unpacklo_epi64(ab, cd), _mm_unpackhi_epi64(ab, cd));
}

static inline void put(__m128i sum, uint8_t *out) {
  const __m128i whole = _mm_srai_epi32(_mm_add_epi32(sum, _mm_set1_epi32(1 << 20)), 21);
  const __m128i shorts = _mm_packs_epi32(whole, whole);
  const int32_t four = _mm_cvtsi128_si32(_mm_packus_epi16(shorts, shorts));
  __builtin_memcpy(out, &four, 4);
}

// Four output samples at a time, each from four input samples.
static int across_four(const int16_t *row, const int32_t *first, const int16_t *weights, int width, uint8_t *out) {
  int x = 0;
  for (; x + 4 <= width; x += 4) {
    const __m128i *w = (const __m128i *)(weights + (ptrdiff_t)x * 4);
    const __m128i a = _mm_unpacklo_epi64(_mm_loadl_epi64((const __m128i *)(row + first[x])),
                                         _mm_loadl_epi64((const __m128i *)(row + first[x + 1])));
    const __m128i b = _mm_unpacklo_epi64(_mm_loadl_epi64((const __m128i *)(row + first[x + 2])),
                                         _mm_loadl_epi64((const __m128i *)(row + first[x + 3])));
    const __m128 p = _mm_castsi128_ps(_mm_madd_epi16(a, _mm_loadu_si128(w)));
    const __m128 q = _mm_castsi128_ps(_mm_madd_epi16(b, _mm_loadu_si128(w + 1)));
    put(_mm_add_epi32(_mm_castps_si128(_mm_shuffle_ps(p, q, _MM_SHUFFLE(2, 0, 2, 0))),
                      _mm_castps_si128(_mm_shuffle_ps(p, q, _MM_SHUFFLE(3, 1, 3, 1)))),
        out + x);
  }
  return x;
}

static int across_many(const int16_t *row, const int32_t *first, int taps, const int16_t *weights, int width,
                       uint8_t *out) {
  int x = 0;
  for (; x + 4 <= width; x += 4) {
    __m128i sum[4];
    for (int i = 0; i < 4; i++) {
      const int16_t *from = row + first[x + i], *w = weights + (ptrdiff_t)(x + i) * taps;
      sum[i] = _mm_setzero_si128();
      for (int k = 0; k < taps; k += 8)
        sum[i] = _mm_add_epi32(sum[i], _mm_madd_epi16(_mm_loadu_si128((const __m128i *)(from + k)),
                                                      _mm_loadu_si128((const __m128i *)(w + k))));
    }
    put(sums(sum[0], sum[1], sum[2], sum[3]), out + x);
  }
  return x;
}

#elif defined(__aarch64__)
#include <arm_neon.h>

// Sixteen samples at a time. The compiler would vectorize one sample's sum, whose rows lie far apart, instead of this.
static int down_fast(const uint8_t *samples, ptrdiff_t bytes_per_row, int taps, const int16_t *weights, int width,
                     int16_t *out) {
  int x = 0;
  for (; x + 16 <= width; x += 16) {
    int32x4_t a = vdupq_n_s32(64), b = a, c = a, d = a;
    for (int k = 0; k < taps; k++) {
      const int16_t w = weights[k];
      if (w == 0) continue;
      const uint8x16_t row = vld1q_u8(samples + k * bytes_per_row + x);
      const int16x8_t low = vreinterpretq_s16_u16(vmovl_u8(vget_low_u8(row)));
      const int16x8_t high = vreinterpretq_s16_u16(vmovl_high_u8(row));
      a = vmlal_n_s16(a, vget_low_s16(low), w);
      b = vmlal_high_n_s16(b, low, w);
      c = vmlal_n_s16(c, vget_low_s16(high), w);
      d = vmlal_high_n_s16(d, high, w);
    }
    vst1q_s16(out + x, vqshrn_high_n_s32(vqshrn_n_s32(a, 7), b, 7));
    vst1q_s16(out + x + 8, vqshrn_high_n_s32(vqshrn_n_s32(c, 7), d, 7));
  }
  return x;
}

// Sums four vectors of four lanes each, rounds the sums and clamps them to bytes.
static inline void put(const int32x4_t sum[4], uint8_t *out) {
  const int32x4_t all = vpaddq_s32(vpaddq_s32(sum[0], sum[1]), vpaddq_s32(sum[2], sum[3]));
  const int16x4_t whole = vqmovn_s32(vrshrq_n_s32(all, 21));
  const uint8x8_t bytes = vqmovun_s16(vcombine_s16(whole, whole));
  memcpy(out, &bytes, 4);
}

// Four output samples at a time, each from four input samples.
static int across_four(const int16_t *row, const int32_t *first, const int16_t *weights, int width, uint8_t *out) {
  int x = 0;
  for (; x + 4 <= width; x += 4) {
    int32x4_t sum[4];
    for (int i = 0; i < 4; i++) sum[i] = vmull_s16(vld1_s16(row + first[x + i]), vld1_s16(weights + (ptrdiff_t)(x + i) * 4));
    put(sum, out + x);
  }
  return x;
}

static int across_many(const int16_t *row, const int32_t *first, int taps, const int16_t *weights, int width,
                       uint8_t *out) {
  int x = 0;
  for (; x + 4 <= width; x += 4) {
    int32x4_t sum[4];
    for (int i = 0; i < 4; i++) {
      const int16_t *from = row + first[x + i], *w = weights + (ptrdiff_t)(x + i) * taps;
      sum[i] = vdupq_n_s32(0);
      for (int k = 0; k < taps; k += 8) {
        const int16x8_t values = vld1q_s16(from + k), shares = vld1q_s16(w + k);
        sum[i] = vmlal_s16(sum[i], vget_low_s16(values), vget_low_s16(shares));
        sum[i] = vmlal_high_s16(sum[i], values, shares);
      }
    }
    put(sum, out + x);
  }
  return x;
}

#endif

#if defined(__x86_64__) || defined(__aarch64__)

void cplanescaler_down(const uint8_t *samples, ptrdiff_t bytes_per_row, int taps, const int16_t *weights, int width,
                       int16_t *out) {
  const int done = HAS_FAST ? down_fast(samples, bytes_per_row, taps, weights, width, out) : 0;
  down_from(samples, bytes_per_row, taps, weights, done, width, out);
}

void cplanescaler_across(const int16_t *row, const int32_t *first, int taps, const int16_t *weights, int width,
                         uint8_t *out) {
  const int done = taps == 4 ? across_four(row, first, weights, width, out)
                             : across_many(row, first, taps, weights, width, out);
  across_from(row, first, taps, weights, done, width, out);
}

#else

void cplanescaler_down(const uint8_t *samples, ptrdiff_t bytes_per_row, int taps, const int16_t *weights, int width,
                       int16_t *out) {
  down_from(samples, bytes_per_row, taps, weights, 0, width, out);
}

void cplanescaler_across(const int16_t *row, const int32_t *first, int taps, const int16_t *weights, int width,
                         uint8_t *out) {
  across_from(row, first, taps, weights, 0, width, out);
}

#endif

// --- Boxes

INLINE void box_means(const uint16_t *sums, int across, uint32_t scale, int width, uint8_t *out) {
  // A sum is at most 255 · samples and the scale at most 2²⁴ / samples: the product stays below 2³².
  for (int x = 0; x < width; x++) {
    uint32_t sum = 0;
    for (int k = 0; k < across; k++) sum += sums[across * x + k];
    out[x] = (uint8_t)((sum * scale + (1u << 23)) >> 24);
  }
}

INLINE void cplanescaler_box_body(const uint8_t *samples, ptrdiff_t bytes_per_row, int across, int down, int width,
                                  uint16_t *restrict sums, uint8_t *restrict out) {
  const int used = across * width;
  // Two rows at a time.
  int row = 2 - (down & 1);
  const uint8_t *second = samples + bytes_per_row;
  if (row == 1) {
    for (int x = 0; x < used; x++) sums[x] = samples[x];
  } else {
    for (int x = 0; x < used; x++) sums[x] = (uint16_t)(samples[x] + second[x]);
  }
  for (; row < down; row += 2) {
    const uint8_t *a = samples + row * bytes_per_row, *b = a + bytes_per_row;
    for (int x = 0; x < used; x++) sums[x] = (uint16_t)(sums[x] + a[x] + b[x]);
  }
  // Division by multiplication: exact enough for means of at most 4096 samples.
  const uint32_t scale = (1u << 24) / (uint32_t)(across * down);
  // Literal factors for the usual ones, so that the compiler knows which samples meet.
  switch (across) {
    case 2: box_means(sums, 2, scale, width, out); break;
    case 3: box_means(sums, 3, scale, width, out); break;
    case 4: box_means(sums, 4, scale, width, out); break;
    case 5: box_means(sums, 5, scale, width, out); break;
    case 6: box_means(sums, 6, scale, width, out); break;
    case 8: box_means(sums, 8, scale, width, out); break;
    default: box_means(sums, across, scale, width, out);
  }
}
TWICE(cplanescaler_box,
      (const uint8_t *samples, ptrdiff_t bytes_per_row, int across, int down, int width, uint16_t *sums, uint8_t *out),
      (samples, bytes_per_row, across, down, width, sums, out))
