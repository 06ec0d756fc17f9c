// Transforms of 8×8 blocks between samples and quantized coefficients, eight lanes at a time.
//
// C. Loeffler, A. Ligtenberg and G. Moschytz, "Practical fast 1-D DCT algorithms with 11
// multiplications" (ICASSP 1989), with 13 fractional bits in the constants and 2 kept between the
// passes, so that results match libjpeg-turbo's accurate integer transform to the bit.
#include <stdbool.h>

#if defined(__aarch64__)
#include <arm_neon.h>
#endif

#include "../twice.h"
#include "CJPEG.h"

typedef int16_t shorts __attribute__((vector_size(16)));
// For sums and products, which wrap around if a camera sends coefficients that no picture has.
typedef uint32_t words __attribute__((vector_size(32)));
typedef uint8_t bytes __attribute__((vector_size(8)));
typedef int16_t sixteen __attribute__((vector_size(32)));
typedef int8_t flags __attribute__((vector_size(16)));

#define WIDEN(v) ((words)__builtin_convertvector(v, lanes))
// A constant with 13 fractional bits.
#define FIX(x) ((uint32_t)((x) * 8192 + 0.5))
// Macros and pointers, not arguments: how vectors are passed depends on a function's target.
#define DESCALE(v, shift) ((words)((lanes)((v) + (1u << ((shift) - 1))) >> (shift)))

void cjpeg_block_scale_set(cjpeg_block_scale *scale, int position, int step) {
  scale->step[position] = step;
  scale->reciprocal[position] = 1.0f / (float)(8 * step);
}

// Rotations shared by both directions (figure 1 of the paper, odd part, in the form with 5 shared factors).
INLINE void rotate(words out[4]) {
  words a = out[0], b = out[1], c = out[2], d = out[3];
  words shared = (a + c + b + d) * FIX(1.175875602);
  words ad = (a + d) * -FIX(0.899976223), bc = (b + c) * -FIX(2.562915447);
  words ac = (a + c) * -FIX(1.961570560) + shared, bd = (b + d) * -FIX(0.390180644) + shared;
  out[0] = a * FIX(0.298631336) + ad + ac;
  out[1] = b * FIX(2.053119869) + bc + bd;
  out[2] = c * FIX(3.072711026) + bc + ac;
  out[3] = d * FIX(1.501321110) + ad + bd;
}

INLINE void forward_pass(words x[8], bool first) {
  words s0 = x[0] + x[7], s1 = x[1] + x[6], s2 = x[2] + x[5], s3 = x[3] + x[4];
  words d0 = x[0] - x[7], d1 = x[1] - x[6], d2 = x[2] - x[5], d3 = x[3] - x[4];
  words outer = s0 + s3, inner = s1 + s2, outer_difference = s0 - s3, inner_difference = s1 - s2;
  int shift = first ? 11 : 15;
  x[0] = first ? (outer + inner) << 2 : DESCALE(outer + inner, 2);
  x[4] = first ? (outer - inner) << 2 : DESCALE(outer - inner, 2);
  words shared = (inner_difference + outer_difference) * FIX(0.541196100);
  x[2] = DESCALE(shared + outer_difference * FIX(0.765366865), shift);
  x[6] = DESCALE(shared - inner_difference * FIX(1.847759065), shift);
  words odd[4] = {d3, d2, d1, d0};
  rotate(odd);
  x[7] = DESCALE(odd[0], shift);
  x[5] = DESCALE(odd[1], shift);
  x[3] = DESCALE(odd[2], shift);
  x[1] = DESCALE(odd[3], shift);
}

INLINE void inverse_pass(words x[8], int shift) {
  words shared = (x[2] + x[6]) * FIX(0.541196100);
  words low = shared - x[6] * FIX(1.847759065), high = shared + x[2] * FIX(0.765366865);
  words sum = (x[0] + x[4]) << 13, difference = (x[0] - x[4]) << 13;
  words e0 = sum + high, e3 = sum - high, e1 = difference + low, e2 = difference - low;
  words o[4] = {x[7], x[5], x[3], x[1]};
  rotate(o);
  x[0] = DESCALE(e0 + o[3], shift);
  x[7] = DESCALE(e0 - o[3], shift);
  x[1] = DESCALE(e1 + o[2], shift);
  x[6] = DESCALE(e1 - o[2], shift);
  x[2] = DESCALE(e2 + o[1], shift);
  x[5] = DESCALE(e2 - o[1], shift);
  x[3] = DESCALE(e3 + o[0], shift);
  x[4] = DESCALE(e3 - o[0], shift);
}

// Three rounds of perfect shuffles of rows that are 4 apart.
#define TRANSPOSE(type, x)                                                           \
  for (int round = 0; round < 3; round++) {                                          \
    type y[8];                                                                       \
    memcpy(y, x, sizeof y);                                                          \
    for (int i = 0; i < 4; i++) {                                                    \
      x[2 * i] = __builtin_shufflevector(y[i], y[i + 4], 0, 8, 1, 9, 2, 10, 3, 11);  \
      x[2 * i + 1] = __builtin_shufflevector(y[i], y[i + 4], 4, 12, 5, 13, 6, 14, 7, 15); \
    }                                                                                \
  }

