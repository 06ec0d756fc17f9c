// PNG by libpng's simplified interface, through functions that return codes.
#ifndef CPNG_H
#define CPNG_H

#include <stddef.h>
#include <stdint.h>

enum { CPNG_OK = 0, CPNG_FAILED = -1 };

/// Writes 8-bit RGB pixels, `width · 3` bytes per row without padding, as a PNG into `output`.
///
/// `fast` makes a larger file in a fraction of the time (libpng's PNG_IMAGE_FLAG_FAST).
/// `written` receives the length; `message` (at least 64 bytes) receives libpng's error message.
int cpng_encode_rgb(const uint8_t *pixels, int32_t width, int32_t height, int fast, uint8_t *output,
                    size_t capacity, size_t *written, char *message);

/// Reads a PNG of exactly this size as 8-bit sRGB, `width · 3` bytes a row without padding; transparent parts over black.
int cpng_decode_rgb(const uint8_t *bytes, size_t size, int32_t width, int32_t height, uint8_t *pixels);

/// Copies a PNG's colour profile, if it has one of at most `capacity` bytes; returns its length, else 0.
size_t cpng_profile(const uint8_t *bytes, size_t size, uint8_t *profile, size_t capacity);

#endif
