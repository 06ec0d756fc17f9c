#include <jerror.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "errors.h"
#include "scan.h"
#include "standard_tables.h"

#define MAX_ROWS (4 * DCTSIZE)

struct cjpeg_decoder {
  struct jpeg_decompress_struct d;
  cjpeg_errors errors;
  cjpeg_arena arena;
  struct jpeg_source_mgr source;
  JHUFF_TBL dc[2], ac[2];
  cjpeg_scan *scan;
  long scans;       // decoded by it
  uint8_t *bounce;  // MAX_ROWS rows for samples outside the given planes
  size_t bounce_width;
};

// The source: all bytes are available from the start. If they end too early, an EOI stands in.
static const JOCTET end_of_image[2] = {0xFF, JPEG_EOI};

static void init_source(j_decompress_ptr d) { (void)d; }

static boolean fill_input(j_decompress_ptr d) {
  WARNMS(d, JWRN_JPEG_EOF);
  d->src->next_input_byte = end_of_image;
  d->src->bytes_in_buffer = 2;
  return TRUE;
}

static void skip_input(j_decompress_ptr d, long count) {
  if (count <= 0) return;
  if ((size_t)count > d->src->bytes_in_buffer) {
    d->src->bytes_in_buffer = 0;
    fill_input(d);
    return;
  }
  d->src->next_input_byte += count;
  d->src->bytes_in_buffer -= count;
}

static void term_source(j_decompress_ptr d) { (void)d; }

cjpeg_decoder *cjpeg_decoder_create(void) {
  cjpeg_decoder *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  cjpeg_errors_install((j_common_ptr)&self->d, &self->errors);
  cjpeg_errors_begin(&self->errors, NULL);
  if (setjmp(self->errors.back)) {
    free(self);
    return NULL;
  }
  jpeg_create_decompress(&self->d);
  self->d.client_data = &self->arena;
  cjpeg_arena_install((j_common_ptr)&self->d);
  self->source.init_source = init_source;
  self->source.fill_input_buffer = fill_input;
  self->source.skip_input_data = skip_input;
  self->source.resync_to_restart = jpeg_resync_to_restart;
  self->source.term_source = term_source;
  self->d.src = &self->source;
  self->scan = cjpeg_scan_create();
  if (self->scan) return self;
  cjpeg_decoder_destroy(self);
  return NULL;
}

void cjpeg_decoder_destroy(cjpeg_decoder *self) {
  if (!self) return;
  if (!setjmp(self->errors.back)) jpeg_destroy_decompress(&self->d);
  cjpeg_arena_free(&self->arena);
  cjpeg_scan_destroy(self->scan);
  free(self->bounce);
  free(self);
}

static int fail(cjpeg_decoder *self, int code, const char *text) {
  if (self->errors.message) strncpy(self->errors.message, text, CJPEG_MESSAGE_SIZE - 1);
  jpeg_abort_decompress(&self->d);
  return code;
}

// Whether a picture's planes are used as they are; otherwise they are brought to full size and converted.
static int is_raw(const struct jpeg_decompress_struct *d) {
  const jpeg_component_info *c = d->comp_info;
  if (d->num_components == 1) return 1;
  if (d->jpeg_color_space != JCS_YCbCr) return 0;
  const int h = c[0].h_samp_factor, v = c[0].v_samp_factor;
  return c[1].h_samp_factor == c[2].h_samp_factor && c[1].v_samp_factor == c[2].v_samp_factor &&
         h == d->max_h_samp_factor && v == d->max_v_samp_factor && h <= 2 * c[1].h_samp_factor &&
         v <= 2 * c[1].v_samp_factor;
}

