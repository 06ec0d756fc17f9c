// Runs every kernel of Sources/CShims on seeded inputs and prints a line for each:
//
//   NAME CASES DIFFERENT HASH
//
// with how often the version that the processor chooses differed from the plain one, and a hash of all results, which is the
// same on every processor. tools/check/arm builds and runs it for several.
//
// Arrays are as long as the headers say and end at a page that can't be touched, or a few elements before it, so that they
// are aligned to no more than an element. A NaN is a NaN: which one it is differs between processors, and nothing asks.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "CGlass.h"
#include "CGuides.h"
#include "CJPEG.h"
#include "CPlaneScaler.h"
#include "CSampleOrder.h"
#include "CTypography/Coverage.h"

#pragma STDC FP_CONTRACT OFF

// Seeded numbers -----------------------------------------------------------------------------------------------

static uint64_t seed;

// Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (OOPSLA 2014).
static uint64_t next(void) {
  uint64_t z = seed += 0x9E3779B97F4A7C15;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
  z = (z ^ z >> 27) * 0x94D049BB133111EB;
  return z ^ z >> 31;
}

static int below(int end) { return (int)(next() % (uint64_t)end); }
static int between(int least, int most) { return least + below(most - least + 1); }
static float within(float low, float high) { return low + (high - low) * ((float)(next() & 0xFFFF) / 65535); }

// Memory -------------------------------------------------------------------------------------------------------

enum { SLOTS = 24, SLOT = 1 << 20, GUARD = 1 << 16, MARGIN = 64, FILL = 0xA5 };

static uint8_t *slots;
static int used;

