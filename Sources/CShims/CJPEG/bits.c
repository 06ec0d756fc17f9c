// Bytes and bits of entropy-coded data, on their way in and out.
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "../twice.h"
#include "CJPEG.h"

// From a byte that is copied one by one on.
INLINE size_t copy_bytes(const uint8_t *in, size_t at, size_t count, uint8_t *out) {
  while (at < count && in[at] != 0xFF) {
    out[at] = in[at];
    at++;
  }
  return at;
}

size_t cjpeg_copy_to_ff_plain(const uint8_t *in, size_t count, uint8_t *out) {
  size_t at = 0;
  for (; at + 8 <= count; at += 8) {
    uint64_t word;
    memcpy(&word, in + at, sizeof word);
    // A byte whose complement is 0.
    if ((~word - 0x0101010101010101) & word & 0x8080808080808080) break;
    memcpy(out + at, &word, sizeof word);
  }
  return copy_bytes(in, at, count, out);
}

#if defined(__x86_64__)
FAST static size_t copy_to_ff_fast(const uint8_t *in, size_t count, uint8_t *out) {
  size_t at = 0;
  for (; at + 32 <= count; at += 32) {
    const __m256i bytes = _mm256_loadu_si256((const __m256i *)(in + at));
    _mm256_storeu_si256((__m256i *)(out + at), bytes);
    const unsigned found = (unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(-1)));
    if (found) return at + (size_t)__builtin_ctz(found);
  }
  return copy_bytes(in, at, count, out);
}

size_t cjpeg_copy_to_ff(const uint8_t *in, size_t count, uint8_t *out) {
  return (HAS_FAST ? copy_to_ff_fast : cjpeg_copy_to_ff_plain)(in, count, out);
}
#else
size_t cjpeg_copy_to_ff(const uint8_t *in, size_t count, uint8_t *out) { return cjpeg_copy_to_ff_plain(in, count, out); }
#endif

void cjpeg_copy_bits_plain(const uint8_t *restrict in, int shift, size_t count, uint8_t *restrict out) {
  for (size_t i = 0; i < count; i++) out[i] = (uint8_t)(in[i] << shift | in[i + 1] >> (8 - shift));
}

#if defined(__x86_64__)
FAST static void copy_bits_fast(const uint8_t *in, int shift, size_t count, uint8_t *out) {
  const __m128i left = _mm_cvtsi32_si128(shift), right = _mm_cvtsi32_si128(8 - shift);
  // Two bytes are shifted at once; the mask drops what one gets from the other.
  const __m256i high = _mm256_set1_epi8((char)(0xFF << shift));
  if (count < 32) return cjpeg_copy_bits_plain(in, shift, count, out);
  // The last 32 once more, so that none is left.
  for (size_t i = 0; i < count; i = i + 32 < count && i + 64 > count ? count - 32 : i + 32) {
    const __m256i a = _mm256_loadu_si256((const __m256i *)(in + i)), b = _mm256_loadu_si256((const __m256i *)(in + i + 1));
    const __m256i upper = _mm256_and_si256(_mm256_sll_epi16(a, left), high);
    const __m256i lower = _mm256_andnot_si256(high, _mm256_srl_epi16(b, right));
    _mm256_storeu_si256((__m256i *)(out + i), _mm256_or_si256(upper, lower));
  }
}

void cjpeg_copy_bits(const uint8_t *in, int shift, size_t count, uint8_t *out) {
  (HAS_FAST ? copy_bits_fast : cjpeg_copy_bits_plain)(in, shift, count, out);
}
#else
void cjpeg_copy_bits(const uint8_t *in, int shift, size_t count, uint8_t *out) { cjpeg_copy_bits_plain(in, shift, count, out); }
#endif