// Reads the headers and checks that the picture can be decoded. Called under a setjmp.
static int begin(cjpeg_decoder *self, const uint8_t *bytes, size_t size, cjpeg_header *out) {
  struct jpeg_decompress_struct *d = &self->d;
  if (size < 4 || bytes[0] != 0xFF || bytes[1] != 0xD8) return fail(self, CJPEG_ERROR, "not a JPEG: no SOI marker");
  self->source.next_input_byte = bytes;
  self->source.bytes_in_buffer = size;
  // Tables 0 and 1 start as the standard ones for each picture, so that a frame without DHT never
  // decodes with the previous frame's tables; a DHT segment overwrites them in place.
  cjpeg_fill_standard_tables(self->dc, self->ac);
  for (int i = 0; i < 2; i++) d->dc_huff_tbl_ptrs[i] = &self->dc[i], d->ac_huff_tbl_ptrs[i] = &self->ac[i];
  // Nor may it decode with the previous frame's quantization: 0 marks a table that no DQT segment has filled.
  for (int i = 0; i < NUM_QUANT_TBLS; i++)
    if (d->quant_tbl_ptrs[i]) d->quant_tbl_ptrs[i]->quantval[0] = 0;
  if (jpeg_read_header(d, TRUE) != JPEG_HEADER_OK) return fail(self, CJPEG_ERROR, "no picture in the file");
  if (d->progressive_mode) return fail(self, CJPEG_UNSUPPORTED, "progressive");
  if (d->arith_code) return fail(self, CJPEG_UNSUPPORTED, "arithmetic coding");
  if (d->num_components != 1 && d->num_components != 3 && d->num_components != 4)
    return fail(self, CJPEG_UNSUPPORTED, "neither grey nor of three or four colours");
  if (jpeg_has_multiple_scans(d)) return fail(self, CJPEG_UNSUPPORTED, "several scans");
  for (int i = 0; i < d->num_components; i++) {
    const int table = d->comp_info[i].quant_tbl_no;
    if (table < 0 || table >= NUM_QUANT_TBLS || !d->quant_tbl_ptrs[table] || !d->quant_tbl_ptrs[table]->quantval[0])
      return fail(self, CJPEG_ERROR, "a quantization table isn't there");
  }
  out->width = d->image_width;
  out->height = d->image_height;
  out->chroma_horizontal = out->chroma_vertical = 0;
  out->restart_interval = d->restart_interval;
  if (d->num_components > 1) {
    const jpeg_component_info *c = d->comp_info;
    for (int i = 0; i < d->num_components; i++)
      if (d->max_h_samp_factor % c[i].h_samp_factor || d->max_v_samp_factor % c[i].v_samp_factor)
        return fail(self, CJPEG_UNSUPPORTED, "sampling factors that are no multiples");
    out->chroma_horizontal = is_raw(d) ? c[0].h_samp_factor / c[1].h_samp_factor : 1;
    out->chroma_vertical = is_raw(d) ? c[0].v_samp_factor / c[1].v_samp_factor : 1;
  }
  return CJPEG_OK;
}

int cjpeg_read_header(cjpeg_decoder *self, const uint8_t *bytes, size_t size, cjpeg_header *out, char *message) {
  cjpeg_errors_begin(&self->errors, message);
  if (setjmp(self->errors.back)) {
    jpeg_abort_decompress(&self->d);
    return self->errors.code;
  }
  int code = begin(self, bytes, size, out);
  if (code == CJPEG_OK) jpeg_abort_decompress(&self->d);
  return code;
}

// The columns that libjpeg writes for a component: whole blocks.
static size_t padded_width(const jpeg_component_info *c) { return (size_t)c->width_in_blocks * c->DCT_scaled_size; }

// Whether a component's output has the size of its plane.
static int fits(const jpeg_component_info *c, const cjpeg_planes *planes, int horizontal, int vertical) {
  return (int)c->downsampled_width == (planes->width + horizontal - 1) / horizontal &&
         (int)c->downsampled_height == (planes->height + vertical - 1) / vertical;
}

// Creates rows of at least this width, for output that doesn't go straight to the planes.
static void widen_bounce(cjpeg_decoder *self, size_t widest) {
  if (widest <= self->bounce_width) return;
  free(self->bounce);
  self->bounce_width = 0;
  self->bounce = malloc(widest * MAX_ROWS * 3);
  if (!self->bounce) ERREXIT1(&self->d, JERR_OUT_OF_MEMORY, 4);
  self->bounce_width = widest;
}

// Converts one row of RGB or CMYK to full-range BT.601, as in JFIF. CMYK is inverted, as all
// programs write it.
static void convert_row(const uint8_t *in, int width, int components, uint8_t *y, uint8_t *cb, uint8_t *cr) {
  for (int x = 0; x < width; x++, in += components) {
    int r = in[0], g = in[1], b = in[2];
    if (components == 4) {
      r = (r * in[3] + 127) / 255;
      g = (g * in[3] + 127) / 255;
      b = (b * in[3] + 127) / 255;
    }
    // 16 fractional bits; chroma rounds halves down so as not to exceed 255.
    y[x] = (19595 * r + 38470 * g + 7471 * b + 32768) >> 16;
    cb[x] = (-11059 * r - 21709 * g + 32768 * b + (128 << 16) + 32767) >> 16;
    cr[x] = (32768 * r - 27439 * g - 5329 * b + (128 << 16) + 32767) >> 16;
  }
}

