// All light is 16-bit, 256 to a code step, and all shares are 16-bit fractions, so that a product is the upper half of a
// 32-bit one (pmulhuw). Every processor produces the same bytes: the few floats are rounded as IEEE 754 requires.
#include "CGlass.h"

#include <math.h>

#include "../twice.h"

enum { BLOCK = 64, WHITE = 255 * 256, COLUMNS = 257 };

INLINE uint16_t part(uint16_t value, uint16_t share) { return (uint16_t)(((uint32_t)value * share) >> 16); }

INLINE uint16_t mixed(uint16_t value, uint16_t other, uint16_t share) {
  return (uint16_t)(value - part(value, share) + part(other, share));
}

// Each loop copies its lines: as far as the compiler knows, bytes written through `out` might change the caller's.

// Two lumas mixed approximately as light, whose square root their codes approximate; chroma is mixed directly.
INLINE uint16_t blended(const cglass_lines *l, uint16_t value, uint16_t other, uint16_t share) {
  if (!l->is_luma) return mixed(value, other, share);
  const float a = value, b = other;
  const float square = a * a + (b * b - a * a) * ((float)share * (1.0f / 65535.0f));
  return (uint16_t)(sqrtf(square > 0 ? square : 0) + 0.5f);
}

// 0 to 255 or 256 as a fraction of 65,535.
INLINE uint16_t fraction(unsigned share) { return (uint16_t)(share >= 255 ? 65535 : share * 257); }

INLINE uint16_t soft_light(const cglass_lines *l, int x) {
  return (uint16_t)(l->soft_above[x] * (16 - l->fraction) + l->soft_below[x] * l->fraction);
}

INLINE uint16_t clear_share(const cglass_lines *l, int x) {
  const uint16_t share = (uint16_t)(l->clear_above[x] * (16 - l->fraction) + l->clear_below[x] * l->fraction);
  return (uint16_t)(share + (share >> 8));
}

INLINE uint16_t lit(const cglass_lines *l, uint16_t light, unsigned level) {
  if (l->is_luma) {
    const uint8_t *row = l->lit_codes + level * COLUMNS + (light >> 8);
    const unsigned rest = light & 255;
    return (uint16_t)(row[0] * (256 - rest) + row[1] * rest);
  }
  const unsigned share = l->lit_chroma[level];
  return (uint16_t)((light * (256 - share) + ((l->light_code * share) << 8)) >> 8);
}

// Sharp light in the glass's tone.
INLINE uint16_t toned(const cglass_lines *l, uint16_t light) {
  if (!l->tone) return light;
  const unsigned code = light >> 8, rest = light & 255;
  return (uint16_t)(l->tone[code] * (256 - rest) + l->tone[code + 1] * rest);
}

INLINE uint8_t coded(uint16_t light, uint16_t threshold) {
  return (uint8_t)(((light < WHITE ? light : WHITE) + threshold) >> 8);
}

INLINE void cglass_clear_body(const cglass_lines *lines, const uint8_t *restrict scene, int lens, int count, uint8_t *restrict out) {
  const cglass_lines own = *lines, *l = &own;
  const uint16_t all = (uint16_t)(lens >= 256 ? 65535 : lens * 256);
  for (int x = 0; x < count; x++) {
    const uint16_t share = part(all, clear_share(l, x));
    const uint16_t light =
        blended(l, soft_light(l, x), (uint16_t)(scene[x] << 8), all == 65535 ? clear_share(l, x) : share);
    out[x] = coded(light, l->dither[x & 15]);
  }
}

