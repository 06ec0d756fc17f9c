// Transforms of 8×8 blocks between samples and quantized coefficients, eight lanes at a time.
//
// C. Loeffler, A. Ligtenberg and G. Moschytz, "Practical fast 1-D DCT algorithms with 11
// multiplications" (ICASSP 1989), with 13 fractional bits in the constants and 2 kept between the
// passes, so that results match libjpeg-turbo's accurate integer transform to the bit.
#include <stdbool.h>

#if defined(__aarch64__)
#include <arm_neon.h>
#elif defined(__x86_64__)
#include <immintrin.h>
#endif

#include "../twice.h"
#include "CJPEG.h"

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

#if defined(__x86_64__)
// Two blocks at a time, one in each half of a vector, sixteen lanes of 16 bits: what a pass adds fits in these, and products of
// two values with two constants are added in 32.
#define WIDE __attribute__((target("avx2"))) static inline __attribute__((always_inline))

typedef struct { __m256i low, high; } pairs;

// a · first + b · second, with 13 fractional bits; `a` and `b` interleaved.
WIDE pairs products(pairs ab, int first, int second) {
  const __m256i factors = _mm256_set1_epi32((int)((uint32_t)second << 16 | (uint16_t)first));
  return (pairs){_mm256_madd_epi16(ab.low, factors), _mm256_madd_epi16(ab.high, factors)};
}
WIDE pairs interleaved(__m256i a, __m256i b) { return (pairs){_mm256_unpacklo_epi16(a, b), _mm256_unpackhi_epi16(a, b)}; }
WIDE pairs sum(pairs a, pairs b) { return (pairs){_mm256_add_epi32(a.low, b.low), _mm256_add_epi32(a.high, b.high)}; }
WIDE __m256i descaled(pairs a, int shift) {
  const __m256i half = _mm256_set1_epi32(1 << (shift - 1));
  return _mm256_packs_epi32(_mm256_srai_epi32(_mm256_add_epi32(a.low, half), shift),
                            _mm256_srai_epi32(_mm256_add_epi32(a.high, half), shift));
}

WIDE void forward_pass_two(__m256i x[8], bool first) {
  __m256i s[4], d[4];
  for (int i = 0; i < 4; i++) {
    s[i] = _mm256_add_epi16(x[i], x[7 - i]);
    d[i] = _mm256_sub_epi16(x[i], x[7 - i]);
  }
  const __m256i outer = _mm256_add_epi16(s[0], s[3]), inner = _mm256_add_epi16(s[1], s[2]);
  const __m256i total = _mm256_add_epi16(outer, inner), difference = _mm256_sub_epi16(outer, inner);
  const __m256i two = _mm256_set1_epi16(2);
  const int shift = first ? 11 : 15;
  x[0] = first ? _mm256_slli_epi16(total, 2) : _mm256_srai_epi16(_mm256_add_epi16(total, two), 2);
  x[4] = first ? _mm256_slli_epi16(difference, 2) : _mm256_srai_epi16(_mm256_add_epi16(difference, two), 2);
  const pairs even = interleaved(_mm256_sub_epi16(s[0], s[3]), _mm256_sub_epi16(s[1], s[2]));
  // The constants of forward_pass and rotate, added up where they meet the same value.
  x[2] = descaled(products(even, 4433 + 6270, 4433), shift);
  x[6] = descaled(products(even, 4433, 4433 - 15137), shift);
  const pairs shared = interleaved(_mm256_add_epi16(d[3], d[1]), _mm256_add_epi16(d[2], d[0]));
  const pairs ac = products(shared, 9633 - 16069, 9633), bd = products(shared, 9633, 9633 - 3196);
  const pairs ad = interleaved(d[3], d[0]), bc = interleaved(d[2], d[1]);
  x[7] = descaled(sum(products(ad, 2446 - 7373, -7373), ac), shift);
  x[1] = descaled(sum(products(ad, -7373, 12299 - 7373), bd), shift);
  x[5] = descaled(sum(products(bc, 16819 - 20995, -20995), bd), shift);
  x[3] = descaled(sum(products(bc, -20995, 25172 - 20995), ac), shift);
}

WIDE void transpose_two(__m256i x[8]) {
  for (int round = 0; round < 3; round++) {
    __m256i y[8];
    memcpy(y, x, sizeof y);
    for (int i = 0; i < 4; i++) {
      x[2 * i] = _mm256_unpacklo_epi16(y[i], y[i + 4]);
      x[2 * i + 1] = _mm256_unpackhi_epi16(y[i], y[i + 4]);
    }
  }
}

