// Writes the codes of blocks of coefficients (ITU-T T.81, F.1.2), and of pictures from their samples on.
#if defined(__aarch64__)
#include <arm_neon.h>
#endif
#include <stdbool.h>

#include "../twice.h"
#include "CJPEG.h"
#include "places.h"
#include "shifts.h"

typedef int16_t sixteen __attribute__((vector_size(32)));
typedef int8_t flags __attribute__((vector_size(16)));

// One bit for each of 64 coefficients, set unless it is 0.
// A comparison gives all ones or zeros in each lane; the lowest bits, or a distinct one of each lane, are gathered.
INLINE uint64_t nonzero(const int16_t *coefficients) {
#if defined(__aarch64__)
  // Without an instruction for a vector's mask: bits of eight bytes each, added up in three rounds of pairs.
  const uint8x16_t bits = vreinterpretq_u8_u64(vdupq_n_u64(0x8040201008040201));
  uint8x16_t sums[4];
  for (int i = 0; i < 4; i++) {
    const int16x8_t low = vld1q_s16(coefficients + 16 * i), high = vld1q_s16(coefficients + 16 * i + 8);
    const uint16x8_t first = vtstq_s16(low, low), second = vtstq_s16(high, high);
    sums[i] = vandq_u8(vuzp1q_u8(vreinterpretq_u8_u16(first), vreinterpretq_u8_u16(second)), bits);
  }
  const uint8x16_t all = vpaddq_u8(vpaddq_u8(sums[0], sums[1]), vpaddq_u8(sums[2], sums[3]));
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(all, all)), 0);
#else
  uint64_t mask = 0;
  for (int i = 0; i < 4; i++) {
    sixteen values;
    memcpy(&values, coefficients + 16 * i, sizeof values);
    flags set = __builtin_convertvector(values != 0, flags);
#if defined(__SSE2__)
    mask |= (uint64_t)(uint16_t)__builtin_ia32_pmovmskb128((__attribute__((vector_size(16))) char)set) << 16 * i;
#else
    for (int k = 0; k < 16; k++) mask |= (uint64_t)(set[k] & 1) << (16 * i + k);
#endif
  }
  return mask;
#endif
}

// By four neighbours' bits in natural order, those of their numbers in the order of coding.
#define BIT(n) (1ull << (n))
#define TWO(a, b) 0, BIT(a), BIT(b), BIT(a) | BIT(b)
#define WITH(c, a, b) BIT(c), BIT(c) | BIT(a), BIT(c) | BIT(b), BIT(c) | BIT(a) | BIT(b)
#define FOUR(a, b, c, d) {TWO(a, b), WITH(c, a, b), WITH(d, a, b), BIT(d) | BIT(c), BIT(d) | BIT(c) | BIT(a), BIT(d) | BIT(c) | BIT(b), BIT(d) | BIT(c) | BIT(a) | BIT(b)}
static const uint64_t numbers[16][16] = {
  FOUR(0, 1, 5, 6), FOUR(14, 15, 27, 28), FOUR(2, 4, 7, 13), FOUR(16, 26, 29, 42),
  FOUR(3, 8, 12, 17), FOUR(25, 30, 41, 43), FOUR(9, 11, 18, 24), FOUR(31, 40, 44, 53),
  FOUR(10, 19, 23, 32), FOUR(39, 45, 52, 54), FOUR(20, 22, 33, 38), FOUR(46, 51, 55, 60),
  FOUR(21, 34, 37, 47), FOUR(50, 56, 59, 61), FOUR(35, 36, 48, 49), FOUR(57, 58, 62, 63),
};
INLINE uint64_t in_coding_order(uint64_t natural) {
  uint64_t coded = 0;
  for (int i = 0; i < 16; i++) coded |= numbers[i][natural >> 4 * i & 15];
  return coded;
}

// The end of a string of bits: whole bytes in memory, then `count` bits, left-aligned and followed by zeros.
typedef struct {
  uint8_t *out;
  uint64_t rest;
  unsigned count;
} stream;

INLINE uint64_t big_endian(uint64_t word) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  return __builtin_bswap64(word);
#else
  return word;
#endif
}

INLINE stream opened(const cjpeg_bits *bits) {
  const int bytes = bits->rest_count >> 3;
  const uint64_t word = big_endian(bits->rest);
  uint8_t *end = (uint8_t *)(bits->words + bits->word_count);
  memcpy(end, &word, sizeof word);
  return (stream){end + bytes, bits->rest << 8 * bytes, (unsigned)bits->rest_count & 7};
}

