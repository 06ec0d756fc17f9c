// Codes of a baseline scan (ITU-T T.81, F.2.2), read at once from a window of 64 bits, and transformed two blocks at a time.
#include "scan.h"

#include <stdlib.h>

#include "../twice.h"
#include "places.h"

// By the next 12 bits: in the lowest 6 the bits that a code and its magnitude take, in the next 4 those of the code, then how far the
// number of the coefficient moves. 0: a longer code, or none.
#define LOOKUP_BITS 12
#define TAKEN(entry) ((entry) & 63)
#define LENGTH(entry) ((entry) >> 6 & 15)
#define STEP(entry) ((entry) >> 10)
// A block's end moves beyond its last coefficient, from wherever it is.
#define TO_END 63

// By the next 10 bits, one AC code or two that fit in them with their magnitudes. From the lowest bit on, 6 bits each: how many bits they
// take, the first one's step, the second one's, how many bits the first takes; in the upper half their coefficients. A code alone is
// its own second, no step ahead. 0: the other table knows. Small, as all of it stays in the first-level cache.
#define QUICK_BITS 10
#define FIRST_STEP(entry) ((unsigned)((entry) >> 6) & 63)
#define SECOND_STEP(entry) ((unsigned)((entry) >> 12) & 63)
#define FIRST_TAKEN(entry) ((unsigned)((entry) >> 18) & 63)
#define FIRST_VALUE(entry) ((int16_t)((entry) >> 32))
#define SECOND_VALUE(entry) ((int16_t)((entry) >> 48))

// The longest block has 64 codes of at most 31 bits.
#define PADDING 320

typedef struct {
  UINT8 bits[17], symbols[256];  // as in the picture
  int is_dc;
  uint16_t entries[1 << LOOKUP_BITS];
  uint64_t quick[1 << QUICK_BITS];
  int32_t largest[17];  // code of each length, -1 for none
  int32_t offset[17];   // from a code to its symbol's place
} table;

struct cjpeg_scan {
  table tables[2 * NUM_HUFF_TBLS];  // DC, then AC
  uint8_t *data;                    // a restart interval without stuffed bytes
  size_t capacity;
};

cjpeg_scan *cjpeg_scan_create(void) { return calloc(1, sizeof(cjpeg_scan)); }

void cjpeg_scan_destroy(cjpeg_scan *self) {
  if (self) free(self->data);
  free(self);
}

// The number that `size` bits after a code stand for: one that starts with a 0 is negative (F.2.2.1). `after`: left-aligned.
INLINE int magnitude(uint64_t after, unsigned size) {
  const int raw = (int)(after >> 1 >> (63 - size));
  return raw + ((int)((int64_t)~after >> 63) & (1 - (1 << size)));
}

static uint16_t entry_of(int symbol, int length, int is_dc) {
  const int size = symbol & 15, run = symbol >> 4;
  const int step = is_dc || size || run == 15 ? run + 1 : TO_END;
  return (uint16_t)(step << 10 | length << 6 | (length + size));
}

static uint64_t quick_of(const table *own, uint64_t window) {
  const unsigned first = own->entries[window >> (64 - LOOKUP_BITS)], taken = TAKEN(first);
  if (first == 0 || taken > QUICK_BITS) return 0;
  const uint64_t rest = window << taken;
  const uint16_t value = (uint16_t)magnitude(window << LENGTH(first), taken - LENGTH(first));
  const uint64_t one = (uint64_t)value << 32 | taken << 18 | STEP(first) << 6;
  // Bits beyond the window's are zeros here, and anything in a picture.
  const unsigned second = own->entries[rest >> (64 - LOOKUP_BITS)];
  if (STEP(first) == TO_END || second == 0 || taken + TAKEN(second) > QUICK_BITS) return (uint64_t)value << 48 | one | taken;
  const uint16_t next = (uint16_t)magnitude(rest << LENGTH(second), TAKEN(second) - LENGTH(second));
  return (uint64_t)next << 48 | one | STEP(second) << 12 | (taken + TAKEN(second));
}

