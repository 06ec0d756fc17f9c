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
TWICE(cglass_band,
      (const cglass_lines *lines, const cglass_look *look, const uint8_t *upper, const uint8_t *lower,
       const uint8_t *mirror, int count, uint8_t *out),
      (lines, look, upper, lower, mirror, count, out))
TWICE(cglass_bent,
      (const cglass_lines *lines, const cglass_look *looks, const uint8_t *scene, ptrdiff_t per_row, ptrdiff_t last,
       int count, uint8_t *out),
      (lines, looks, scene, per_row, last, count, out))