INLINE void close(const stream *end, cjpeg_bits *bits) {
  const uint64_t last = big_endian(end->rest);
  memcpy(end->out, &last, sizeof last);
  const size_t bytes = (size_t)(end->out - (uint8_t *)bits->words);
  bits->word_count = bytes >> 3;
  bits->rest_count = (int)((bytes & 7) << 3 | end->count);
  const uint64_t word = big_endian(bits->words[bits->word_count]);
  bits->rest = bits->rest_count ? word & ~(~0ull >> bits->rest_count) : 0;
}

// Appends a code with its magnitude, at most 27 bits, and in the lowest 5 how many they are. Two may follow each other before bytes
// are written.
INLINE void put(stream *end, uint32_t code) {
  end->count += code & 31;
  end->rest |= (uint64_t)(code >> 5) << (64 - end->count);
}
INLINE void write(stream *end) {
  const uint64_t word = big_endian(end->rest);
  memcpy(end->out, &word, sizeof word);
  end->out += end->count >> 3;
  end->rest <<= end->count & 56;
  end->count &= 7;
}

// Negative values are coded as the ones' complement of their magnitude.
INLINE uint32_t with_magnitude(const uint32_t *codes, int value, int run) {
  const int sign = value >> 31;
  const int size = 32 - __builtin_clz((unsigned)((value ^ sign) - sign));
  if (__builtin_expect(size > 10, 0)) return codes[run << 4 | 10] | (sign ? 0 : 1023 << 5);
  return codes[run << 4 | size] | ((uint32_t)(value + sign) & ((1u << size) - 1)) << 5;
}

// The code of the next coefficient that isn't 0. Before it, zeros that have codes of their own are written.
INLINE uint32_t next_code(stream *end, uint64_t *coded, int *last, const int16_t *coefficients, const uint32_t *codes) {
  const int number = __builtin_ctzll(*coded), value = coefficients[places[number]];
  int run = number - *last - 1;
  if (__builtin_expect(run > 15, 0)) {
    write(end);
    for (; run > 15; run -= 16) {
      put(end, codes[0xF0]);
      write(end);
    }
  }
  *coded &= *coded - 1;
  *last = number;
  return __builtin_expect((unsigned)(value + 16) < 32, 1) ? codes[256 + (run << 5 | (value + 16))] : with_magnitude(codes, value, run);
}

// May follow one code that isn't written yet.
INLINE void put_block(stream *end, const int16_t *coefficients, const uint32_t *codes) {
  uint64_t coded = in_coding_order(nonzero(coefficients)) & ~1ull;
  int last = 0;
  while (coded) {
    put(end, next_code(end, &coded, &last, coefficients, codes));
    write(end);
    if (!coded) break;
    put(end, next_code(end, &coded, &last, coefficients, codes));
  }
  if (last < 63) put(end, codes[0]);
  write(end);
}

INLINE void put_ac(const int16_t *coefficients, const uint32_t *codes, cjpeg_bits *bits) {
  // The compiler can't know that words written don't change it.
  stream end = opened(bits);
  put_block(&end, coefficients, codes);
  close(&end, bits);
}

// Where the blocks of a row's MCUs are.
typedef struct {
  const uint8_t *samples;  // of the first MCU's
  ptrdiff_t bytes_per_row;
  int x, y, across;        // in samples of its plane, and from one MCU's to the next
  int width, height;       // of its plane
  const cjpeg_coding *coding;
  uint8_t component;
} site;

// Samples of a block that extends beyond its plane, whose last ones are repeated.
static void edge(const site *own, int x, int y, uint8_t out[64]) {
  for (int row = 0; row < 8; row++) {
    const int down = (y + row < own->height ? row : own->height - 1 - y);
    const uint8_t *in = own->samples - own->x + down * own->bytes_per_row;
    for (int column = 0; column < 8; column++) out[8 * row + column] = in[x + column < own->width ? x + column : own->width - 1];
  }
}

