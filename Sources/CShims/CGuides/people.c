// MediaPipe's network that segments people (landscape, 256 × 144), as a table of layers; the weights say where they come from.
#include "../embed.h"
#include "people_layers.h"
#include "vectors.h"

#if !__has_include("CGuides/weights/people.bin")
#error "weights/people.bin is missing"
#endif
EMBED(people_arrays, people_data, "CGuides/weights/people.bin", people_arrays_bytes);

// Pictures of channels side by side; channels in eights.
enum { dense_taps = 27, most_channels = 128 };

typedef struct {
  const float *weights, *biases;
} dense;

// 1 ÷ (1 + e^−x), by a power of two and a polynomial, the same on all processors.
INLINE void sigmoid(floats *x) {
  floats t = AT_LEAST(AT_MOST(-*x, SPLAT(16.0f)), SPLAT(-16.0f)) * 1.44269504f;
  lanes whole = __builtin_convertvector(t + 64.0f, lanes) - 64;
  floats f = (t - __builtin_convertvector(whole, floats)) * 0.69314718f;
  floats power = f * 0.0013888889f + 0.0083333333f;
  power = f * power + 0.041666667f;
  power = f * power + 0.16666667f;
  power = f * power + 0.5f;
  power = f * (f * power + 1.0f) + 1.0f;
  *x = 1.0f / (power * (floats)((whole + 127) << 23) + 1.0f);
}

#define ACTIVATED(v, kind)                                                                       \
  ((kind) == cguides_relu ? AT_LEAST(v, SPLAT(0.0f))                                             \
   : (kind) == cguides_hswish                                                                    \
       ? (v) * AT_MOST(AT_LEAST((v) + 3.0f, SPLAT(0.0f)), SPLAT(6.0f)) * (1.0f / 6)              \
       : (v))

enum { beside = 4 };

INLINE void mix_eights(const float *in, int pixels, int inputs, int outputs, dense by, int kind, const float *added,
                       float *out, int eights) {
  for (int p = 0; p < pixels; p += beside) {
    int n = pixels - p < beside ? pixels - p : beside;
    const float *from[beside];
    floats sums[beside][3];
    for (int i = 0; i < beside; i++) {
      from[i] = in + (ptrdiff_t)(p + (i < n ? i : 0)) * inputs;
      for (int k = 0; k < eights; k++) sums[i][k] = LOAD(by.biases + 8 * k);
    }
    for (int c = 0; c < inputs; c++) {
      for (int k = 0; k < eights; k++) {
        floats weight = LOAD(by.weights + (ptrdiff_t)c * outputs + 8 * k);
        for (int i = 0; i < beside; i++) sums[i][k] += weight * from[i][c];
      }
    }
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < eights; k++) {
        floats value = ACTIVATED(sums[i][k], kind);
        ptrdiff_t at = (ptrdiff_t)(p + i) * outputs + 8 * k;
        if (added) value += LOAD(added + at);
        if (kind == cguides_relu_of_sum) value = AT_LEAST(value, SPLAT(0.0f));
        STORE(out + at, value);
      }
    }
  }
}

INLINE void cguides_mix_body(const float *in, int pixels, int inputs, int outputs, const float *weights, const float *biases,
                             int kind, const float *added, float *out) {
  for (int k = 0, side; k < outputs / 8; k += side) {
    int left = outputs / 8 - k;
    side = left == 4 || left == 2 ? 2 : left == 1 ? 1 : 3;
    dense by = {weights + 8 * k, biases + 8 * k};
    const float *more = added ? added + 8 * k : NULL;
    if (side == 3) mix_eights(in, pixels, inputs, outputs, by, kind, more, out + 8 * k, 3);
    else if (side == 2) mix_eights(in, pixels, inputs, outputs, by, kind, more, out + 8 * k, 2);
    else mix_eights(in, pixels, inputs, outputs, by, kind, more, out + 8 * k, 1);
  }
}
TWICE(cguides_mix,
      (const float *in, int pixels, int inputs, int outputs, const float *weights, const float *biases, int kind,
       const float *added, float *out),
      (in, pixels, inputs, outputs, weights, biases, kind, added, out))