WIDE __m256i both(const uint16_t *a, const uint16_t *b) {
  return _mm256_loadu2_m128i((const __m128i *)b, (const __m128i *)a);
}

WIDE __m256i twice(const uint16_t *a) { return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)a)); }
WIDE __m256i quantized(__m256i x, __m256i bias, __m256i factor, __m256i unit) {
  const __m256i dividend = _mm256_add_epi16(_mm256_abs_epi16(x), bias);
  return _mm256_sign_epi16(_mm256_mulhi_epu16(_mm256_mulhi_epu16(dividend, factor), unit), x);
}

FAST static void forward_fast(const cjpeg_block *a, const cjpeg_block *b) {
  __m256i x[8];
  for (int i = 0; i < 8; i++) {
    const __m128i row = _mm_unpacklo_epi64(_mm_loadl_epi64((const __m128i *)(a->samples + i * a->bytes_per_row)),
                                           _mm_loadl_epi64((const __m128i *)(b->samples + i * b->bytes_per_row)));
    x[i] = _mm256_sub_epi16(_mm256_cvtepu8_epi16(row), _mm256_set1_epi16(128));
  }
  transpose_two(x);
  forward_pass_two(x, true);
  transpose_two(x);
  forward_pass_two(x, false);
  const cjpeg_block_scale *first = a->scale, *second = b->scale;
  if (first == second) {
    for (int i = 0; i < 8; i++) {
      x[i] = quantized(x[i], twice(first->bias + 8 * i), twice(first->factor + 8 * i), twice(first->unit + 8 * i));
    }
  } else {
    for (int i = 0; i < 8; i++) {
      const int at = 8 * i;
      x[i] = quantized(x[i], both(first->bias + at, second->bias + at), both(first->factor + at, second->factor + at), both(first->unit + at, second->unit + at));
    }
  }
  for (int i = 0; i < 8; i++) _mm256_storeu2_m128i((__m128i *)(b->coefficients + 8 * i), (__m128i *)(a->coefficients + 8 * i), x[i]);
}

void cjpeg_forward(const cjpeg_block *a, const cjpeg_block *b) { (HAS_FAST ? forward_fast : cjpeg_forward_plain)(a, b); }
#else
void cjpeg_forward(const cjpeg_block *a, const cjpeg_block *b) {
  forward_one(a);
  forward_one(b);
}
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

#if defined(__x86_64__)
WIDE pairs difference_of(pairs a, pairs b) { return (pairs){_mm256_sub_epi32(a.low, b.low), _mm256_sub_epi32(a.high, b.high)}; }

// The ends of both passes: sums and differences of the even part, which is rounded already, and the odd one.
WIDE void butterflies(__m256i x[8], const pairs even[4], const pairs odd[4], int shift) {
  for (int i = 0; i < 4; i++) {
    const pairs up = sum(even[i], odd[3 - i]), down = difference_of(even[i], odd[3 - i]);
    x[i] = _mm256_packs_epi32(_mm256_srai_epi32(up.low, shift), _mm256_srai_epi32(up.high, shift));
    x[7 - i] = _mm256_packs_epi32(_mm256_srai_epi32(down.low, shift), _mm256_srai_epi32(down.high, shift));
  }
}

// Sixteen bits with 13 fractional ones, and half of what is shifted out.
WIDE pairs fixed(__m256i values, int shift) {
  const __m256i half = _mm256_set1_epi32(1 << (shift - 1));
  const pairs upper = interleaved(_mm256_setzero_si256(), values);
  return (pairs){_mm256_add_epi32(_mm256_srai_epi32(upper.low, 3), half), _mm256_add_epi32(_mm256_srai_epi32(upper.high, 3), half)};
}

