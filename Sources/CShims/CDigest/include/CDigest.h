#ifndef CDIGEST_H
#define CDIGEST_H

#include <stddef.h>
#include <stdint.h>

// SHA-256 (FIPS 180-4) by Nettle, which uses the processor's instructions for it.

#define CDIGEST_BYTES 32

// A digest in progress; only the functions below look inside.
struct cdigest {
  uint64_t room[24];
};

void cdigest_begin(struct cdigest *digest);
void cdigest_add(struct cdigest *digest, const uint8_t *bytes, size_t count);
// Writes the CDIGEST_BYTES of all bytes so far to `result` and starts over.
void cdigest_end(struct cdigest *digest, uint8_t *result);

#endif
