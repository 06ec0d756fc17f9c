// MediaPipe's short-range face detector on 128 × 128 pixels (BlazeFace, Bazarevsky et al. 2019): a first layer, and blocks that
// add to each pixel what its neighbourhood says; the weights say where they come from.
#include "../embed.h"
#include "faces_layers.h"
#include "vectors.h"

#if !__has_include("CGuides/weights/faces.bin")
#error "weights/faces.bin is missing"
#endif
EMBED(faces_arrays, faces_data, "CGuides/weights/faces.bin", faces_arrays_bytes);

enum {
  most_taps = 75,
  // Where pictures lie in the scratch: neighbourhoods, or at first the input; two that take turns; and what the heads say.
  near_at = 0,
  near_size = 64 * 64 * 24,
  picture_size = 64 * 64 * 32,
  heads_at = near_size + 2 * picture_size,
  second_head_at = heads_at + 16 * 16 * 40,
  scratch_size = second_head_at + 8 * 8 * 104,
  // The last blocks on 16 × 16 and on 8 × 8 pixels.
  first_head_after = 11,
};

_Static_assert(near_size >= faces_side * faces_side * 3, "the input must fit");

static float *picture(float *scratch, int turn) { return scratch + near_size + (turn % 2 ? picture_size : 0); }

// A row of the first layer's 5 × 5 × 3 samples each, at every second pixel; zeros around the picture, one before it.
static void first_row(const float *in, int y, float *out) {
  for (int x = 0; x < faces_side / 2; x++) {
    for (int v = 2 * y - 1; v < 2 * y + 4; v++) {
      for (int u = 2 * x - 1; u < 2 * x + 4; u++, out += 3) {
        bool is_inside = v >= 0 && u >= 0 && v < faces_side && u < faces_side;
        for (int c = 0; c < 3; c++) out[c] = is_inside ? in[(v * faces_side + u) * 3 + c] : 0;
      }
    }
  }
}

// What a block adds to: its input or, with steps of two, the largest of four pixels each; zeros in new channels.
static void carry(const float *in, const faces_block *by, float *out) {
  int across = by->side * by->step;
  for (int y = 0; y < by->side; y++) {
    for (int x = 0; x < by->side; x++, out += by->outputs) {
      const float *from = in + ((ptrdiff_t)y * by->step * across + x * by->step) * by->inputs;
      for (int c = 0; c < by->inputs; c += 8) {
        floats most = LOAD(from + c);
        if (by->step == 2) {
          const float *below = from + (ptrdiff_t)across * by->inputs;
          most = AT_LEAST(most, LOAD(from + by->inputs + c));
          most = AT_LEAST(most, LOAD(below + c));
          most = AT_LEAST(most, LOAD(below + by->inputs + c));
        }
        STORE(out + c, most);
      }
      for (int c = by->inputs; c < by->outputs; c += 8) STORE(out + c, SPLAT(0.0f));
    }
  }
}

static void read_block(int index, const float *weights, float *scratch) {
  const faces_block *by = &faces_block_table[index];
  float *in = picture(scratch, index - 1), *out = picture(scratch, index), *near = scratch + near_at;
  int before = by->side * by->step, pixels = by->side * by->side;
  const float *w = weights + by->near, *m = weights + by->mix;
  cguides_blur(in, before, before, by->inputs, 3, by->step, w, w + 9 * by->inputs, cguides_linear, NULL, near);
  carry(in, by, out);
  cguides_mix(near, pixels, by->inputs, by->outputs, m, m + by->inputs * by->outputs, cguides_relu_of_sum, out, out);
}

static void read_head(int index, int pixels, const float *in, const float *weights, float *out) {
  int inputs = faces_heads[index][0], outputs = faces_heads[index][1];
  const float *w = weights + faces_heads[index][2];
  cguides_mix(in, pixels, inputs, outputs, w, w + inputs * outputs, cguides_linear, NULL, out);
}

