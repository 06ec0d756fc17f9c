// Pictures of phones and the web, by libheif and libwebp, which are loaded when the first such picture comes.
#ifndef CPHOTOLIBRARIES_H
#define CPHOTOLIBRARIES_H

#include <stddef.h>
#include <stdint.h>

enum { CPHOTO_OK = 0, CPHOTO_MISSING = -1, CPHOTO_FAILED = -2 };
enum { CPHOTO_HEIF, CPHOTO_WEBP };

/// The size of a picture of a kind, upright. CPHOTO_FAILED too when `bytes` are only its beginning and don't tell yet.
int cphoto_size(int kind, const uint8_t *bytes, size_t count, int32_t *width, int32_t *height);

/// Decodes a picture of exactly this size to 8-bit RGB, `width · 3` bytes a row without padding, upright.
int cphoto_decode_rgb(int kind, const uint8_t *bytes, size_t count, int32_t width, int32_t height, uint8_t *pixels);

/// Copies a HEIF picture's ICC profile, if it has one of at most `capacity` bytes; returns its length, else 0.
size_t cphoto_profile(const uint8_t *bytes, size_t count, uint8_t *profile, size_t capacity);

#endif
