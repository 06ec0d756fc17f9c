// Turns and crops JPEGs as coefficients, by TurboJPEG.
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

#include "CJPEG.h"

struct cjpeg_transformer {
  tjhandle handle;
};

cjpeg_transformer *cjpeg_transformer_create(void) {
  cjpeg_transformer *transformer = calloc(1, sizeof *transformer);
  if (!transformer) return NULL;
  // TurboJPEG allocates the coefficients anew for each picture. Kept in the heap instead of returned to the kernel, they
  // aren't faulted in page by page each time. The first is the C library's largest value.
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 256 << 20);
  transformer->handle = tjInitTransform();
  if (transformer->handle) return transformer;
  free(transformer);
  return NULL;
}

void cjpeg_transformer_destroy(cjpeg_transformer *transformer) {
  if (!transformer) return;
  tjDestroy(transformer->handle);
  free(transformer);
}

static int fail(cjpeg_transformer *transformer, char *message) {
  strncpy(message, tjGetErrorStr2(transformer->handle), CJPEG_MESSAGE_SIZE - 1);
  message[CJPEG_MESSAGE_SIZE - 1] = 0;
  return CJPEG_ERROR;
}

size_t cjpeg_transformed_capacity(int width, int height) {
  // No subsampling takes more than 4:4:4; transposing swaps a picture's sides.
  const unsigned long one = tjBufSize(width, height, TJSAMP_444), other = tjBufSize(height, width, TJSAMP_444);
  return one > other ? one : other;
}

int cjpeg_transform(cjpeg_transformer *transformer, const uint8_t *bytes, size_t size, const cjpeg_turn *turn, uint8_t *out,
                    size_t capacity, size_t *written, int *is_damaged, char *message) {
  static const int operations[] = {TJXOP_NONE,   TJXOP_HFLIP,     TJXOP_VFLIP,      TJXOP_ROT180,
                                   TJXOP_ROT90,  TJXOP_TRANSPOSE, TJXOP_TRANSVERSE, TJXOP_ROT270};
  int width = 0, height = 0, subsampling = 0, space = 0;
  message[0] = 0;
  // An error after a warning is reported as a warning, and gives no size.
  const int header = tjDecompressHeader3(transformer->handle, bytes, size, &width, &height, &subsampling, &space);
  if (width <= 0 || height <= 0 || (header != 0 && tjGetErrorCode(transformer->handle) == TJERR_FATAL)) {
    if (header != 0) return fail(transformer, message);
    strcpy(message, "it has no size");
    return CJPEG_ERROR;
  }
  if (cjpeg_transformed_capacity(width, height) > capacity) return CJPEG_NO_ROOM;
  tjtransform transform = {.op = operations[turn->operation & 7]};
  // Blocks cut off by an edge can't move away from it, so they are dropped.
  transform.options = TJXOPT_TRIM;
  if (turn->width > 0) {
    transform.options |= TJXOPT_CROP;
    transform.r = (tjregion){turn->x, turn->y, turn->width, turn->height};
  }
  unsigned char *destination = out;
  unsigned long length = capacity;
  *is_damaged = 0;
  int code = tjTransform(transformer->handle, bytes, size, 1, &destination, &length, &transform,
                         TJFLAG_NOREALLOC | TJFLAG_LIMITSCANS);
  if (code != 0 && tjGetErrorCode(transformer->handle) != TJERR_WARNING && size > tjBufSize(width, height, subsampling)) {
    // TurboJPEG takes a given buffer for as large as the pixels need, and metadata may be larger.
    destination = NULL;
    length = 0;
    code = tjTransform(transformer->handle, bytes, size, 1, &destination, &length, &transform, TJFLAG_LIMITSCANS);
    if (destination && length <= capacity) memcpy(out, destination, length);
    tjFree(destination);
  }
  if (code != 0) {
    if (tjGetErrorCode(transformer->handle) != TJERR_WARNING) return fail(transformer, message);
    // Likewise: an unfinished picture has no end.
    if (length < 4 || length > capacity || out[0] != 0xFF || out[1] != 0xD8 || out[length - 2] != 0xFF || out[length - 1] != 0xD9)
      return fail(transformer, message);
    *is_damaged = 1;
  }
  if (length > capacity) return CJPEG_NO_ROOM;
  *written = length;
  return CJPEG_OK;
}
