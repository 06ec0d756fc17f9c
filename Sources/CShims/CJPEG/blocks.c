// Transforms of 8×8 blocks between samples and quantized coefficients, eight lanes at a time.
//
// C. Loeffler, A. Ligtenberg and G. Moschytz, "Practical fast 1-D DCT algorithms with 11
// multiplications" (ICASSP 1989), with 13 fractional bits in the constants and 2 kept between the
// passes, so that results match libjpeg-turbo's accurate integer transform to the bit.
#include <stdbool.h>

#include "CJPEG.h"
#include "lanes.h"

typedef int16_t shorts __attribute__((vector_size(16)));
typedef uint16_t halves __attribute__((vector_size(16)));
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

// To the nearest, halves away from zero: (n + d/2) / d for d = 8 · step, as a product with the upper halves of two others kept.
// T. Granlund and P. Montgomery, "Division by invariant integers using multiplication" (PLDI 1994): 2^s / d rounded to the nearest
// is exact for dividends of 16 bits if s is 16 more than d's logarithm, and if a factor rounded down meets a dividend larger by one.
void cjpeg_block_scale_set(cjpeg_block_scale *scale, int position, int step) {
  const uint64_t divisor = 8 * (uint64_t)step;
  int logarithm = 63 - __builtin_clzll(divisor);
  const uint64_t one = 1ull << (16 + logarithm);
  uint64_t factor = one / divisor, bias = divisor / 2;
  const uint64_t rest = one % divisor;
  if (rest == 0) {
    // A power of two, whose factor would take 17 bits.
    factor /= 2;
    logarithm -= 1;
  } else if (rest > divisor / 2) {
    factor += 1;
  } else {
    bias += 1;
  }
  // A larger step leaves nothing of 16 bits.
  const bool leaves = step < 8192;
  scale->step[position] = (uint16_t)step;
  scale->factor[position] = leaves ? (uint16_t)factor : 0;
  scale->bias[position] = leaves ? (uint16_t)bias : 0;
  scale->unit[position] = leaves ? (uint16_t)(1u << (16 - logarithm)) : 0;
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

INLINE void forward_one(const cjpeg_block *block) {
  const cjpeg_block_scale *scale = block->scale;
  shorts rows[8];
  words x[8];
  for (int i = 0; i < 8; i++) {
    bytes row;
    memcpy(&row, block->samples + i * block->bytes_per_row, sizeof row);
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
    halves factor, bias, unit;
    memcpy(&factor, scale->factor + 8 * i, sizeof factor);
    memcpy(&bias, scale->bias + 8 * i, sizeof bias);
    memcpy(&unit, scale->unit + 8 * i, sizeof unit);
    lanes sign = (lanes)x[i] >> 31;
    words dividend = (words)(((lanes)x[i] ^ sign) - sign) + __builtin_convertvector(bias, words);
    words quotient = ((dividend * __builtin_convertvector(factor, words)) >> 16) * __builtin_convertvector(unit, words) >> 16;
    shorts row = __builtin_convertvector(((lanes)quotient ^ sign) - sign, shorts);
    memcpy(block->coefficients + 8 * i, &row, sizeof row);
  }
}

void cjpeg_forward_plain(const cjpeg_block *a, const cjpeg_block *b) {
  forward_one(a);
  forward_one(b);
}

#if defined(WIDE)
// Lanes of 16 bits hold what a pass adds; products of two values with two constants are added in 32.
WIDE many descaled(pairs a, int shift) { return shifted(sum(a, halves_of(shift)), shift); }

WIDE void forward_lanes(many x[8], bool first) {
  many s[4], d[4];
  for (int i = 0; i < 4; i++) {
    s[i] = add(x[i], x[7 - i]);
    d[i] = subtract(x[i], x[7 - i]);
  }
  const many outer = add(s[0], s[3]), inner = add(s[1], s[2]);
  const int shift = first ? 11 : 15;
  x[0] = first ? four_times(add(outer, inner)) : quartered(add(outer, inner));
  x[4] = first ? four_times(subtract(outer, inner)) : quartered(subtract(outer, inner));
  const couple even = with(subtract(s[0], s[3]), subtract(s[1], s[2]));
  // The constants of forward_pass and rotate, added up where they meet the same value.
  x[2] = descaled(products(even, 4433 + 6270, 4433), shift);
  x[6] = descaled(products(even, 4433, 4433 - 15137), shift);
  const couple shared = with(add(d[3], d[1]), add(d[2], d[0]));
  const pairs ac = products(shared, 9633 - 16069, 9633), bd = products(shared, 9633, 9633 - 3196);
  const couple ad = with(d[3], d[0]), bc = with(d[2], d[1]);
  x[7] = descaled(sum(products(ad, 2446 - 7373, -7373), ac), shift);
  x[1] = descaled(sum(products(ad, -7373, 12299 - 7373), bd), shift);
  x[5] = descaled(sum(products(bc, 16819 - 20995, -20995), bd), shift);
  x[3] = descaled(sum(products(bc, -20995, 25172 - 20995), ac), shift);
}

WIDE void transpose(many x[8]) {
  for (int round = 0; round < 3; round++) {
    many y[8];
    memcpy(y, x, sizeof y);
    for (int i = 0; i < 4; i++) {
      x[2 * i] = lower(y[i], y[i + 4]);
      x[2 * i + 1] = upper(y[i], y[i + 4]);
    }
  }
}

#if defined(__x86_64__)
WIDE many levels(const cjpeg_block *a, const cjpeg_block *b, int row) {
  const __m128i samples = _mm_unpacklo_epi64(_mm_loadl_epi64((const __m128i *)(a->samples + row * a->bytes_per_row)),
                                             _mm_loadl_epi64((const __m128i *)(b->samples + row * b->bytes_per_row)));
  return _mm256_sub_epi16(_mm256_cvtepu8_epi16(samples), _mm256_set1_epi16(128));
}
WIDE many quantized(many x, many bias, many factor, many unit) {
  const many dividend = _mm256_add_epi16(_mm256_abs_epi16(x), bias);
  return _mm256_sign_epi16(_mm256_mulhi_epu16(_mm256_mulhi_epu16(dividend, factor), unit), x);
}
WIDE void keep(const cjpeg_block *a, const cjpeg_block *b, int row, many values) {
  _mm256_storeu2_m128i((__m128i *)(b->coefficients + 8 * row), (__m128i *)(a->coefficients + 8 * row), values);
}
#else
WIDE many levels(const cjpeg_block *a, const cjpeg_block *b, int row) {
  (void)b;
  return vreinterpretq_s16_u16(vsubl_u8(vld1_u8(a->samples + row * a->bytes_per_row), vdup_n_u8(128)));
}
WIDE uint16x8_t upper_half(uint16x8_t a, uint16x8_t b) {
  return vuzp2q_u16(vreinterpretq_u16_u32(vmull_u16(vget_low_u16(a), vget_low_u16(b))), vreinterpretq_u16_u32(vmull_high_u16(a, b)));
}
WIDE many quantized(many x, many bias, many factor, many unit) {
  const uint16x8_t dividend = vaddq_u16(vreinterpretq_u16_s16(vabsq_s16(x)), vreinterpretq_u16_s16(bias));
  const uint16x8_t quotient = upper_half(upper_half(dividend, vreinterpretq_u16_s16(factor)), vreinterpretq_u16_s16(unit));
  const many sign = vshrq_n_s16(x, 15);
  return vsubq_s16(veorq_s16(vreinterpretq_s16_u16(quotient), sign), sign);
}
WIDE void keep(const cjpeg_block *a, const cjpeg_block *b, int row, many values) {
  (void)b;
  vst1q_s16(a->coefficients + 8 * row, values);
}
#endif

FAST static void forward_fast(const cjpeg_block *a, const cjpeg_block *b) {
  many x[8];
  for (int i = 0; i < 8; i++) x[i] = levels(a, b, i);
  transpose(x);
  forward_lanes(x, true);
  transpose(x);
  forward_lanes(x, false);
  const cjpeg_block_scale *first = a->scale, *second = b->scale;
  if (first == second) {
    for (int i = 0; i < 8; i++) keep(a, b, i, quantized(x[i], repeated(first->bias + 8 * i), repeated(first->factor + 8 * i), repeated(first->unit + 8 * i)));
  } else {
    for (int i = 0; i < 8; i++) {
      const int at = 8 * i;
      keep(a, b, i, quantized(x[i], loaded(first->bias + at, second->bias + at), loaded(first->factor + at, second->factor + at),
                              loaded(first->unit + at, second->unit + at)));
    }
  }
}

void cjpeg_forward(const cjpeg_block *a, const cjpeg_block *b) {
  if (!HAS_FAST) return cjpeg_forward_plain(a, b);
  const cjpeg_block *blocks[3] = {a, b, a};
  for (int i = 0; i < 2; i += BLOCKS_AT_ONCE) forward_fast(blocks[i], blocks[i + 1]);
}
#else
void cjpeg_forward(const cjpeg_block *a, const cjpeg_block *b) { cjpeg_forward_plain(a, b); }
#endif

INLINE void cjpeg_inverse_body(const int16_t *coefficients, const cjpeg_block_scale *scale, uint8_t *out,
                    ptrdiff_t bytes_per_row) {
  words x[8];
  for (int i = 0; i < 8; i++) {
    shorts row;
    halves step;
    memcpy(&row, coefficients + 8 * i, sizeof row);
    memcpy(&step, scale->step + 8 * i, sizeof step);
    x[i] = WIDEN(row) * __builtin_convertvector(step, words);
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

// The lower 16 bits of a value, and the nearest that fits in them.
#define WRAPPED(v) ((words)((lanes)((v) << 16) >> 16))
INLINE void saturate(words *v) {
  const lanes signed_ = (lanes)*v, over = signed_ > 32767, under = signed_ < -32768;
  *v = (words)((signed_ & ~over & ~under) | (over & 32767) | (under & -32768));
}

// inverse_pass with sums of two values in 16 bits, as libjpeg-turbo's vectors have them.
INLINE void inverse_pass_wrapped(words x[8], int shift) {
  const words sum = WRAPPED(x[0] + x[4]) << 13, difference = WRAPPED(x[0] - x[4]) << 13;
  const words high = x[2] * (FIX(0.541196100) + FIX(0.765366865)) + x[6] * FIX(0.541196100);
  const words low = x[2] * FIX(0.541196100) + x[6] * (FIX(0.541196100) - FIX(1.847759065));
  const words e0 = sum + high, e3 = sum - high, e1 = difference + low, e2 = difference - low;
  const words ac = WRAPPED(x[7] + x[3]), bd = WRAPPED(x[5] + x[1]);
  const words sac = ac * (FIX(1.175875602) - FIX(1.961570560)) + bd * FIX(1.175875602);
  const words sbd = ac * FIX(1.175875602) + bd * (FIX(1.175875602) - FIX(0.390180644));
  const words o0 = x[7] * (FIX(0.298631336) - FIX(0.899976223)) - x[1] * FIX(0.899976223) + sac;
  const words o1 = x[5] * (FIX(2.053119869) - FIX(2.562915447)) - x[3] * FIX(2.562915447) + sbd;
  const words o2 = x[3] * (FIX(3.072711026) - FIX(2.562915447)) - x[5] * FIX(2.562915447) + sac;
  const words o3 = x[1] * (FIX(1.501321110) - FIX(0.899976223)) - x[7] * FIX(0.899976223) + sbd;
  x[0] = DESCALE(e0 + o3, shift);
  x[7] = DESCALE(e0 - o3, shift);
  x[1] = DESCALE(e1 + o2, shift);
  x[6] = DESCALE(e1 - o2, shift);
  x[2] = DESCALE(e2 + o1, shift);
  x[5] = DESCALE(e2 - o1, shift);
  x[3] = DESCALE(e3 + o0, shift);
  x[4] = DESCALE(e3 - o0, shift);
  for (int i = 0; i < 8; i++) saturate(x + i);
}

// Dequantizes rows but the one given, 0 for none. Returns whether there are coefficients in the first only.
INLINE bool dequantize(const cjpeg_dequantized *block, int unused, words x[8]) {
  shorts others = {0};
  for (int i = 0; i < 8; i++) {
    shorts row;
    halves step;
    memcpy(&row, block->coefficients + 8 * i, sizeof row);
    memcpy(&step, block->steps + 8 * i, sizeof step);
    if (i > 0 && i != unused) others |= row;
    x[i] = WRAPPED(WIDEN(row) * __builtin_convertvector(step, words));
  }
  uint64_t rest[2];
  memcpy(rest, &others, sizeof rest);
  return (rest[0] | rest[1]) == 0;
}

INLINE void inverse_one_wrapped(const cjpeg_dequantized *block) {
  words x[8];
  if (dequantize(block, 0, x)) {
    // Only the first row: libjpeg-turbo doesn't saturate here.
    x[0] = WRAPPED(x[0] << 2);
    for (int i = 1; i < 8; i++) x[i] = x[0];
  } else {
    inverse_pass_wrapped(x, 11);
  }
  TRANSPOSE(words, x);
  inverse_pass_wrapped(x, 18);
  TRANSPOSE(words, x);
  for (int i = 0; i < 8; i++) {
    const lanes value = (lanes)x[i], over = value > 127, under = value < -128;
    const lanes level = ((value & ~over & ~under) | (over & 127) | (under & -128)) + 128;
    const bytes row = __builtin_convertvector(level, bytes);
    memcpy(block->samples + i * block->bytes_per_row, &row, sizeof row);
  }
}

void cjpeg_inverse_two_plain(const cjpeg_dequantized blocks[2], int is_low) {
  (void)is_low;
  inverse_one_wrapped(blocks);
  inverse_one_wrapped(blocks + 1);
}

// Four points of eight, as libjpeg's jidctred.c has them; x[4] isn't used.
INLINE void halving_pass_wrapped(const words x[8], words out[4], int shift) {
  const words even = x[0] << 14, difference = x[2] * FIX(1.847759065) - x[6] * FIX(0.765366865);
  const words inner = x[5] * FIX(1.451774981) - x[7] * FIX(0.211164243) - x[3] * FIX(2.172734803) + x[1] * FIX(1.061594337);
  const words outer = x[3] * FIX(0.899976223) - x[7] * FIX(0.509795579) - x[5] * FIX(0.601344887) + x[1] * FIX(2.562915447);
  out[0] = DESCALE(even + difference + outer, shift);
  out[3] = DESCALE(even + difference - outer, shift);
  out[1] = DESCALE(even - difference + inner, shift);
  out[2] = DESCALE(even - difference - inner, shift);
  for (int i = 0; i < 4; i++) saturate(out + i);
}

INLINE void halve_one_wrapped(const cjpeg_dequantized *block) {
  words x[8], rows[4], columns[8] = {0};
  const bool is_single_row = dequantize(block, 4, x);
  halving_pass_wrapped(x, rows, 12);
  if (is_single_row) rows[0] = rows[1] = rows[2] = rows[3] = WRAPPED(x[0] << 2);
  for (int i = 0; i < 8; i++)
    for (int k = 0; k < 4; k++) columns[i][k] = rows[k][i];
  halving_pass_wrapped(columns, rows, 19);
  for (int y = 0; y < 4; y++)
    for (int i = 0; i < 4; i++) {
      const int32_t value = (int32_t)rows[i][y];
      block->samples[y * block->bytes_per_row + i] = (uint8_t)((value < -128 ? -128 : value > 127 ? 127 : value) + 128);
    }
}

void cjpeg_halve_two_plain(const cjpeg_dequantized blocks[2]) {
  halve_one_wrapped(blocks);
  halve_one_wrapped(blocks + 1);
}

// --- To fewer samples

// What a frequency of n points is worth at each of the first half of them: √2 cos((2x + 1) u π / 2n), with 13 fractional bits; [n][u][x].
static const int16_t waves[8][8][4] = {
  [2] = {{0}, {8192}},
  [3] = {{0}, {10033, 0}, {5793, -11585}},
  [4] = {{0}, {10703, 4433}, {8192, -8192}, {4433, -10703}},
  [5] = {{0}, {11018, 6810, 0}, {9373, -3580, -11585}, {6810, -11018, 0}, {3580, -9373, 11585}},
  [6] = {{0}, {11190, 8192, 2998}, {10033, 0, -10033}, {8192, -8192, -8192}, {5793, -11585, 5793}, {2998, -8192, 11190}},
  [7] = {{0}, {11295, 9058, 5027, 0}, {10438, 2578, -7223, -11585}, {9058, -5027, -11295, 0}, {7223, -10438, -2578, 11585}, {5027, -11295, 9058, 0}, {2578, -7223, 10438, -11585}},
};

// The lowest n frequencies to n points. Sums of mirrored points differ in the signs of odd frequencies.
INLINE void reducing_pass(words x[8], int points, int shift) {
  words out[8] = {{0}};
  for (int i = 0; i < (points + 1) / 2; i++) {
    words even = (x[0] << 13) + (1u << (shift - 1)), odd = {0};
    for (int u = 2; u < points; u += 2) even += x[u] * (uint32_t)waves[points][u][i];
    for (int u = 1; u < points; u += 2) odd += x[u] * (uint32_t)waves[points][u][i];
    out[i] = (words)((lanes)(even + odd) >> shift);
    out[points - 1 - i] = (words)((lanes)(even - odd) >> shift);
  }
  for (int i = 0; i < 8; i++) {
    saturate(out + i);
    x[i] = out[i];
  }
}

INLINE void reduce_one(const cjpeg_dequantized *block, int points) {
  words x[8];
  dequantize(block, 0, x);
  reducing_pass(x, points, 11);
  TRANSPOSE(words, x);
  reducing_pass(x, points, 18);
  TRANSPOSE(words, x);
  for (int y = 0; y < points; y++) {
    for (int i = 0; i < points; i++) {
      const int32_t value = (int32_t)x[y][i];
      block->samples[y * block->bytes_per_row + i] = (uint8_t)((value < -128 ? -128 : value > 127 ? 127 : value) + 128);
    }
  }
}

// With a constant for each number of points.
#define FOR_POINTS(call) \
  switch (points) {      \
    case 1: call(1); break; \
    case 2: call(2); break; \
    case 3: call(3); break; \
    case 5: call(5); break; \
    case 6: call(6); break; \
    case 7: call(7); break; \
  }

INLINE void reduce_each(const cjpeg_dequantized blocks[2], int points) {
#define CALL(n) reduce_one(blocks, n), reduce_one(blocks + 1, n)
  FOR_POINTS(CALL)
#undef CALL
}

void cjpeg_reduce_two_plain(const cjpeg_dequantized blocks[2], int points) { reduce_each(blocks, points); }

#if defined(WIDE)
// The ends of both passes: sums and differences of the even part, which is rounded already, and the odd one.
WIDE void butterflies(many x[8], const pairs even[4], const pairs odd[4], int shift) {
  for (int i = 0; i < 4; i++) {
    x[i] = shifted(sum(even[i], odd[3 - i]), shift);
    x[7 - i] = shifted(difference_of(even[i], odd[3 - i]), shift);
  }
}

// Values with 13 fractional bits, and half of what is shifted out.
WIDE pairs rounded(many values, int shift) { return sum(fixed(values, 13), halves_of(shift)); }

WIDE void inverse_lanes(many x[8], int shift) {
  const pairs total = rounded(add(x[0], x[4]), shift), rest = rounded(subtract(x[0], x[4]), shift);
  const couple even = with(x[2], x[6]);
  const pairs high = products(even, 4433 + 6270, 4433), low = products(even, 4433, 4433 - 15137);
  const couple shared = with(add(x[7], x[3]), add(x[5], x[1]));
  const pairs ac = products(shared, 9633 - 16069, 9633), bd = products(shared, 9633, 9633 - 3196);
  const couple ad = with(x[7], x[1]), bc = with(x[5], x[3]);
  butterflies(x, (pairs[4]){sum(total, high), sum(rest, low), difference_of(rest, low), difference_of(total, high)},
              (pairs[4]){sum(products(ad, 2446 - 7373, -7373), ac), sum(products(bc, 16819 - 20995, -20995), bd),
                         sum(products(bc, -20995, 25172 - 20995), ac), sum(products(ad, -7373, 12299 - 7373), bd)}, shift);
}

// The same where the upper four are 0.
WIDE void inverse_lanes_low(many x[8], int shift) {
  const pairs total = rounded(x[0], shift);
  const couple even = with(x[2], none()), odd = with(x[1], x[3]);
  const pairs high = products(even, 4433 + 6270, 0), low = products(even, 4433, 0);
  butterflies(x, (pairs[4]){sum(total, high), sum(total, low), difference_of(total, low), difference_of(total, high)},
              (pairs[4]){products(odd, 9633 - 7373, 9633 - 16069), products(odd, 9633 - 3196, 9633 - 20995),
                         products(odd, 9633, 9633 - 16069 + 25172 - 20995), products(odd, 9633 - 3196 + 12299 - 7373, 9633)}, shift);
}

// Of four points of eight the odd parts from two couples of lines, (1, 5) and (3, 7).
WIDE pairs halving_inner(couple one_five, couple three_seven) {
  return sum(products(one_five, 8697, 11893), products(three_seven, -17799, -1730));
}
WIDE pairs halving_outer(couple one_five, couple three_seven) {
  return sum(products(one_five, 20995, -4926), products(three_seven, 7373, -4176));
}

WIDE void reducing_lanes(many x[8], int points, int shift) {
  const couple even = with(x[0], points > 2 ? x[2] : none()), more = with(x[4], points > 6 ? x[6] : none());
  const couple odd = with(x[1], points > 3 ? x[3] : none()), rest = with(x[5], none());
  many out[8] = {none(), none(), none(), none(), none(), none(), none(), none()};
  for (int i = 0; i < (points + 1) / 2; i++) {
    const int16_t(*wave)[4] = waves[points];
    pairs up = products(even, 8192, wave[2][i]), down = products(odd, wave[1][i], wave[3][i]);
    if (points > 4) up = sum(up, products(more, wave[4][i], wave[6][i]));
    if (points > 5) down = sum(down, products(rest, wave[5][i], 0));
    up = sum(up, halves_of(shift));
    out[i] = shifted(points > 1 ? sum(up, down) : up, shift);
    if (points - 1 - i > i) out[points - 1 - i] = shifted(difference_of(up, down), shift);
  }
  memcpy(x, out, sizeof out);
}

// Some of a row's bytes and none beyond.
WIDE void store_some(uint8_t *out, uint64_t row, int count) {
  if (count >= 4) {
    const uint32_t first = (uint32_t)row, last = (uint32_t)(row >> 8 * (count - 4));
    memcpy(out, &first, sizeof first);
    memcpy(out + count - 4, &last, sizeof last);
    return;
  }
  for (int i = 0; i < count; i++) out[i] = (uint8_t)(row >> 8 * i);
}

#if defined(__x86_64__)
// A row of a block, and of the one after it.
WIDE many row_of(const cjpeg_dequantized *blocks, int i) { return loaded(blocks[0].coefficients + 8 * i, blocks[1].coefficients + 8 * i); }
WIDE many steps_of(const cjpeg_dequantized *blocks, int i) { return loaded(blocks[0].steps + 8 * i, blocks[1].steps + 8 * i); }

// Of eight rows of four the columns.
WIDE void transpose_low(many x[8]) {
  const __m256i a = lower(x[0], x[1]), b = lower(x[2], x[3]), c = lower(x[4], x[5]), d = lower(x[6], x[7]);
  const __m256i e = _mm256_unpacklo_epi32(a, b), f = _mm256_unpackhi_epi32(a, b);
  const __m256i g = _mm256_unpacklo_epi32(c, d), h = _mm256_unpackhi_epi32(c, d);
  x[0] = _mm256_unpacklo_epi64(e, g);
  x[1] = _mm256_unpackhi_epi64(e, g);
  x[2] = _mm256_unpacklo_epi64(f, h);
  x[3] = _mm256_unpackhi_epi64(f, h);
}

// Where a block has coefficients in its first row only, libjpeg-turbo's first pass doesn't saturate.
WIDE void keep_single_rows(many *x, int count, many others, many first) {
  const unsigned zeros = (unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi8(others, _mm256_setzero_si256()));
  const int a = (zeros & 0xFFFF) == 0xFFFF, b = zeros >> 16 == 0xFFFF;
  if (!a && !b) return;
  const __m256i alone = _mm256_set_m128i(_mm_set1_epi8((char)-b), _mm_set1_epi8((char)-a));
  for (int i = 0; i < count; i++) x[i] = _mm256_blendv_epi8(x[i], first, alone);
}

WIDE void store(const cjpeg_dequantized *blocks, const many x[8]) {
  const __m256i middle = _mm256_set1_epi8((char)128);
  uint8_t *out = blocks[0].samples, *other = blocks[1].samples;
  for (int i = 0; i < 8; i += 2) {
    const __m256i rows = _mm256_add_epi8(_mm256_packs_epi16(x[i], x[i + 1]), middle);
    const __m128i a = _mm256_castsi256_si128(rows), b = _mm256_extracti128_si256(rows, 1);
    _mm_storel_epi64((__m128i *)out, a);
    _mm_storeh_pd((double *)(out + blocks[0].bytes_per_row), _mm_castsi128_pd(a));
    _mm_storel_epi64((__m128i *)other, b);
    _mm_storeh_pd((double *)(other + blocks[1].bytes_per_row), _mm_castsi128_pd(b));
    out += 2 * blocks[0].bytes_per_row;
    other += 2 * blocks[1].bytes_per_row;
  }
}

WIDE void store_points(const cjpeg_dequantized *blocks, const many x[8], int points) {
  const __m256i middle = _mm256_set1_epi8((char)128);
  for (int i = 0; i < points; i += 2) {
    const __m256i rows = _mm256_add_epi8(_mm256_packs_epi16(x[i], x[i + 1]), middle);
    for (int k = 0; k < 2 && i + k < points; k++) {
      const __m256i row = k ? _mm256_srli_si256(rows, 8) : rows;
      store_some(blocks[0].samples + (i + k) * blocks[0].bytes_per_row, (uint64_t)_mm_cvtsi128_si64(_mm256_castsi256_si128(row)), points);
      store_some(blocks[1].samples + (i + k) * blocks[1].bytes_per_row, (uint64_t)_mm_cvtsi128_si64(_mm256_extracti128_si256(row, 1)), points);
    }
  }
}

// The second pass of halving, along four rows of eight.
WIDE void halve_rows(const cjpeg_dequantized *blocks, const many r[4]) {
  const many a = lower(r[0], r[1]), b = upper(r[0], r[1]), c = lower(r[2], r[3]), d = upper(r[2], r[3]);
  // Columns 0 and 1, 2 and 3, 4 and 5, 6 and 7, of four rows each.
  const __m256i e = _mm256_unpacklo_epi32(a, c), f = _mm256_unpackhi_epi32(a, c);
  const __m256i g = _mm256_unpacklo_epi32(b, d), h = _mm256_unpackhi_epi32(b, d);
  // Two columns' products side by side: the upper lanes aren't used.
  const couple one_five = {_mm256_unpackhi_epi16(e, g), none()}, three_seven = {_mm256_unpackhi_epi16(f, h), none()};
  const couple two_six = {_mm256_unpacklo_epi16(f, h), none()};
  const __m256i first = _mm256_add_epi32(_mm256_srai_epi32(_mm256_unpacklo_epi16(none(), e), 2), _mm256_set1_epi32(1 << 18));
  const __m256i even = products(two_six, 15137, -6270).low;
  const __m256i inner = halving_inner(one_five, three_seven).low, outer = halving_outer(one_five, three_seven).low;
  const __m256i up = _mm256_add_epi32(first, even), down = _mm256_sub_epi32(first, even);
  const __m256i left = shifted((pairs){_mm256_add_epi32(up, outer), _mm256_add_epi32(down, inner)}, 19);
  const __m256i right = shifted((pairs){_mm256_sub_epi32(down, inner), _mm256_sub_epi32(up, outer)}, 19);
  // Four columns of four rows.
  const __m256i columns = _mm256_add_epi8(_mm256_packs_epi16(left, right), _mm256_set1_epi8((char)128));
  const __m256i order = _mm256_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  uint32_t out[8];
  _mm256_storeu_si256((__m256i *)out, _mm256_shuffle_epi8(columns, order));
  for (int i = 0; i < 8; i++) memcpy(blocks[i / 4].samples + (i & 3) * blocks[i / 4].bytes_per_row, out + i, 4);
}
#else
WIDE many row_of(const cjpeg_dequantized *blocks, int i) { return vld1q_s16(blocks->coefficients + 8 * i); }
WIDE many steps_of(const cjpeg_dequantized *blocks, int i) { return vreinterpretq_s16_u16(vld1q_u16(blocks->steps + 8 * i)); }

WIDE void transpose_low(many x[8]) { transpose(x); }

WIDE void keep_single_rows(many *x, int count, many others, many first) {
  if (vmaxvq_u16(vreinterpretq_u16_s16(others))) return;
  for (int i = 0; i < count; i++) x[i] = first;
}

// Saturated levels around 0, as samples.
WIDE uint8x8_t samples_of(many levels) { return veor_u8(vreinterpret_u8_s8(vqmovn_s16(levels)), vdup_n_u8(128)); }

WIDE void store(const cjpeg_dequantized *blocks, const many x[8]) {
  for (int i = 0; i < 8; i++) vst1_u8(blocks->samples + i * blocks->bytes_per_row, samples_of(x[i]));
}

WIDE void store_points(const cjpeg_dequantized *blocks, const many x[8], int points) {
  for (int i = 0; i < points; i++)
    store_some(blocks->samples + i * blocks->bytes_per_row, vget_lane_u64(vreinterpret_u64_u8(samples_of(x[i])), 0), points);
}

WIDE void halve_rows(const cjpeg_dequantized *blocks, const many r[4]) {
  const many a = lower(r[0], r[2]), b = lower(r[1], r[3]), c = upper(r[0], r[2]), d = upper(r[1], r[3]);
  // Columns 0 and 1, 2 and 3, 4 and 5, 6 and 7, of four rows each.
  const many e = lower(a, b), f = upper(a, b), g = lower(c, d), h = upper(c, d);
  const int32x4_t first = (vmovl_s16(vget_low_s16(e)) << 14) + vdupq_n_s32(1 << 18);
  // Four lanes of each product are used.
  const couple one_five = with(vextq_s16(e, e, 4), vextq_s16(g, g, 4)), three_seven = with(vextq_s16(f, f, 4), vextq_s16(h, h, 4));
  const int32x4_t even = products(with(f, h), 15137, -6270).low;
  const int32x4_t inner = halving_inner(one_five, three_seven).low, outer = halving_outer(one_five, three_seven).low;
  const int32x4_t up = even + first, down = first - even;
  const uint8x16_t columns = vcombine_u8(samples_of(shifted((pairs){up + outer, down + inner}, 19)),
                                         samples_of(shifted((pairs){down - inner, up - outer}, 19)));
  static const uint8_t order[16] = {0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15};
  uint32_t out[4];
  vst1q_u32(out, vreinterpretq_u32_u8(vqtbl1q_u8(columns, vld1q_u8(order))));
  for (int i = 0; i < 4; i++) memcpy(blocks->samples + i * blocks->bytes_per_row, out + i, 4);
}
#endif

WIDE void inverse_blocks(const cjpeg_dequantized *blocks, int is_low) {
  many x[8], others = none();
  for (int i = 0; i < (is_low ? 4 : 8); i++) {
    const many row = row_of(blocks, i);
    if (i > 0) others = either(others, row);
    x[i] = multiply(row, steps_of(blocks, i));
  }
  const many first = four_times(x[0]);
  is_low ? inverse_lanes_low(x, 11) : inverse_lanes(x, 11);
  keep_single_rows(x, 8, others, first);
  is_low ? transpose_low(x) : transpose(x);
  is_low ? inverse_lanes_low(x, 18) : inverse_lanes(x, 18);
  transpose(x);
  store(blocks, x);
}

WIDE void halve_blocks(const cjpeg_dequantized *blocks) {
  many x[8], others = none();
  for (int i = 0; i < 8; i++) {
    if (i == 4) continue;
    const many row = row_of(blocks, i);
    if (i > 0) others = either(others, row);
    x[i] = multiply(row, steps_of(blocks, i));
  }
  const pairs level = sum(fixed(x[0], 14), halves_of(12)), even = products(with(x[2], x[6]), 15137, -6270);
  const couple one_five = with(x[1], x[5]), three_seven = with(x[3], x[7]);
  const pairs inner = halving_inner(one_five, three_seven), outer = halving_outer(one_five, three_seven);
  const pairs up = sum(level, even), down = difference_of(level, even);
  many r[4] = {shifted(sum(up, outer), 12), shifted(sum(down, inner), 12), shifted(difference_of(down, inner), 12),
               shifted(difference_of(up, outer), 12)};
  keep_single_rows(r, 4, others, four_times(x[0]));
  halve_rows(blocks, r);
}

WIDE void reduce_blocks(const cjpeg_dequantized *blocks, int points) {
  many x[8];
  for (int i = 0; i < 8; i++) x[i] = i < points ? multiply(row_of(blocks, i), steps_of(blocks, i)) : none();
  reducing_lanes(x, points, 11);
  transpose(x);
  reducing_lanes(x, points, 18);
  transpose(x);
  store_points(blocks, x, points);
}

FAST static void inverse_any(const cjpeg_dequantized *blocks) { inverse_blocks(blocks, 0); }
FAST static void inverse_low(const cjpeg_dequantized *blocks) { inverse_blocks(blocks, 1); }
FAST static void halve_fast(const cjpeg_dequantized *blocks) { halve_blocks(blocks); }
#define REDUCE(n) FAST static void reduce_##n(const cjpeg_dequantized *blocks) { reduce_blocks(blocks, n); }
REDUCE(1) REDUCE(2) REDUCE(3) REDUCE(5) REDUCE(6) REDUCE(7)
#undef REDUCE

#define FOR_TWO for (int i = 0; i < 2; i += BLOCKS_AT_ONCE)
void cjpeg_reduce_two(const cjpeg_dequantized blocks[2], int points) {
  if (!HAS_FAST) return cjpeg_reduce_two_plain(blocks, points);
#define CALL(n) FOR_TWO reduce_##n(blocks + i)
  FOR_POINTS(CALL)
#undef CALL
}

void cjpeg_halve_two(const cjpeg_dequantized blocks[2]) {
  if (!HAS_FAST) return cjpeg_halve_two_plain(blocks);
  FOR_TWO halve_fast(blocks + i);
}

void cjpeg_inverse_two(const cjpeg_dequantized blocks[2], int is_low) {
  if (!HAS_FAST) return cjpeg_inverse_two_plain(blocks, is_low);
  FOR_TWO is_low ? inverse_low(blocks + i) : inverse_any(blocks + i);
}
#else
void cjpeg_reduce_two(const cjpeg_dequantized blocks[2], int points) { cjpeg_reduce_two_plain(blocks, points); }
void cjpeg_halve_two(const cjpeg_dequantized blocks[2]) { cjpeg_halve_two_plain(blocks); }
void cjpeg_inverse_two(const cjpeg_dequantized blocks[2], int is_low) { cjpeg_inverse_two_plain(blocks, is_low); }
#endif
