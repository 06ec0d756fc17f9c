#include <jerror.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "errors.h"

#define MAX_ROWS (2 * DCTSIZE)

struct cjpeg_encoder {
  struct jpeg_compress_struct c;
  cjpeg_errors errors;
  cjpeg_arena arena;
  struct jpeg_destination_mgr destination;
  uint8_t *bounce;  // rows with their right edge repeated, for widths that aren't whole blocks
  size_t bounce_width;
  // The settings currently in `c`.
  int width, height, horizontal, vertical, quality, restart_rows, configured;
};

static void init_destination(j_compress_ptr c) { (void)c; }

static boolean empty_output(j_compress_ptr c) {
  ((cjpeg_errors *)c->err)->code = CJPEG_NO_ROOM;
  ERREXIT(c, JERR_CANT_SUSPEND);
  return FALSE;
}

static void term_destination(j_compress_ptr c) { (void)c; }

cjpeg_encoder *cjpeg_encoder_create(void) {
  cjpeg_encoder *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  cjpeg_errors_install((j_common_ptr)&self->c, &self->errors);
  cjpeg_errors_begin(&self->errors, NULL);
  if (setjmp(self->errors.back)) {
    free(self);
    return NULL;
  }
  jpeg_create_compress(&self->c);
  self->c.client_data = &self->arena;
  cjpeg_arena_install((j_common_ptr)&self->c);
  self->destination.init_destination = init_destination;
  self->destination.empty_output_buffer = empty_output;
  self->destination.term_destination = term_destination;
  self->c.dest = &self->destination;
  return self;
}

void cjpeg_encoder_destroy(cjpeg_encoder *self) {
  if (!self) return;
  if (!setjmp(self->errors.back)) jpeg_destroy_compress(&self->c);
  cjpeg_arena_free(&self->arena);
  free(self->bounce);
  free(self);
}

static void configure(cjpeg_encoder *self, const cjpeg_planes *planes, int quality, int restart_rows) {
  struct jpeg_compress_struct *c = &self->c;
  if (self->configured && self->width == planes->width && self->height == planes->height &&
      self->horizontal == planes->chroma_horizontal && self->vertical == planes->chroma_vertical &&
      self->quality == quality && self->restart_rows == restart_rows)
    return;
  const int grey = planes->chroma_horizontal == 0;
  c->image_width = planes->width;
  c->image_height = planes->height;
  c->input_components = grey ? 1 : 3;
  c->in_color_space = grey ? JCS_GRAYSCALE : JCS_YCbCr;
  jpeg_set_defaults(c);
  jpeg_set_quality(c, quality, TRUE);
  c->raw_data_in = TRUE;
  c->dct_method = JDCT_ISLOW;
  c->optimize_coding = FALSE;
  c->restart_in_rows = restart_rows;
  c->comp_info[0].h_samp_factor = grey ? 1 : planes->chroma_horizontal;
  c->comp_info[0].v_samp_factor = grey ? 1 : planes->chroma_vertical;
  for (int i = 1; i < c->num_components; i++) c->comp_info[i].h_samp_factor = c->comp_info[i].v_samp_factor = 1;
  self->width = planes->width;
  self->height = planes->height;
  self->horizontal = planes->chroma_horizontal;
  self->vertical = planes->chroma_vertical;
  self->quality = quality;
  self->restart_rows = restart_rows;
  self->configured = 1;
}

int cjpeg_encode(cjpeg_encoder *self, const cjpeg_planes *planes, int quality, int restart_rows, uint8_t *out,
                 size_t capacity, size_t *written, char *message) {
  struct jpeg_compress_struct *c = &self->c;
  cjpeg_errors_begin(&self->errors, message);
  if (setjmp(self->errors.back)) {
    jpeg_abort_compress(c);
    self->configured = 0;
    return self->errors.code;
  }
  configure(self, planes, quality, restart_rows);
  self->destination.next_output_byte = out;
  self->destination.free_in_buffer = capacity;
  jpeg_start_compress(c, TRUE);

  int width[3], height[3], padded[3];
  size_t widest = 0;
  for (int i = 0; i < c->num_components; i++) {
    const int h = i ? planes->chroma_horizontal : 1, v = i ? planes->chroma_vertical : 1;
    width[i] = (planes->width + h - 1) / h, height[i] = (planes->height + v - 1) / v;
    padded[i] = c->comp_info[i].width_in_blocks * DCTSIZE;
    if ((size_t)padded[i] > widest) widest = padded[i];
  }
  if (widest > self->bounce_width) {
    free(self->bounce);
    self->bounce_width = 0;
    self->bounce = malloc(widest * MAX_ROWS * 3);
    if (!self->bounce) ERREXIT1(c, JERR_OUT_OF_MEMORY, 4);
    self->bounce_width = widest;
  }

  JSAMPROW rows[3][MAX_ROWS];
  JSAMPARRAY arrays[3] = {rows[0], rows[1], rows[2]};
  const unsigned lines = c->max_v_samp_factor * DCTSIZE;
  for (unsigned imcu = 0; c->next_scanline < c->image_height; imcu++) {
    for (int i = 0; i < c->num_components; i++) {
      const int count = c->comp_info[i].v_samp_factor * DCTSIZE;
      for (int r = 0; r < count; r++) {
        // Rows below the picture repeat its last one.
        int y = imcu * count + r;
        if (y >= height[i]) y = height[i] - 1;
        uint8_t *row = planes->plane[i] + (size_t)y * planes->bytes_per_row[i];
        if (padded[i] != width[i]) {
          uint8_t *copy = self->bounce + self->bounce_width * (i * MAX_ROWS + r);
          memcpy(copy, row, width[i]);
          memset(copy + width[i], row[width[i] - 1], padded[i] - width[i]);
          row = copy;
        }
        rows[i][r] = row;
      }
    }
    jpeg_write_raw_data(c, arrays, lines);
  }
  jpeg_finish_compress(c);
  *written = capacity - self->destination.free_in_buffer;
  return CJPEG_OK;
}
