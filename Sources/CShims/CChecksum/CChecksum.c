#include "CChecksum.h"

#include <zlib.h>

uint32_t cchecksum_crc32(uint32_t before, const uint8_t *bytes, size_t count) {
  return (uint32_t)crc32_z(before, bytes, count);
}