INLINE void cglass_band_body(const cglass_lines *lines, const cglass_look *look, const uint8_t *restrict upper,
                      const uint8_t *restrict lower, const uint8_t *restrict mirror, int count, uint8_t *restrict out) {
  const cglass_lines own = *lines, *l = &own;
  const uint16_t lens = fraction(look->lens), mirrored = fraction(look->mirrored), dark = fraction(look->dark);
  const uint16_t below = look->fraction_y, above = (uint16_t)(64 - below);
  const uint16_t black = l->is_luma ? 0 : 128 * 256;
  for (int start = 0; start < count; start += BLOCK) {
    const int n = count - start < BLOCK ? count - start : BLOCK;
    uint16_t light[BLOCK], clear[BLOCK];
    for (int i = 0; i < n; i++) {
      const int x = start + i;
      clear[i] = clear_share(l, x);
      const uint16_t sharp = (uint16_t)((upper[x] * above + lower[x] * below) * 4);
      const uint16_t through = blended(l, soft_light(l, x), toned(l, sharp), part(lens, clear[i]));
      const uint16_t around = mixed(through, toned(l, (uint16_t)(mirror[x] << 8)), part(mirrored, clear[i]));
      light[i] = mixed(around, black, look->yields_light ? part(dark, clear[i]) : dark);
    }
    if (look->light) {
      for (int i = 0; i < n; i++) {
        const unsigned shine = look->yields_light ? (look->light * (unsigned)clear[i]) >> 16 : look->light;
        light[i] = lit(l, light[i] < WHITE ? light[i] : WHITE, shine >> 2);
      }
    }
    for (int i = 0; i < n; i++) out[start + i] = coded(light[i], l->dither[(start + i) & 15]);
  }
}

INLINE void cglass_bent_body(const cglass_lines *lines, const cglass_look *restrict looks, const uint8_t *restrict scene,
                             ptrdiff_t per_row, ptrdiff_t last, int count, uint8_t *restrict out) {
  const cglass_lines own = *lines, *l = &own;
  const uint16_t black = l->is_luma ? 0 : 128 * 256;
  for (int x = 0; x < count; x++) {
    const cglass_look *look = looks + x;
    const uint8_t *at = scene + look->source, *under = look->source < last ? at + per_row : at;
    const unsigned right = look->fraction_x, below = look->fraction_y;
    const unsigned upper = at[0] * (64 - right) + at[1] * right, lower = under[0] * (64 - right) + under[1] * right;
    const uint16_t sharp = (uint16_t)((upper * (64 - below) + lower * below) >> 4);
    const uint16_t clear = clear_share(l, x);
    const uint16_t through = blended(l, soft_light(l, x), toned(l, sharp), part(fraction(look->lens), clear));
    const uint16_t around =
        mixed(through, toned(l, (uint16_t)(scene[look->mirror] << 8)), part(fraction(look->mirrored), clear));
    const uint16_t dark = fraction(look->dark);
    uint16_t light = mixed(around, black, look->yields_light ? part(dark, clear) : dark);
    const unsigned shine = look->yields_light ? (look->light * (unsigned)clear) >> 16 : look->light;
    light = lit(l, light < WHITE ? light : WHITE, shine >> 2);
    const unsigned share = look->coverage;
    const unsigned blended = (light * share + out[x] * 256u * (256 - share)) >> 8;
    out[x] = coded((uint16_t)(blended < WHITE ? blended : WHITE), l->dither[x & 15]);
  }
}

INLINE void stretch(const uint16_t *restrict samples, int count, int each, int fraction, uint16_t *restrict out) {
  for (int i = 0; i < count; i++) {
    const int16_t a = (int16_t)samples[i], difference = (int16_t)(samples[i + 1] - a);
    // In two parts, so that products fit in 16 bits.
    const int16_t whole = difference >> 5, rest = difference & 31;
    for (int k = 0; k < each; k++) {
      const int16_t part = (int16_t)(fraction + k * (32 / each));
      out[i * each + k] = (uint16_t)(a + (int16_t)(whole * part) + (int16_t)((int16_t)(rest * part) >> 5));
    }
  }
}

INLINE void cglass_stretch_body(const uint16_t *samples, int count, int each, int fraction, uint16_t *out) {
  if (each == 2) stretch(samples, count, 2, fraction, out);
  else if (each == 4) stretch(samples, count, 4, fraction, out);
  else if (each == 8) stretch(samples, count, 8, fraction, out);
  else stretch(samples, count, 16, fraction, out);
}

TWICE(cglass_stretch, (const uint16_t *samples, int count, int each, int fraction, uint16_t *out),
      (samples, count, each, fraction, out))
TWICE(cglass_clear, (const cglass_lines *lines, const uint8_t *scene, int lens, int count, uint8_t *out),
      (lines, scene, lens, count, out))

#if defined(__x86_64__)
#include <immintrin.h>

// Straight and curved edges, sixteen samples at a time. Looking up in tables and in the scene, which the compiler does one by one,
// is gathering of four bytes here, of which the first two count.
#define WIDE __attribute__((target("avx2"))) static inline __attribute__((always_inline))

