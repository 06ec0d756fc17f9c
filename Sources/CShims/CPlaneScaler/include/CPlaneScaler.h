// The inner loops of resampling a plane of 8-bit samples: with weights of 14 fractional bits, and by means of boxes.
#ifndef CPLANESCALER_H
#define CPLANESCALER_H

#include <stddef.h>
#include <stdint.h>

/// Sums `taps` rows: out[x] = (sum of samples[k * bytes_per_row + x] * weights[k] + 64) >> 7, in 8.7 fixed point.
///
/// The weights are not negative and sum to at most 1 << 14.
void cplanescaler_down(const uint8_t *samples, ptrdiff_t bytes_per_row, int taps, const int16_t *weights, int width,
                       int16_t *out);

/// Sums `taps` columns: out[x] = (sum of row[first[x] + k] * weights[x * taps + k]) >> 21, rounded, 0 to 255.
///
/// `taps` is 4 or a multiple of 8; the row must be readable up to first[x] + taps.
void cplanescaler_across(const int16_t *row, const int32_t *first, int taps, const int16_t *weights, int width,
                         uint8_t *out);

/// A row of rounded means of boxes of `across` × `down` samples, at most 64 each. `sums` has room for width · across.
void cplanescaler_box(const uint8_t *samples, ptrdiff_t bytes_per_row, int across, int down, int width, uint16_t *sums,
                      uint8_t *out);

/// The same samples without vectors: for processors that lack them, and for tests.
void cplanescaler_down_plain(const uint8_t *samples, ptrdiff_t bytes_per_row, int taps, const int16_t *weights,
                             int width, int16_t *out);
void cplanescaler_across_plain(const int16_t *row, const int32_t *first, int taps, const int16_t *weights, int width,
                               uint8_t *out);
void cplanescaler_box_plain(const uint8_t *samples, ptrdiff_t bytes_per_row, int across, int down, int width,
                            uint16_t *sums, uint8_t *out);

#endif
