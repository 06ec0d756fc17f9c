// The perspective field's network, in 16-bit integers, and how well a field fits each roll.
#include "../embed.h"
#include "field_layers.h"
#include "vectors.h"

#if !__has_include("CGuides/weights/field.bin")
#error "weights/field.bin is missing"
#endif
EMBED(field_arrays, field_data, "CGuides/weights/field.bin", field_arrays_bytes);

typedef struct {
  const int16_t *weights;
  const float *factors, *biases;
} field_layer;

static const field_layer field_layers[] = {
  {field_data.a_weights, field_data.a_factors, field_data.a_biases},
  {field_data.b_weights, field_data.b_factors, field_data.b_biases},
  {field_data.c_weights, field_data.c_factors, field_data.c_biases},
  {field_data.d_weights, field_data.d_factors, field_data.d_biases},
  {field_data.j_weights, field_data.j_factors, field_data.j_biases},
  {field_data.e_weights, field_data.e_factors, field_data.e_biases},
  {field_data.f_weights, field_data.f_factors, field_data.f_biases},
  {field_data.p_weights, field_data.p_factors, field_data.p_biases},
  {field_data.g_weights, field_data.g_factors, field_data.g_biases},
  {field_data.h_weights, field_data.h_factors, field_data.h_biases},
  {field_data.i_weights, field_data.i_factors, field_data.i_biases},
};

typedef int16_t pairs __attribute__((vector_size(32)));

// Pixels side by side whose sums are made together, so that each weight is loaded once for all of them.
enum { together = 4 };

#define EVEN(v) __builtin_convertvector(__builtin_shufflevector(v, v, 0, 2, 4, 6, 8, 10, 12, 14), lanes)
#define ODD(v) __builtin_convertvector(__builtin_shufflevector(v, v, 1, 3, 5, 7, 9, 11, 13, 15), lanes)
#define PRODUCTS(a, b) (EVEN(a) * EVEN(b) + ODD(a) * ODD(b))
#define TARGET
#define NAMED(name) name##_plain
#include "convolve.h"

#if defined(__x86_64__)
// Compilers find this instruction in some of the loops only.
#define PRODUCTS(a, b) ((lanes)__builtin_ia32_pmaddwd256(a, b))
#define TARGET FAST
#define NAMED(name) name##_fast
#include "convolve.h"

void cguides_convolve(const int16_t *in, const int16_t *weights, const float *factors, const float *biases,
                      const cguides_layer *by, int16_t *out) {
  (HAS_FAST ? cguides_convolve_fast : cguides_convolve_plain)(in, weights, factors, biases, by, out);
}
#else
#define PRODUCTS(a, b) (EVEN(a) * EVEN(b) + ODD(a) * ODD(b))
#define TARGET
#define NAMED(name) name
#include "convolve.h"
#endif

// The network's pictures: each half as large as the one before, and inside a border of zeros two pixels wide. A picture of c
// channels follows another in the scratch.
enum { border = 2, deepest = 48 };

typedef struct {
  int width, height, channels;
  int16_t *samples;  // the first one of the border
} picture;

static ptrdiff_t down(const picture *p) { return (ptrdiff_t)(p->width + 2 * border) * p->channels; }
static ptrdiff_t size(const picture *p) { return down(p) * (p->height + 2 * border) + 8; }
static int16_t *inside(const picture *p) { return p->samples + border * (down(p) + p->channels); }

// The input, then one picture per size, and a second one where residual layers need it.
enum { pictures = 7 };
static ptrdiff_t lay_out(int width, int height, int16_t *scratch, picture *all) {
  static const int channels[pictures] = {1, 16, 24, 32, 32, 48, 48}, halvings[pictures] = {0, 1, 2, 3, 3, 4, 4};
  ptrdiff_t total = 0;
  for (int i = 0; i < pictures; i++) {
    int h = halvings[i], up = (1 << h) - 1;
    all[i] = (picture){(width + up) >> h, (height + up) >> h, channels[i], scratch ? scratch + total : NULL};
    total += size(&all[i]);
  }
  return total;
}