int cguides_faces_scratch(void) { return scratch_size; }
int cguides_faces_weights(void) { return faces_weight_count; }
int cguides_faces_layers(void) { return faces_blocks; }
int cguides_faces_heads(void) { return heads_at; }

void cguides_faces_unpack(float *weights) {
  const int16_t *from = faces_data.weights;
  for (int i = 0; i < faces_parts; i++) {
    int rows = faces_part_table[i][0], columns = faces_part_table[i][1], scale = faces_part_table[i][2];
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < columns; c++) *weights++ = (float)*from++ * faces_data.scales[scale + c];
    }
    for (int c = 0; c < columns; c++) *weights++ = faces_data.biases[scale + c];
  }
}

// A place between two of `count` samples.
typedef struct {
  int near, next;
  float part;
  bool is_inside;
} place;

static place place_of(float at, int count) {
  float last = (float)(count - 1), held = at < 0 ? 0 : at > last ? last : at;
  int near = (int)held;
  return (place){near, near + 1 < count ? near + 1 : near, held - (float)near, at >= -0.5f && at <= last + 0.5f};
}

static float between(const uint8_t *samples, ptrdiff_t bytes_per_row, place x, place y) {
  const uint8_t *above = samples + y.near * bytes_per_row, *below = samples + y.next * bytes_per_row;
  float a = (float)above[x.near] + (float)(above[x.next] - above[x.near]) * x.part;
  float b = (float)below[x.near] + (float)(below[x.next] - below[x.near]) * x.part;
  return a + (b - a) * y.part;
}

static float scaled(float value) { return value < 0 ? -1 : value > 255 ? 1 : value / 127.5f - 1; }

void cguides_faces_take(const cguides_faces_picture *from, float left, float top, float side, float *scratch) {
  // Chroma samples lie in the middle of two pixels each way.
  float step = side / faces_side, *out = scratch + near_at;
  place columns[faces_side], halves[faces_side];
  for (int x = 0; x < faces_side; x++) {
    float u = left + ((float)x + 0.5f) * step - 0.5f;
    columns[x] = place_of(u, from->width);
    halves[x] = place_of((u - 0.5f) / 2, from->width / 2);
  }
  for (int y = 0; y < faces_side; y++) {
    float v = top + ((float)y + 0.5f) * step - 0.5f;
    place row = place_of(v, from->height), half = place_of((v - 0.5f) / 2, from->height / 2);
    for (int x = 0; x < faces_side; x++, out += 3) {
      if (!row.is_inside || !columns[x].is_inside) {
        out[0] = out[1] = out[2] = -1;
        continue;
      }
      float luma = between(from->luma, from->bytes_per_row, columns[x], row), cb = 0, cr = 0;
      if (from->cb) {
        cb = between(from->cb, from->chroma_bytes_per_row, halves[x], half) - 128;
        cr = between(from->cr, from->chroma_bytes_per_row, halves[x], half) - 128;
      }
      // Full-range BT.601, as JPEG has it.
      out[0] = scaled(luma + 1.402f * cr);
      out[1] = scaled(luma - 0.344136f * cb - 0.714136f * cr);
      out[2] = scaled(luma + 1.772f * cb);
    }
  }
}

void cguides_faces_read(int first, int end, const float *weights, float *scratch) {
  for (int i = first; i < end; i++) {
    if (i == 0) {
      const faces_block *by = &faces_block_table[0];
      const float *w = weights + by->near;
      float row[faces_side / 2 * most_taps];
      for (int y = 0; y < by->side; y++) {
        first_row(scratch, y, row);
        cguides_mix(row, by->side, most_taps, by->outputs, w, w + most_taps * by->outputs, cguides_relu, NULL,
                    picture(scratch, 0) + (ptrdiff_t)y * by->side * by->outputs);
      }
      continue;
    }
    read_block(i, weights, scratch);
    if (i == first_head_after) read_head(0, 16 * 16, picture(scratch, i), weights, scratch + heads_at);
    if (i == faces_blocks - 1) read_head(1, 8 * 8, picture(scratch, i), weights, scratch + second_head_at);
  }
}