typedef struct { __m256i low, high; } pair;

// Sixteen values of 16 bits as two times eight of 32, in the order in which `joined` undoes it.
WIDE pair widened(__m256i v) {
  const __m256i none = _mm256_setzero_si256();
  return (pair){_mm256_unpacklo_epi16(v, none), _mm256_unpackhi_epi16(v, none)};
}
WIDE __m256i joined(pair v) { return _mm256_packus_epi32(v.low, v.high); }
WIDE __m256i all16(int v) { return _mm256_set1_epi16((short)v); }

WIDE __m256i part16(__m256i value, __m256i share) { return _mm256_mulhi_epu16(value, share); }
WIDE __m256i mixed16(__m256i value, __m256i other, __m256i share) {
  return _mm256_add_epi16(_mm256_sub_epi16(value, part16(value, share)), part16(other, share));
}

WIDE __m256i blended8(__m256i value, __m256i other, __m256i share) {
  const __m256 a = _mm256_cvtepi32_ps(value), b = _mm256_cvtepi32_ps(other), aa = _mm256_mul_ps(a, a);
  const __m256 part = _mm256_mul_ps(_mm256_cvtepi32_ps(share), _mm256_set1_ps(1.0f / 65535.0f));
  const __m256 square = _mm256_add_ps(aa, _mm256_mul_ps(_mm256_sub_ps(_mm256_mul_ps(b, b), aa), part));
  const __m256 root = _mm256_sqrt_ps(_mm256_max_ps(square, _mm256_setzero_ps()));
  return _mm256_cvttps_epi32(_mm256_add_ps(root, _mm256_set1_ps(0.5f)));
}
WIDE __m256i blended16(const cglass_lines *l, __m256i value, __m256i other, __m256i share) {
  if (!l->is_luma) return mixed16(value, other, share);
  const pair v = widened(value), o = widened(other), s = widened(share);
  return joined((pair){blended8(v.low, o.low, s.low), blended8(v.high, o.high, s.high)});
}

// Between two lines.
WIDE __m256i between(const uint16_t *above, const uint16_t *below, int x, int fraction) {
  return _mm256_add_epi16(_mm256_mullo_epi16(_mm256_loadu_si256((const __m256i *)(above + x)), all16(16 - fraction)),
                          _mm256_mullo_epi16(_mm256_loadu_si256((const __m256i *)(below + x)), all16(fraction)));
}

// Four bytes from each place. The index is in the first register, as QEMU before 8, Debian 12's, takes the fifth for no index.
WIDE __m256i gathered(const void *base, __m256i index) {
  __m256i found = _mm256_setzero_si256(), mask = _mm256_set1_epi32(-1);
  __asm__("vpgatherdd %1, (%2,%3,1), %0" : "+&x"(found), "+&x"(mask) : "r"(base), "Yz"(index) : "memory");
  return found;
}

// Between a table's entries at an index and after it.
WIDE __m256i looked_up(const uint8_t *table, pair index, __m256i rest) {
  const __m256i low = gathered(table, index.low), high = gathered(table, index.high), byte = _mm256_set1_epi32(255);
  const __m256i here = joined((pair){_mm256_and_si256(low, byte), _mm256_and_si256(high, byte)});
  const __m256i next = joined((pair){_mm256_and_si256(_mm256_srli_epi32(low, 8), byte), _mm256_and_si256(_mm256_srli_epi32(high, 8), byte)});
  return _mm256_add_epi16(_mm256_mullo_epi16(here, _mm256_sub_epi16(all16(256), rest)), _mm256_mullo_epi16(next, rest));
}

WIDE __m256i toned16(const cglass_lines *l, __m256i light) {
  if (!l->tone) return light;
  return looked_up(l->tone, widened(_mm256_srli_epi16(light, 8)), _mm256_and_si256(light, all16(255)));
}

