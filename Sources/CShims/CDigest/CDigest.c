#include "CDigest.h"

#include <assert.h>
#include <nettle/chacha-poly1305.h>
#include <nettle/curve25519.h>
#include <nettle/eddsa.h>
#include <nettle/hmac.h>
#include <nettle/memops.h>
#include <nettle/sha2.h>

static_assert(sizeof(struct sha256_ctx) <= sizeof(struct cdigest), "a digest has room for Nettle's");
static_assert(SHA256_DIGEST_SIZE == CDIGEST_BYTES, "SHA-256");
static_assert(ED25519_KEY_SIZE == CDIGEST_KEY_BYTES && ED25519_SIGNATURE_SIZE == CDIGEST_SIGNATURE_BYTES, "Ed25519");
static_assert(CURVE25519_SIZE == CDIGEST_KEY_BYTES && CHACHA_POLY1305_KEY_SIZE == CDIGEST_KEY_BYTES, "X25519 and ChaCha20");
static_assert(CHACHA_POLY1305_NONCE_SIZE == CDIGEST_NONCE_BYTES && CHACHA_POLY1305_DIGEST_SIZE == CDIGEST_TAG_BYTES, "Poly1305");

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

void cdigest_hmac(const uint8_t *key, size_t key_bytes, const uint8_t *message, size_t count, uint8_t *result) {
  struct hmac_sha256_ctx hmac;
  hmac_sha256_set_key(&hmac, key_bytes, key);
  hmac_sha256_update(&hmac, count, message);
  hmac_sha256_digest(&hmac, CDIGEST_BYTES, result);
}

void cdigest_exchange_key(const uint8_t *secret, uint8_t *result) { curve25519_mul_g(result, secret); }

int cdigest_exchange(const uint8_t *secret, const uint8_t *public_key, uint8_t *result) {
  static const uint8_t none[CDIGEST_KEY_BYTES];
  curve25519_mul(result, secret, public_key);
  return !memeql_sec(result, none, CDIGEST_KEY_BYTES);
}

static void begin(struct chacha_poly1305_ctx *cipher, const uint8_t *key, const uint8_t *nonce, const uint8_t *known, size_t known_bytes) {
  chacha_poly1305_set_key(cipher, key);
  chacha_poly1305_set_nonce(cipher, nonce);
  chacha_poly1305_update(cipher, known_bytes, known);
}

void cdigest_seal(const uint8_t *key, const uint8_t *nonce, const uint8_t *known, size_t known_bytes, const uint8_t *message, size_t count, uint8_t *sealed) {
  struct chacha_poly1305_ctx cipher;
  begin(&cipher, key, nonce, known, known_bytes);
  chacha_poly1305_encrypt(&cipher, count, sealed, message);
  chacha_poly1305_digest(&cipher, CDIGEST_TAG_BYTES, sealed + count);
}

int cdigest_open(const uint8_t *key, const uint8_t *nonce, const uint8_t *known, size_t known_bytes, const uint8_t *sealed, size_t count, uint8_t *message) {
  struct chacha_poly1305_ctx cipher;
  uint8_t tag[CDIGEST_TAG_BYTES];
  begin(&cipher, key, nonce, known, known_bytes);
  chacha_poly1305_decrypt(&cipher, count, message, sealed);
  chacha_poly1305_digest(&cipher, CDIGEST_TAG_BYTES, tag);
  return memeql_sec(tag, sealed + count, CDIGEST_TAG_BYTES);
}
