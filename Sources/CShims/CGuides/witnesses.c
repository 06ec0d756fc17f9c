// The evidence for each roll of the horizon, and the network that weighs it.
#include "../embed.h"
#include "vectors.h"

enum { taps = 9 };

// Eight sums of nine neighbours each, weighted by the kernel; `at` is the first of the nine.
#define SMOOTHED(sum, at)                                                       \
  floats sum = LOAD(at) * kernel[0];                                            \
  for (int k = 1; k < taps; k++) sum += LOAD((at) + k) * kernel[k]

INLINE void cguides_smooth_curve_body(const float *votes, const float *kernel, int bins, float *out) {
  int i = 0;
  for (; i + 8 <= bins; i += 8) {
    SMOOTHED(sum, votes + i);
    STORE(out + i, sum);
  }
  for (; i < bins; i++) {
    float sum = votes[i] * kernel[0];
    for (int k = 1; k < taps; k++) sum += votes[i + k] * kernel[k];
    out[i] = sum;
  }
}
TWICE(cguides_smooth_curve, (const float *votes, const float *kernel, int bins, float *out),
      (votes, kernel, bins, out))

INLINE void cguides_best_curve_body(const float *votes, int rows, int columns, const float *kernel,
                                    const float *priors, int bins, float *out) {
  for (int i = 0; i < bins; i++) out[i] = 0;
  for (int row = 0; row < rows; row++) {
    const float *from = votes + (ptrdiff_t)row * columns;
    int i = 0;
    for (; i + 8 <= bins; i += 8) {
      SMOOTHED(sum, from + i);
      sum *= priors[row];
      floats best = LOAD(out + i);
      STORE(out + i, AT_LEAST(best, sum));
    }
    for (; i < bins; i++) {
      float sum = from[i] * kernel[0];
      for (int k = 1; k < taps; k++) sum += from[i + k] * kernel[k];
      sum *= priors[row];
      if (sum > out[i]) out[i] = sum;
    }
  }
}
TWICE(cguides_best_curve,
      (const float *votes, int rows, int columns, const float *kernel, const float *priors, int bins, float *out),
      (votes, rows, columns, kernel, priors, bins, out))

INLINE void cguides_line_peaks_body(const float *votes, int rows, int columns, float *out) {
  for (int row = 0; row < rows; row++) {
    const float *from = votes + (ptrdiff_t)row * columns;
    floats most = {0};
    float best = 0;
    int i = 1;
    for (; i + 8 <= columns - 1; i += 8) {
      floats sum = LOAD(from + i - 1) + 2.0f * LOAD(from + i) + LOAD(from + i + 1);
      most = AT_LEAST(most, sum);
    }
    for (; i < columns - 1; i++) {
      float sum = from[i - 1] + 2 * from[i] + from[i + 1];
      if (sum > best) best = sum;
    }
    for (int k = 0; k < 8; k++) {
      if (most[k] > best) best = most[k];
    }
    out[row] = best;
  }
}
TWICE(cguides_line_peaks, (const float *votes, int rows, int columns, float *out), (votes, rows, columns, out))

// Eight parallel lines at a time.
INLINE void cguides_split_body(const float *sums, int columns, int rows, const cguides_split_line *by, float *scores) {
  lanes lane = {0, 1, 2, 3, 4, 5, 6, 7};
  float total = by->count, middle = (float)columns / 2;
  floats by_luma_best = {0}, by_texture_best = {0}, by_both_best = {0};
  for (int first = 0; first < by->lines; first += 8) {
    floats distance = __builtin_convertvector((first + lane) * 2 - by->reach, floats);
    floats center = (float)rows / 2 + distance * by->secant / by->aspect + middle * by->slope;
    floats above = {0}, luma = {0}, texture = {0};
    for (int x = 0; x < columns; x += 2) {
      floats line = center - ((float)x + 0.5f) * by->slope;
      line = AT_MOST(AT_LEAST(line, SPLAT(0.0f)), SPLAT((float)rows));
      lanes y = __builtin_convertvector(line, lanes);
      const float *column = sums + (ptrdiff_t)x * 2 * (rows + 1);
      float found[2][8];
      for (int k = 0; k < 8; k++) {
        found[0][k] = column[2 * y[k]];
        found[1][k] = column[2 * y[k] + 1];
      }
      above += __builtin_convertvector(y, floats);
      luma += LOAD(found[0]);
      texture += LOAD(found[1]);
    }
    floats below = total - above;
    // Excludes the last vector's lanes beyond the last line.
    lanes counts = (above > total * 0.06f) & (below > total * 0.06f) & (first + lane < by->lines);
    floats dl = luma / above - (by->luma - luma) / below, dt = texture / above - (by->texture - texture) / below;
    floats share = above * below / (total * total);
    floats by_luma = share * dl * dl / by->luma_variance, by_texture = share * dt * dt / by->texture_variance;
    floats both = (by_luma + by_texture) / 2.0f, none = {0};
    by_luma = SELECT(counts & (dl > 0.0f), by_luma, none);
    by_texture = SELECT(counts & (dt < 0.0f), by_texture, none);
    both = SELECT(counts, both, none);
    by_luma_best = AT_LEAST(by_luma_best, by_luma);
    by_texture_best = AT_LEAST(by_texture_best, by_texture);
    by_both_best = AT_LEAST(by_both_best, both);
  }
  for (int s = 0; s < 3; s++) {
    float best = 0;
    for (int k = 0; k < 8; k++) {
      float one = s == 0 ? by_luma_best[k] : s == 1 ? by_texture_best[k] : by_both_best[k];
      if (one > best) best = one;
    }
    scores[s] = best;
  }
}
TWICE(cguides_split, (const float *sums, int columns, int rows, const cguides_split_line *by, float *scores),
      (sums, columns, rows, by, scores))