// Derives what codes are looked up in (T.81, C.2 and F.2.2.3). Returns 0 for a table that libjpeg refuses.
static int prepare(table *own, const JHUFF_TBL *from, int is_dc) {
  if (!from) return 0;
  if (own->bits[0] && own->is_dc == is_dc && memcmp(own->bits + 1, from->bits + 1, 16) == 0 &&
      memcmp(own->symbols, from->huffval, sizeof own->symbols) == 0)
    return 1;
  own->bits[0] = 0;
  memset(own->entries, 0, sizeof own->entries);
  int32_t code = 0, place = 0;
  for (int length = 1; length <= 16; length++, code <<= 1) {
    const int count = from->bits[length];
    // No code is all ones.
    if (place + count > 256 || (count && code + count >= 1 << length)) return 0;
    own->offset[length] = place - code;
    own->largest[length] = count ? code + count - 1 : -1;
    for (int i = 0; i < count; i++, code++, place++) {
      const int symbol = from->huffval[place];
      if (is_dc && symbol > 15) return 0;
      if (length > LOOKUP_BITS) continue;
      const uint16_t entry = entry_of(symbol, length, is_dc);
      const int low = LOOKUP_BITS - length;
      for (int rest = 0; rest < 1 << low; rest++) own->entries[(code << low) + rest] = entry;
    }
  }
  for (uint64_t next = 0; !is_dc && next < 1 << QUICK_BITS; next++) own->quick[next] = quick_of(own, next << (64 - QUICK_BITS));
  memcpy(own->bits + 1, from->bits + 1, 16);
  memcpy(own->symbols, from->huffval, sizeof own->symbols);
  own->is_dc = is_dc;
  own->bits[0] = 1;
  return 1;
}

// --- Bits

typedef struct {
  const uint8_t *at;   // of the next byte that isn't in the window, or is there in part
  uint64_t window;     // left-aligned; what follows `count` bits may be there already
  unsigned count;      // valid bits, at most 63
} bits;

// Fills the window to at least 56 bits. On variables: a pointer to them would keep them in memory.
#define FILL                                                   \
  do {                                                         \
    uint64_t word;                                             \
    memcpy(&word, at, sizeof word);                            \
    window |= BIG_ENDIAN_OF(word) >> count;                    \
    at += (63 - count) >> 3;                                   \
    count |= 56;                                               \
  } while (0)
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define BIG_ENDIAN_OF(word) __builtin_bswap64(word)
#else
#define BIG_ENDIAN_OF(word) (word)
#endif

// Reads a code longer than the table's. Returns its entry, and above 16 bits its length, which may take a fifth; 0 for an unknown one.
static __attribute__((noinline)) uint32_t long_entry(const table *own, uint64_t window) {
  for (int length = LOOKUP_BITS + 1; length <= 16; length++) {
    const int32_t code = (int32_t)(window >> (64 - length));
    if (own->largest[length] < code) continue;
    const int place = code + own->offset[length];
    if (place < 0 || place > 255) return 0;
    const unsigned entry = entry_of(own->symbols[place], 0, own->is_dc);
    return (entry & ~63u) | (TAKEN(entry) + (unsigned)length) | (uint32_t)length << 16;
  }
  return 0;
}

// Reads a block's coefficients, which are 0 before. Returns the number after the last one's, 1 if there is none but DC, or more; 0 if
// a code isn't known.
INLINE int read_block(bits *from, const table *dc, const table *ac, int *last, int16_t *out) {
  uint64_t window = from->window;
  unsigned count = from->count;
  const uint8_t *at = from->at;
  const uint8_t *const where = places;
  FILL;
  unsigned entry = dc->entries[window >> (64 - LOOKUP_BITS)], length = LENGTH(entry);
  if (__builtin_expect(entry == 0, 0)) {
    entry = long_entry(dc, window);
    if (!entry) return 0;
    length = entry >> 16;
  }
  // Wraps around in a picture that nobody made.
  *last = (int)((unsigned)*last + (unsigned)magnitude(window << length, TAKEN(entry) - length));
  out[0] = (int16_t)*last;
  window <<= TAKEN(entry);
  count -= TAKEN(entry);
  unsigned number = 1, middle;
  uint64_t quick, before;
  while (1) {
    FILL;
    // Five of them are in a window.
#define READ_QUICK                                \
  quick = ac->quick[window >> (64 - QUICK_BITS)]; \
  if (__builtin_expect(quick == 0, 0)) goto any;  \
  before = window;                                \
  middle = number + FIRST_STEP(quick);            \
  out[where[middle - 1]] = FIRST_VALUE(quick);    \
  number = middle + SECOND_STEP(quick);           \
  out[where[number - 1]] = SECOND_VALUE(quick);   \
  window <<= TAKEN(quick);                        \
  count -= TAKEN(quick);                          \
  if (number > 63) break;
    READ_QUICK
    READ_QUICK
    READ_QUICK
    READ_QUICK
    READ_QUICK
    continue;
  any:
    FILL;
    entry = ac->entries[window >> (64 - LOOKUP_BITS)];
    length = LENGTH(entry);
    if (__builtin_expect(entry == 0, 0)) {
      entry = long_entry(ac, window);
      if (!entry) return 0;
      length = entry >> 16;
      entry &= 0xFFFF;
    }
    number += STEP(entry);
    out[where[number - 1]] = (int16_t)magnitude(window << length, TAKEN(entry) - length);
    window <<= TAKEN(entry);
    count -= TAKEN(entry);
    if (number > 63) {
      *from = (bits){at, window, count};
      return (int)number;
    }
  }
  if (middle > 63 && SECOND_STEP(quick)) {
    // The first was the block's last coefficient: what follows is the next block's, and has overwritten it.
    out[where[middle - 1]] = FIRST_VALUE(quick);
    window = before << FIRST_TAKEN(quick);
    count += TAKEN(quick) - FIRST_TAKEN(quick);
    number = middle;
  } else {
    number -= SECOND_STEP(quick) ? SECOND_STEP(quick) : FIRST_STEP(quick);
  }
  *from = (bits){at, window, count};
  return (int)number;
}