WIDE void inverse_pass_two(__m256i x[8], int shift) {
  const pairs total = fixed(_mm256_add_epi16(x[0], x[4]), shift), rest = fixed(_mm256_sub_epi16(x[0], x[4]), shift);
  const pairs even = interleaved(x[2], x[6]);
  const pairs high = products(even, 4433 + 6270, 4433), low = products(even, 4433, 4433 - 15137);
  const pairs shared = interleaved(_mm256_add_epi16(x[7], x[3]), _mm256_add_epi16(x[5], x[1]));
  const pairs ac = products(shared, 9633 - 16069, 9633), bd = products(shared, 9633, 9633 - 3196);
  const pairs ad = interleaved(x[7], x[1]), bc = interleaved(x[5], x[3]);
  butterflies(x, (pairs[4]){sum(total, high), sum(rest, low), difference_of(rest, low), difference_of(total, high)},
              (pairs[4]){sum(products(ad, 2446 - 7373, -7373), ac), sum(products(bc, 16819 - 20995, -20995), bd),
                         sum(products(bc, -20995, 25172 - 20995), ac), sum(products(ad, -7373, 12299 - 7373), bd)}, shift);
}

// The same where the upper four are 0.
WIDE void inverse_pass_low(__m256i x[8], int shift) {
  const pairs total = fixed(x[0], shift), even = interleaved(x[2], _mm256_setzero_si256()), odd = interleaved(x[1], x[3]);
  const pairs high = products(even, 4433 + 6270, 0), low = products(even, 4433, 0);
  butterflies(x, (pairs[4]){sum(total, high), sum(total, low), difference_of(total, low), difference_of(total, high)},
              (pairs[4]){products(odd, 9633 - 7373, 9633 - 16069), products(odd, 9633 - 3196, 9633 - 20995),
                         products(odd, 9633, 9633 - 16069 + 25172 - 20995), products(odd, 9633 - 3196 + 12299 - 7373, 9633)}, shift);
}

// Of eight rows of four the columns.
WIDE void transpose_low(__m256i x[8]) {
  const __m256i a = _mm256_unpacklo_epi16(x[0], x[1]), b = _mm256_unpacklo_epi16(x[2], x[3]);
  const __m256i c = _mm256_unpacklo_epi16(x[4], x[5]), d = _mm256_unpacklo_epi16(x[6], x[7]);
  const __m256i e = _mm256_unpacklo_epi32(a, b), f = _mm256_unpackhi_epi32(a, b);
  const __m256i g = _mm256_unpacklo_epi32(c, d), h = _mm256_unpackhi_epi32(c, d);
  x[0] = _mm256_unpacklo_epi64(e, g);
  x[1] = _mm256_unpackhi_epi64(e, g);
  x[2] = _mm256_unpacklo_epi64(f, h);
  x[3] = _mm256_unpackhi_epi64(f, h);
}

// Where a block has coefficients in its first row only, libjpeg-turbo's first pass doesn't saturate.
WIDE void keep_single_rows(__m256i x[8], __m256i others, __m256i first) {
  const unsigned zeros = (unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi8(others, _mm256_setzero_si256()));
  const int a = (zeros & 0xFFFF) == 0xFFFF, b = zeros >> 16 == 0xFFFF;
  if (!a && !b) return;
  const __m256i alone = _mm256_set_m128i(_mm_set1_epi8((char)-b), _mm_set1_epi8((char)-a));
  for (int i = 0; i < 8; i++) x[i] = _mm256_blendv_epi8(x[i], first, alone);
}