// `level`: 0 to 63.
WIDE __m256i lit16(const cglass_lines *l, __m256i light, __m256i level) {
  light = _mm256_min_epu16(light, all16(WHITE));
  pair at = widened(level), value = widened(light);
  if (l->is_luma) {
    const __m256i columns = _mm256_set1_epi32(COLUMNS);
    at.low = _mm256_add_epi32(_mm256_mullo_epi32(at.low, columns), _mm256_srli_epi32(value.low, 8));
    at.high = _mm256_add_epi32(_mm256_mullo_epi32(at.high, columns), _mm256_srli_epi32(value.high, 8));
    return looked_up(l->lit_codes, at, _mm256_and_si256(light, all16(255)));
  }
  const __m256i whole = _mm256_set1_epi32(256), own = _mm256_set1_epi32(l->light_code << 8), half = _mm256_set1_epi32(0xFFFF);
  for (int i = 0; i < 2; i++) {
    __m256i *v = i ? &value.high : &value.low;
    const __m256i share = _mm256_and_si256(gathered(l->lit_chroma, _mm256_slli_epi32(i ? at.high : at.low, 1)), half);
    const __m256i sum = _mm256_add_epi32(_mm256_mullo_epi32(*v, _mm256_sub_epi32(whole, share)), _mm256_mullo_epi32(own, share));
    *v = _mm256_srli_epi32(sum, 8);
  }
  return joined(value);
}

WIDE void store_codes(__m256i light, const uint16_t *dither, uint8_t *out) {
  const __m256i sum = _mm256_add_epi16(_mm256_min_epu16(light, all16(WHITE)), _mm256_loadu_si256((const __m256i *)dither));
  const __m256i codes = _mm256_srli_epi16(sum, 8);
  _mm_storeu_si128((__m128i *)out, _mm_packus_epi16(_mm256_castsi256_si128(codes), _mm256_extracti128_si256(codes, 1)));
}

WIDE __m256i bytes16(const uint8_t *from) { return _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)from)); }

// What is left of a row, from `x` on.
WIDE cglass_lines beyond(const cglass_lines *lines, int x) {
  cglass_lines rest = *lines;
  rest.soft_above += x, rest.soft_below += x, rest.clear_above += x, rest.clear_below += x;
  return rest;
}

WIDE __m256i clear16(const cglass_lines *l, int x) {
  const __m256i share = between(l->clear_above, l->clear_below, x, l->fraction);
  return _mm256_add_epi16(share, _mm256_srli_epi16(share, 8));
}

FAST static void cglass_band_fast(const cglass_lines *lines, const cglass_look *look, const uint8_t *upper, const uint8_t *lower,
                                  const uint8_t *mirror, int count, uint8_t *out) {
  const cglass_lines own = *lines, *l = &own;
  const __m256i lens = all16(fraction(look->lens)), mirrored = all16(fraction(look->mirrored)), dark = all16(fraction(look->dark));
  const __m256i below = all16(look->fraction_y * 4), above = all16((64 - look->fraction_y) * 4);
  const __m256i black = all16(l->is_luma ? 0 : 128 * 256), light = all16(look->light);
  int x = 0;
  for (; x + 16 <= count; x += 16) {
    const __m256i clear = clear16(l, x), soft = between(l->soft_above, l->soft_below, x, l->fraction);
    const __m256i sharp = _mm256_add_epi16(_mm256_mullo_epi16(bytes16(upper + x), above), _mm256_mullo_epi16(bytes16(lower + x), below));
    const __m256i through = blended16(l, soft, toned16(l, sharp), part16(lens, clear));
    const __m256i around = mixed16(through, toned16(l, _mm256_slli_epi16(bytes16(mirror + x), 8)), part16(mirrored, clear));
    __m256i shown = mixed16(around, black, look->yields_light ? part16(dark, clear) : dark);
    if (look->light) {
      const __m256i shine = look->yields_light ? part16(light, clear) : light;
      shown = lit16(l, shown, _mm256_srli_epi16(shine, 2));
    }
    store_codes(shown, l->dither, out + x);
  }
  const cglass_lines rest = beyond(l, x);
  if (x < count) cglass_band_body(&rest, look, upper + x, lower + x, mirror + x, count - x, out + x);
}

