// A layer of a network: compiled for each TARGET, as its NAMED functions. PRODUCTS of two vectors of 16 samples are eight sums
// of two products each.
TARGET INLINE void NAMED(convolve_part)(const int16_t *in, const int16_t *weights, const float *factors,
                                        const float *biases, const cguides_layer *by, int16_t *out, int eights) {
  ptrdiff_t of_eight = (ptrdiff_t)by->taps * by->run * 8;
  for (int y = 0; y < by->height; y++) {
    for (int x = 0; x < by->width; x += together) {
      int n = by->width - x < together ? by->width - x : together;
      const int16_t *from[together];
      lanes sums[together][3];
      for (int p = 0; p < together; p++) {
        from[p] = in + y * by->step_down + (ptrdiff_t)(x + (p < n ? p : 0)) * by->step_across;
        for (int k = 0; k < eights; k++) sums[p][k] = (lanes){0};
      }
      const int16_t *w = weights;
      for (int t = 0; t < by->taps; t++) {
        int offset = by->offsets[t];
        for (int i = 0; i < by->run; i += 2, w += 16) {
          pairs two[together];
          for (int p = 0; p < together; p++) {
            int32_t both;
            memcpy(&both, from[p] + offset + i, 4);
            two[p] = (pairs)((lanes){0} + both);
          }
          for (int k = 0; k < eights; k++) {
            pairs weight;
            memcpy(&weight, w + k * of_eight, 32);
            for (int p = 0; p < together; p++) sums[p][k] += PRODUCTS(weight, two[p]);
          }
        }
      }
      for (int p = 0; p < n; p++) {
        int16_t *to = out + y * by->out_down + (ptrdiff_t)(x + p) * by->channels;
        for (int k = 0; k < eights; k++) {
          floats value = __builtin_convertvector(sums[p][k], floats) * LOAD(factors + 8 * k) + LOAD(biases + 8 * k);
          lanes rounded = __builtin_convertvector(AT_LEAST(value, SPLAT(0.0f)) + 0.5f, lanes);
          if (by->adds) {
            for (int c = 0; c < 8; c++) rounded[c] += to[8 * k + c];
          }
          for (int c = 0; c < 8; c++) to[8 * k + c] = (int16_t)(rounded[c] < by->most ? rounded[c] : by->most);
        }
      }
    }
  }
}

TARGET void NAMED(cguides_convolve)(const int16_t *in, const int16_t *weights, const float *factors, const float *biases,
                                    const cguides_layer *by, int16_t *out) {
  ptrdiff_t of_eight = (ptrdiff_t)by->taps * by->run * 8;
  int eights = by->channels / 8, side = eights % 3 == 0 ? 3 : eights % 2 == 0 ? 2 : 1;
  for (int k = 0; k < eights; k += side) {
    const int16_t *w = weights + k * of_eight;
    const float *f = factors + 8 * k, *b = biases + 8 * k;
    if (side == 3) NAMED(convolve_part)(in, w, f, b, by, out + 8 * k, 3);
    else if (side == 2) NAMED(convolve_part)(in, w, f, b, by, out + 8 * k, 2);
    else NAMED(convolve_part)(in, w, f, b, by, out + 8 * k, 1);
  }
}

#undef TARGET
#undef NAMED
#undef PRODUCTS