WIDE void store_two(const cjpeg_dequantized blocks[2], const __m256i x[8]) {
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

WIDE void inverse_two(const cjpeg_dequantized blocks[2], int is_low) {
  __m256i x[8], others = _mm256_setzero_si256();
  for (int i = 0; i < (is_low ? 4 : 8); i++) {
    const __m256i row = both((const uint16_t *)blocks[0].coefficients + 8 * i, (const uint16_t *)blocks[1].coefficients + 8 * i);
    if (i > 0) others = _mm256_or_si256(others, row);
    x[i] = _mm256_mullo_epi16(row, both(blocks[0].steps + 8 * i, blocks[1].steps + 8 * i));
  }
  const __m256i first = _mm256_slli_epi16(x[0], 2);
  is_low ? inverse_pass_low(x, 11) : inverse_pass_two(x, 11);
  keep_single_rows(x, others, first);
  is_low ? transpose_low(x) : transpose_two(x);
  is_low ? inverse_pass_low(x, 18) : inverse_pass_two(x, 18);
  transpose_two(x);
  store_two(blocks, x);
}
FAST static void inverse_two_any(const cjpeg_dequantized blocks[2]) { inverse_two(blocks, 0); }
FAST static void inverse_two_low(const cjpeg_dequantized blocks[2]) { inverse_two(blocks, 1); }

// The odd parts of four points from two pairs of lines, (1, 5) and (3, 7).
#define PAIR(first, second) _mm256_set1_epi32((int)((uint32_t)(second) << 16 | (uint16_t)(first)))
WIDE __m256i halving_inner(__m256i one_five, __m256i three_seven) {
  return _mm256_add_epi32(_mm256_madd_epi16(one_five, PAIR(8697, 11893)), _mm256_madd_epi16(three_seven, PAIR(-17799, -1730)));
}
WIDE __m256i halving_outer(__m256i one_five, __m256i three_seven) {
  return _mm256_add_epi32(_mm256_madd_epi16(one_five, PAIR(20995, -4926)), _mm256_madd_epi16(three_seven, PAIR(7373, -4176)));
}

FAST static void halve_two_fast(const cjpeg_dequantized blocks[2]) {
  __m256i x[8], others = _mm256_setzero_si256();
  const __m256i zero = _mm256_setzero_si256();
  for (int i = 0; i < 8; i++) {
    if (i == 4) continue;
    const __m256i row = both((const uint16_t *)blocks[0].coefficients + 8 * i, (const uint16_t *)blocks[1].coefficients + 8 * i);
    if (i > 0) others = _mm256_or_si256(others, row);
    x[i] = _mm256_mullo_epi16(row, both(blocks[0].steps + 8 * i, blocks[1].steps + 8 * i));
  }
  __m256i rows[4][2];
  for (int half = 0; half < 2; half++) {
#define INTERLEAVED(a, b) (half ? _mm256_unpackhi_epi16(a, b) : _mm256_unpacklo_epi16(a, b))
    const __m256i first = _mm256_add_epi32(_mm256_srai_epi32(INTERLEAVED(zero, x[0]), 2), _mm256_set1_epi32(1 << 11));
    const __m256i even = _mm256_madd_epi16(INTERLEAVED(x[2], x[6]), PAIR(15137, -6270));
    const __m256i one_five = INTERLEAVED(x[1], x[5]), three_seven = INTERLEAVED(x[3], x[7]);
#undef INTERLEAVED
    const __m256i inner = halving_inner(one_five, three_seven), outer = halving_outer(one_five, three_seven);
    const __m256i up = _mm256_add_epi32(first, even), down = _mm256_sub_epi32(first, even);
    rows[0][half] = _mm256_srai_epi32(_mm256_add_epi32(up, outer), 12);
    rows[3][half] = _mm256_srai_epi32(_mm256_sub_epi32(up, outer), 12);
    rows[1][half] = _mm256_srai_epi32(_mm256_add_epi32(down, inner), 12);
    rows[2][half] = _mm256_srai_epi32(_mm256_sub_epi32(down, inner), 12);
  }
  __m256i r[8];
  for (int i = 0; i < 4; i++) r[i] = r[i + 4] = _mm256_packs_epi32(rows[i][0], rows[i][1]);
  keep_single_rows(r, others, _mm256_slli_epi16(x[0], 2));
  const __m256i a = _mm256_unpacklo_epi16(r[0], r[1]), b = _mm256_unpackhi_epi16(r[0], r[1]);
  const __m256i c = _mm256_unpacklo_epi16(r[2], r[3]), d = _mm256_unpackhi_epi16(r[2], r[3]);
  // Columns 0 and 1, 2 and 3, 4 and 5, 6 and 7, of four rows each.
  const __m256i e = _mm256_unpacklo_epi32(a, c), f = _mm256_unpackhi_epi32(a, c);
  const __m256i g = _mm256_unpacklo_epi32(b, d), h = _mm256_unpackhi_epi32(b, d);
  const __m256i first = _mm256_add_epi32(_mm256_srai_epi32(_mm256_unpacklo_epi16(zero, e), 2), _mm256_set1_epi32(1 << 18));
  const __m256i even = _mm256_madd_epi16(_mm256_unpacklo_epi16(f, h), PAIR(15137, -6270));
  const __m256i one_five = _mm256_unpackhi_epi16(e, g), three_seven = _mm256_unpackhi_epi16(f, h);
  const __m256i inner = halving_inner(one_five, three_seven), outer = halving_outer(one_five, three_seven);
  const __m256i up = _mm256_add_epi32(first, even), down = _mm256_sub_epi32(first, even);
  const __m256i left = _mm256_packs_epi32(_mm256_srai_epi32(_mm256_add_epi32(up, outer), 19), _mm256_srai_epi32(_mm256_add_epi32(down, inner), 19));
  const __m256i right = _mm256_packs_epi32(_mm256_srai_epi32(_mm256_sub_epi32(down, inner), 19), _mm256_srai_epi32(_mm256_sub_epi32(up, outer), 19));
  // Four columns of four rows.
  const __m256i columns = _mm256_add_epi8(_mm256_packs_epi16(left, right), _mm256_set1_epi8((char)128));
  const __m256i order = _mm256_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  uint32_t out[8];
  _mm256_storeu_si256((__m256i *)out, _mm256_shuffle_epi8(columns, order));
  for (int i = 0; i < 8; i++) memcpy(blocks[i / 4].samples + (i & 3) * blocks[i / 4].bytes_per_row, out + i, 4);
}

WIDE void reducing_pass_two(__m256i x[8], int points, int shift) {
  const __m256i zero = _mm256_setzero_si256(), half = _mm256_set1_epi32(1 << (shift - 1));
  const pairs even = interleaved(x[0], points > 2 ? x[2] : zero), more = interleaved(x[4], points > 6 ? x[6] : zero);
  const pairs odd = interleaved(x[1], points > 3 ? x[3] : zero), rest = interleaved(x[5], zero);
  __m256i out[8] = {zero, zero, zero, zero, zero, zero, zero, zero};
  for (int i = 0; i < (points + 1) / 2; i++) {
    const int16_t(*wave)[4] = waves[points];
    pairs up = products(even, 8192, wave[2][i]), down = products(odd, wave[1][i], wave[3][i]);
    if (points > 4) up = sum(up, products(more, wave[4][i], wave[6][i]));
    if (points > 5) down = sum(down, products(rest, wave[5][i], 0));
    up = sum(up, (pairs){half, half});
    const pairs first = points > 1 ? sum(up, down) : up, last = difference_of(up, down);
    out[i] = _mm256_packs_epi32(_mm256_srai_epi32(first.low, shift), _mm256_srai_epi32(first.high, shift));
    if (points - 1 - i > i) out[points - 1 - i] = _mm256_packs_epi32(_mm256_srai_epi32(last.low, shift), _mm256_srai_epi32(last.high, shift));
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

WIDE void reduce_two(const cjpeg_dequantized blocks[2], int points) {
  __m256i x[8];
  for (int i = 0; i < 8; i++) x[i] = _mm256_setzero_si256();
  for (int i = 0; i < points; i++) {
    const __m256i row = both((const uint16_t *)blocks[0].coefficients + 8 * i, (const uint16_t *)blocks[1].coefficients + 8 * i);
    x[i] = _mm256_mullo_epi16(row, both(blocks[0].steps + 8 * i, blocks[1].steps + 8 * i));
  }
  reducing_pass_two(x, points, 11);
  transpose_two(x);
  reducing_pass_two(x, points, 18);
  transpose_two(x);
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
#define REDUCE(n) FAST static void reduce_two_##n(const cjpeg_dequantized blocks[2]) { reduce_two(blocks, n); }
REDUCE(1) REDUCE(2) REDUCE(3) REDUCE(5) REDUCE(6) REDUCE(7)
#undef REDUCE
void cjpeg_reduce_two(const cjpeg_dequantized blocks[2], int points) {
  if (!HAS_FAST) return cjpeg_reduce_two_plain(blocks, points);
#define CALL(n) reduce_two_##n(blocks)
  FOR_POINTS(CALL)
#undef CALL
}

void cjpeg_halve_two(const cjpeg_dequantized blocks[2]) { (HAS_FAST ? halve_two_fast : cjpeg_halve_two_plain)(blocks); }

void cjpeg_inverse_two(const cjpeg_dequantized blocks[2], int is_low) {
  if (!HAS_FAST) return cjpeg_inverse_two_plain(blocks, is_low);
  is_low ? inverse_two_low(blocks) : inverse_two_any(blocks);
}
#else
void cjpeg_reduce_two(const cjpeg_dequantized blocks[2], int points) { reduce_each(blocks, points); }

void cjpeg_halve_two(const cjpeg_dequantized blocks[2]) {
  halve_one_wrapped(blocks);
  halve_one_wrapped(blocks + 1);
}

void cjpeg_inverse_two(const cjpeg_dequantized blocks[2], int is_low) {
  (void)is_low;
  inverse_one_wrapped(blocks);
  inverse_one_wrapped(blocks + 1);
}
#endif