// --- Blocks

// Where a block's samples go: all of them, or those of its first columns and rows.
typedef struct {
  uint8_t *out;
  ptrdiff_t bytes_per_row;
  int columns, rows;
} target;

// Coefficients numbered lower are in a block's first four rows and columns.
#define LOW_NUMBERS 10

// Blocks that wait for their transforms, so that two of a kind meet. A vector of coefficients that were just written one by one would
// come late, too, from a processor that is still writing them.
#define MOST_WAITING 32
typedef struct {
  cjpeg_dequantized blocks[MOST_WAITING + 1];
  int count;
} queue;

typedef struct {
  int16_t coefficients[MOST_WAITING][64] __attribute__((aligned(32)));
  int count;
  queue low, any, reduced;
  void (*reduce)(const cjpeg_dequantized blocks[2]);
  uint8_t scratch[MOST_WAITING][64];
  target targets[MOST_WAITING];
} waiting;

static void transform_low(const cjpeg_dequantized blocks[2]) { cjpeg_inverse_two(blocks, 1); }
static void transform_any(const cjpeg_dequantized blocks[2]) { cjpeg_inverse_two(blocks, 0); }

#define REDUCED(n) static void transform_##n(const cjpeg_dequantized blocks[2]) { cjpeg_reduce_two(blocks, n); }
REDUCED(1) REDUCED(2) REDUCED(3) REDUCED(5) REDUCED(6) REDUCED(7)
#undef REDUCED
// By a block's side.
static void (*const to_side[8])(const cjpeg_dequantized blocks[2]) = {
  0, transform_1, transform_2, transform_3, cjpeg_halve_two, transform_5, transform_6, transform_7,
};

static void transform_all(queue *queue, void (*transform)(const cjpeg_dequantized blocks[2])) {
  if (queue->count == 0) return;
  // The last may be without a second.
  queue->blocks[queue->count] = queue->blocks[queue->count - 1];
  for (int i = 0; i < queue->count; i += 2) transform(queue->blocks + i);
  queue->count = 0;
}

static void transform(waiting *all) {
  transform_all(&all->low, transform_low);
  transform_all(&all->any, transform_any);
  transform_all(&all->reduced, all->reduce);
  for (int i = 0; i < all->count; i++) {
    const target *target = all->targets + i;
    for (int y = 0; y < target->rows; y++) memcpy(target->out + y * target->bytes_per_row, all->scratch[i] + 8 * y, (size_t)target->columns);
    all->targets[i].rows = 0;
  }
  all->count = 0;
}

// A block of one level.
INLINE void fill_block(const target *target, uint8_t level) {
  if (target->columns == 8) {
    const uint64_t row = level * 0x0101010101010101u;
    for (int y = 0; y < target->rows; y++) memcpy(target->out + y * target->bytes_per_row, &row, sizeof row);
    return;
  }
  if (target->columns >= 4) {
    // Two fours that overlap.
    const uint32_t four = level * 0x01010101u;
    for (int y = 0; y < target->rows; y++) {
      memcpy(target->out + y * target->bytes_per_row, &four, sizeof four);
      memcpy(target->out + y * target->bytes_per_row + target->columns - 4, &four, sizeof four);
    }
    return;
  }
  for (int y = 0; y < target->rows; y++) memset(target->out + y * target->bytes_per_row, level, (size_t)target->columns);
}