INLINE void cguides_blur_body(const float *in, int width, int height, int channels, int side, int step, const float *weights,
                              const float *biases, int kind, const float *added, float *out) {
  // Zeros around the picture; with steps of two they are one row and column fewer before it.
  int before = side / 2 - (step == 2);
  for (int y = 0; y < height / step; y++) {
    int top = y * step - before, first_y = top < 0 ? -top : 0, end_y = height - top < side ? height - top : side;
    for (int x = 0; x < width / step; x++) {
      int left = x * step - before, first_x = left < 0 ? -left : 0, end_x = width - left < side ? width - left : side;
      ptrdiff_t to = ((ptrdiff_t)y * (width / step) + x) * channels;
      for (int c = 0; c < channels; c += 8) {
        floats sum = LOAD(biases + c);
        for (int v = first_y; v < end_y; v++) {
          for (int u = first_x; u < end_x; u++) {
            sum += LOAD(in + ((ptrdiff_t)(top + v) * width + left + u) * channels + c) * LOAD(weights + (v * side + u) * channels + c);
          }
        }
        sum = ACTIVATED(sum, kind);
        if (added) sum += LOAD(added + to + c);
        if (kind == cguides_relu_of_sum) sum = AT_LEAST(sum, SPLAT(0.0f));
        STORE(out + to + c, sum);
      }
    }
  }
}
TWICE(cguides_blur,
      (const float *in, int width, int height, int channels, int side, int step, const float *weights, const float *biases,
       int kind, const float *added, float *out),
      (in, width, height, channels, side, step, weights, biases, kind, added, out))

// Means of a picture's channels, added to what `means` holds.
static void add_means(const float *in, int pixels, int channels, float *means) {
  for (int c = 0; c < channels; c += 8) {
    floats sum = {0};
    for (int p = 0; p < pixels; p++) sum += LOAD(in + (ptrdiff_t)p * channels + c);
    for (int k = 0; k < 8; k++) means[c + k] += sum[k] / (float)pixels;
  }
}

static void connect(const float *in, int inputs, int outputs, dense by, float *out) {
  for (int o = 0; o < outputs; o++) {
    out[o] = by.biases[o];
    for (int i = 0; i < inputs; i++) out[o] += by.weights[i * outputs + o] * in[i];
  }
}

// out = in · gates, plus what is added.
static void gate(const float *in, int pixels, int channels, const float *gates, const float *added, float *out) {
  for (int p = 0; p < pixels; p++) {
    for (int c = 0; c < channels; c += 8) {
      ptrdiff_t at = (ptrdiff_t)p * channels + c;
      floats value = LOAD(in + at) * LOAD(gates + c);
      if (added) value += LOAD(added + at);
      STORE(out + at, value);
    }
  }
}

// Twice as large, bilinear, at the samples' centres.
static void enlarge(const float *in, int width, int height, int channels, float *out) {
  for (int y = 0; y < 2 * height; y++) {
    int near_y = y / 2, next_y = y % 2 ? near_y + 1 : near_y - 1;
    next_y = next_y < 0 ? 0 : next_y < height ? next_y : height - 1;
    for (int x = 0; x < 2 * width; x++) {
      int near_x = x / 2, next_x = x % 2 ? near_x + 1 : near_x - 1;
      next_x = next_x < 0 ? 0 : next_x < width ? next_x : width - 1;
      const float *a = in + ((ptrdiff_t)near_y * width + near_x) * channels, *b = in + ((ptrdiff_t)near_y * width + next_x) * channels;
      const float *c = in + ((ptrdiff_t)next_y * width + near_x) * channels, *d = in + ((ptrdiff_t)next_y * width + next_x) * channels;
      for (int k = 0; k < channels; k += 8) {
        STORE(out + ((ptrdiff_t)y * 2 * width + x) * channels + k,
              LOAD(a + k) * 0.5625f + (LOAD(b + k) + LOAD(c + k)) * 0.1875f + LOAD(d + k) * 0.0625f);
      }
    }
  }
}