// The weights of HorizonNetwork, in units of 1/4096, as Benchmarks/horizon/fit.py writes them. First layer: input, place, output;
// then its biases. The second layer likewise; then the third: place, input.
typedef struct {
  _Alignas(64) int16_t weights[5296];
} posterior_arrays;

#if !__has_include("CGuides/weights/posterior.bin")
#error "weights/posterior.bin is missing"
#endif
EMBED(posterior_arrays, posterior_data, "CGuides/weights/posterior.bin", 10624);

const int16_t *cguides_posterior_weights(void) { return posterior_data.weights; }

// Four places at a time, so that no sum waits for its predecessor; 16 curves each, in two vectors.
enum { side = 4, hidden = 16 };

// What both layers do with the weights `low` and `high`.
#define BEGIN_SUMS(bias)                                                                            \
  int n = bins - i < side ? bins - i : side;                                                        \
  floats sums[side][2];                                                                             \
  for (int p = 0; p < side; p++) sums[p][0] = LOAD(bias), sums[p][1] = LOAD((bias) + 8)
#define ADD_TO_SUMS(at)                                                                             \
  for (int p = 0; p < side; p++) {                                                                  \
    float from = at;                                                                                \
    sums[p][0] += low * from;                                                                       \
    sums[p][1] += high * from;                                                                      \
  }
#define END_SUMS                                                                                    \
  for (int p = 0; p < n; p++) {                                                                     \
    STORE((float *)out + hidden * (i + p), AT_LEAST(sums[p][0], SPLAT(0.0f)));                      \
    STORE((float *)out + hidden * (i + p) + 8, AT_LEAST(sums[p][1], SPLAT(0.0f)));                  \
  }

INLINE void cguides_first_layer_body(const float *input, int inputs, int row, int bins, const void *weights,
                                     void *out) {
  const float *bias = (const float *)weights + (ptrdiff_t)inputs * taps * hidden;
  for (int i = 0; i < bins; i += side) {
    BEGIN_SUMS(bias);
    const float *w = weights;
    for (int k = 0; k < inputs; k++) {
      const float *at = input + (ptrdiff_t)k * row + i;
      for (int t = 0; t < taps; t++, w += hidden) {
        floats low = LOAD(w), high = LOAD(w + 8);
        ADD_TO_SUMS(at[p < n ? p + t : t])
      }
    }
    END_SUMS
  }
}
TWICE(cguides_first_layer,
      (const float *input, int inputs, int row, int bins, const void *weights, void *out),
      (input, inputs, row, bins, weights, out))

INLINE void cguides_second_layer_body(const void *input, int bins, const void *weights, void *out) {
  const float *bias = (const float *)weights + hidden * taps * hidden;
  for (int i = 0; i < bins; i += side) {
    BEGIN_SUMS(bias);
    for (int t = 0; t < taps; t++) {
      for (int k = 0; k < hidden; k++) {
        const float *w = (const float *)weights + (k * taps + t) * hidden;
        floats low = LOAD(w), high = LOAD(w + 8);
        ADD_TO_SUMS(((const float *)input)[hidden * (i + (p < n ? p : 0) + t) + k])
      }
    }
    END_SUMS
  }
}
TWICE(cguides_second_layer, (const void *input, int bins, const void *weights, void *out),
      (input, bins, weights, out))
