#include "CDigest.h"

#include <assert.h>
#include <nettle/sha2.h>

static_assert(sizeof(struct sha256_ctx) <= sizeof(struct cdigest), "a digest has room for Nettle's");
static_assert(SHA256_DIGEST_SIZE == CDIGEST_BYTES, "SHA-256");

static struct sha256_ctx *context(struct cdigest *digest) { return (struct sha256_ctx *)digest->room; }

void cdigest_begin(struct cdigest *digest) { sha256_init(context(digest)); }

void cdigest_add(struct cdigest *digest, const uint8_t *bytes, size_t count) {
  sha256_update(context(digest), count, bytes);
}

void cdigest_end(struct cdigest *digest, uint8_t *result) {
  sha256_digest(context(digest), CDIGEST_BYTES, result);
}