// A field of looks, in the order of `widened`: samples 0 to 3 and 8 to 11, then the others.
WIDE pair of_looks(const cglass_look *looks, size_t offset) {
  const __m256i at = _mm256_setr_epi32(0, 1, 2, 3, 8, 9, 10, 11), step = _mm256_set1_epi32(sizeof *looks);
  const __m256i low = _mm256_mullo_epi32(at, step), four = _mm256_set1_epi32(4 * sizeof *looks);
  const uint8_t *base = (const uint8_t *)looks + offset;
  return (pair){gathered(base, low), gathered(base, _mm256_add_epi32(low, four))};
}
WIDE __m256i field(pair words, int shift, int mask) {
  const __m256i bits = _mm256_set1_epi32(mask);
  return joined((pair){_mm256_and_si256(_mm256_srli_epi32(words.low, shift), bits), _mm256_and_si256(_mm256_srli_epi32(words.high, shift), bits)});
}

// `fraction` for all: 0 to 255 or 256 as a fraction of 65,535.
WIDE __m256i fraction16(__m256i share) {
  const __m256i scaled = _mm256_mullo_epi16(share, all16(257));
  return _mm256_or_si256(scaled, _mm256_cmpgt_epi16(share, all16(254)));
}

_Static_assert(offsetof(cglass_look, fraction_x) == 8 && offsetof(cglass_look, lens) == 10 && offsetof(cglass_look, mirrored) == 12 &&
               offsetof(cglass_look, light) == 14 && offsetof(cglass_look, coverage) == 20 && offsetof(cglass_look, yields_light) == 22 &&
               sizeof(cglass_look) == 24, "fields that are gathered");

FAST static void cglass_bent_fast(const cglass_lines *lines, const cglass_look *looks, const uint8_t *scene, ptrdiff_t per_row,
                                  ptrdiff_t last, int count, uint8_t *out) {
  const cglass_lines own = *lines, *l = &own;
  const __m256i black = all16(l->is_luma ? 0 : 128 * 256), end = _mm256_set1_epi32((int)last), row = _mm256_set1_epi32((int)per_row);
  int x = 0;
  for (; x + 16 <= count; x += 16) {
    const pair source = of_looks(looks + x, 0), mirror = of_looks(looks + x, 4), first = of_looks(looks + x, 8);
    const pair second = of_looks(looks + x, 12), third = of_looks(looks + x, 20);
    pair sharp;
    for (int i = 0; i < 2; i++) {
      const __m256i at = i ? source.high : source.low, word = i ? first.high : first.low, byte = _mm256_set1_epi32(255);
      const __m256i under = _mm256_add_epi32(at, _mm256_and_si256(_mm256_cmpgt_epi32(end, at), row));
      const __m256i right = _mm256_and_si256(word, byte), below = _mm256_and_si256(_mm256_srli_epi32(word, 8), byte);
      const __m256i left = _mm256_sub_epi32(_mm256_set1_epi32(64), right), above = _mm256_sub_epi32(_mm256_set1_epi32(64), below);
      // Shares of the left and the right sample, beside each other as these are.
      const __m256i shares = _mm256_or_si256(left, _mm256_slli_epi32(right, 16));
      const __m256i here = gathered(scene, at), there = gathered(scene, under);
#define BESIDE(v) _mm256_or_si256(_mm256_and_si256(v, byte), _mm256_slli_epi32(_mm256_and_si256(_mm256_srli_epi32(v, 8), byte), 16))
      const __m256i upper = _mm256_madd_epi16(BESIDE(here), shares), lower = _mm256_madd_epi16(BESIDE(there), shares);
#undef BESIDE
      const __m256i sum = _mm256_add_epi32(_mm256_mullo_epi32(upper, above), _mm256_mullo_epi32(lower, below));
      *(i ? &sharp.high : &sharp.low) = _mm256_srli_epi32(sum, 4);
    }
    const __m256i byte = _mm256_set1_epi32(255);
    const __m256i around_light = _mm256_slli_epi16(
        joined((pair){_mm256_and_si256(gathered(scene, mirror.low), byte), _mm256_and_si256(gathered(scene, mirror.high), byte)}), 8);
    const __m256i clear = clear16(l, x), soft = between(l->soft_above, l->soft_below, x, l->fraction);
    const __m256i lens = fraction16(field(first, 16, 0xFFFF)), mirrored = fraction16(field(second, 0, 255));
    const __m256i dark = fraction16(field(second, 8, 255)), light = field(second, 16, 255);
    const __m256i yields = _mm256_cmpgt_epi16(field(third, 16, 255), _mm256_setzero_si256());
    const __m256i through = blended16(l, soft, toned16(l, joined(sharp)), part16(lens, clear));
    const __m256i around = mixed16(through, toned16(l, around_light), part16(mirrored, clear));
    const __m256i shown = mixed16(around, black, _mm256_blendv_epi8(dark, part16(dark, clear), yields));
    const __m256i shine = _mm256_blendv_epi8(light, part16(light, clear), yields);
    const __m256i value = lit16(l, shown, _mm256_srli_epi16(shine, 2));
    // Over what is there.
    const __m256i whole = _mm256_set1_epi32(256);
    const pair share = widened(field(third, 0, 0xFFFF)), top = widened(value), ground = widened(_mm256_slli_epi16(bytes16(out + x), 8));
    pair sum;
    sum.low = _mm256_add_epi32(_mm256_mullo_epi32(top.low, share.low), _mm256_mullo_epi32(ground.low, _mm256_sub_epi32(whole, share.low)));
    sum.high =
        _mm256_add_epi32(_mm256_mullo_epi32(top.high, share.high), _mm256_mullo_epi32(ground.high, _mm256_sub_epi32(whole, share.high)));
    store_codes(joined((pair){_mm256_srli_epi32(sum.low, 8), _mm256_srli_epi32(sum.high, 8)}), l->dither, out + x);
  }
  const cglass_lines rest = beyond(l, x);
  if (x < count) cglass_bent_body(&rest, looks + x, scene, per_row, last, count - x, out + x);
}