INLINE void cjpeg_forward_body(const uint8_t *samples, ptrdiff_t bytes_per_row, const cjpeg_block_scale *scale, int16_t *out) {
  shorts rows[8];
  words x[8];
  for (int i = 0; i < 8; i++) {
    bytes row;
    memcpy(&row, samples + i * bytes_per_row, sizeof row);
    rows[i] = __builtin_convertvector(row, shorts) - 128;
  }
  // Along the rows first, as libjpeg does: the order affects the last bit. The transposed values
  // fit in 16 bits.
  TRANSPOSE(shorts, rows);
  for (int i = 0; i < 8; i++) x[i] = WIDEN(rows[i]);
  forward_pass(x, true);
  for (int i = 0; i < 8; i++) rows[i] = __builtin_convertvector((lanes)x[i], shorts);
  TRANSPOSE(shorts, rows);
  for (int i = 0; i < 8; i++) x[i] = WIDEN(rows[i]);
  forward_pass(x, false);
  for (int i = 0; i < 8; i++) {
    lanes step, sign = (lanes)x[i] >> 31;
    floats reciprocal;
    memcpy(&step, scale->step + 8 * i, sizeof step);
    memcpy(&reciprocal, scale->reciprocal + 8 * i, sizeof reciprocal);
    // Rounding (n + d/2) / d - 1/2 + 1/4096 to the nearest truncates the quotient, whose fraction
    // is 0 or at least 1/2040. Multiplying by the reciprocal is off by 2⁻²³ of the quotient, which
    // is at most 1024 · 8 / d: for d = 24, the smallest that is no power of two, that is 1/24,000.
    // Adding 3 × 2²² leaves the rounded value in the lowest bits.
    lanes dividend = (((lanes)x[i] ^ sign) - sign) + step * 4;
    floats rounded = __builtin_convertvector(dividend, floats) * reciprocal + (-0.5f + 1.0f / 4096) + 12582912.0f;
    lanes quotient;
    memcpy(&quotient, &rounded, sizeof quotient);
    quotient -= 0x4B400000;
    shorts row = __builtin_convertvector((quotient ^ sign) - sign, shorts);
    memcpy(out + 8 * i, &row, sizeof row);
  }
}
TWICE(cjpeg_forward,
      (const uint8_t *samples, ptrdiff_t bytes_per_row, const cjpeg_block_scale *scale, int16_t *coefficients),
      (samples, bytes_per_row, scale, coefficients))

INLINE void cjpeg_inverse_body(const int16_t *coefficients, const cjpeg_block_scale *scale, uint8_t *out,
                    ptrdiff_t bytes_per_row) {
  words x[8];
  for (int i = 0; i < 8; i++) {
    shorts row;
    words step;
    memcpy(&row, coefficients + 8 * i, sizeof row);
    memcpy(&step, scale->step + 8 * i, sizeof step);
    x[i] = WIDEN(row) * step;
  }
  inverse_pass(x, 11);
  TRANSPOSE(words, x);
  inverse_pass(x, 18);
  TRANSPOSE(words, x);
  for (int i = 0; i < 8; i++) {
    lanes level = (lanes)(x[i] + 128);
    lanes over = level > 255;
    level = (level & (level >= 0) & ~over) | (over & 255);
    bytes row = __builtin_convertvector(level, bytes);
    memcpy(out + i * bytes_per_row, &row, sizeof row);
  }
}
TWICE(cjpeg_inverse,
      (const int16_t *coefficients, const cjpeg_block_scale *scale, uint8_t *samples, ptrdiff_t bytes_per_row),
      (coefficients, scale, samples, bytes_per_row))

// A comparison gives all ones or zeros in each lane; the lowest bits, or a distinct one of each lane, are gathered.
uint64_t cjpeg_nonzero(const int16_t *coefficients) {
#if defined(__aarch64__)
  // Without an instruction for a vector's mask: bits of eight bytes each, added up in three rounds of pairs.
  const uint8x16_t bits = vreinterpretq_u8_u64(vdupq_n_u64(0x8040201008040201));
  uint8x16_t sums[4];
  for (int i = 0; i < 4; i++) {
    const int16x8_t low = vld1q_s16(coefficients + 16 * i), high = vld1q_s16(coefficients + 16 * i + 8);
    const uint16x8_t first = vtstq_s16(low, low), second = vtstq_s16(high, high);
    sums[i] = vandq_u8(vuzp1q_u8(vreinterpretq_u8_u16(first), vreinterpretq_u8_u16(second)), bits);
  }
  const uint8x16_t all = vpaddq_u8(vpaddq_u8(sums[0], sums[1]), vpaddq_u8(sums[2], sums[3]));
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(all, all)), 0);
#else
  uint64_t mask = 0;
  for (int i = 0; i < 4; i++) {
    sixteen values;
    memcpy(&values, coefficients + 16 * i, sizeof values);
    flags set = __builtin_convertvector(values != 0, flags);
#if defined(__SSE2__)
    mask |= (uint64_t)(uint16_t)__builtin_ia32_pmovmskb128((__attribute__((vector_size(16))) char)set) << 16 * i;
#else
    for (int k = 0; k < 16; k++) mask |= (uint64_t)(set[k] & 1) << (16 * i + k);
#endif
  }
  return mask;
#endif
}