// As the transforms have it; where what no picture has wraps around, as that of whole blocks.
INLINE uint8_t level_of(int16_t dc, uint16_t step) {
  const int16_t scaled = (int16_t)((uint16_t)(int16_t)((uint32_t)(uint16_t)dc * step) << 2);
  const int level = (scaled + 16) >> 5;
  return (uint8_t)((level < -128 ? -128 : level > 127 ? 127 : level) + 128);
}

// --- The scan

typedef struct {
  const table *dc, *ac;
  const uint16_t *steps;
  uint8_t *plane;
  ptrdiff_t bytes_per_row;
  int component, size, across, down, x, y;  // a block's side, samples in an MCU, and the block's place among them
  int width, height;
} step;

typedef struct {
  step steps[10];
  uint16_t quantization[3][64] __attribute__((aligned(32)));
  int blocks;                 // in an MCU
  int columns, rows;          // of MCUs
  int whole_columns, whole_rows;
  const uint8_t *next, *end;  // of the stuffed data
} plan;

// What is to be read, unless it is something else than a baseline scan. `eighths`: a block's side, instead of what libjpeg calculated.
static int make_plan(cjpeg_scan *self, const struct jpeg_decompress_struct *d, int eighths, const cjpeg_planes *planes, plan *plan) {
  if (d->progressive_mode || d->arith_code || d->data_precision != 8 || d->comps_in_scan != d->num_components ||
      d->num_components > 3 || d->num_components == 2 || d->Ss != 0 || d->Se != 63 || d->Ah != 0 || d->Al != 0)
    return 0;
  plan->blocks = 0;
  for (int i = 0; i < d->num_components; i++) {
    const jpeg_component_info *c = d->cur_comp_info[i];
    if (c != d->comp_info + i || c->dc_tbl_no < 0 || c->dc_tbl_no >= NUM_HUFF_TBLS || c->ac_tbl_no < 0 ||
        c->ac_tbl_no >= NUM_HUFF_TBLS)
      return 0;
    table *dc = self->tables + c->dc_tbl_no, *ac = self->tables + NUM_HUFF_TBLS + c->ac_tbl_no;
    const JQUANT_TBL *quantization = d->quant_tbl_ptrs[c->quant_tbl_no];
    if (!quantization || !prepare(dc, d->dc_huff_tbl_ptrs[c->dc_tbl_no], 1) || !prepare(ac, d->ac_huff_tbl_ptrs[c->ac_tbl_no], 0))
      return 0;
    const int size = eighths ? eighths : c->DCT_scaled_size;
    if (size < 1 || size > 8) return 0;
    const int width = eighths ? cjpeg_reduced(d->image_width, c->h_samp_factor * size, d->max_h_samp_factor) : (int)c->downsampled_width;
    const int height = eighths ? cjpeg_reduced(d->image_height, c->v_samp_factor * size, d->max_v_samp_factor) : (int)c->downsampled_height;
    memcpy(plan->quantization[i], quantization->quantval, sizeof plan->quantization[i]);
    // A single component's MCUs are its blocks (A.2.2).
    const int across = d->num_components == 1 ? 1 : c->h_samp_factor, down = d->num_components == 1 ? 1 : c->v_samp_factor;
    for (int y = 0; y < down; y++)
      for (int x = 0; x < across; x++) {
        if (plan->blocks == 10) return 0;
        plan->steps[plan->blocks++] = (step){dc, ac, plan->quantization[i], planes->plane[i], planes->bytes_per_row[i], i, size,
                                             size * across, size * down, size * x, size * y, width, height};
      }
  }
  const int wide = d->num_components == 1 ? 8 : 8 * d->max_h_samp_factor, high = d->num_components == 1 ? 8 : 8 * d->max_v_samp_factor;
  const int width = (int)d->image_width, height = (int)d->image_height;
  plan->columns = (width + wide - 1) / wide;
  plan->rows = (height + high - 1) / high;
  plan->whole_columns = width / wide;
  plan->whole_rows = height / high;
  plan->next = d->src->next_input_byte;
  plan->end = plan->next + d->src->bytes_in_buffer;
  return 1;
}

// Copies the data up to the next marker without the zeros after each FF. Returns the marker, and moves behind it; 0 if there is none.
static int unstuff(cjpeg_scan *self, plan *plan, size_t *size) {
  *size = 0;
  while (plan->next < plan->end) {
    const size_t rest = (size_t)(plan->end - plan->next), count = cjpeg_copy_to_ff(plan->next, rest, self->data + *size);
    plan->next += count;
    *size += count;
    if (count + 1 >= rest) return 0;
    int marker = plan->next[1];
    if (marker != 0) {
      // Fill bytes may stand before a marker (B.1.1.2).
      while (marker == 0xFF && plan->next + 2 < plan->end) marker = *(++plan->next + 1);
      plan->next += 2;
      return marker == 0xFF ? 0 : marker;
    }
    self->data[(*size)++] = 0xFF;
    plan->next += 2;
  }
  return 0;
}

