// What libjpeg-turbo's own calls cost for a frame of a job, one thread: decode camera A and B to planes, encode
// the canvas. No drawing, no scaling, no file: the floor under any pixel path that takes JPEG in and gives JPEG out.
//
// cc -O2 -o floor floor.c -lturbojpeg
// usage: floor A.mjpeg-frames B-frames CANVAS-frames COUNT CANVASES
//   folders of 00000.jpg …, or - for a camera that there isn't or that is raw; canvases 000000.jpg …, decoded once
//   beforehand, encoded in turn.
// Prints CPU milliseconds a frame: "decodeA decodeB encode".
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <turbojpeg.h>

#define CANVASES 8
typedef struct {
  unsigned char *data;
  unsigned long size;
} file;

static void die(const char *what) {
  fprintf(stderr, "floor: %s: %s\n", what, tjGetErrorStr());
  exit(1);
}

static file load(const char *folder, int digits, int i) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%0*d.jpg", folder, digits, i);
  FILE *f = fopen(path, "rb");
  if (!f) die(path);
  fseek(f, 0, SEEK_END);
  file r = {NULL, ftell(f)};
  rewind(f);
  r.data = malloc(r.size);
  if (!r.data || fread(r.data, 1, r.size, f) != r.size) die(path);
  fclose(f);
  return r;
}

static double cpu(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

typedef struct {
  int width, height;
  unsigned char *plane[3];
} picture;

static picture decode(tjhandle decoder, file f, picture to) {
  int w, h, sampling, colours;
  if (tjDecompressHeader3(decoder, f.data, f.size, &w, &h, &sampling, &colours)) die("header");
  if (sampling != TJSAMP_422) die("not 4:2:2");
  if (!to.plane[0]) {
    to.width = w, to.height = h;
    for (int k = 0; k < 3; k++) to.plane[k] = calloc(tjPlaneSizeYUV(k, w, 0, h, TJSAMP_422), 1);
  }
  if (tjDecompressToYUVPlanes(decoder, f.data, f.size, to.plane, w, NULL, h, 0)) die("decode");
  return to;
}

int main(int argc, char **argv) {
  if (argc < 6) return fprintf(stderr, "usage: floor A B CANVASES COUNT CANVAS-COUNT\n"), 2;
  // libjpeg would give its memory back after every frame and fault it in again; a capture loop keeps it.
  mallopt(M_MMAP_MAX, 0), mallopt(M_TRIM_THRESHOLD, 1 << 30), mallopt(M_TOP_PAD, 64 << 20);
  const int count = atoi(argv[4]);
  int canvases = atoi(argv[5]);
  if (canvases > CANVASES) canvases = CANVASES;
  tjhandle decoder = tjInitDecompress(), encoder = tjInitCompress();
  picture canvas[CANVASES] = {0}, view[2] = {0};
  // Spread over the run: the pictures differ from photo to photo.
  for (int i = 0; i < canvases; i++) canvas[i] = decode(decoder, load(argv[3], 6, i * count / canvases), canvas[i]);
  file *a = calloc(count, sizeof *a), *b = calloc(count, sizeof *b);
  const int has_a = argv[1][0] != '-', has_b = argv[2][0] != '-';
  for (int i = 0; i < count && has_a; i++) a[i] = load(argv[1], 5, i);
  for (int i = 0; i < count && has_b; i++) b[i] = load(argv[2], 5, i);
  unsigned long room = tjBufSize(canvas[0].width, canvas[0].height, TJSAMP_422), size;
  unsigned char *out = tjAlloc(room);
  double sum[3] = {0};
  for (int i = -8; i < count; i++) {  // eight to warm up
    const int at = i < 0 ? 0 : i;
    double t0 = cpu();
    if (has_a) view[0] = decode(decoder, a[at], view[0]);
    double t1 = cpu();
    if (has_b) view[1] = decode(decoder, b[at], view[1]);
    double t2 = cpu();
    const picture *p = canvas + at * canvases / count;
    size = room;
    if (tjCompressFromYUVPlanes(encoder, (const unsigned char **)p->plane, p->width, NULL, p->height, TJSAMP_422, &out,
                                &size, 85, TJFLAG_NOREALLOC))
      die("encode");
    double t3 = cpu();
    if (i >= 0) sum[0] += t1 - t0, sum[1] += t2 - t1, sum[2] += t3 - t2;
  }
  printf("%.4f %.4f %.4f\n", sum[0] / count, sum[1] / count, sum[2] / count);
  return 0;
}
