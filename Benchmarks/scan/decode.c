// Decodes JPEGs by libjpeg-turbo and by dualcam's own decoder of scans, in turn, and compares the samples.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "CJPEG.h"

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

int main(int count, char **words) {
  const int rounds = count > 1 ? atoi(words[1]) : 0;
  cjpeg_decoder *decoder = cjpeg_decoder_create();
  for (int i = 2; decoder && i < count; i++) {
    FILE *file = fopen(words[i], "rb");
    if (!file) return perror(words[i]), 66;
    fseek(file, 0, SEEK_END);
    const size_t size = (size_t)ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(size + 1);
    if (!bytes || fread(bytes, 1, size, file) != size) return perror(words[i]), 74;
    fclose(file);
    char message[CJPEG_MESSAGE_SIZE] = "";
    cjpeg_header header;
    if (cjpeg_read_header(decoder, bytes, size, &header, message)) return fprintf(stderr, "%s: %s\n", words[i], message), 65;
    for (int is_halved = 0; is_halved < 2; is_halved++) {
      int width = header.width, height = header.height, across = header.chroma_horizontal, down = header.chroma_vertical;
      if (is_halved) {
        width = (width + 1) / 2, height = (height + 1) / 2;
        if (across == 2 && down == 2) across = down = 1;
      }
      const int columns = across ? (width + across - 1) / across : 0, rows = down ? (height + down - 1) / down : 0;
      const size_t luma = (size_t)width * height, chroma = (size_t)columns * rows, all = luma + 2 * chroma;
      uint8_t *samples[2] = {calloc(1, all), calloc(1, all)};
      double best[2] = {1e9, 1e9};
      for (int round = 0; round < 2 * rounds; round++) {
        const int own = round & 1;
        uint8_t *to = samples[own];
        const cjpeg_planes planes = {{to, to + luma, to + luma + chroma}, {width, columns, columns}, width, height, across, down};
        cjpeg_findings findings;
        const double start = now();
        if ((own ? cjpeg_decode : cjpeg_decode_by_libjpeg)(decoder, bytes, size, is_halved, &planes, &findings, message)) return 65;
        const double spent = now() - start;
        if (spent < best[own]) best[own] = spent;
      }
      printf("%s %dx%d: libjpeg-turbo %.2f ms, own %.2f ms, %.2f of it, samples %s\n", words[i], width, height, best[0], best[1],
             best[1] / best[0], memcmp(samples[0], samples[1], all) ? "differ" : "the same");
      free(samples[0]);
      free(samples[1]);
    }
    free(bytes);
  }
  cjpeg_decoder_destroy(decoder);
  return 0;
}