// The last layer: each pixel, of sixteen channels, makes four; two of them beside each other at once.
INLINE void cguides_last_body(const float *in, int width, int height, const float *weights, const float *biases, float *out) {
  enum { inputs = 16 };
  floats twice[inputs];
  for (int c = 0; c < inputs; c++) {
    for (int k = 0; k < 8; k++) twice[c][k] = weights[c * 4 + k % 4];
  }
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x += 2, in += 2 * inputs) {
      floats sum = {biases[0], biases[1], biases[2], biases[3], biases[0], biases[1], biases[2], biases[3]};
      for (int c = 0; c < inputs; c++) {
        float a = in[c], b = in[inputs + c];
        sum += (floats){a, a, a, a, b, b, b, b} * twice[c];
      }
      sigmoid(&sum);
      float *upper = out + (ptrdiff_t)4 * y * width + 2 * x;
      floats rows = __builtin_shufflevector(sum, sum, 0, 1, 4, 5, 2, 3, 6, 7);
      memcpy(upper, &rows, 16);
      memcpy(upper + 2 * width, (const char *)&rows + 16, 16);
    }
  }
}
TWICE(cguides_last, (const float *in, int width, int height, const float *weights, const float *biases, float *out),
      (in, width, height, weights, biases, out))

// A row of the first layer's 3 × 3 × 3 samples each, at every second pixel.
static void first_row(const float *in, int y, float *out) {
  for (int x = 0; x < people_width / 2; x++) {
    for (int v = 0; v < 3; v++) {
      for (int u = 0; u < 3; u++, out += 3) {
        int row = 2 * y + v, column = 2 * x + u;
        bool is_inside = row < people_height && column < people_width;
        for (int c = 0; c < 3; c++) out[c] = is_inside ? in[(row * people_width + column) * 3 + c] : 0;
      }
    }
  }
}

int cguides_people_scratch(void) { return people_scratch; }
int cguides_people_layers(void) { return people_layers; }
int cguides_people_mask(void) { return people_layer_table[people_layers - 1].to; }
int cguides_people_weights(void) { return people_weight_count; }

void cguides_people_unpack(float *weights) {
  const int8_t *from = people_data.weights;
  for (int i = 0; i < people_blocks; i++) {
    const people_block *b = &people_block_table[i];
    for (int r = 0; r < b->rows; r++) {
      for (int c = 0; c < b->columns; c++) *weights++ = (float)*from++ * people_data.scales[b->scale + c];
    }
    for (int c = 0; c < b->columns; c++) *weights++ = people_data.biases[b->scale + c];
  }
}

// A row of cells, read between the two nearest for each pixel.
typedef struct {
  int left[people_width], right[people_width];
  float across[people_width];
} columns_of;

static void stretch(const float *row, const columns_of *at, float *out) {
  for (int x = 0; x < people_width; x++) out[x] = row[at->left[x]] + (row[at->right[x]] - row[at->left[x]]) * at->across[x];
}

#define SCALED(value) AT_LEAST(AT_MOST((value) / 255.0f, SPLAT(1.0f)), SPLAT(0.0f))