ptrdiff_t cguides_field_scratch(int width, int height) {
  picture all[pictures];
  return lay_out(width, height, NULL, all);
}

// A layer of side × side pixels, every `step`-th one, `apart` pixels from one another.
static void layer(const field_layer *l, const picture *in, const picture *out, int side, int step, int apart, bool adds) {
  int offsets[9];
  // Runs: a row of the kernel, if its pixels lie side by side; a single channel's is one sample longer to be even.
  int runs = apart == 1 ? side : side * side, run = apart == 1 ? side * in->channels : in->channels;
  for (int i = 0; i < runs; i++) {
    offsets[i] = apart == 1 ? i * (int)down(in) : (i / side * (int)down(in) + i % side * in->channels) * apart;
  }
  int reach = side / 2 * apart;
  cguides_layer by = {.width = out->width, .height = out->height, .channels = out->channels,
                      .taps = runs, .run = run + run % 2, .offsets = offsets,
                      .step_across = step * in->channels, .step_down = step * (int)down(in), .out_down = (int)down(out),
                      .most = 4095, .adds = adds};
  cguides_convolve(inside(in) - reach * (down(in) + in->channels), l->weights, l->factors, l->biases, &by, inside(out));
}

// out = in + layer(in)
static void residual(const field_layer *l, const picture *in, const picture *out, int apart) {
  memcpy(out->samples, in->samples, sizeof(int16_t) * (size_t)size(in));
  layer(l, in, out, 3, 1, apart, true);
}

// Adds to each pixel what the mean of all says of the kind of place.
static void gather(const field_layer *l, const picture *p) {
  int16_t means[deepest], said[deepest];
  for (int c = 0; c < deepest; c++) {
    int sum = 0;
    for (int y = 0; y < p->height; y++) {
      for (int x = 0; x < p->width; x++) sum += inside(p)[y * down(p) + x * deepest + c];
    }
    means[c] = (int16_t)(sum / (p->width * p->height));
  }
  static const int none = 0;
  cguides_layer by = {.width = 1, .height = 1, .channels = deepest, .taps = 1, .run = deepest, .offsets = &none, .most = 4095};
  cguides_convolve(means, l->weights, l->factors, l->biases, &by, said);
  for (int y = 0; y < p->height; y++) {
    for (int x = 0; x < p->width; x++) {
      int16_t *at = inside(p) + y * down(p) + x * deepest;
      for (int c = 0; c < deepest; c++) at[c] = (int16_t)(at[c] + said[c] < 4095 ? at[c] + said[c] : 4095);
    }
  }
}

// A row of the input, in 16ths of a level, at the pixels' centres: their mean where they are twice as fine, else between
// the nearest ones.
static void take_row(const uint8_t *luma, ptrdiff_t bytes_per_row, int from_width, int from_height, int width, int height, int y,
                     int16_t *out) {
  if (from_width == 2 * width && from_height == 2 * height) {
    const uint8_t *above = luma + 2 * y * bytes_per_row, *below = above + bytes_per_row;
    for (int x = 0; x < width; x++) {
      out[x] = (int16_t)((above[2 * x] + above[2 * x + 1] + below[2 * x] + below[2 * x + 1]) * 4);
    }
    return;
  }
  // In 256ths of a sample.
  int step_x = from_width * 256 / width, step_y = from_height * 256 / height;
  int v = y * step_y + step_y / 2 - 128;
  v = v < 0 ? 0 : v > (from_height - 1) * 256 ? (from_height - 1) * 256 : v;
  const uint8_t *above = luma + (v >> 8) * bytes_per_row, *below = v >> 8 < from_height - 1 ? above + bytes_per_row : above;
  for (int x = 0; x < width; x++) {
    int u = x * step_x + step_x / 2 - 128;
    u = u < 0 ? 0 : u > (from_width - 1) * 256 ? (from_width - 1) * 256 : u;
    int at = u >> 8, next = at < from_width - 1 ? at + 1 : at, fu = u & 255, fv = v & 255;
    int top = above[at] * (256 - fu) + above[next] * fu, low = below[at] * (256 - fu) + below[next] * fu;
    out[x] = (int16_t)((top * (256 - fv) + low * fv + 2048) >> 12);
  }
}

