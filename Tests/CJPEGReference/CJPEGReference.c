#include "CJPEGReference.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <jpeglib.h>

typedef struct {
  struct jpeg_error_mgr base;
  jmp_buf back;
} errors;

static void fail(j_common_ptr cinfo) { longjmp(((errors *)cinfo->err)->back, 1); }
static void say_nothing(j_common_ptr cinfo) { (void)cinfo; }

static struct jpeg_error_mgr *catch_errors(errors *e) {
  jpeg_std_error(&e->base);
  e->base.error_exit = fail;
  e->base.output_message = say_nothing;
  return &e->base;
}

static size_t round_up(size_t n, size_t unit) { return (n + unit - 1) / unit * unit; }

int cjpegref_coefficients(const uint8_t *bytes, size_t size, cjpegref_shape *shape, int16_t *out, size_t capacity) {
  struct jpeg_decompress_struct d;
  errors e;
  int code = 1;
  d.err = catch_errors(&e);
  if (setjmp(e.back)) {
    jpeg_destroy_decompress(&d);
    return code;
  }
  jpeg_create_decompress(&d);
  jpeg_mem_src(&d, bytes, size);
  jpeg_read_header(&d, TRUE);
  jvirt_barray_ptr *arrays = jpeg_read_coefficients(&d);
  memset(shape, 0, sizeof *shape);
  shape->components = d.num_components;
  size_t at = 0;
  for (int c = 0; c < d.num_components && c < 3; c++) {
    jpeg_component_info *info = &d.comp_info[c];
    // A single component's MCU is one block whatever its factors say.
    const int across = d.num_components == 1 ? 1 : info->h_samp_factor;
    const int down = d.num_components == 1 ? 1 : info->v_samp_factor;
    shape->across[c] = across, shape->down[c] = down;
    shape->columns[c] = round_up(info->width_in_blocks, across);
    shape->rows[c] = round_up(info->height_in_blocks, down);
    shape->offset[c] = at;
    if (at + (size_t)shape->columns[c] * shape->rows[c] * 64 > capacity) {
      code = 2;
      longjmp(e.back, 1);
    }
    for (int y = 0; y < shape->rows[c]; y++) {
      JBLOCKARRAY row = d.mem->access_virt_barray((j_common_ptr)&d, arrays[c], y, 1, FALSE);
      memcpy(out + at, row[0], (size_t)shape->columns[c] * sizeof(JBLOCK));
      at += (size_t)shape->columns[c] * 64;
    }
  }
  jpeg_finish_decompress(&d);
  shape->warnings = e.base.num_warnings;
  jpeg_destroy_decompress(&d);
  return 0;
}

int cjpegref_encode(const uint8_t *samples, const cjpegref_kind *kind, uint8_t *out, size_t capacity,
                    size_t *written) {
  struct jpeg_compress_struct c;
  errors e;
  unsigned char *memory = NULL;
  unsigned long size = 0;
  c.err = catch_errors(&e);
  if (setjmp(e.back)) {
    jpeg_destroy_compress(&c);
    free(memory);
    return 1;
  }
  jpeg_create_compress(&c);
  jpeg_mem_dest(&c, &memory, &size);
  c.image_width = kind->width;
  c.image_height = kind->height;
  c.input_components = kind->components;
  c.in_color_space = kind->components == 1 ? JCS_GRAYSCALE : JCS_YCbCr;
  jpeg_set_defaults(&c);
  jpeg_set_quality(&c, kind->quality, TRUE);
  c.restart_interval = kind->restart_interval;
  c.optimize_coding = kind->optimize;
  c.comp_info[0].h_samp_factor = kind->luma_across;
  c.comp_info[0].v_samp_factor = kind->luma_down;
  for (int i = 1; i < c.num_components; i++) {
    c.comp_info[i].h_samp_factor = kind->chroma_across;
    c.comp_info[i].v_samp_factor = kind->chroma_down;
  }
  if (kind->progressive) jpeg_simple_progression(&c);
  jpeg_start_compress(&c, TRUE);
  while (c.next_scanline < c.image_height) {
    JSAMPROW row = (JSAMPROW)(samples + (size_t)c.next_scanline * kind->width * kind->components);
    jpeg_write_scanlines(&c, &row, 1);
  }
  jpeg_finish_compress(&c);
  jpeg_destroy_compress(&c);
  int code = size > capacity ? 2 : 0;
  if (!code) memcpy(out, memory, size);
  *written = code ? 0 : size;
  free(memory);
  return code;
}

