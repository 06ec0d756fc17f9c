// zlib's CRC-32, as MCAP and PNG use it.
#pragma once
#include <stddef.h>
#include <stdint.h>

// The checksum of `count` bytes after others whose checksum is `before`; 0 before the first.
uint32_t cchecksum_crc32(uint32_t before, const uint8_t *bytes, size_t count);
