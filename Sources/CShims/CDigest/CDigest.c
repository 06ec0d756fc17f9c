#include "CDigest.h"

#include <assert.h>
#include <nettle/eddsa.h>
#include <nettle/sha2.h>

static_assert(sizeof(struct sha256_ctx) <= sizeof(struct cdigest), "a digest has room for Nettle's");
static_assert(SHA256_DIGEST_SIZE == CDIGEST_BYTES, "SHA-256");
static_assert(ED25519_KEY_SIZE == CDIGEST_KEY_BYTES && ED25519_SIGNATURE_SIZE == CDIGEST_SIGNATURE_BYTES, "Ed25519");

static struct sha256_ctx *context(struct cdigest *digest) { return (struct sha256_ctx *)digest->room; }

void cdigest_begin(struct cdigest *digest) { sha256_init(context(digest)); }

void cdigest_add(struct cdigest *digest, const uint8_t *bytes, size_t count) {
  sha256_update(context(digest), count, bytes);
}

void cdigest_end(struct cdigest *digest, uint8_t *result) {
  sha256_digest(context(digest), CDIGEST_BYTES, result);
}

void cdigest_public_key(const uint8_t *secret, uint8_t *result) { ed25519_sha512_public_key(result, secret); }

void cdigest_sign(const uint8_t *secret, const uint8_t *public_key, const uint8_t *message, size_t count, uint8_t *signature) {
  ed25519_sha512_sign(public_key, secret, count, message, signature);
}

int cdigest_verifies(const uint8_t *public_key, const uint8_t *message, size_t count, const uint8_t *signature) {
  return ed25519_sha512_verify(public_key, count, message, signature);
}