void cguides_people_take(const void *luma, const void *cb, const void *cr, int vectors, int columns, int rows, bool has_color,
                         float *scratch) {
  columns_of at;
  for (int x = 0; x < people_width; x++) {
    float u = ((float)x + 0.5f) * (float)columns / people_width - 0.5f;
    u = u < 0 ? 0 : u > (float)(columns - 1) ? (float)(columns - 1) : u;
    at.left[x] = (int)u;
    at.right[x] = at.left[x] + 1 < columns ? at.left[x] + 1 : at.left[x];
    at.across[x] = u - (float)at.left[x];
  }
  const float *planes[3] = {luma, cb, cr};
  int count = has_color ? 3 : 1, held[2] = {-1, -1};
  // Two rows of cells, the even one first.
  float wide[2][3][people_width];
  float *out = scratch;
  for (int y = 0; y < people_height; y++) {
    float v = ((float)y + 0.5f) * (float)rows / people_height - 0.5f;
    v = v < 0 ? 0 : v > (float)(rows - 1) ? (float)(rows - 1) : v;
    int top = (int)v, below = top + 1 < rows ? top + 1 : top;
    for (int row = top; row <= below; row++) {
      if (held[row % 2] == row) continue;
      held[row % 2] = row;
      for (int k = 0; k < count; k++) stretch(planes[k] + (ptrdiff_t)row * vectors * 8 + 8, &at, wide[row % 2][k]);
    }
    float down = v - (float)top;
    for (int x = 0; x < people_width; x += 8) {
      floats value[3] = {{0}, {0}, {0}}, rgb[3];
      for (int k = 0; k < count; k++) {
        floats a = LOAD(wide[top % 2][k] + x), b = LOAD(wide[below % 2][k] + x);
        value[k] = a + (b - a) * down;
      }
      // Full-range BT.601, as JPEG has it.
      rgb[0] = SCALED(value[0] + value[2] * 1.402f);
      rgb[1] = SCALED(value[0] - value[1] * 0.344136f - value[2] * 0.714136f);
      rgb[2] = SCALED(value[0] + value[1] * 1.772f);
      for (int i = 0; i < 8; i++) {
        for (int k = 0; k < 3; k++) *out++ = rgb[k][i];
      }
    }
  }
}

void cguides_people_read(int first, int end, const float *weights, float *scratch) {
  for (int i = first; i < end; i++) {
    const people_layer *l = &people_layer_table[i];
    const float *in = scratch + l->from, *added = l->added >= 0 ? scratch + l->added : NULL;
    float *out = scratch + l->to;
    int pixels = l->width * l->height;
    dense by = {weights + l->weights, weights + l->weights + l->rows * l->outputs};
    switch (l->kind) {
    case people_first: {
      float row[people_width / 2 * dense_taps];
      for (int y = 0; y < people_height / 2; y++) {
        first_row(in, y, row);
        cguides_mix(row, people_width / 2, dense_taps, l->outputs, by.weights, by.biases, l->activation, NULL,
                    out + (ptrdiff_t)y * people_width / 2 * l->outputs);
      }
      break;
    }
    case people_mix:
      cguides_mix(in, pixels, l->inputs, l->outputs, by.weights, by.biases, l->activation, added, out);
      break;
    case people_blur:
      cguides_blur(in, l->width, l->height, l->inputs, l->side, l->step, by.weights, by.biases, l->activation, added, out);
      break;
    case people_gate: {
      float means[most_channels] = {0}, few[most_channels];
      floats gates[most_channels / 8];
      add_means(in, pixels, l->inputs, means);
      if (added) add_means(added, pixels, l->inputs, means);
      dense second = {by.biases + l->outputs, by.biases + l->outputs + l->outputs * l->inputs};
      connect(means, l->inputs, l->outputs, by, few);
      for (int k = 0; k < l->outputs; k++) few[k] = few[k] < 0 ? 0 : few[k];
      connect(few, l->outputs, l->inputs, second, (float *)gates);
      for (int k = 0; k < l->inputs / 8; k++) sigmoid(&gates[k]);
      gate(in, pixels, l->inputs, (float *)gates, added, out);
      break;
    }
    case people_gate_by: {
      // By the means of another picture.
      float means[most_channels] = {0};
      floats gates[most_channels / 8];
      add_means(added, pixels, l->inputs, means);
      connect(means, l->inputs, l->outputs, by, (float *)gates);
      for (int k = 0; k < l->outputs / 8; k++) sigmoid(&gates[k]);
      gate(in, pixels, l->outputs, (float *)gates, NULL, out);
      break;
    }
    case people_enlarge:
      enlarge(in, l->width, l->height, l->inputs, out);
      break;
    case people_last:
      cguides_last(in, l->width, l->height, by.weights, by.biases, out);
      break;
    }
  }
}