#elif defined(__aarch64__)
#include <arm_neon.h>

// Straight and curved edges, eight samples at a time. Tables and the scene are looked up lane by lane.
INLINE uint16x8_t all16(unsigned v) { return vdupq_n_u16((uint16_t)v); }
INLINE uint16x8_t part16(uint16x8_t value, uint16x8_t share) {
  return vuzp2q_u16(vreinterpretq_u16_u32(vmull_u16(vget_low_u16(value), vget_low_u16(share))), vreinterpretq_u16_u32(vmull_high_u16(value, share)));
}
INLINE uint16x8_t mixed16(uint16x8_t value, uint16x8_t other, uint16x8_t share) {
  return vaddq_u16(vsubq_u16(value, part16(value, share)), part16(other, share));
}

INLINE uint16x4_t blended4(uint16x4_t value, uint16x4_t other, uint16x4_t share) {
  const float32x4_t a = vcvtq_f32_u32(vmovl_u16(value)), b = vcvtq_f32_u32(vmovl_u16(other)), aa = vmulq_f32(a, a);
  const float32x4_t part = vmulq_f32(vcvtq_f32_u32(vmovl_u16(share)), vdupq_n_f32(1.0f / 65535.0f));
  const float32x4_t square = vaddq_f32(aa, vmulq_f32(vsubq_f32(vmulq_f32(b, b), aa), part));
  const float32x4_t root = vsqrtq_f32(vmaxq_f32(square, vdupq_n_f32(0)));
  return vmovn_u32(vcvtq_u32_f32(vaddq_f32(root, vdupq_n_f32(0.5f))));
}
INLINE uint16x8_t blended16(const cglass_lines *l, uint16x8_t value, uint16x8_t other, uint16x8_t share) {
  if (!l->is_luma) return mixed16(value, other, share);
  return vcombine_u16(blended4(vget_low_u16(value), vget_low_u16(other), vget_low_u16(share)),
                      blended4(vget_high_u16(value), vget_high_u16(other), vget_high_u16(share)));
}

// Between two lines.
INLINE uint16x8_t between(const uint16_t *above, const uint16_t *below, int x, int fraction) {
  return vmlaq_n_u16(vmulq_n_u16(vld1q_u16(above + x), (uint16_t)(16 - fraction)), vld1q_u16(below + x), (uint16_t)fraction);
}

// Between a table's entries at an index and after it.
INLINE uint16x8_t looked_up(const uint8_t *table, const uint16_t index[8], uint16x8_t rest) {
  uint16x8_t both = vdupq_n_u16(0);
#define LANE(i)                                \
  do {                                         \
    uint16_t two;                              \
    memcpy(&two, table + index[i], sizeof two); \
    both = vsetq_lane_u16(two, both, i);       \
  } while (0);
  LANE(0) LANE(1) LANE(2) LANE(3) LANE(4) LANE(5) LANE(6) LANE(7)
#undef LANE
  const uint16x8_t here = vandq_u16(both, all16(255)), next = vshrq_n_u16(both, 8);
  return vmlaq_u16(vmulq_u16(here, vsubq_u16(all16(256), rest)), next, rest);
}

