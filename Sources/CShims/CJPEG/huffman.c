// Reads the codes of blocks of coefficients (ITU-T T.81, F.2.2.2).
#include "../twice.h"
#include "CJPEG.h"
#include "places.h"
#include "shifts.h"

// Of the lowest 4 × 4 coefficients; the others go to a place beyond.
static const uint8_t low_places[64] = {
  0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 16, 13, 10, 7, 16, 16, 16, 16, 11, 14, 16, 16, 16, 16, 15, 16, 16, 16, 16, 16, 16, 16,
  16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16,
};

int cjpeg_place_of(int number, int is_low) { return (is_low ? low_places : places)[number & 63]; }

INLINE uint64_t bits_at(const uint8_t *data, ptrdiff_t bit) {
  uint64_t word;
  memcpy(&word, data + (bit >> 3), sizeof word);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word << (bit & 7);
}

typedef struct {
  ptrdiff_t bit;
  int number;
  const uint16_t *codes;
  int16_t *out;
} cursor;

// Reads one code. Returns whether it is known.
INLINE int read_code(cursor *c, const uint8_t *data, const uint8_t *where) {
  const uint64_t window = bits_at(data, c->bit);
  const int entry = c->codes[window >> 52];
  if (entry == 0) return 0;
  const int length = entry >> 11, size = entry >> 7 & 15;
  c->bit += length + size;
  c->number += entry & 127;
  // A magnitude that starts with a 0 means a negative value (F.2.2.1).
  const uint64_t magnitude = window << length;
  const int raw = (int)(magnitude >> 1 >> (63 - size));
  if (c->number > 64) {
    c->number = (entry & 127) == 64 ? 64 : 65;
  } else {
    c->out[where[c->number - 1]] = (int16_t)(raw + ((int)((int64_t)~magnitude >> 63) & (1 - (1 << size))));
  }
  return 1;
}

INLINE void read_ac(const uint8_t *data, cjpeg_reader *blocks, int count, int last, const uint8_t *where) {
  cursor a = {blocks[0].place.bit, blocks[0].place.number, blocks[0].codes, blocks[0].coefficients}, b = a;
  if (count == 2) {
    // Each cursor waits for its own last code only.
    b = (cursor){blocks[1].place.bit, blocks[1].place.number, blocks[1].codes, blocks[1].coefficients};
    while (a.number <= last && b.number <= last && read_code(&a, data, where) && read_code(&b, data, where)) continue;
    while (b.number <= last && read_code(&b, data, where)) continue;
    blocks[1].place = (cjpeg_place){b.bit, b.number > 64 ? -1 : b.number};
  }
  while (a.number <= last && read_code(&a, data, where)) continue;
  blocks[0].place = (cjpeg_place){a.bit, a.number > 64 ? -1 : a.number};
}

INLINE void read_any(const uint8_t *data, cjpeg_reader *blocks, int count, int is_low) {
  is_low ? read_ac(data, blocks, count, 24, low_places) : read_ac(data, blocks, count, 63, places);
}

// By the number of the coefficient after one, the byte at which it goes among a block's terms; most go to the last, which isn't used.
#define NOWHERE 6, 6, 6, 6, 6, 6, 6, 6
#define NONE_OF_64 NOWHERE, NOWHERE, NOWHERE, NOWHERE, NOWHERE, NOWHERE, NOWHERE, NOWHERE
static const uint8_t term_places[264] = {6, 6, 0, 2, 6, 4, 6, 6, NOWHERE, NOWHERE, NOWHERE, NOWHERE, NOWHERE, NOWHERE, NOWHERE,
                                         NONE_OF_64, NONE_OF_64, NONE_OF_64, NOWHERE};