// Decodes a picture that isn't raw, row by row, into 4:4:4 planes.
static void decode_converted(cjpeg_decoder *self, const cjpeg_planes *planes) {
  struct jpeg_decompress_struct *d = &self->d;
  const int components = d->output_components, width = planes->width;
  JSAMPROW row = self->bounce;
  while (d->output_scanline < d->output_height) {
    const size_t at = d->output_scanline;
    if (jpeg_read_scanlines(d, &row, 1) == 0) break;
    uint8_t *y = planes->plane[0] + at * planes->bytes_per_row[0];
    uint8_t *cb = planes->plane[1] + at * planes->bytes_per_row[1];
    uint8_t *cr = planes->plane[2] + at * planes->bytes_per_row[2];
    if (d->out_color_space != JCS_YCbCr) {
      convert_row(row, width, components, y, cb, cr);
      continue;
    }
    for (int x = 0; x < width; x++) y[x] = row[3 * x], cb[x] = row[3 * x + 1], cr[x] = row[3 * x + 2];
  }
}

// Sets the chroma of a grey picture in a colour canvas.
static void fill_grey(const struct jpeg_decompress_struct *d, const cjpeg_planes *planes) {
  if (d->num_components != 1 || !planes->chroma_horizontal) return;
  const int columns = (planes->width + planes->chroma_horizontal - 1) / planes->chroma_horizontal;
  const int count = (planes->height + planes->chroma_vertical - 1) / planes->chroma_vertical;
  for (int i = 1; i < 3; i++)
    for (int y = 0; y < count; y++) memset(planes->plane[i] + (size_t)y * planes->bytes_per_row[i], 128, columns);
}

static int decode(cjpeg_decoder *self, const uint8_t *bytes, size_t size, int is_halved, int may_read_scan, const cjpeg_planes *planes,
                  cjpeg_findings *findings, char *message) {
  struct jpeg_decompress_struct *d = &self->d;
  volatile int is_complete = 0;
  cjpeg_errors_begin(&self->errors, message);
  if (setjmp(self->errors.back)) {
    jpeg_abort_decompress(d);
    // The buffer holds a second picture, or garbage, after the last row: the picture is complete.
    if (is_complete) self->errors.findings.oddities++;
    *findings = self->errors.findings;
    return is_complete ? CJPEG_OK : self->errors.code;
  }
  cjpeg_header header;
  int code = begin(self, bytes, size, &header);
  if (code != CJPEG_OK) return code;
  const int raw = is_raw(d);
  d->raw_data_out = raw;
  d->do_fancy_upsampling = FALSE;
  d->out_color_space = d->jpeg_color_space == JCS_YCCK ? JCS_CMYK : d->jpeg_color_space;
  d->dct_method = JDCT_ISLOW;
  d->scale_num = 1;
  d->scale_denom = is_halved ? 2 : 1;
  jpeg_calc_output_dimensions(d);
  const int horizontal = planes->chroma_horizontal, vertical = planes->chroma_vertical;
  if (!raw && ((int)d->output_width != planes->width || (int)d->output_height != planes->height ||
               horizontal != 1 || vertical != 1))
    return fail(self, CJPEG_MISMATCH, "the picture's size or sampling differs from the planes'");
  if (raw && (!fits(d->comp_info, planes, 1, 1) ||
      (d->num_components == 3 && (!horizontal || !vertical || !fits(d->comp_info + 1, planes, horizontal, vertical) ||
                                  !fits(d->comp_info + 2, planes, horizontal, vertical)))))
    return fail(self, CJPEG_MISMATCH, "the picture's size or sampling differs from the planes'");
  if (raw && may_read_scan && cjpeg_scan_decode(self->scan, d, 0, planes)) {
    self->scans++;
    fill_grey(d, planes);
    jpeg_abort_decompress(d);
    *findings = self->errors.findings;
    return CJPEG_OK;
  }
  jpeg_start_decompress(d);

  if (!raw) {
    widen_bounce(self, ((size_t)d->output_width * d->output_components + MAX_ROWS - 1) / MAX_ROWS);
    decode_converted(self, planes);
    is_complete = 1;
    jpeg_finish_decompress(d);
    *findings = self->errors.findings;
    return CJPEG_OK;
  }

  // The widest row that may be written, for rows below the picture and for widths that aren't whole blocks.
  size_t widest = 0;
  for (int i = 0; i < d->num_components; i++)
    if (padded_width(d->comp_info + i) > widest) widest = padded_width(d->comp_info + i);
  widen_bounce(self, widest);

  JSAMPROW rows[3][MAX_ROWS];
  JSAMPARRAY arrays[3] = {rows[0], rows[1], rows[2]};
  int whole[3], height[3], width[3];
  for (int i = 0; i < d->num_components; i++) {
    const jpeg_component_info *c = d->comp_info + i;
    width[i] = c->downsampled_width, height[i] = c->downsampled_height;
    whole[i] = padded_width(c) == (size_t)width[i];
  }
  const unsigned lines = d->max_v_samp_factor * d->min_DCT_scaled_size;
  for (unsigned imcu = 0; d->output_scanline < d->output_height; imcu++) {
    for (int i = 0; i < d->num_components; i++) {
      const int count = d->comp_info[i].v_samp_factor * d->comp_info[i].DCT_scaled_size;
      for (int r = 0; r < count; r++) {
        const int y = imcu * count + r;
        rows[i][r] = whole[i] && y < height[i] ? planes->plane[i] + (size_t)y * planes->bytes_per_row[i]
                                               : self->bounce + self->bounce_width * (i * MAX_ROWS + r);
      }
    }
    if (jpeg_read_raw_data(d, arrays, lines) == 0) break;
    for (int i = 0; i < d->num_components; i++) {
      if (whole[i]) continue;
      const int count = d->comp_info[i].v_samp_factor * d->comp_info[i].DCT_scaled_size;
      for (int r = 0; r < count; r++) {
        const int y = imcu * count + r;
        if (y < height[i]) memcpy(planes->plane[i] + (size_t)y * planes->bytes_per_row[i], rows[i][r], width[i]);
      }
    }
  }
  fill_grey(d, planes);
  is_complete = 1;
  jpeg_finish_decompress(d);
  *findings = self->errors.findings;
  return CJPEG_OK;
}