INLINE uint16x8_t toned16(const cglass_lines *l, uint16x8_t light) {
  if (!l->tone) return light;
  uint16_t index[8];
  vst1q_u16(index, vshrq_n_u16(light, 8));
  return looked_up(l->tone, index, vandq_u16(light, all16(255)));
}

// `level`: 0 to 63.
INLINE uint16x8_t lit16(const cglass_lines *l, uint16x8_t light, uint16x8_t level) {
  light = vminq_u16(light, all16(WHITE));
  uint16_t index[8];
  if (l->is_luma) {
    vst1q_u16(index, vmlaq_n_u16(vshrq_n_u16(light, 8), level, COLUMNS));
    return looked_up(l->lit_codes, index, vandq_u16(light, all16(255)));
  }
  vst1q_u16(index, level);
  uint16_t shares[8];
  for (int i = 0; i < 8; i++) shares[i] = (uint16_t)l->lit_chroma[index[i]];
  const uint16x8_t share = vld1q_u16(shares), rest = vsubq_u16(all16(256), share);
  const uint16_t own = (uint16_t)(l->light_code << 8);
  const uint32x4_t low = vmlal_n_u16(vmull_u16(vget_low_u16(light), vget_low_u16(rest)), vget_low_u16(share), own);
  const uint32x4_t high = vmlal_high_n_u16(vmull_high_u16(light, rest), share, own);
  return vcombine_u16(vmovn_u32(vshrq_n_u32(low, 8)), vmovn_u32(vshrq_n_u32(high, 8)));
}

INLINE void store_codes(uint16x8_t light, const uint16_t *dither, uint8_t *out) {
  vst1_u8(out, vshrn_n_u16(vaddq_u16(vminq_u16(light, all16(WHITE)), vld1q_u16(dither)), 8));
}

// What is left of a row, from `x` on.
INLINE cglass_lines beyond(const cglass_lines *lines, int x) {
  cglass_lines rest = *lines;
  rest.soft_above += x, rest.soft_below += x, rest.clear_above += x, rest.clear_below += x;
  return rest;
}

INLINE uint16x8_t clear16(const cglass_lines *l, int x) {
  const uint16x8_t share = between(l->clear_above, l->clear_below, x, l->fraction);
  return vaddq_u16(share, vshrq_n_u16(share, 8));
}

// In sixteens, as the dither has sixteen columns.
INLINE void cglass_band_fast(const cglass_lines *lines, const cglass_look *look, const uint8_t *upper, const uint8_t *lower,
                      const uint8_t *mirror, int count, uint8_t *out) {
  const cglass_lines own = *lines, *l = &own;
  const uint16x8_t lens = all16(fraction(look->lens)), mirrored = all16(fraction(look->mirrored)), dark = all16(fraction(look->dark));
  const uint16_t below = (uint16_t)(look->fraction_y * 4), above = (uint16_t)((64 - look->fraction_y) * 4);
  const uint16x8_t black = all16(l->is_luma ? 0 : 128 * 256), light = all16(look->light);
  int x = 0;
  for (; x + 16 <= count; x += 16) {
    for (int k = x; k < x + 16; k += 8) {
      const uint16x8_t clear = clear16(l, k), soft = between(l->soft_above, l->soft_below, k, l->fraction);
      const uint16x8_t sharp = vmlaq_n_u16(vmulq_n_u16(vmovl_u8(vld1_u8(upper + k)), above), vmovl_u8(vld1_u8(lower + k)), below);
      const uint16x8_t through = blended16(l, soft, toned16(l, sharp), part16(lens, clear));
      const uint16x8_t around = mixed16(through, toned16(l, vshll_n_u8(vld1_u8(mirror + k), 8)), part16(mirrored, clear));
      uint16x8_t shown = mixed16(around, black, look->yields_light ? part16(dark, clear) : dark);
      if (look->light) {
        const uint16x8_t shine = look->yields_light ? part16(light, clear) : light;
        shown = lit16(l, shown, vshrq_n_u16(shine, 2));
      }
      store_codes(shown, l->dither + (k & 15), out + k);
    }
  }
  const cglass_lines rest = beyond(l, x);
  if (x < count) cglass_band_body(&rest, look, upper + x, lower + x, mirror + x, count - x, out + x);
}