INLINE int sites_of(const cjpeg_planes *planes, const cjpeg_coding *luma, const cjpeg_coding *chroma, int row, site out[6]) {
  const bool is_grey = planes->chroma_horizontal == 0;
  const int across = is_grey ? 1 : planes->chroma_horizontal, down = is_grey ? 1 : planes->chroma_vertical;
  int count = 0;
  for (int component = 0; component < (is_grey ? 1 : 3); component++) {
    const int wide = component ? 1 : across, high = component ? 1 : down, stride = planes->bytes_per_row[component];
    for (int block_y = 0; block_y < high; block_y++) {
      for (int block_x = 0; block_x < wide; block_x++, count++) {
        const int y = 8 * (row * high + block_y);
        out[count] = (site){
          planes->plane[component] + (ptrdiff_t)y * stride + 8 * block_x, stride, 8 * block_x, y, 8 * wide,
          component ? (planes->width + across - 1) / across : planes->width,
          component ? (planes->height + down - 1) / down : planes->height, component ? chroma : luma, (uint8_t)component};
      }
    }
  }
  return count;
}

// MCUs whose blocks are transformed before any is coded: they stay in the first-level cache.
enum { MCUS = 8, MOST = MCUS * 6 };

INLINE void put_row(const cjpeg_planes *planes, const cjpeg_coding *luma, const cjpeg_coding *chroma, int row, cjpeg_predictors *predictors, cjpeg_bits *bits) {
  const int across = planes->chroma_horizontal ? planes->chroma_horizontal : 1;
  const int columns = (planes->width + 8 * across - 1) / (8 * across);
  site sites[6];
  const int number = sites_of(planes, luma, chroma, row, sites);
  _Alignas(32) int16_t coefficients[MOST][64];
  uint8_t edges[MOST][64];
  stream end = opened(bits);
  cjpeg_predictors last = *predictors;
  for (int first = 0; first < columns; first += MCUS) {
    const int most = columns - first < MCUS ? columns - first : MCUS;
    cjpeg_block blocks[MOST];
    uint64_t is_void = 0;
    int count = 0, real = 0;
    for (int column = first; column < first + most; column++) {
      for (int i = 0; i < number; i++, count++) {
        const site *own = sites + i;
        const ptrdiff_t from = (ptrdiff_t)column * own->across;
        const int x = own->x + (int)from, y = own->y;
        cjpeg_block block = {own->samples + from, own->bytes_per_row, own->coding->scale, coefficients[count]};
        if (x + 8 > own->width || y + 8 > own->height) {
          if (x >= own->width || y >= own->height) {
            // Beyond the picture: as libjpeg has it, the level of the block before.
            is_void |= 1ull << count;
            memset(coefficients[count], 0, sizeof coefficients[count]);
            continue;
          }
          edge(own, x, y, edges[count]);
          block.samples = edges[count];
          block.bytes_per_row = 8;
        }
        blocks[real++] = block;
      }
    }
    for (int i = 0; i < real; i += 2) cjpeg_forward(blocks + i, blocks + (i + 1 < real ? i + 1 : i));
    int16_t(*block)[64] = coefficients;
    for (int mcu = 0; mcu < most; mcu++) {
      for (int i = 0; i < number; i++, block++, is_void >>= 1) {
        const site *own = sites + i;
        if (is_void & 1) (*block)[0] = block[-1][0];
        const int level = (*block)[0], difference = level - last.levels[own->component];
        last.levels[own->component] = level;
        const int sign = difference >> 31, size = 32 - __builtin_clz((unsigned)((difference ^ sign) - sign) << 1 | 1) - 1;
        put(&end, own->coding->dc[size] | ((uint32_t)(difference + sign) & ((1u << size) - 1)) << 5);
        put_block(&end, *block, own->coding->ac);
      }
    }
  }
  *predictors = last;
  close(&end, bits);
}

#if defined(__x86_64__)
SHIFTS void put_ac_fast(const int16_t *coefficients, const uint32_t *codes, cjpeg_bits *bits) { put_ac(coefficients, codes, bits); }
SHIFTS void put_row_fast(const cjpeg_planes *planes, const cjpeg_coding *luma, const cjpeg_coding *chroma, int row, cjpeg_predictors *predictors, cjpeg_bits *bits) {
  put_row(planes, luma, chroma, row, predictors, bits);
}
#define EITHER(name, ...) (HAS_SHIFTS ? name##_fast : name)(__VA_ARGS__)
#else
#define EITHER(name, ...) name(__VA_ARGS__)
#endif

void cjpeg_put_ac(const int16_t *coefficients, const uint32_t *codes, cjpeg_bits *bits) { EITHER(put_ac, coefficients, codes, bits); }
void cjpeg_put_row(const cjpeg_planes *planes, const cjpeg_coding *luma, const cjpeg_coding *chroma, int row, cjpeg_predictors *predictors, cjpeg_bits *bits) {
  EITHER(put_row, planes, luma, chroma, row, predictors, bits);
}
