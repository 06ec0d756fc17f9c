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

// What RFC 9180 (HPKE) is made of, each for keys of CDIGEST_KEY_BYTES.

#define CDIGEST_NONCE_BYTES 12
#define CDIGEST_TAG_BYTES 16

// HMAC-SHA-256 (RFC 2104): CDIGEST_BYTES.
void cdigest_hmac(const uint8_t *key, size_t key_bytes, const uint8_t *message, size_t count, uint8_t *result);
// X25519 (RFC 7748): the public key of a secret one, and what a secret key and another's public key have in common; that is 0 for a
// public key that is none.
void cdigest_exchange_key(const uint8_t *secret, uint8_t *result);
int cdigest_exchange(const uint8_t *secret, const uint8_t *public_key, uint8_t *result);
// ChaCha20-Poly1305 (RFC 8439): `sealed` gets CDIGEST_TAG_BYTES more than there were.
void cdigest_seal(const uint8_t *key, const uint8_t *nonce, const uint8_t *known, size_t known_bytes, const uint8_t *message, size_t count, uint8_t *sealed);
// 1 if `sealed`, of `count` bytes and the tag, is the key's; else 0, and `message` is of no use.
int cdigest_open(const uint8_t *key, const uint8_t *nonce, const uint8_t *known, size_t known_bytes, const uint8_t *sealed, size_t count, uint8_t *message);

#endif