int cjpeg_decode_reduced(cjpeg_decoder *self, const uint8_t *bytes, size_t size, int eighths, const cjpeg_planes *planes) {
  struct jpeg_decompress_struct *d = &self->d;
  char message[CJPEG_MESSAGE_SIZE];
  volatile int is_done = 0;
  cjpeg_errors_begin(&self->errors, message);
  if (setjmp(self->errors.back) == 0) {
    cjpeg_header header;
    const int horizontal = planes->chroma_horizontal, vertical = planes->chroma_vertical;
    if (eighths >= 1 && eighths <= 7 && begin(self, bytes, size, &header) == CJPEG_OK && is_raw(d)) {
      int fits = d->num_components == 1 || (horizontal && vertical);
      for (int i = 0; i < d->num_components; i++) {
        const jpeg_component_info *c = d->comp_info + i;
        const int across = i ? horizontal : 1, down = i ? vertical : 1;
        fits = fits && cjpeg_reduced(d->image_width, c->h_samp_factor * eighths, d->max_h_samp_factor) == (planes->width + across - 1) / across &&
               cjpeg_reduced(d->image_height, c->v_samp_factor * eighths, d->max_v_samp_factor) == (planes->height + down - 1) / down;
      }
      // What libjpeg has to say of the headers it says when it decodes.
      is_done = fits && self->errors.findings.damage == 0 && self->errors.findings.oddities == 0 &&
                cjpeg_scan_decode(self->scan, d, eighths, planes);
      if (is_done) {
        self->scans++;
        fill_grey(d, planes);
      }
    }
  }
  jpeg_abort_decompress(d);
  return is_done;
}

int cjpeg_decode(cjpeg_decoder *self, const uint8_t *bytes, size_t size, int is_halved, const cjpeg_planes *planes,
                 cjpeg_findings *findings, char *message) {
  return decode(self, bytes, size, is_halved, 1, planes, findings, message);
}

int cjpeg_decode_by_libjpeg(cjpeg_decoder *self, const uint8_t *bytes, size_t size, int is_halved, const cjpeg_planes *planes,
                            cjpeg_findings *findings, char *message) {
  return decode(self, bytes, size, is_halved, 0, planes, findings, message);
}

long cjpeg_scans_decoded(const cjpeg_decoder *self) { return self->scans; }