static void map_slots(void) {
  slots = mmap(NULL, (size_t)SLOTS * (SLOT + GUARD), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (slots == MAP_FAILED) exit(70);
  for (int i = 0; i < SLOTS; i++) {
    if (mprotect(slots + (size_t)i * (SLOT + GUARD) + SLOT, GUARD, PROT_NONE)) exit(70);
  }
}

typedef struct {
  uint8_t *bytes;
  size_t count, after;
} room;

static room make(size_t count, size_t after) {
  if (used == SLOTS || count + after + MARGIN > SLOT) abort();
  uint8_t *end = slots + (size_t)used++ * (SLOT + GUARD) + SLOT;
  room made = {end - after - count, count, after};
  memset(made.bytes - MARGIN, FILL, count + after + MARGIN);
  return made;
}

static size_t slack(size_t element) { return (size_t)below(4) * element; }

static uint8_t *bytes(size_t count) {
  room made = make(count, slack(1));
  for (size_t i = 0; i < count; i++) made.bytes[i] = (uint8_t)next();
  return made.bytes;
}

static uint16_t *words_to(size_t count, int most) {
  uint16_t *made = (uint16_t *)make(count * 2, slack(2)).bytes;
  for (size_t i = 0; i < count; i++) made[i] = (uint16_t)between(0, most);
  return made;
}

static int16_t *shorts_within(size_t count, int low, int high) {
  int16_t *made = (int16_t *)make(count * 2, slack(2)).bytes;
  for (size_t i = 0; i < count; i++) made[i] = (int16_t)between(low, high);
  return made;
}

// What pictures give, or with `wild` what a float can hold.
static float *floats_within(size_t count, float low, float high, bool wild) {
  static const float extremes[] = {0, -0.0f, 1e-40f, -1e-40f, 3.4e38f, -3.4e38f, INFINITY, -INFINITY, NAN, 1, -1, 255};
  float *made = (float *)make(count * 4, slack(4)).bytes;
  for (size_t i = 0; i < count; i++) {
    made[i] = wild && below(8) == 0 ? extremes[below(sizeof extremes / sizeof *extremes)] : within(low, high);
  }
  return made;
}

static void *scratch(size_t count, size_t element) { return make(count * element, slack(element)).bytes; }

// Two arrays with the same contents, for the two versions of a kernel.
typedef struct {
  void *fast, *plain;
  size_t count;
  room one, other;
  bool is_float;
} twins;

static twins twin(size_t count, size_t element, bool is_float) {
  size_t after = slack(element);
  twins made = {.count = count * element, .is_float = is_float};
  made.one = make(made.count, after);
  made.other = make(made.count, after);
  made.fast = made.one.bytes;
  made.plain = made.other.bytes;
  return made;
}

static twins twin_of(const void *contents, size_t count, size_t element, bool is_float) {
  twins made = twin(count, element, is_float);
  memcpy(made.fast, contents, made.count);
  memcpy(made.plain, contents, made.count);
  return made;
}

// Results ------------------------------------------------------------------------------------------------------

static struct {
  const char *name;
  unsigned cases, different;
  uint64_t hash;
} kernel;

static void begin(const char *name) {
  kernel.name = name;
  kernel.cases = kernel.different = 0;
  kernel.hash = seed = 0xCBF29CE484222325;
  for (; *name; name++) seed = (seed ^ (uint8_t)*name) * 0x100000001B3;
}

static void end(void) { printf("%s %u %u %016llx\n", kernel.name, kernel.cases, kernel.different, (unsigned long long)kernel.hash); }

static void mix(uint64_t value) { kernel.hash = (kernel.hash ^ value) * 0x100000001B3, kernel.hash ^= kernel.hash >> 29; }

static void same_nan(uint8_t *at, size_t count) {
  for (size_t i = 0; i + 4 <= count; i += 4) {
    float value;
    memcpy(&value, at + i, 4);
    if (value != value) memcpy(at + i, &(float){NAN}, 4), at[i + 3] = 0x7F;
  }
}

static bool is_untouched(const room *r) {
  for (size_t i = 0; i < MARGIN; i++) {
    if (r->bytes[-1 - (ptrdiff_t)i] != FILL) return false;
  }
  for (size_t i = 0; i < r->after; i++) {
    if (r->bytes[r->count + i] != FILL) return false;
  }
  return true;
}

static void mix_bytes(const uint8_t *from, size_t count) {
  uint64_t word;
  for (; count >= 8; from += 8, count -= 8) {
    memcpy(&word, from, 8);
    mix(word);
  }
  for (; count > 0; count--) mix(*from++);
}

static bool compare(twins *t) {
  if (t->is_float) {
    same_nan(t->fast, t->count);
    same_nan(t->plain, t->count);
  }
  mix_bytes(t->fast, t->count);
  return memcmp(t->fast, t->plain, t->count) == 0 && is_untouched(&t->one) && is_untouched(&t->other);
}

// Ends a case with up to four results.
static void judged(twins *a, twins *b, twins *c, twins *d) {
  twins *all[] = {a, b, c, d};
  bool is_same = true;
  for (int i = 0; i < 4; i++) {
    if (all[i]) is_same = compare(all[i]) && is_same;
  }
  kernel.cases++;
  if (!is_same) kernel.different++;
  used = 0;
}

#define BOTH(name, ...)                                                       \
  do {                                                                        \
    { enum { is_plain = 0 }; name(__VA_ARGS__); }                             \
    { enum { is_plain = 1 }; name##_plain(__VA_ARGS__); }                     \
  } while (0)
// The array of the version that runs.
#define OF(t) (is_plain ? (t).plain : (t).fast)

static const int widths[] = {0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 160, 203};
enum { WIDTHS = sizeof widths / sizeof *widths };
static const int heights[] = {1, 2, 3, 5, 9};
enum { HEIGHTS = sizeof heights / sizeof *heights };

// Cells --------------------------------------------------------------------------------------------------------

static size_t stride_of(int columns) { return (size_t)((columns + 7) / 8 + 2) * 8; }

static float *plane(int columns, int rows, float low, float high, bool wild) {
  return floats_within(stride_of(columns) * (size_t)rows, low, high, wild);
}

static void cells(void) {
  begin("cguides_cells");
  for (int factor = 1; factor <= 5; factor++) {
    for (int w = 0; w < WIDTHS; w++) {
      int columns = widths[w], rows = heights[w % HEIGHTS], per_row = columns * factor + below(9);
      if (columns == 0) per_row++;
      const uint8_t *source = bytes((size_t)(per_row * (rows * factor - 1) + columns * factor) + 1);
      twins out = twin(stride_of(columns) * (size_t)rows, 4, true);
      float offset = factor == 5 ? INFINITY : within(-128, 0);
      BOTH(cguides_cells, source, per_row, factor, offset, OF(out), columns, rows);
      judged(&out, 0, 0, 0);
    }
  }
  end();
}

static void scale(void) {
  begin("cguides_scale");
  for (int i = 0; i < 60; i++) {
    int vectors = 1 + below(12), first = below(vectors + 1), last = between(first, vectors);
    float *from = floats_within((size_t)vectors * 8, -200, 300, i % 3 == 0), gain = within(0.2f, 4);
    twins out = twin((size_t)vectors * 8, 4, true), in_place = twin_of(from, (size_t)vectors * 8, 4, true);
    BOTH(cguides_scale, from, first, last, gain, OF(out));
    BOTH(cguides_scale, OF(in_place), first, last, gain, OF(in_place));
    judged(&out, &in_place, 0, 0);
  }
  end();
}

static void warp(void) {
  begin("cguides_warp");
  for (int i = 0; i < 120; i++) {
    int columns = widths[1 + i % (WIDTHS - 1)], rows = between(1, 9), vectors = (int)stride_of(columns) / 8;
    float *from = plane(columns, rows, 0, 255, i % 4 == 0);
    cguides_shift shift = {.whole_across = between(-5, 5), .whole_down = between(-6, 6)};
    for (int k = 0; k < 4; k++) {
      shift.across[k] = within(-0.1f, 0.9f);
      shift.down[k] = within(-0.1f, 0.9f);
    }
    int first = between(0, rows), last = between(first, rows), left = between(1, vectors - 1);
    int right = between(left, vectors - 1);
    twins out = twin((size_t)vectors * 8 * (size_t)rows, 4, true);
    void *room = scratch((size_t)vectors * 8, 4);
    memset(room, 0, (size_t)vectors * 32);
    BOTH(cguides_warp, from, vectors, rows, &shift, first, last, left, right, OF(out), room);
    judged(&out, 0, 0, 0);
  }
  end();
}

static void registration(void) {
  begin("cguides_registration_sums");
  for (int i = 0; i < 80; i++) {
    int columns = widths[1 + i % (WIDTHS - 1)], rows = between(1, 12);
    bool wild = i % 5 == 0;
    const float *frame = plane(columns, rows, 0, 255, wild), *predicted = plane(columns, rows, 0, 255, wild);
    const float *trust = plane(columns, rows, 0, 1, false), *tolerance = plane(columns, rows, wild ? 0 : 3, 40, wild);
    int step = between(1, 3);
    float gain = within(0.5f, 2);
    twins out = twin(22 * 8, 4, true);
    BOTH(cguides_registration_sums, frame, predicted, trust, tolerance, columns, rows, step, gain, OF(out));
    judged(&out, 0, 0, 0);
  }
  end();
}

static void judge(void) {
  begin("cguides_judge");
  for (int i = 0; i < 80; i++) {
    int columns = widths[1 + i % (WIDTHS - 1)], rows = between(1, 9);
    bool wild = i % 5 == 0;
    const float *luma = plane(columns, rows, 0, 255, wild), *cb = plane(columns, rows, -40, 40, wild);
    const float *cr = plane(columns, rows, -40, 40, wild), *p_luma = plane(columns, rows, 0, 255, wild);
    const float *p_cb = plane(columns, rows, -40, 40, wild), *p_cr = plane(columns, rows, -40, 40, wild);
    const float *deviation = plane(columns, rows, 0, 30, wild), *color = plane(columns, rows, 0, 12, wild);
    cguides_judging by = {columns, rows, within(0, 2), within(4, 20), within(2, 8), i % 2};
    size_t count = stride_of(columns) * (size_t)rows;
    twins tolerance = twin(count, 4, true), scores = twin(count, 4, true);
    BOTH(cguides_judge, luma, cb, cr, p_luma, p_cb, p_cr, deviation, color, OF(tolerance), OF(scores), &by);
    judged(&tolerance, &scores, 0, 0);
  }
  end();
}

static void clean(void) {
  begin("cguides_clean");
  for (int i = 0; i < 80; i++) {
    int columns = widths[1 + i % (WIDTHS - 1)], rows = between(1, 9);
    const float *scores = plane(columns, rows, 0, 2, i % 4 == 0);
    float certain = within(0.2f, 1.5f);
    twins differing = twin((size_t)rows * (size_t)(columns + 2), 1, false);
    twins mask = twin((size_t)rows * (size_t)columns, 1, false), count = twin(1, 4, false);
    BOTH(cguides_clean, scores, columns, rows, certain, OF(differing), OF(mask), OF(count));
    judged(&differing, &mask, &count, 0);
  }
  end();
}

static void trust(void) {
  begin("cguides_trust");
  for (int i = 0; i < 80; i++) {
    int columns = widths[1 + i % (WIDTHS - 1)], rows = between(1, 9);
    uint8_t *subject = bytes((size_t)columns * (size_t)rows);
    for (int k = 0; k < columns * rows; k++) subject[k] = subject[k] > 240 ? 1 : 0;
    twins out = twin(stride_of(columns) * (size_t)rows, 4, true);
    void *room = scratch((size_t)columns + 4, 1);
    BOTH(cguides_trust, subject, columns, rows, OF(out), room);
    judged(&out, 0, 0, 0);
  }
  end();
}

static cguides_lesson lesson(int columns, int rows) {
  return (cguides_lesson){columns, rows, below(rows), between(1, 3), between(-6, 6), between(-6, 6),
                          within(0.5f, 2), within(0, 0.5f), within(0, 0.5f), within(0, 0.1f), within(10, 60)};
}

static void learn(void) {
  begin("cguides_learn");
  for (int i = 0; i < 80; i++) {
    int columns = widths[1 + i % (WIDTHS - 1)], rows = between(1, 9);
    size_t count = stride_of(columns) * (size_t)rows;
    bool wild = i % 5 == 0;
    const float *frame = plane(columns, rows, 0, 255, wild), *predicted = plane(columns, rows, 0, 255, wild);
    const float *trusted = plane(columns, rows, 0, 1, false);
    twins scene = twin_of(plane(columns, rows, 0, 255, wild), count, 4, true);
    twins deviation = twin_of(plane(columns, rows, 0, 30, wild), count, 4, true);
    cguides_lesson by = lesson(columns, rows);
    BOTH(cguides_learn, frame, predicted, trusted, OF(scene), OF(deviation), &by);
    judged(&scene, &deviation, 0, 0);
  }
  end();
  begin("cguides_learn_color");
  for (int i = 0; i < 80; i++) {
    int columns = widths[1 + i % (WIDTHS - 1)], rows = between(1, 9);
    size_t count = stride_of(columns) * (size_t)rows;
    bool wild = i % 5 == 0;
    const float *cb = plane(columns, rows, -40, 40, wild), *cr = plane(columns, rows, -40, 40, wild);
    const float *p_cb = plane(columns, rows, -40, 40, wild), *p_cr = plane(columns, rows, -40, 40, wild);
    const float *trusted = plane(columns, rows, 0, 1, false);
    twins scene_cb = twin_of(plane(columns, rows, -40, 40, wild), count, 4, true);
    twins scene_cr = twin_of(plane(columns, rows, -40, 40, wild), count, 4, true);
    twins deviation = twin_of(plane(columns, rows, 0, 12, wild), count, 4, true);
    cguides_lesson by = lesson(columns, rows);
    BOTH(cguides_learn_color, cb, cr, p_cb, p_cr, trusted, OF(scene_cb), OF(scene_cr), OF(deviation), &by);
    judged(&scene_cb, &scene_cr, &deviation, 0);
  }
  end();
  begin("cguides_learn_fine");
  for (int i = 0; i < 80; i++) {
    int columns = 2 * widths[1 + i % (WIDTHS - 1)], rows = 2 * between(1, 4), row = below(rows), other = below(rows);
    bool wild = i % 5 == 0;
    const float *frame = plane(columns, rows, 0, 255, wild), *predicted = plane(columns, rows, 0, 255, wild);
    const float *trusted = plane(columns / 2, rows / 2, 0, 1, false);
    twins scene = twin_of(plane(columns, rows, 0, 255, wild), stride_of(columns) * (size_t)rows, 4, true);
    void *room = scratch(stride_of(columns), 4);
    int across = between(-6, 6);
    float rate = within(0, 0.5f);
    BOTH(cguides_learn_fine, frame, other, predicted, trusted, row / 2, OF(scene), row, columns, across, rate, room);
    judged(&scene, 0, 0, 0);
  }
  end();
}

// Roll ---------------------------------------------------------------------------------------------------------

static void pyramid(void) {
  begin("cguides_shrink");
  for (int factor = 1; factor <= 5; factor++) {
    for (int w = 0; w < WIDTHS; w++) {
      int width = widths[w], height = heights[w % HEIGHTS], per_row = width * factor + 1 + below(9);
      const uint8_t *source = bytes((size_t)(per_row * (height * factor - 1) + width * factor) + 1);
      twins out = twin((size_t)(width * height), 4, true);
      BOTH(cguides_shrink, source, per_row, factor, OF(out), width, height);
      judged(&out, 0, 0, 0);
    }
  }
  end();
  begin("cguides_smooth");
  for (int i = 0; i < 80; i++) {
    int width = widths[i % WIDTHS], height = between(1, 9);
    size_t count = (size_t)(width * height);
    twins pixels = twin_of(floats_within(count, 0, 255, i % 5 == 0), count, 4, true);
    void *room = scratch(3 * (size_t)width, 4);
    BOTH(cguides_smooth, OF(pixels), width, height, room);
    judged(&pixels, 0, 0, 0);
  }
  end();
  begin("cguides_halve");
  for (int i = 0; i < 80; i++) {
    int half = widths[i % WIDTHS], rows = between(1, 5), width = 2 * half + below(2);
    const float *pixels = floats_within((size_t)(width * 2 * rows), 0, 255, i % 5 == 0);
    twins out = twin((size_t)(half * rows), 4, true);
    BOTH(cguides_halve, pixels, width, OF(out), half, rows);
    judged(&out, 0, 0, 0);
  }
  end();
}

static cguides_view view(int width, int height) {
  // Rational points of the circle: the libraries' sines may differ in the last bit.
  float t = within(-0.3f, 0.3f), scale = 1 / (1 + t * t);
  return (cguides_view){{(1 - t * t) * scale, 2 * t * scale},
                        {(float)width / 2 + within(-3, 3), (float)height / 2 + within(-3, 3)},
                        {(float)(width - 1), (float)(height - 1)},
                        within(0.9f, 1.1f), within(-0.2f, 0.2f), within(-20, 20)};
}

static float *places_of(int count, int width, int height, bool wild) {
  int eights = (count + 7) / 8;
  float *made = floats_within((size_t)eights * 24, 0, 255, wild);
  for (int i = 0; i < eights * 24; i++) {
    int part = i / 8 % 3;
    if (part < 2 && !(wild && below(6) == 0)) made[i] = within(-0.7f, 0.7f) * (float)(part == 0 ? width : height);
  }
  return made;
}

static void roll(void) {
  begin("cguides_roll_sums");
  for (int i = 0; i < 100; i++) {
    int width = between(2, 70), height = between(2, 40), count = i < 20 ? i : below(200);
    const float *pixels = floats_within((size_t)(width * height), 0, 255, i % 7 == 0);
    cguides_view by = view(width, height);
    const float *places = places_of(count, width, height, i % 4 == 0);
    const float *changes = floats_within((size_t)count * 8, -50, 50, false);
    float cut = within(0.001f, 0.1f);
    twins out = twin(1, sizeof(cguides_roll), true);
    BOTH(cguides_roll_sums, pixels, width, &by, places, changes, count, cut, OF(out));
    judged(&out, 0, 0, 0);
  }
  end();
  begin("cguides_roll_found");
  for (int i = 0; i < 100; i++) {
    int width = between(2, 70), height = between(2, 40), count = i < 20 ? i : below(200);
    const float *pixels = floats_within((size_t)(width * height), 0, 255, i % 7 == 0);
    cguides_view by = view(width, height);
    const float *places = places_of(count, width, height, i % 4 == 0);
    float most = within(5, 120);
    twins out = twin(1, 4, false);
    BOTH(cguides_roll_found, pixels, width, &by, places, count, most, OF(out));
    judged(&out, 0, 0, 0);
  }
  end();
}

// Edges --------------------------------------------------------------------------------------------------------

static void gradients(void) {
  static const int shapes[][3] = {{8, 9, 3}, {5, 13, 4}, {4, 4, 2}, {12, 5, 3}, {4, 3, 2}, {20, 2, 2}, {1, 1, 1},
                                  {1, 15, 2}, {1, 16, 2}, {1, 17, 2}, {8, 2, 1}, {16, 3, 2}, {17, 1, 1}};
  begin("cguides_gradients");
  for (int i = 0; i < 10 * (int)(sizeof shapes / sizeof *shapes); i++) {
    const int *shape = shapes[i / 10];
    int cell = shape[0], columns = shape[1], rows = shape[2], wide = columns * cell, high = rows * cell;
    int per_row = wide + 2 + below(9), width = wide + 2 + below(3);
    uint8_t *picture = bytes((size_t)(per_row * (high + 1) + wide + 2));
    // The steepest checks that there can be.
    if (i % 10 == 9) {
      for (int k = 0; k < per_row * (high + 1) + wide + 2; k++) picture[k] = (k % per_row / 2 + k / per_row / 2) % 2 ? 255 : 0;
    }
    twins gx = twin((size_t)(width * (high + 2)), 2, false), gy = twin((size_t)(width * (high + 2)), 2, false);
    twins sums = twin((size_t)(columns * rows), sizeof(cguides_cell), false);
    void *room = scratch(7 * (size_t)wide, 4);
    BOTH(cguides_gradients, picture, per_row, width, cell, columns, rows, OF(gx), OF(gy), room, OF(sums));
    judged(&gx, &gy, &sums, 0);
  }
  end();
}

static void edge_places(void) {
  begin("cguides_edge_places");
  for (int i = 0; i < 200; i++) {
    int width = between(3, 90), from = between(1, width - 1), to = between(from, width - 1), step = i % 3 == 0 ? 510 : 1;
    int16_t *gx = shorts_within((size_t)width * 3, -4080 / step, 4080 / step);
    int16_t *gy = shorts_within((size_t)width * 3, -4080 / step, 4080 / step);
    // Coarse values, so that neighbours are equal.
    for (int k = 0; k < width * 3; k++) gx[k] = (int16_t)(gx[k] * step), gy[k] = (int16_t)(gy[k] * step);
    int least = i % 4 == 0 ? 0 : below(4000);
    twins places = twin((size_t)(to - from), 2, false), found = twin(1, 4, false);
    BOTH(cguides_edge_places, gx, gy, width, 1, from, to, least, OF(places), OF(found));
    judged(&places, &found, 0, 0);
  }
  end();
}

static void fixed_cells(void) {
  begin("cguides_fixed");
  for (int i = 0; i < 100; i++) {
    int cell = between(4, 9), columns = between(1, 7), rows = between(1, 5);
    int width = columns * cell + 2 + below(4), height = rows * cell + 2, per_row = width + below(5);
    uint8_t *now = bytes((size_t)(per_row * height)), *before = bytes((size_t)(width * height));
    int16_t *gx = shorts_within((size_t)(width * height), -8160, 8160);
    int16_t *gy = shorts_within((size_t)(width * height), -8160, 8160);
    cguides_motion motion = {within(-9, 9), within(-9, 9), within(-0.2f, 0.2f), (float)width / 2, (float)height / 2};
    if (i % 10 == 0) motion.x = motion.y = motion.turn = 0;
    twins found = twin((size_t)(columns * rows), sizeof(cguides_fixed_cell), false);
    BOTH(cguides_fixed, now, per_row, before, gx, gy, width, cell, columns, rows, &motion, OF(found));
    judged(&found, 0, 0, 0);
  }
  end();
}

// Witnesses ----------------------------------------------------------------------------------------------------

static void curves(void) {
  begin("cguides_smooth_curve");
  for (int i = 0; i < 80; i++) {
    int bins = widths[i % WIDTHS];
    const float *votes = floats_within((size_t)bins + 8, 0, 50, i % 5 == 0), *by = floats_within(9, 0, 1, false);
    twins out = twin((size_t)bins, 4, true);
    BOTH(cguides_smooth_curve, votes, by, bins, OF(out));
    judged(&out, 0, 0, 0);
  }
  end();
  begin("cguides_best_curve");
  for (int i = 0; i < 80; i++) {
    int bins = widths[i % WIDTHS], rows = between(1, 7), columns = bins + 8 + below(4);
    const float *votes = floats_within((size_t)(columns * rows), -9, 50, i % 5 == 0);
    const float *by = floats_within(9, 0, 1, false), *priors = floats_within((size_t)rows, 0, 1, false);
    twins out = twin((size_t)bins, 4, true);
    BOTH(cguides_best_curve, votes, rows, columns, by, priors, bins, OF(out));
    judged(&out, 0, 0, 0);
  }
  end();
  begin("cguides_line_peaks");
  for (int i = 0; i < 80; i++) {
    int columns = widths[i % WIDTHS], rows = between(1, 7);
    const float *votes = floats_within((size_t)(columns * rows), -50, 50, i % 5 == 0);
    twins out = twin((size_t)rows, 4, true);
    BOTH(cguides_line_peaks, votes, rows, columns, OF(out));
    judged(&out, 0, 0, 0);
  }
  end();
}

static void split(void) {
  begin("cguides_split");
  for (int i = 0; i < 80; i++) {
    int columns = between(1, 70), rows = between(1, 40), lines = between(1, 50);
    const float *sums = floats_within((size_t)(columns * (rows + 1) * 2), 0, 9000, false);
    cguides_split_line by = {lines, lines - 1, within(-0.5f, 0.5f), within(1, 1.2f), within(0.8f, 1.2f),
                             (float)((columns + 1) / 2 * rows), within(1e4f, 1e6f), within(1e3f, 1e5f),
                             within(10, 3000), within(1, 200)};
    twins out = twin(3, 4, true);
    BOTH(cguides_split, sums, columns, rows, &by, OF(out));
    judged(&out, 0, 0, 0);
  }
  end();
}

static void layers(void) {
  begin("cguides_first_layer");
  for (int i = 0; i < 60; i++) {
    int bins = widths[i % WIDTHS], inputs = between(1, 9), row = bins + 8 + below(4);
    const float *input = floats_within((size_t)(row * inputs), -2, 2, i % 5 == 0);
    const float *weights = floats_within((size_t)(inputs * 9 * 16 + 16), -1, 1, false);
    twins out = twin((size_t)bins * 16, 4, true);
    BOTH(cguides_first_layer, input, inputs, row, bins, weights, OF(out));
    judged(&out, 0, 0, 0);
  }
  end();
  begin("cguides_second_layer");
  for (int i = 0; i < 60; i++) {
    int bins = widths[i % WIDTHS];
    const float *input = floats_within((size_t)(bins + 8) * 16, -2, 2, i % 5 == 0);
    const float *weights = floats_within(16 * 9 * 16 + 16, -1, 1, false);
    twins out = twin((size_t)bins * 16, 4, true);
    BOTH(cguides_second_layer, input, bins, weights, OF(out));
    judged(&out, 0, 0, 0);
  }
  end();
}

static void field(void) {
  begin("cguides_convolve");
  for (int i = 0; i < 60; i++) {
    int width = between(1, 13), height = between(1, 4), channels = 8 * between(1, 6), taps = between(1, 9), run = 2 * between(1, 24);
    int step = between(1, 2) * 2, across = width * step + run + taps;
    const int16_t *in = shorts_within((size_t)(across * (height + taps)), -4095, 4095);
    const int16_t *weights = shorts_within((size_t)(channels * taps * run), -127, 127);
    const float *factors = floats_within((size_t)channels, 0, 1e-3f, false), *biases = floats_within((size_t)channels, -200, 200, false);
    int offsets[9];
    for (int t = 0; t < taps; t++) offsets[t] = t * across;
    cguides_layer by = {width, height, channels, taps, run, offsets, step, across, width * channels, 4095, i % 2 == 0};
    size_t count = (size_t)(width * height * channels);
    twins out = twin_of(shorts_within(count, 0, 4095), count, 2, false);
    BOTH(cguides_convolve, in, weights, factors, biases, &by, OF(out));
    judged(&out, 0, 0, 0);
  }
  end();
  begin("cguides_fit");
  for (int i = 0; i < 60; i++) {
    int rows = between(1, 9), columns = 8 * between(1, 9);
    const float *table = floats_within((size_t)(rows * columns), -1, 1, i % 5 == 0), *of = floats_within((size_t)columns, -9, 9, false);
    twins out = twin((size_t)rows, 4, true);
    BOTH(cguides_fit, table, rows, columns, of, OF(out));
    judged(&out, 0, 0, 0);
  }
  end();
}

static void people(void) {
  begin("cguides_mix");
  for (int i = 0; i < 60; i++) {
    int pixels = between(1, 11), inputs = between(1, 30), outputs = 8 * between(1, 12);
    const float *in = floats_within((size_t)(pixels * inputs), -4, 4, i % 5 == 0);
    const float *weights = floats_within((size_t)(inputs * outputs), -1, 1, false), *biases = floats_within((size_t)outputs, -1, 1, false);
    size_t count = (size_t)(pixels * outputs);
    const float *added = i % 2 ? floats_within(count, -2, 2, false) : NULL;
    twins out = twin(count, 4, true);
    BOTH(cguides_mix, in, pixels, inputs, outputs, weights, biases, i % 4, added, OF(out));
    judged(&out, 0, 0, 0);
  }
  end();
  begin("cguides_blur");
  for (int i = 0; i < 60; i++) {
    int step = between(1, 2), width = step * between(1, 6), height = step * between(1, 5), channels = 8 * between(1, 4), side = 3 + 2 * below(2);
    const float *in = floats_within((size_t)(width * height * channels), -4, 4, i % 5 == 0);
    const float *weights = floats_within((size_t)(side * side * channels), -1, 1, false), *biases = floats_within((size_t)channels, -1, 1, false);
    size_t count = (size_t)(width / step * (height / step) * channels);
    const float *added = i % 2 ? floats_within(count, -2, 2, false) : NULL;
    twins out = twin(count, 4, true);
    BOTH(cguides_blur, in, width, height, channels, side, step, weights, biases, i % 4, added, OF(out));
    judged(&out, 0, 0, 0);
  }
  end();
}

// Without a plain version: only the hash tells.
static void people_network(void) {
  static float unpacked[200000], within_it[700000];
  begin("cguides_people_read");
  if (cguides_people_weights() > 200000 || cguides_people_scratch() > 700000) abort();
  cguides_people_unpack(unpacked);
  for (int i = 0; i < 2; i++) {
    int columns = 240, rows = 135, vectors = columns / 8 + 2;
    size_t count = (size_t)(rows * vectors * 8);
    const float *luma = floats_within(count, 0, 255, false), *cb = floats_within(count, -90, 90, false), *cr = floats_within(count, -90, 90, false);
    cguides_people_take(luma, cb, cr, vectors, columns, rows, i == 0, within_it);
    cguides_people_read(0, cguides_people_layers(), unpacked, within_it);
    twins mask = twin_of(within_it + cguides_people_mask(), 256 * 144, 4, true);
    judged(&mask, 0, 0, 0);
  }
  end();
}

static void faces_network(void) {
  static float unpacked[200000], within_it[400000];
  begin("cguides_faces_read");
  if (cguides_faces_weights() > 200000 || cguides_faces_scratch() > 400000) abort();
  cguides_faces_unpack(unpacked);
  for (int i = 0; i < 3; i++) {
    int width = between(120, 480), height = between(120, 270);
    size_t half = (size_t)(width / 2 * (height / 2));
    const uint8_t *luma = bytes((size_t)(width * height)), *cb = bytes(half), *cr = bytes(half);
    cguides_faces_picture picture = {width, height, luma, width, i ? cb : NULL, cr, width / 2};
    cguides_faces_take(&picture, within(-40, 40), within(-40, 40), within(60, 300), within_it);
    cguides_faces_read(0, cguides_faces_layers(), unpacked, within_it);
    twins heads = twin_of(within_it + cguides_faces_heads(), 16 * 16 * 40 + 8 * 8 * 104, 4, true);
    judged(&heads, 0, 0, 0);
  }
  end();
}

static void field_network(void) {
  begin("cguides_field_read");
  for (int i = 0; i < 6; i++) {
    int width = i % 2 ? 240 : 64, height = i % 2 ? 64 : 240, from_width = between(32, 480), from_height = between(32, 480);
    const uint8_t *luma = bytes((size_t)(from_width * from_height));
    size_t count = (size_t)cguides_field_scratch(width, height);
    int16_t *within = scratch(count, 2);
    memset(within, 0, 2 * count);
    twins cells = twin((size_t)((width + 15) / 16 * ((height + 15) / 16) * 3), 4, true);
    cguides_field_take(luma, from_width, from_width, from_height, width, height, within);
    cguides_field_look(width, height, within);
    cguides_field_read(width, height, within, cells.fast);
    memcpy(cells.plain, cells.fast, cells.count);
    judged(&cells, 0, 0, 0);
  }
  end();
}

static void votes(void) {
  begin("cguides_link");
  for (int i = 0; i < 60; i++) {
    int capacity = between(1, 60), lines = between(2, 12), count = 0, ends[12];
    cguides_edgel *edgels = scratch(40 * 12, sizeof *edgels);
    for (int line = 0; line < lines; line++) {
      float position = within(0, 4), slope = within(-1, 1);
      for (int k = between(0, 40); k > 0; k--) {
        edgels[count++] = (cguides_edgel){.position = position, .slope = slope + within(-0.1f, 0.1f), .strength = within(-900, 900)};
        position += within(0, 5);
      }
      ends[line] = count;
    }
    twins runs = twin((size_t)capacity + 1, sizeof(cguides_run), false), found = twin(1, sizeof(int32_t), false);
    memset(runs.fast, 0, runs.count), memset(runs.plain, 0, runs.count);
    memset(found.fast, 0, found.count), memset(found.plain, 0, found.count);
    float *room = scratch(14 * 48, sizeof *room);
    BOTH(cguides_link, edgels, ends, 0, lines, OF(runs), capacity, room, 48, OF(found));
    judged(&runs, &found, 0, 0);
  }
  end();
  begin("cguides_vote_uprights");
  for (int i = 0; i < 60; i++) {
    int count = between(1, 4);
    cguides_leans by = {2 * between(0, 6) + 1, between(20, 160), within(10, 40), within(0, 8)};
    size_t all = (size_t)(count * by.rows * by.columns);
    twins tables = twin_of(floats_within(all, 0, 20, false), all, 4, true);
    const float *weights = floats_within((size_t)count, 0, 3, false);
    for (int k = 0; k < 20; k++) cguides_vote_uprights(tables.fast, count, &by, within(-50, 50), within(-2, 2), weights);
    cguides_vote_uprights(tables.fast, count, &by, NAN, 1, weights);
    memcpy(tables.plain, tables.fast, tables.count);
    judged(&tables, 0, 0, 0);
  }
  end();
  begin("cguides_vote_line");
  for (int i = 0; i < 60; i++) {
    int angles = 2 * between(5, 45) + 1, offsets = between(20, 140);
    size_t all = (size_t)(2 * angles * offsets);
    twins tables = twin_of(floats_within(all, 0, 20, false), all, 4, true);
    const float *sines = floats_within((size_t)angles, -1, 1, false), *cosines = floats_within((size_t)angles, -1, 1, false);
    for (int k = 0; k < 20; k++) {
      int from = between(-(angles / 2), angles / 2);
      cguides_line line = {within(-1, 1), within(-1, 1), within(-40, 40), within(0, 3), within(-900, 900), within(-900, 900),
                           from, between(from, angles / 2)};
      if (k == 19) line.u = INFINITY;
      cguides_vote_line(tables.fast, angles, offsets, sines, cosines, &line);
    }
    memcpy(tables.plain, tables.fast, tables.count);
    judged(&tables, 0, 0, 0);
  }
  end();
}

// Glass --------------------------------------------------------------------------------------------------------

static cglass_lines lines_of(int count, bool extreme) {
  size_t n = (size_t)count;
  int most = 4080;
  cglass_lines made = {
      .soft_above = words_to(n, most), .soft_below = words_to(n, most), .clear_above = words_to(n, most),
      .clear_below = words_to(n, most), .fraction = (uint16_t)between(0, 16), .dither = words_to(16, 255),
      .tone = below(2) ? bytes(257 + 3) : NULL, .lit_codes = bytes(64 * 257 + 3), .lit_chroma = words_to(64 + 1, 256),
      .light_code = (uint8_t)next(), .is_luma = (uint8_t)below(2)};
  if (extreme) {
    for (int i = 0; i < count; i++) {
      ((uint16_t *)made.soft_above)[i] = ((uint16_t *)made.soft_below)[i] = below(2) ? 4080 : 0;
      ((uint16_t *)made.clear_above)[i] = ((uint16_t *)made.clear_below)[i] = below(2) ? 4080 : 0;
    }
  }
  return made;
}

static cglass_look look_of(void) {
  return (cglass_look){.fraction_x = (uint8_t)between(0, 64), .fraction_y = (uint8_t)between(0, 64), .lens = (uint16_t)between(0, 256),
                       .mirrored = (uint8_t)next(), .dark = (uint8_t)next(), .light = (uint8_t)(below(3) ? next() : 0),
                       .coverage = (uint16_t)between(0, 256), .yields_light = (uint8_t)below(2)};
}

static void glass(void) {
  begin("cglass_stretch");
  for (int i = 0; i < 400; i++) {
    int count = i / 4, each = 2 << i % 4, fraction = below(32 / each);
    const uint16_t *samples = words_to((size_t)count + 1, 4095);
    twins out = twin((size_t)(count * each), 2, false);
    BOTH(cglass_stretch, samples, count, each, fraction, OF(out));
    judged(&out, 0, 0, 0);
  }
  end();
  begin("cglass_clear");
  for (int i = 0; i < 200; i++) {
    int count = i < 140 ? i : widths[i % WIDTHS];
    cglass_lines lines = lines_of(count, i % 3 == 0);
    const uint8_t *scene = bytes((size_t)count);
    int lens = i % 4 == 0 ? 256 : between(0, 256);
    twins out = twin((size_t)count, 1, false);
    BOTH(cglass_clear, &lines, scene, lens, count, OF(out));
    judged(&out, 0, 0, 0);
  }
  end();
  begin("cglass_band");
  for (int i = 0; i < 200; i++) {
    int count = i < 140 ? i : widths[i % WIDTHS];
    cglass_lines lines = lines_of(count, i % 3 == 0);
    cglass_look look = look_of();
    const uint8_t *upper = bytes((size_t)count), *lower = bytes((size_t)count), *mirror = bytes((size_t)count);
    twins out = twin((size_t)count, 1, false);
    BOTH(cglass_band, &lines, &look, upper, lower, mirror, count, OF(out));
    judged(&out, 0, 0, 0);
  }
  end();
  begin("cglass_bent");
  for (int i = 0; i < 200; i++) {
    int count = i < 140 ? i : widths[i % WIDTHS], per_row = between(2, 90), rows = between(1, 12);
    ptrdiff_t last = (ptrdiff_t)per_row * (rows - 1);
    cglass_lines lines = lines_of(count, i % 3 == 0);
    // Three more bytes follow: four are loaded at once.
    const uint8_t *scene = bytes((size_t)(per_row * rows + 3));
    cglass_look *looks = scratch((size_t)count, sizeof(cglass_look));
    for (int k = 0; k < count; k++) {
      looks[k] = look_of();
      looks[k].source = below(rows) * per_row + below(per_row - 1);
      looks[k].mirror = below(per_row * rows);
    }
    twins out = twin_of(bytes((size_t)count), (size_t)count, 1, false);
    BOTH(cglass_bent, &lines, looks, scene, per_row, last, count, OF(out));
    judged(&out, 0, 0, 0);
  }
  end();
}

// JPEG ---------------------------------------------------------------------------------------------------------

static void blocks(void) {
  cjpeg_block_scale steps;
  begin("cjpeg_forward");
  for (int i = 0; i < 2000; i++) {
    cjpeg_block_scale others;
    for (int k = 0; k < 64; k++) {
      cjpeg_block_scale_set(&steps, k, i % 5 == 0 ? 1 : between(1, 255));
      cjpeg_block_scale_set(&others, k, between(1, 255));
    }
    int per_row = between(16, 30), contrast = 1 + i % 256;
    uint8_t *samples = bytes((size_t)(per_row * 7 + 16));
    for (int k = 0; k < per_row * 7 + 16; k++) samples[k] = i % 11 == 0 ? (samples[k] & 1 ? 255 : 0) : (uint8_t)(samples[k] % contrast);
    twins out = twin(128, 2, false);
    BOTH(cjpeg_forward, &(cjpeg_block){samples, per_row, &steps, OF(out)},
         &(cjpeg_block){samples + 8, per_row, i % 2 ? &steps : &others, (int16_t *)OF(out) + 64});
    judged(&out, 0, 0, 0);
  }
  end();
  begin("cjpeg_inverse");
  for (int i = 0; i < 2000; i++) {
    for (int k = 0; k < 64; k++) cjpeg_block_scale_set(&steps, k, between(1, 255));
    int per_row = between(8, 30);
    // From what pictures have to what only a broken camera sends.
    int most = i % 3 == 0 ? 32767 : i % 3 == 1 ? 60 : 3;
    const int16_t *coefficients = shorts_within(64, -most - 1, most);
    twins out = twin((size_t)(per_row * 7 + 8), 1, false);
    BOTH(cjpeg_inverse, coefficients, &steps, OF(out), per_row);
    judged(&out, 0, 0, 0);
  }
  end();
#define PAIR_OF(per_row) (cjpeg_dequantized[2]){{coefficients, quantization, OF(out), per_row}, {coefficients + 64, quantization, OF(out) + 8, per_row}}
  for (int kind = 0; kind < 3; kind++) {
    begin(kind == 2 ? "cjpeg_reduce_two" : kind == 1 ? "cjpeg_halve_two" : "cjpeg_inverse_two");
    for (int i = 0; i < 2000; i++) {
      uint16_t quantization[64];
      for (int k = 0; k < 64; k++) quantization[k] = (uint16_t)between(1, i % 4 == 0 ? 65535 : 255);
      int per_row = between(16, 30), most = i % 3 == 0 ? 32767 : i % 3 == 1 ? 60 : 3, is_low = i % 2;
      int16_t *coefficients = shorts_within(128, -most - 1, most);
      for (int k = 0; k < 128; k++)
        if ((is_low && (k % 8 > 3 || k % 64 > 31)) || (i % 7 < 2 && k % 64 > 7)) coefficients[k] = 0;
      twins out = twin((size_t)(per_row * 7 + 16), 1, false);
      const int points = (const int[]){1, 2, 3, 5, 6, 7}[i % 6];
      if (kind == 2) BOTH(cjpeg_reduce_two, PAIR_OF(per_row), points);
      else if (kind == 1) BOTH(cjpeg_halve_two, PAIR_OF(per_row));
      else BOTH(cjpeg_inverse_two, PAIR_OF(per_row), is_low);
      judged(&out, 0, 0, 0);
    }
    end();
  }
}

// Any codes, of magnitudes up to a size, as cjpeg_put_ac takes them.
static uint32_t *coder_table(int most) {
  uint32_t *table = scratch(256 + 16 * 32, sizeof *table);
  for (int k = 0; k < 256; k++) {
    const int length = between(1, 16), size = k & 15;
    table[k] = size > most ? 0 : (uint32_t)below(1 << length) << (size + 5) | (uint32_t)(length + size);
  }
  for (int run = 0; run < 16; run++) {
    for (int value = -16; value < 16; value++) {
      int size = 0;
      while ((value < 0 ? -value : value) >> size) size++;
      const uint32_t bits = (uint32_t)(value < 0 ? value - 1 : value) & ((1u << size) - 1);
      table[256 + (run << 5 | (value + 16))] = table[run << 4 | size] | bits << 5;
    }
  }
  return table;
}

static void codes(void) {
  begin("cjpeg_put_ac");
  for (int i = 0; i < 2000; i++) {
    int16_t *coefficients = shorts_within(64, -1500, 1500);
    for (int k = 0; k < 64; k++) {
      if (i < 64 ? k != i : below(1 + i % 9) != 0) coefficients[k] = 0;
    }
    uint32_t *table = coder_table(10);
    twins out = twin(32, 8, false);
    memset(out.fast, 0, out.count), memset(out.plain, 0, out.count);
    cjpeg_bits bits = {.words = out.fast, .rest_count = below(64)};
    size_t at = (size_t)bits.rest_count;
    cjpeg_put_ac(coefficients, table, &bits);
    if (bits.word_count < 32) bits.words[bits.word_count] = __builtin_bswap64(bits.rest);
    // The same bit by bit (T.81, F.1.2.2).
    uint8_t *bytes = out.plain;
#define PUT(value, count) \
    for (int bit = (count) - 1; bit >= 0; bit--, at++) bytes[at / 8] |= (uint8_t)(((value) >> bit & 1) << (7 - at % 8))
    int last = 0;
    for (int number = 1; number < 64; number++) {
      int value = coefficients[cjpeg_place_of(number, 0)], size = 0;
      if (value == 0) continue;
      value = value > 1023 ? 1023 : value < -1023 ? -1023 : value;
      for (; number - last > 16; last += 16) PUT(table[0xF0] >> 5, (int)(table[0xF0] & 31));
      while ((value < 0 ? -value : value) >> size) size++;
      uint32_t code = table[(number - last - 1) << 4 | size];
      PUT(code >> 5 >> size, (int)(code & 31) - size);
      PUT(value < 0 ? value - 1 : value, size);
      last = number;
    }
    if (last < 63) PUT(table[0] >> 5, (int)(table[0] & 31));
    judged(&out, 0, 0, 0);
  }
  end();
  begin("cjpeg_put_row");
  for (int i = 0; i < 300; i++) {
    cjpeg_block_scale steps;
    for (int k = 0; k < 64; k++) cjpeg_block_scale_set(&steps, k, between(1, 255));
    uint32_t *table = coder_table(11);
    // Two rows of MCUs in 4:2:2, of which the second is coded; every other time the last is cut by the picture's edge.
    const int mcus = between(1, 12), width = 16 * mcus - (i % 2 ? between(1, 7) : 0), contrast = between(1, 255);
    uint8_t *samples = bytes((size_t)mcus * 16 * 16);
    for (int k = 0; k < mcus * 256; k++) samples[k] = (uint8_t)(samples[k] % contrast);
    for (int y = 0; y < 16; y++) {
      for (int x = width; x < 16 * mcus; x++) samples[y * 16 * mcus + x] = samples[y * 16 * mcus + width - 1];
    }
    const cjpeg_planes planes = {{samples, samples, samples}, {16 * mcus, 16 * mcus, 16 * mcus}, width, 16, 2, 1};
    const cjpeg_coding coding = {&steps, table, table};
    twins out = twin((size_t)mcus * 4 * 32 + 8, 8, false);
    memset(out.fast, 0, out.count), memset(out.plain, 0, out.count);
    cjpeg_predictors last = {{3, -4, 5}};
    cjpeg_bits bits = {.words = out.fast}, own = {.words = out.plain};
    cjpeg_put_row(&planes, &coding, &coding, 1, &last, &bits);
    bits.words[bits.word_count] = __builtin_bswap64(bits.rest);
    int levels[3] = {3, -4, 5};
    for (int block = 0; block < mcus * 4; block++) {
      const int component = block % 4 < 2 ? 0 : block % 4 - 1, column = component ? block / 4 : block / 4 * 2 + block % 4;
      int16_t coefficients[64], unused[64];
      uint8_t square[64];
      const int most = component ? (width + 1) / 2 : width;
      for (int k = 0; k < 64; k++) {
        const int x = column * 8 + k % 8;
        square[k] = samples[(8 + k / 8) * 16 * mcus + (x < most ? x : most - 1)];
      }
      cjpeg_forward_plain(&(cjpeg_block){square, 8, &steps, coefficients}, &(cjpeg_block){square, 8, &steps, unused});
      const int difference = coefficients[0] - levels[component];
      levels[component] = coefficients[0];
      int size = 0;
      while ((difference < 0 ? -difference : difference) >> size) size++;
      uint8_t *bytes = out.plain;
      size_t at = own.word_count * 64 + (size_t)own.rest_count;
      own.words[own.word_count] = __builtin_bswap64(own.rest);
      PUT(table[size] >> 5 >> size, (int)(table[size] & 31) - size);
      PUT(difference < 0 ? difference - 1 : difference, size);
      own.word_count = at / 64, own.rest_count = (int)(at % 64);
      own.rest = own.rest_count ? __builtin_bswap64(own.words[own.word_count]) : 0;
      cjpeg_put_ac(coefficients, table, &own);
    }
    own.words[own.word_count] = __builtin_bswap64(own.rest);
    if (own.word_count != bits.word_count || own.rest_count != bits.rest_count) out.one.bytes[0] ^= 1;
    judged(&out, 0, 0, 0);
  }
  end();
#undef PUT
  begin("cjpeg_read_ac");
  for (int i = 0; i < 2000; i++) {
    const uint8_t *data = bytes(400);
    uint16_t *table = scratch(4096, sizeof *table);
    for (int k = 0; k < 4096; k++) {
      int moves = below(9) == 0 ? 64 : between(1, 16);
      table[k] = below(40) == 0 ? 0 : (uint16_t)(between(1, 12) << 11 | between(0, 10) << 7 | moves);
    }
    // Two at once, and one after the other.
    twins out = twin(128, 2, false);
    memset(out.fast, 0, out.count), memset(out.plain, 0, out.count);
    cjpeg_reader both[2], each[2];
    for (int k = 0; k < 2; k++) {
      both[k] = (cjpeg_reader){{between(0, 600), 1}, table, (int16_t *)out.fast + 64 * k};
      each[k] = both[k], each[k].coefficients = (int16_t *)out.plain + 64 * k;
    }
    cjpeg_read_ac(data, both, 2, i % 2);
    for (int k = 0; k < 2; k++) {
      cjpeg_read_ac(data, each + k, 1, i % 2);
      if (both[k].place.bit != each[k].place.bit || both[k].place.number != each[k].place.number) *(uint8_t *)out.plain ^= 1;
      mix((uint64_t)each[k].place.bit << 8 ^ (uint64_t)(uint32_t)each[k].place.number);
    }
    judged(&out, 0, 0, 0);
  }
  end();
  begin("cjpeg_copy_bits");
  for (int i = 0; i < 1000; i++) {
    size_t count = (size_t)below(200);
    const uint8_t *from = bytes(count + 1);
    twins out = twin(count + 1, 1, false);
    memset(out.fast, 0, out.count), memset(out.plain, 0, out.count);
    BOTH(cjpeg_copy_bits, from, i % 8, count, OF(out));
    judged(&out, 0, 0, 0);
  }
  end();
}

static void small_pictures(void) {
  begin("cjpeg_half");
  for (int i = 0; i < 200; i++) {
    int most = i % 3 == 0 ? 32767 : 200;
    int16_t *low = shorts_within(16, -most - 1, most);
    float scale[16];
    for (int k = 0; k < 16; k++) scale[k] = within(0.05f, 2);
    twins out = twin(16, 1, false);
    BOTH(cjpeg_half, low, scale, OF(out));
    judged(&out, 0, 0, 0);
  }
  end();
  for (int is_quarter = 0; is_quarter < 2; is_quarter++) {
    begin(is_quarter ? "cjpeg_quarter" : "cjpeg_eighth");
    for (int i = 0; i < 200; i++) {
      int width = i < 140 ? i : widths[i % WIDTHS], across = between(1, 4), count = is_quarter ? (width + 1) / 2 : width;
      int mcus = (count + across - 1) / across, step = across + below(4), most = i % 3 == 0 ? 32767 : 200;
      cjpeg_block_row row = {shorts_within((size_t)(mcus * step + across), -most - 1, most),
                             shorts_within((size_t)(4 * (mcus * step + across)), -most - 1, most),
                             step, step, across, within(0.1f, 2), within(0.1f, 2), within(0.1f, 2), within(0.1f, 2)};
      twins top = twin((size_t)width, 1, false), bottom = twin((size_t)width, 1, false);
      if (is_quarter) {
        bool has_bottom = i % 2;
        BOTH(cjpeg_quarter, &row, width, OF(top), has_bottom ? OF(bottom) : NULL);
      } else {
        BOTH(cjpeg_eighth, &row, width, OF(top));
      }
      judged(&top, &bottom, 0, 0);
    }
    end();
  }
}

// Scaling ------------------------------------------------------------------------------------------------------

static void scaler(void) {
  begin("cplanescaler_down");
  for (int i = 0; i < 300; i++) {
    int taps = between(1, 17), width = i < 140 ? i : widths[i % WIDTHS], per_row = width + below(20);
    uint8_t *samples = bytes((size_t)(per_row * (taps - 1) + width));
    if (i % 5 == 0) memset(samples, 255, (size_t)(per_row * (taps - 1) + width));
    // Of the sum that all have; a third of them with a cubic's lobes below zero.
    int16_t *weights = shorts_within((size_t)taps, 0, 0);
    int rest = 1 << 14;
    for (int k = 0; k < taps; k++) rest -= weights[k] = (int16_t)(k + 1 == taps ? rest : below(3) ? below(rest + 1) : 0);
    if (i % 3 == 0 && taps > 2) {
      const int lobe = below(4000);
      weights[0] = (int16_t)(weights[0] - lobe);
      weights[taps / 2] = (int16_t)(weights[taps / 2] + lobe);
    }
    twins out = twin((size_t)width, 2, false);
    BOTH(cplanescaler_down, samples, per_row, taps, weights, width, OF(out));
    judged(&out, 0, 0, 0);
  }
  end();
  begin("cplanescaler_box");
  for (int i = 0; i < 600; i++) {
    const int across = between(1, i % 9 ? 9 : 64), down = between(1, i % 9 ? 9 : 64), width = between(1, 90);
    const int per_row = across * width + below(5);
    const uint8_t *samples = bytes((size_t)(per_row * down));
    uint16_t *sums = scratch((size_t)(across * width), sizeof *sums);
    twins out = twin((size_t)width, 1, false);
    BOTH(cplanescaler_box, samples, per_row, across, down, width, sums, OF(out));
    judged(&out, 0, 0, 0);
  }
  end();
  begin("cplanescaler_across");
  for (int i = 0; i < 300; i++) {
    static const int sizes[] = {4, 8, 16, 24, 32};
    int taps = sizes[i % 5], width = i < 140 ? i : widths[i % WIDTHS], length = taps + below(200);
    const int16_t *row = i % 7 == 0 ? shorts_within((size_t)length, 32640, 32640) : shorts_within((size_t)length, 0, 32640);
    int32_t *first = scratch((size_t)width, 4);
    int16_t *weights = scratch((size_t)(width * taps), 2);
    for (int x = 0; x < width; x++) {
      first[x] = between(0, length - taps);
      // Lobes below 0 and sums beyond 1, so that both ends are clamped.
      int rest = 1 << 14;
      for (int k = 0; k < taps; k++) weights[x * taps + k] = 0;
      for (int k = 0; k < taps; k++) {
        int share = k + 1 == taps ? rest : below(rest + 1), at = x * taps + below(taps);
        if (below(3) == 0) share = -share;
        if (weights[at] == 0) weights[at] = (int16_t)share;
        rest -= abs(share);
      }
    }
    twins out = twin((size_t)width, 1, false);
    BOTH(cplanescaler_across, row, first, taps, weights, width, OF(out));
    judged(&out, 0, 0, 0);
  }
  end();
}

// Outlines -----------------------------------------------------------------------------------------------------

static int take_run(void *user, int32_t x, int32_t y, int32_t length, uint8_t coverage) {
  (void)user;
  mix((uint64_t)(uint32_t)x << 32 | (uint32_t)y);
  mix((uint64_t)(uint32_t)length << 8 | coverage);
  return 0;
}

// Samples of raw frames ------------------------------------------------------------------------------------------

static void order(void) {
  begin("csampleorder_split");
  for (int i = 0; i < 300; i++) {
    const size_t count = i < 140 ? (size_t)i : (size_t)widths[i % WIDTHS];
    const uint8_t *samples = bytes(2 * count);
    twins even = twin(count, 1, false), odd = twin(count, 1, false);
    BOTH(csampleorder_split, samples, count, OF(even), OF(odd));
    judged(&even, &odd, 0, 0);
  }
  end();
  begin("csampleorder_merge");
  for (int i = 0; i < 300; i++) {
    const size_t count = i < 140 ? (size_t)i : (size_t)widths[i % WIDTHS];
    const uint8_t *even = bytes(count), *odd = bytes(count);
    twins samples = twin(2 * count, 1, false);
    BOTH(csampleorder_merge, even, odd, count, OF(samples));
    judged(&samples, 0, 0, 0);
  }
  end();
  begin("csampleorder_unpack_yuyv");
  for (int i = 0; i < 300; i++) {
    const size_t pairs = i < 140 ? (size_t)i : (size_t)widths[i % WIDTHS];
    const uint8_t *samples = bytes(4 * pairs);
    twins luma = twin(2 * pairs, 1, false), cb = twin(pairs, 1, false), cr = twin(pairs, 1, false);
    BOTH(csampleorder_unpack_yuyv, samples, pairs, OF(luma), OF(cb), OF(cr));
    judged(&luma, &cb, &cr, 0);
  }
  end();
  begin("csampleorder_pack_yuyv");
  for (int i = 0; i < 300; i++) {
    const size_t pairs = i < 140 ? (size_t)i : (size_t)widths[i % WIDTHS];
    const uint8_t *luma = bytes(2 * pairs), *cb = bytes(pairs), *cr = bytes(pairs);
    twins samples = twin(4 * pairs, 1, false);
    BOTH(csampleorder_pack_yuyv, luma, cb, cr, pairs, OF(samples));
    judged(&samples, 0, 0, 0);
  }
  end();
  begin("csampleorder_expand_luma");
  for (int i = 0; i < 300; i++) {
    const size_t count = i < 140 ? (size_t)i : (size_t)widths[i % WIDTHS];
    twins samples = twin_of(bytes(count), count, 1, false);
    BOTH(csampleorder_expand_luma, OF(samples), count);
    judged(&samples, 0, 0, 0);
  }
  end();
  begin("csampleorder_expand_chroma");
  for (int i = 0; i < 300; i++) {
    const size_t count = i < 140 ? (size_t)i : (size_t)widths[i % WIDTHS];
    twins samples = twin_of(bytes(count), count, 1, false);
    BOTH(csampleorder_expand_chroma, OF(samples), count);
    judged(&samples, 0, 0, 0);
  }
  end();
}

static void coverage(void) {
  begin("coverage_sweep");
  coverage_raster raster = {0};
  for (int i = 0; i < 400; i++) {
    int width = between(1, 200), height = between(1, 90), corners = between(2, 9);
    if (coverage_begin(&raster, -between(0, 5), -between(0, 5), width, height)) abort();
    double start[2] = {0}, pen[2] = {0};
    for (int k = 0; k <= corners; k++) {
      double to[2] = {(double)within(-40, 240), (double)within(-30, 120)};
      // Some edges are level, upright or end on whole pixels.
      if (k && below(5) == 0) to[below(2)] = pen[below(2)];
      if (below(4) == 0) to[0] = floor(to[0]);
      if (k == corners) memcpy(to, start, sizeof to);
      if (k) coverage_edge(&raster, pen[0], pen[1], to[0], to[1]);
      else memcpy(start, to, sizeof to);
      memcpy(pen, to, sizeof to);
    }
    mix((uint64_t)coverage_sweep(&raster, take_run, NULL));
    judged(0, 0, 0, 0);
  }
  coverage_destroy(&raster);
  end();
}

// Instructions -------------------------------------------------------------------------------------------------

// Runs one kernel once on as much as a row or a small picture has, and prints how many samples that are.
static void cost(const char *name, bool is_plain) {
  enum { width = 1920, columns = 240, rows = 135 };
  seed = 1;
#define ONE(kernel, samples, ...)                                 \
  if (!strcmp(name, #kernel)) {                                   \
    (is_plain ? kernel##_plain : kernel)(__VA_ARGS__);            \
    printf("%d\n", samples);                                      \
    exit(0);                                                      \
  }
  const uint8_t *pixels = bytes(4 * width);
  uint8_t *out = bytes(width);
  int16_t *shorts = shorts_within(width, 0, 0), *weights = shorts_within(8 * width, 0, 2048);
  ONE(cplanescaler_down, width, pixels, width, 4, weights, width, shorts);
  const int16_t *sums = shorts_within(width + 8, 0, 32640);
  int32_t *first = scratch(width, 4);
  for (int x = 0; x < width; x++) first[x] = x;
  ONE(cplanescaler_box, width / 3, pixels, width, 3, 1, width / 3, scratch(width, 2), out);
  ONE(cplanescaler_across, width, sums, first, 4, weights, width, out);
  uint8_t *more = bytes(4 * width);
  ONE(csampleorder_split, width, pixels, width / 2, out, more);
  ONE(csampleorder_merge, width, pixels, pixels + width, width / 2, more);
  ONE(csampleorder_unpack_yuyv, 2 * width, pixels, width / 2, out, more, more + width);
  ONE(csampleorder_pack_yuyv, 2 * width, pixels, pixels + width, pixels + 2 * width, width / 2, more);
  ONE(csampleorder_expand_luma, width, out, width);
  ONE(csampleorder_expand_chroma, width, out, width);
  cjpeg_block_scale steps;
  for (int k = 0; k < 64; k++) cjpeg_block_scale_set(&steps, k, between(1, 60));
  const int16_t *coefficients = shorts_within(64, -60, 60);
  ONE(cjpeg_forward, 128, &(cjpeg_block){pixels, 16, &steps, shorts}, &(cjpeg_block){pixels + 8, 16, &steps, shorts + 64});
  ONE(cjpeg_inverse, 64, coefficients, &steps, out, 8);
  const cjpeg_dequantized two[2] = {{coefficients, steps.step, out, 16}, {coefficients, steps.step, out + 8, 16}};
  ONE(cjpeg_inverse_two, 128, two, 0);
  ONE(cjpeg_halve_two, 32, two);
  ONE(cjpeg_reduce_two, 72, two, 6);
  cjpeg_block_row row = {sums, weights, 1, 1, 1, 0.125f, 0.3f, 0.3f, 0.3f};
  ONE(cjpeg_quarter, width, &row, width, out, NULL);
  ONE(cjpeg_eighth, width, &row, width, out);
  cglass_lines lines = lines_of(width, false);
  lines.is_luma = 1;
  cglass_look look = look_of();
  ONE(cglass_clear, width, &lines, pixels, 128, width, out);
  ONE(cglass_band, width, &lines, &look, pixels, pixels + width, pixels + 2 * width, width, out);
  used = 0;
  const float *a = plane(columns, rows, 0, 255, false), *b = plane(columns, rows, 0, 255, false);
  const float *c = plane(columns, rows, 1, 9, false), *d = plane(columns, rows, 0, 1, false);
  float *e = plane(columns, rows, 0, 1, false), *f = plane(columns, rows, 0, 1, false);
  cguides_judging judging = {columns, rows, 0.3f, 6, 3, true};
  ONE(cguides_judge, columns * rows, a, b, a, b, a, b, c, c, e, f, &judging);
  ONE(cguides_registration_sums, columns * rows, a, b, d, c, columns, rows, 1, 1, f);
  const uint8_t *picture = bytes((columns + 2) * (rows + 3));
  int16_t *gx = shorts_within((columns + 2) * (rows + 2), 0, 0), *gy = shorts_within((columns + 2) * (rows + 2), 0, 0);
  void *room = scratch(7 * columns, 4), *cells = scratch(columns / 8 * 16, sizeof(cguides_cell));
  ONE(cguides_gradients, columns * 128, picture, columns + 2, columns + 2, 8, columns / 8, 16, gx, gy, room, cells);
  used = 0;
  const float *input = floats_within(16 * 192, 0, 1, false), *network = floats_within(16 * 9 * 16 + 16, -1, 1, false);
  ONE(cguides_second_layer, 184, input, 184, network, scratch(16 * 184, 4));
  // A layer of each network: 3 × 3 places of 16 channels to 32; 24 inputs to 96 outputs, and each of these blurred.
  int offsets[3];
  for (int i = 0; i < 3; i++) offsets[i] = i * 16 * 82;
  cguides_layer layer = {80, 45, 32, 3, 48, offsets, 16, 16 * 82, 80 * 32, 4095, true};
  const int16_t *in = shorts_within(16 * 82 * 48, 0, 4095), *taps = shorts_within(32 * 3 * 48, -127, 127);
  ONE(cguides_convolve, 80 * 45 * 32, in, taps, floats_within(32, 0, 1e-3f, false), floats_within(32, -200, 200, false), &layer, scratch(80 * 45 * 32, 2));
  const float *point = floats_within(64 * 24, -4, 4, false);
  ONE(cguides_mix, 64 * 96, point, 64, 24, 96, floats_within(24 * 96, -1, 1, false), floats_within(96, -1, 1, false), 1, NULL, scratch(64 * 96, 4));
  const float *map = floats_within(32 * 18 * 96, -4, 4, false);
  ONE(cguides_blur, 32 * 18 * 96, map, 32, 18, 96, 3, 1, floats_within(9 * 96, -1, 1, false), floats_within(96, -1, 1, false), 1, NULL, scratch(32 * 18 * 96, 4));
  exit(64);
}

int main(int count, char **arguments) {
  map_slots();
  if (count > 1) cost(arguments[1], count > 2);
  cells();
  scale();
  warp();
  registration();
  judge();
  clean();
  trust();
  learn();
  pyramid();
  roll();
  gradients();
  edge_places();
  fixed_cells();
  curves();
  split();
  layers();
  field();
  field_network();
  people();
  people_network();
  faces_network();
  votes();
  glass();
  blocks();
  codes();
  small_pictures();
  scaler();
  order();
  coverage();
  return 0;
}
