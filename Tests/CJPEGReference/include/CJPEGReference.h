// What libjpeg-turbo makes of a JPEG, for tests: coefficients as it reads them, and JPEGs of the kinds that
// cameras send. Every libjpeg error comes back as a code.
#ifndef CJPEG_REFERENCE_H
#define CJPEG_REFERENCE_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
  int components;
  int across[3], down[3];      // sampling factors
  int columns[3], rows[3];     // blocks, filled up to whole MCUs
  size_t offset[3];            // of a component's first coefficient in the output
  long warnings;
} cjpegref_shape;

/// Reads all coefficients, natural order, block rows of each component in turn, into at most `capacity` values.
/// 0: done. 1: an error. 2: no room.
int cjpegref_coefficients(const uint8_t *bytes, size_t size, cjpegref_shape *shape, int16_t *out, size_t capacity);

typedef struct {
  int width, height, components;
  int luma_across, luma_down, chroma_across, chroma_down;  // sampling factors
  int quality, restart_interval, optimize, progressive;
} cjpegref_kind;

/// Encodes a picture given as width × height × components samples of YCbCr. Writes at most `capacity` bytes.
int cjpegref_encode(const uint8_t *samples, const cjpegref_kind *kind, uint8_t *out, size_t capacity,
                    size_t *written);

/// Encodes planes as they are, luma, Cb and Cr, of ceil(width / across) × ceil(height / down) samples of chroma; `across` 0: grey. What
/// blocks have beyond a plane repeats its last samples.
int cjpegref_encode_planes(const uint8_t *const planes[3], const int bytes_per_row[3], int width, int height, int across, int down,
                           int quality, int restart_rows, uint8_t *out, size_t capacity, size_t *written);

/// A picture that no camera sends: what its samples are, and how it is coded.
typedef struct {
  int width, height;
  int color;                   // 0: YCbCr, 1: RGB, 2: CMYK, 3: YCCK
  uint8_t across[4], down[4];  // sampling factors
  int progressive, arithmetic;
} cjpegref_oddity;

/// Encodes width × height × 3 samples of YCbCr or RGB, or × 4 of CMYK, inverted (also for YCCK), at quality 95.
int cjpegref_encode_odd(const uint8_t *samples, const cjpegref_oddity *, uint8_t *out, size_t capacity, size_t *written);

/// The accurate integer transforms of one block: 64 samples in rows ↔ 64 coefficients, natural order, through a grey
/// JPEG with the quantization values given (natural order, 1...255).
int cjpegref_inverse(const int16_t *coefficients, const uint16_t *quantization, uint8_t *samples);

#endif
