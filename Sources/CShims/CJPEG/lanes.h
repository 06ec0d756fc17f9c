// What transforms are written in: lanes of 16 bits, and sums of products in 32. A vector has two blocks with AVX2, one in each half,
// and one with NEON.
#pragma once
#include "../twice.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define WIDE __attribute__((target("avx2"))) static inline __attribute__((always_inline))
enum { BLOCKS_AT_ONCE = 2 };

typedef __m256i many;
// Lower and upper lanes of each block, and two vectors to be multiplied with a constant each.
typedef struct { __m256i low, high; } pairs, couple;

WIDE many none(void) { return _mm256_setzero_si256(); }
WIDE many add(many a, many b) { return _mm256_add_epi16(a, b); }
WIDE many subtract(many a, many b) { return _mm256_sub_epi16(a, b); }
WIDE many multiply(many a, many b) { return _mm256_mullo_epi16(a, b); }
WIDE many either(many a, many b) { return _mm256_or_si256(a, b); }
WIDE many four_times(many a) { return _mm256_slli_epi16(a, 2); }
// A quarter, to the nearest.
WIDE many quartered(many a) { return _mm256_srai_epi16(_mm256_add_epi16(a, _mm256_set1_epi16(2)), 2); }
// The lower, and the upper four lanes of each block by turns.
WIDE many lower(many a, many b) { return _mm256_unpacklo_epi16(a, b); }
WIDE many upper(many a, many b) { return _mm256_unpackhi_epi16(a, b); }

WIDE couple with(many a, many b) { return (couple){lower(a, b), upper(a, b)}; }
// a · first + b · second.
WIDE pairs products(couple ab, int first, int second) {
  const __m256i factors = _mm256_set1_epi32((int)((uint32_t)second << 16 | (uint16_t)first));
  return (pairs){_mm256_madd_epi16(ab.low, factors), _mm256_madd_epi16(ab.high, factors)};
}
WIDE pairs sum(pairs a, pairs b) { return (pairs){_mm256_add_epi32(a.low, b.low), _mm256_add_epi32(a.high, b.high)}; }
WIDE pairs difference_of(pairs a, pairs b) { return (pairs){_mm256_sub_epi32(a.low, b.low), _mm256_sub_epi32(a.high, b.high)}; }
WIDE pairs halves_of(int shift) {
  const __m256i half = _mm256_set1_epi32(1 << (shift - 1));
  return (pairs){half, half};
}
// Values with so many fractional bits.
WIDE pairs fixed(many values, int bits) {
  const couple above = with(none(), values);
  return (pairs){_mm256_srai_epi32(above.low, 16 - bits), _mm256_srai_epi32(above.high, 16 - bits)};
}
// Without their lowest bits, saturated.
WIDE many shifted(pairs a, int shift) { return _mm256_packs_epi32(_mm256_srai_epi32(a.low, shift), _mm256_srai_epi32(a.high, shift)); }

WIDE many loaded(const void *a, const void *b) { return _mm256_loadu2_m128i(b, a); }
WIDE many repeated(const void *a) { return _mm256_broadcastsi128_si256(_mm_loadu_si128(a)); }

#elif defined(__aarch64__)
#include <arm_neon.h>

#define WIDE INLINE
#define FAST
enum { BLOCKS_AT_ONCE = 1 };

typedef int16x8_t many;
typedef struct { int32x4_t low, high; } pairs;
typedef struct { int16x8_t a, b; } couple;

WIDE many none(void) { return vdupq_n_s16(0); }
WIDE many add(many a, many b) { return vaddq_s16(a, b); }
WIDE many subtract(many a, many b) { return vsubq_s16(a, b); }
WIDE many multiply(many a, many b) { return vmulq_s16(a, b); }
WIDE many either(many a, many b) { return vorrq_s16(a, b); }
WIDE many four_times(many a) { return vshlq_n_s16(a, 2); }
WIDE many quartered(many a) { return vshrq_n_s16(vaddq_s16(a, vdupq_n_s16(2)), 2); }
WIDE many lower(many a, many b) { return vzip1q_s16(a, b); }
WIDE many upper(many a, many b) { return vzip2q_s16(a, b); }

WIDE couple with(many a, many b) { return (couple){a, b}; }
WIDE pairs products(couple ab, int first, int second) {
  const int16_t one = (int16_t)first, other = (int16_t)second;
  return (pairs){vmlal_n_s16(vmull_n_s16(vget_low_s16(ab.a), one), vget_low_s16(ab.b), other),
                 vmlal_high_n_s16(vmull_high_n_s16(ab.a, one), ab.b, other)};
}
WIDE pairs sum(pairs a, pairs b) { return (pairs){vaddq_s32(a.low, b.low), vaddq_s32(a.high, b.high)}; }
WIDE pairs difference_of(pairs a, pairs b) { return (pairs){vsubq_s32(a.low, b.low), vsubq_s32(a.high, b.high)}; }
WIDE pairs halves_of(int shift) {
  const int32x4_t half = vdupq_n_s32(1 << (shift - 1));
  return (pairs){half, half};
}
WIDE pairs fixed(many values, int bits) {
  return (pairs){vmovl_s16(vget_low_s16(values)) << bits, vmovl_high_s16(values) << bits};
}
WIDE many shifted(pairs a, int shift) { return vqmovn_high_s32(vqmovn_s32(a.low >> shift), a.high >> shift); }

WIDE many loaded(const void *a, const void *b) {
  (void)b;
  return vld1q_s16(a);
}
WIDE many repeated(const void *a) { return vld1q_s16(a); }
#endif