void cguides_field_take(const uint8_t *luma, ptrdiff_t bytes_per_row, int from_width, int from_height, int width, int height,
                        int16_t *scratch) {
  picture all[pictures];
  lay_out(width, height, scratch, all);
  const picture *in = &all[0];
  uint64_t sum = 0, squares = 0;
  for (int y = 0; y < height; y++) {
    int16_t *row = inside(in) + y * down(in);
    take_row(luma, bytes_per_row, from_width, from_height, width, height, y, row);
    uint32_t values = 0, powers = 0;  // of 240 samples up to 4080
    for (int x = 0; x < width; x++) {
      values += (uint32_t)row[x];
      powers += (uint32_t)(row[x] * row[x]);
    }
    sum += values;
    squares += powers;
  }
  // 512 for each standard deviation, which is at least 4 levels, from the mean; at most four of them.
  float count = (float)(width * height), mean = (float)sum / count;
  float variance = (float)squares / count - mean * mean, deviation = 64;
  if (variance > deviation * deviation) deviation = __builtin_sqrtf(variance);
  float gain = 512 / deviation;
  for (int y = 0; y < height; y++) {
    int16_t *row = inside(in) + y * down(in);
    for (int x = 0; x < width; x++) {
      float value = ((float)row[x] - mean) * gain + 2048.5f;
      value = value < 0 ? 0 : value > 4096 ? 4096 : value;
      row[x] = (int16_t)((int)value - 2048);
    }
  }
}

void cguides_field_look(int width, int height, int16_t *scratch) {
  picture all[pictures];
  lay_out(width, height, scratch, all);
  layer(&field_layers[0], &all[0], &all[1], 5, 2, 1, false);
  layer(&field_layers[1], &all[1], &all[2], 3, 2, 1, false);
  layer(&field_layers[2], &all[2], &all[3], 3, 2, 1, false);
  residual(&field_layers[3], &all[3], &all[4], 1);
}

void cguides_field_read(int width, int height, int16_t *scratch, float *field) {
  picture all[pictures];
  lay_out(width, height, scratch, all);
  residual(&field_layers[4], &all[4], &all[3], 2);
  layer(&field_layers[5], &all[3], &all[5], 3, 2, 1, false);
  residual(&field_layers[6], &all[5], &all[6], 1);
  gather(&field_layers[7], &all[6]);
  residual(&field_layers[8], &all[6], &all[5], 2);
  residual(&field_layers[9], &all[5], &all[6], 1);
  residual(&field_layers[10], &all[6], &all[5], 2);
  const picture *last = &all[5];
  for (int y = 0; y < last->height; y++) {
    for (int x = 0; x < last->width; x++, field += 3) {
      const int16_t *at = inside(last) + y * down(last) + x * deepest;
      for (int k = 0; k < 3; k++) {
        float value = field_data.output_biases[k];
        for (int c = 0; c < deepest; c++) value += (float)at[c] * field_data.outputs[k][c];
        field[k] = value;
      }
    }
  }
}

const float *cguides_field_fit(void) { return field_data.fit; }

INLINE void cguides_fit_body(const float *table, int rows, int columns, const float *field, float *out) {
  for (int r = 0; r < rows; r++) {
    floats sum = {0};
    for (int i = 0; i < columns; i += 8) sum += LOAD(table + (ptrdiff_t)r * columns + i) * LOAD(field + i);
    float total = 0;
    for (int k = 0; k < 8; k++) total += sum[k];
    out[r] = total;
  }
}
TWICE(cguides_fit, (const float *table, int rows, int columns, const float *field, float *out),
      (table, rows, columns, field, out))