int cjpegref_encode_planes(const uint8_t *const planes[3], const int bytes_per_row[3], int width, int height, int across, int down,
                           int quality, int restart_rows, uint8_t *out, size_t capacity, size_t *written) {
  struct jpeg_compress_struct c;
  errors e;
  unsigned char *memory = NULL;
  unsigned long size = 0;
  uint8_t *edge = NULL;
  c.err = catch_errors(&e);
  if (setjmp(e.back)) {
    jpeg_destroy_compress(&c);
    free(memory);
    free(edge);
    return 1;
  }
  jpeg_create_compress(&c);
  jpeg_mem_dest(&c, &memory, &size);
  c.image_width = width;
  c.image_height = height;
  c.input_components = across ? 3 : 1;
  c.in_color_space = across ? JCS_YCbCr : JCS_GRAYSCALE;
  jpeg_set_defaults(&c);
  jpeg_set_quality(&c, quality, TRUE);
  c.raw_data_in = TRUE;
  c.restart_in_rows = restart_rows;
  c.comp_info[0].h_samp_factor = across ? across : 1;
  c.comp_info[0].v_samp_factor = across ? down : 1;
  jpeg_start_compress(&c, TRUE);
  const size_t wide = round_up(width, 64);
  edge = malloc(wide * 3 * 16);
  JSAMPROW rows[3][16];
  JSAMPARRAY arrays[3] = {rows[0], rows[1], rows[2]};
  for (int imcu = 0; c.next_scanline < c.image_height; imcu++) {
    for (int i = 0; i < c.num_components; i++) {
      const int h = i ? across : 1, v = i ? down : 1, count = c.comp_info[i].v_samp_factor * DCTSIZE;
      const int columns = (width + h - 1) / h, last = (height + v - 1) / v - 1;
      for (int r = 0; r < count; r++) {
        const int y = imcu * count + r < last ? imcu * count + r : last;
        const uint8_t *row = planes[i] + (size_t)y * bytes_per_row[i];
        rows[i][r] = memcpy(edge + wide * (16 * i + r), row, columns);
        memset(rows[i][r] + columns, row[columns - 1], wide - columns);
      }
    }
    jpeg_write_raw_data(&c, arrays, c.max_v_samp_factor * DCTSIZE);
  }
  jpeg_finish_compress(&c);
  jpeg_destroy_compress(&c);
  free(edge);
  int code = size > capacity ? 2 : 0;
  if (!code) memcpy(out, memory, size);
  *written = code ? 0 : size;
  free(memory);
  return code;
}

int cjpegref_encode_odd(const uint8_t *samples, const cjpegref_oddity *kind, uint8_t *out, size_t capacity,
                        size_t *written) {
  static const J_COLOR_SPACE from[] = {JCS_YCbCr, JCS_RGB, JCS_CMYK, JCS_CMYK};
  static const J_COLOR_SPACE to[] = {JCS_YCbCr, JCS_RGB, JCS_CMYK, JCS_YCCK};
  struct jpeg_compress_struct c;
  errors e;
  unsigned char *memory = NULL;
  unsigned long size = 0;
  c.err = catch_errors(&e);
  if (setjmp(e.back)) {
    jpeg_destroy_compress(&c);
    free(memory);
    return 1;
  }
  jpeg_create_compress(&c);
  jpeg_mem_dest(&c, &memory, &size);
  c.image_width = kind->width;
  c.image_height = kind->height;
  c.in_color_space = from[kind->color];
  c.input_components = c.in_color_space == JCS_CMYK ? 4 : 3;
  jpeg_set_defaults(&c);
  jpeg_set_colorspace(&c, to[kind->color]);
  jpeg_set_quality(&c, 95, TRUE);
  for (int i = 0; i < c.num_components; i++) {
    c.comp_info[i].h_samp_factor = kind->across[i];
    c.comp_info[i].v_samp_factor = kind->down[i];
  }
  c.arith_code = kind->arithmetic;
  if (kind->progressive) jpeg_simple_progression(&c);
  jpeg_start_compress(&c, TRUE);
  while (c.next_scanline < c.image_height) {
    JSAMPROW row = (JSAMPROW)(samples + (size_t)c.next_scanline * kind->width * c.input_components);
    jpeg_write_scanlines(&c, &row, 1);
  }
  jpeg_finish_compress(&c);
  jpeg_destroy_compress(&c);
  int code = size > capacity ? 2 : 0;
  if (!code) memcpy(out, memory, size);
  *written = code ? 0 : size;
  free(memory);
  return code;
}

int cjpegref_inverse(const int16_t *coefficients, const uint16_t *quantization, uint8_t *samples) {
  struct jpeg_compress_struct c;
  struct jpeg_decompress_struct d;
  errors e;
  unsigned char *memory = NULL;
  unsigned long size = 0;
  memset(&c, 0, sizeof c);
  memset(&d, 0, sizeof d);
  c.err = d.err = catch_errors(&e);
  if (setjmp(e.back)) {
    jpeg_destroy_compress(&c);
    jpeg_destroy_decompress(&d);
    free(memory);
    return 1;
  }
  jpeg_create_compress(&c);
  jpeg_mem_dest(&c, &memory, &size);
  c.image_width = c.image_height = 8;
  c.input_components = 1;
  c.in_color_space = JCS_GRAYSCALE;
  jpeg_set_defaults(&c);
  unsigned table[64];
  for (int i = 0; i < 64; i++) table[i] = quantization[i];
  jpeg_add_quant_table(&c, 0, table, 100, TRUE);
  jvirt_barray_ptr array = c.mem->request_virt_barray((j_common_ptr)&c, JPOOL_IMAGE, TRUE, 1, 1, 1);
  jvirt_barray_ptr arrays[1] = {array};
  jpeg_write_coefficients(&c, arrays);
  JBLOCKARRAY row = c.mem->access_virt_barray((j_common_ptr)&c, array, 0, 1, TRUE);
  memcpy(row[0][0], coefficients, sizeof(JBLOCK));
  jpeg_finish_compress(&c);
  jpeg_create_decompress(&d);
  jpeg_mem_src(&d, memory, size);
  jpeg_read_header(&d, TRUE);
  d.dct_method = JDCT_ISLOW;
  jpeg_start_decompress(&d);
  while (d.output_scanline < 8) {
    JSAMPROW line = samples + 8 * d.output_scanline;
    jpeg_read_scanlines(&d, &line, 1);
  }
  jpeg_finish_decompress(&d);
  jpeg_destroy_compress(&c);
  jpeg_destroy_decompress(&d);
  free(memory);
  return 0;
}