INLINE int read_scan(cjpeg_scan *self, plan *plan, int interval) {
  const int total = plan->columns * plan->rows;
  waiting all;
  all.count = all.low.count = all.any.count = all.reduced.count = 0;
  all.reduce = to_side[plan->steps[0].size & 7];
  for (int i = 0; i < MOST_WAITING; i++) all.targets[i].rows = 0;
  for (int first = 0, restart = 0; first < total; restart++) {
    size_t size;
    const int marker = unstuff(self, plan, &size);
    const int count = interval && interval < total - first ? interval : total - first;
    if (marker != (first + count == total ? 0xD9 : 0xD0 + (restart & 7))) return 0;
    memset(self->data + size, 0, PADDING);
    bits b = {self->data, 0, 0};
    const uint8_t *limit = self->data + size + sizeof b.window;
    int last[3] = {0, 0, 0};
    int column = first % plan->columns, row = first / plan->columns;
    for (int i = 0; i < count; i++) {
      const int is_inside = column < plan->whole_columns && row < plan->whole_rows;
      for (int k = 0; k < plan->blocks; k++) {
        const step *step = plan->steps + k;
        const int slot = all.count;
        int16_t *coefficients = all.coefficients[slot];
        memset(coefficients, 0, sizeof all.coefficients[slot]);
        const int number = read_block(&b, step->dc, step->ac, last + step->component, coefficients);
        if (number == 0 || b.at > limit) return 0;
        const int x = column * step->across + step->x, y = row * step->down + step->y;
        target target = {step->plane + y * step->bytes_per_row + x, step->bytes_per_row, step->size, step->size};
        if (!is_inside) {
          if (step->width - x < step->size) target.columns = step->width - x;
          if (step->height - y < step->size) target.rows = step->height - y;
          // Below and beside the picture.
          if (target.columns <= 0 || target.rows <= 0) continue;
        }
        if (number == 1) {
          fill_block(&target, level_of(coefficients[0], step->steps[0]));
          continue;
        }
        queue *queue = step->size < 8 ? &all.reduced : number <= LOW_NUMBERS ? &all.low : &all.any;
        cjpeg_dequantized *block = queue->blocks + queue->count++;
        if (target.columns == step->size && target.rows == step->size) {
          *block = (cjpeg_dequantized){coefficients, step->steps, target.out, target.bytes_per_row};
        } else {
          all.targets[slot] = target;
          *block = (cjpeg_dequantized){coefficients, step->steps, all.scratch[slot], 8};
        }
        if (++all.count == MOST_WAITING) transform(&all);
      }
      if (++column == plan->columns) column = 0, row++;
    }
    // What is left must be less than a byte.
    const ptrdiff_t rest = 8 * (self->data + size - b.at) + b.count;
    if (rest < 0 || rest >= 8) return 0;
    first += count;
  }
  transform(&all);
  return 1;
}

#if defined(__x86_64__)
__attribute__((target("bmi,bmi2,lzcnt"))) static int read_scan_fast(cjpeg_scan *self, plan *plan, int interval) {
  return read_scan(self, plan, interval);
}
#define READ_SCAN (__builtin_cpu_supports("bmi2") ? read_scan_fast : read_scan_plain)
#else
#define READ_SCAN read_scan_plain
#endif
static int read_scan_plain(cjpeg_scan *self, plan *plan, int interval) { return read_scan(self, plan, interval); }

int cjpeg_reduced(unsigned length, int share, int most) {
  return (int)(((uint64_t)length * (unsigned)share + 8u * (unsigned)most - 1) / (8u * (unsigned)most));
}

int cjpeg_scan_decode(cjpeg_scan *self, const struct jpeg_decompress_struct *d, int eighths, const cjpeg_planes *planes) {
  plan plan;
  if (!make_plan(self, d, eighths, planes, &plan)) return 0;
  const size_t needed = (size_t)(plan.end - plan.next) + PADDING;
  if (needed > self->capacity) {
    free(self->data);
    self->capacity = 0;
    self->data = malloc(needed + needed / 2);
    if (!self->data) return 0;
    self->capacity = needed + needed / 2;
  }
  return READ_SCAN(self, &plan, (int)d->restart_interval);
}
