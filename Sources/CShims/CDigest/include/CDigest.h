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

// Ed25519 (RFC 8032), of whole messages.

#define CDIGEST_KEY_BYTES 32
#define CDIGEST_SIGNATURE_BYTES 64

// The public key of a secret one.
void cdigest_public_key(const uint8_t *secret, uint8_t *result);
void cdigest_sign(const uint8_t *secret, const uint8_t *public_key, const uint8_t *message, size_t count, uint8_t *signature);
// 1 if the signature is the key's, else 0.
int cdigest_verifies(const uint8_t *public_key, const uint8_t *message, size_t count, const uint8_t *signature);

#endif