// A block's first four codes, without branches; at least those up to (1,1) count. Returns whether it knew them.
INLINE int read_terms(const uint8_t *data, ptrdiff_t bit, const uint16_t *codes, int16_t *terms) {
  int number = 1, entry = 0;
  memset(terms, 0, 8);
  for (int i = 0; i < 2; i++) {
    // Two codes of at most 22 bits from 57.
    uint64_t window = bits_at(data, bit);
    for (int k = 0; k < 2; k++) {
      entry = codes[window >> 52];
      const int length = entry >> 11, size = entry >> 7 & 15;
      window <<= length;
      // As in read_ac, unless the size is 0.
      const int64_t sign = ~((int64_t)window >> 63);
      const int64_t value = (int64_t)((window ^ (uint64_t)sign) >> (-size & 63)) ^ sign;
      number += entry & 127;
      const int16_t term = (int16_t)(value - sign);
      memcpy((char *)terms + term_places[number], &term, sizeof term);
      window <<= size;
      bit += length + size;
    }
  }
  terms[3] = 0;
  // A code that the table doesn't have, before (1,1) or where it stood.
  return entry != 0 || number > 5;
}

INLINE size_t read_mcus(cjpeg_mcus *mcus, size_t count, int has_terms) {
  const cjpeg_mcus own = *mcus;
  const uint16_t *found = own.found;
  int16_t *values = own.values, *lows = own.lows;
  uint16_t *offsets = own.offsets;
  int32_t last[3] = {own.predictors[0], own.predictors[1], own.predictors[2]};
  ptrdiff_t bit = own.bit;
  size_t mcu = 0;
  for (; mcu < count; mcu++) {
    const ptrdiff_t start = bit;
    int32_t now[3] = {last[0], last[1], last[2]};
    for (int block = 0; block < own.blocks; block++) {
      const cjpeg_step step = own.steps[block];
      const uint64_t window = bits_at(own.data, bit);
      const int entry = own.differences[(step.dc << 9) + (window >> 55)];
      if (entry == 0) goto stop;
      const int length = entry >> 6, size = (entry & 63) - length;
      const uint64_t magnitude = window << length;
      const int raw = (int)(magnitude >> 1 >> (63 - size));
      const int32_t value = now[step.component] + raw + ((int)((int64_t)~magnitude >> 63) & (1 - (1 << size)));
      if ((uint32_t)(value + 1024) >= 2048) goto stop;
      now[step.component] = value;
      values[block] = (int16_t)value;
      if (has_terms && step.has_terms &&
          !read_terms(own.data, bit + length + size, own.codes + (step.ac << 12), lows + 4 * block)) {
        goto stop;
      }
      offsets[block] = (uint16_t)(bit - start);
      found++;
      bit += (uint16_t)(*found - (uint16_t)bit);
    }
    memcpy(last, now, sizeof last);
    own.starts[mcu] = (uint32_t)start;
    own.lengths[mcu] = (uint16_t)(bit - start);
    values += own.blocks;
    offsets += own.blocks;
    if (has_terms) lows += 4 * own.terms;
    continue;
  stop:
    bit = start;
    break;
  }
  mcus->bit = bit;
  memcpy(mcus->predictors, last, sizeof last);
  return mcu;
}

INLINE size_t read_either(cjpeg_mcus *mcus, size_t count) {
  return mcus->lows ? read_mcus(mcus, count, 1) : read_mcus(mcus, count, 0);
}

#if defined(__x86_64__)
SHIFTS size_t read_mcus_fast(cjpeg_mcus *mcus, size_t count) { return read_either(mcus, count); }
SHIFTS void read_ac_fast(const uint8_t *data, cjpeg_reader *blocks, int count, int is_low) { read_any(data, blocks, count, is_low); }

size_t cjpeg_read_mcus(cjpeg_mcus *mcus, size_t count) {
  return HAS_SHIFTS ? read_mcus_fast(mcus, count) : read_either(mcus, count);
}
void cjpeg_read_ac(const uint8_t *data, cjpeg_reader *blocks, int count, int is_low) {
  HAS_SHIFTS ? read_ac_fast(data, blocks, count, is_low) : read_any(data, blocks, count, is_low);
}
#else
size_t cjpeg_read_mcus(cjpeg_mcus *mcus, size_t count) { return read_either(mcus, count); }
void cjpeg_read_ac(const uint8_t *data, cjpeg_reader *blocks, int count, int is_low) { read_any(data, blocks, count, is_low); }
#endif
