#include "CJPEGXL.h"

#include <dlfcn.h>
#include <jxl/decode.h>
#include <jxl/encode.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

// Its functions keep their form from release to release; its name doesn't.
static const char *const names[] = {"libjxl.so.0.7", "libjxl.so.0.11", "libjxl.so.0.10", "libjxl.so.0.9", "libjxl.so.0.8", "libjxl.so.0.12"};

#define FUNCTIONS(each)                                                                                              \
  each(JxlEncoderCreate) each(JxlEncoderDestroy) each(JxlEncoderUseContainer) each(JxlEncoderStoreJPEGMetadata)      \
  each(JxlEncoderFrameSettingsCreate) each(JxlEncoderFrameSettingsSetOption) each(JxlEncoderAddJPEGFrame)            \
  each(JxlEncoderCloseInput) each(JxlEncoderProcessOutput) each(JxlDecoderCreate) each(JxlDecoderDestroy)            \
  each(JxlDecoderSubscribeEvents) each(JxlDecoderSetInput) each(JxlDecoderCloseInput) each(JxlDecoderProcessInput)   \
  each(JxlDecoderGetBasicInfo) each(JxlDecoderSetJPEGBuffer) each(JxlDecoderReleaseJPEGBuffer)

#define DECLARE(name) __typeof__(name) *name;
static struct { FUNCTIONS(DECLARE) } jxl;
static bool is_loaded;

static void load(void) {
  void *library = NULL;
  for (size_t number = 0; !library && number < sizeof names / sizeof *names; number++)
    library = dlopen(names[number], RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
#define FIND(name) if (!(jxl.name = (__typeof__(jxl.name))dlsym(library, #name))) return;
  FUNCTIONS(FIND)
  is_loaded = true;
}

static bool is_there(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded;
}

// Greater efforts take up to thirty times as long for another half per cent.
static const int64_t effort = 3;

int cjpegxl_pack(const uint8_t *jpeg, size_t count, uint8_t *packed, size_t capacity, size_t *written) {
  if (!is_there()) return CJPEGXL_MISSING;
  JxlEncoder *encoder = jxl.JxlEncoderCreate(NULL);
  if (!encoder) return CJPEGXL_NO_MEMORY;
  int code = CJPEGXL_UNFIT;
  JxlEncoderFrameSettings *settings = jxl.JxlEncoderFrameSettingsCreate(encoder, NULL);
  if (settings && jxl.JxlEncoderUseContainer(encoder, JXL_TRUE) == JXL_ENC_SUCCESS
      && jxl.JxlEncoderStoreJPEGMetadata(encoder, JXL_TRUE) == JXL_ENC_SUCCESS
      && jxl.JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_EFFORT, effort) == JXL_ENC_SUCCESS
      && jxl.JxlEncoderAddJPEGFrame(settings, jpeg, count) == JXL_ENC_SUCCESS) {
    jxl.JxlEncoderCloseInput(encoder);
    uint8_t *next = packed;
    size_t room = capacity;
    JxlEncoderStatus status = jxl.JxlEncoderProcessOutput(encoder, &next, &room);
    *written = capacity - room;
    code = status == JXL_ENC_SUCCESS ? CJPEGXL_OK : status == JXL_ENC_NEED_MORE_OUTPUT ? CJPEGXL_TOO_LONG : CJPEGXL_UNFIT;
  }
  jxl.JxlEncoderDestroy(encoder);
  return code;
}

// A pixel takes a dozen bytes while it is unpacked, and blank pictures pack to almost nothing: those of 8K are taken anyhow,
// larger ones if their bytes are in some proportion.
static const uint64_t always_pixels = 1 << 25, most_pixels = 1 << 28, most_pixels_per_byte = 256;

static bool is_likely(uint64_t width, uint64_t height, uint64_t bytes) {
  uint64_t pixels = width > most_pixels || height > most_pixels ? most_pixels + 1 : width * height;
  return pixels <= always_pixels || (pixels <= most_pixels && pixels <= bytes * most_pixels_per_byte);
}

static int unpack(JxlDecoder *decoder, size_t count, size_t limit, uint8_t **jpeg, size_t *written) {
  size_t capacity = count + count / 2 + 4096;
  int is_set = 0;
  for (;;) {
    switch (jxl.JxlDecoderProcessInput(decoder)) {
    case JXL_DEC_BASIC_INFO: {
      JxlBasicInfo info;
      if (jxl.JxlDecoderGetBasicInfo(decoder, &info) != JXL_DEC_SUCCESS) return CJPEGXL_UNFIT;
      if (!is_likely(info.xsize, info.ysize, count)) return CJPEGXL_TOO_LONG;
      break;
    }
    case JXL_DEC_JPEG_RECONSTRUCTION:
      if (is_set) return CJPEGXL_UNFIT;
      *jpeg = malloc(capacity);
      if (!*jpeg) return CJPEGXL_NO_MEMORY;
      if (jxl.JxlDecoderSetJPEGBuffer(decoder, *jpeg, capacity) != JXL_DEC_SUCCESS) return CJPEGXL_UNFIT;
      is_set = 1;
      break;
    case JXL_DEC_JPEG_NEED_MORE_OUTPUT: {
      size_t used = capacity - jxl.JxlDecoderReleaseJPEGBuffer(decoder);
      if (capacity > limit) return CJPEGXL_TOO_LONG;
      uint8_t *larger = realloc(*jpeg, 2 * capacity);
      if (!larger) return CJPEGXL_NO_MEMORY;
      *jpeg = larger;
      capacity *= 2;
      if (jxl.JxlDecoderSetJPEGBuffer(decoder, *jpeg + used, capacity - used) != JXL_DEC_SUCCESS) return CJPEGXL_UNFIT;
      break;
    }
    case JXL_DEC_FULL_IMAGE:
      if (!is_set) return CJPEGXL_UNFIT;
      *written = capacity - jxl.JxlDecoderReleaseJPEGBuffer(decoder);
      return *written <= limit ? CJPEGXL_OK : CJPEGXL_TOO_LONG;
    default: return CJPEGXL_UNFIT;
    }
  }
}

int cjpegxl_unpack(const uint8_t *packed, size_t count, size_t limit, uint8_t **jpeg, size_t *written) {
  if (!is_there()) return CJPEGXL_MISSING;
  *jpeg = NULL;
  JxlDecoder *decoder = jxl.JxlDecoderCreate(NULL);
  if (!decoder) return CJPEGXL_NO_MEMORY;
  int code = CJPEGXL_UNFIT;
  if (jxl.JxlDecoderSubscribeEvents(decoder, JXL_DEC_BASIC_INFO | JXL_DEC_JPEG_RECONSTRUCTION | JXL_DEC_FULL_IMAGE) == JXL_DEC_SUCCESS
      && jxl.JxlDecoderSetInput(decoder, packed, count) == JXL_DEC_SUCCESS) {
    jxl.JxlDecoderCloseInput(decoder);
    code = unpack(decoder, count, limit, jpeg, written);
  }
  jxl.JxlDecoderDestroy(decoder);
  if (code != CJPEGXL_OK) {
    free(*jpeg);
    *jpeg = NULL;
  }
  return code;
}
