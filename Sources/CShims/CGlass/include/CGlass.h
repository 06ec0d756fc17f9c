// The inner loops of glass: rows in which a soft light, the sharp scene and what the rim mirrors are mixed and lit.
#ifndef CGLASS_H
#define CGLASS_H

#include <stddef.h>
#include <stdint.h>

/// A row of the soft light, and how much of the rest may show: two neighbouring lines each, and how far the lower ones mix
/// in. Light is in 1/16 code steps, 0 to 4080; shares are 0 to 4080 for none to all.
typedef struct {
  const uint16_t *soft_above, *soft_below, *clear_above, *clear_below;
  /// 0 to 16.
  uint16_t fraction;
  /// 16 dither thresholds starting at the first sample, 0 to 255.
  const uint16_t *dither;
  /// 257 codes: the sharp scene in the glass's tone; NULL for no change. Tables and the scene are loaded four bytes at a time:
  /// three more must follow each.
  const uint8_t *tone;
  /// 64 rows of 257 codes: how each level of light changes a code; and 64 shares of 0 to 256 for chroma.
  const uint8_t *lit_codes;
  const uint16_t *lit_chroma;
  /// The light's own code in a chroma channel.
  uint8_t light_code;
  uint8_t is_luma;
} cglass_lines;

/// Where one sample looks, and how its light is mixed.
typedef struct {
  /// The sample of the scene that the lens shows: an offset in the plane or, for a straight edge, a row of it.
  int32_t source;
  /// The sample of the scene that the rim mirrors, likewise.
  int32_t mirror;
  /// How far the samples to the right and below the source mix in, 0 to 64.
  uint8_t fraction_x, fraction_y;
  /// Share of the sharp scene, 0 to 256; the rest is soft.
  uint16_t lens;
  /// Share of the mirrored scene, and darkened share, 0 to 255.
  uint8_t mirrored, dark;
  /// The key light on it: a level times 4; border included.
  uint8_t light;
  /// Part of `light` that key light doesn't change.
  uint8_t border;
  /// How much of it the hairline and the glow behind it cover, 0 to 255.
  uint8_t rim, glow;
  /// Which way the edge faces, in 1/256 of a turn: 0 right, 64 down, 128 left, 192 up.
  uint8_t facing;
  /// Pixels inside the edge, at most 255.
  uint8_t depth;
  /// Covered share times opacity, 0 to 256.
  uint16_t coverage;
  /// Whether words may lie so close to the edge that they dim its light.
  uint8_t yields_light;
} cglass_look;

/// Writes clear glass: the scene itself, and soft light behind words.
///
/// `lens` is the share of the scene, 0 to 256.
void cglass_clear(const cglass_lines *lines, const uint8_t *scene, int lens, int count, uint8_t *out);

/// Writes a straight edge, all of whose samples look equally far up or down.
///
/// `upper`, `lower` and `mirror` are rows of the scene.
void cglass_band(const cglass_lines *lines, const cglass_look *look, const uint8_t *upper, const uint8_t *lower,
                 const uint8_t *mirror, int count, uint8_t *out);

/// Blends a curved edge over what is there; each sample looks elsewhere.
///
/// Places are offsets from `scene`; `per_row` leads from a sample to the one below it, up to `last`, the last row's first.
void cglass_bent(const cglass_lines *lines, const cglass_look *looks, const uint8_t *scene, ptrdiff_t per_row,
                 ptrdiff_t last, int count, uint8_t *out);

/// Interpolates between each of `count` samples, below 4096, and the next one: `each` (2, 4, 8 or 16) values, the first of them
/// `fraction` in 1/32 of the way, less than 32 / each, the others 32 / each apart.
void cglass_stretch(const uint16_t *samples, int count, int each, int fraction, uint16_t *out);

/// The same samples without vectors: for tests.
void cglass_clear_plain(const cglass_lines *lines, const uint8_t *scene, int lens, int count, uint8_t *out);
void cglass_band_plain(const cglass_lines *lines, const cglass_look *look, const uint8_t *upper, const uint8_t *lower,
                       const uint8_t *mirror, int count, uint8_t *out);
void cglass_bent_plain(const cglass_lines *lines, const cglass_look *looks, const uint8_t *scene, ptrdiff_t per_row,
                       ptrdiff_t last, int count, uint8_t *out);
void cglass_stretch_plain(const uint16_t *samples, int count, int each, int fraction, uint16_t *out);

#endif