INLINE void cglass_bent_fast(const cglass_lines *lines, const cglass_look *restrict looks, const uint8_t *restrict scene, ptrdiff_t per_row,
                      ptrdiff_t last, int count, uint8_t *restrict out) {
  const cglass_lines own = *lines, *l = &own;
  const uint16x8_t black = all16(l->is_luma ? 0 : 128 * 256);
  int x = 0;
  for (; x + 16 <= count; x += 16) {
    for (int k = x; k < x + 16; k += 8) {
      uint16_t sharps[8], arounds[8], lenses[8], mirrors[8], darks[8], lights[8], yields[8], covers[8];
      for (int i = 0; i < 8; i++) {
        const cglass_look *look = looks + k + i;
        const uint8_t *at = scene + look->source, *under = look->source < last ? at + per_row : at;
        const unsigned right = look->fraction_x, below = look->fraction_y;
        const unsigned upper = at[0] * (64 - right) + at[1] * right, lower = under[0] * (64 - right) + under[1] * right;
        sharps[i] = (uint16_t)((upper * (64 - below) + lower * below) >> 4);
        arounds[i] = (uint16_t)(scene[look->mirror] << 8);
        lenses[i] = fraction(look->lens), mirrors[i] = fraction(look->mirrored), darks[i] = fraction(look->dark);
        lights[i] = look->light, yields[i] = look->yields_light ? 0xFFFF : 0, covers[i] = look->coverage;
      }
      const uint16x8_t clear = clear16(l, k), soft = between(l->soft_above, l->soft_below, k, l->fraction);
      const uint16x8_t dark = vld1q_u16(darks), light = vld1q_u16(lights), yield = vld1q_u16(yields), cover = vld1q_u16(covers);
      const uint16x8_t through = blended16(l, soft, toned16(l, vld1q_u16(sharps)), part16(vld1q_u16(lenses), clear));
      const uint16x8_t around = mixed16(through, toned16(l, vld1q_u16(arounds)), part16(vld1q_u16(mirrors), clear));
      const uint16x8_t shown = mixed16(around, black, vbslq_u16(yield, part16(dark, clear), dark));
      const uint16x8_t shine = vbslq_u16(yield, part16(light, clear), light);
      const uint16x8_t value = lit16(l, shown, vshrq_n_u16(shine, 2));
      // Over what is there.
      const uint16x8_t rest = vsubq_u16(all16(256), cover), ground = vshll_n_u8(vld1_u8(out + k), 8);
      const uint32x4_t low = vmlal_u16(vmull_u16(vget_low_u16(value), vget_low_u16(cover)), vget_low_u16(ground), vget_low_u16(rest));
      const uint32x4_t high = vmlal_high_u16(vmull_high_u16(value, cover), ground, rest);
      store_codes(vcombine_u16(vmovn_u32(vshrq_n_u32(low, 8)), vmovn_u32(vshrq_n_u32(high, 8))), l->dither + (k & 15), out + k);
    }
  }
  const cglass_lines rest = beyond(l, x);
  if (x < count) cglass_bent_body(&rest, looks + x, scene, per_row, last, count - x, out + x);
}
#endif

// As TWICE does, with kernels of their own for AVX2 and NEON.
#if defined(__x86_64__)
#define OWN(name, parameters, arguments)                  \
  void name##_plain parameters { name##_body arguments; } \
  void name parameters { (HAS_FAST ? name##_fast : name##_plain) arguments; }
#elif defined(__aarch64__)
#define OWN(name, parameters, arguments)                  \
  void name##_plain parameters { name##_body arguments; } \
  void name parameters { name##_fast arguments; }
#else
#define OWN TWICE
#endif

OWN(cglass_band,
      (const cglass_lines *lines, const cglass_look *look, const uint8_t *upper, const uint8_t *lower,
       const uint8_t *mirror, int count, uint8_t *out),
      (lines, look, upper, lower, mirror, count, out))
OWN(cglass_bent,
      (const cglass_lines *lines, const cglass_look *looks, const uint8_t *scene, ptrdiff_t per_row, ptrdiff_t last,
       int count, uint8_t *out),
      (lines, looks, scene, per_row, last, count, out))
