// JPEGs as JPEG XL, losslessly, by libjxl (ISO/IEC 18181-2, JPEG bitstream reconstruction data).
//
// The library is loaded when it is first needed: a program that packs nothing doesn't need it.
#ifndef CJPEGXL_H
#define CJPEGXL_H

#include <stddef.h>
#include <stdint.h>

// CJPEGXL_MISSING: libjxl isn't installed.
enum { CJPEGXL_OK, CJPEGXL_MISSING, CJPEGXL_UNFIT, CJPEGXL_TOO_LONG, CJPEGXL_NO_MEMORY };

/// Packs a JPEG. `packed` must have room for `capacity` bytes; CJPEGXL_TOO_LONG if they don't suffice, and CJPEGXL_UNFIT for what
/// isn't a whole JPEG.
int cjpegxl_pack(const uint8_t *jpeg, size_t count, uint8_t *packed, size_t capacity, size_t *written);

/// Restores a JPEG of at most `limit` bytes into memory for the caller to free. CJPEGXL_UNFIT for anything but a JPEG packed whole,
/// and for one that claims more pixels than its bytes can hold.
int cjpegxl_unpack(const uint8_t *packed, size_t count, size_t limit, uint8_t **jpeg, size_t *written);

#endif
