// Fonts, text shaping and anti-aliased outlines by fontconfig, HarfBuzz, ICU and FreeType, through
// functions that return codes. Lengths are in 26.6 fixed-point pixels (64 to a pixel), y up, for
// text, and in 1/1024 pixel, y down, for paths.
#ifndef CTYPOGRAPHY_H
#define CTYPOGRAPHY_H

#include <stddef.h>
#include <stdint.h>

/// A function's result. FreeType's own codes (1...255) are passed on unchanged.
enum {
  CTYPOGRAPHY_OK = 0,
  CTYPOGRAPHY_NO_MEMORY = -1,
  CTYPOGRAPHY_NO_FONT = -2,
  CTYPOGRAPHY_TOO_LARGE = -3,
  CTYPOGRAPHY_BAD_FONT = -4,
  CTYPOGRAPHY_BAD_TEXT = -5,
};

/// Consecutive pixels of one row with the same coverage (0...255).
typedef struct {
  int32_t x;
  int32_t y;
  int32_t length;
  uint8_t coverage;
} ctypography_span;

// Outlines -----------------------------------------------------------------------------------------------------

/// A path under construction, a stroker and the spans of the last rasterization; storage is reused.
typedef struct ctypography_rasterizer ctypography_rasterizer;

int ctypography_rasterizer_create(ctypography_rasterizer **out);
void ctypography_rasterizer_destroy(ctypography_rasterizer *rasterizer);

/// Starts a new path. Errors of the functions below are kept and returned by fill or stroke.
void ctypography_path_begin(ctypography_rasterizer *rasterizer);
void ctypography_path_move(ctypography_rasterizer *rasterizer, int32_t x, int32_t y);
void ctypography_path_line(ctypography_rasterizer *rasterizer, int32_t x, int32_t y);
void ctypography_path_quad(ctypography_rasterizer *rasterizer, int32_t cx, int32_t cy, int32_t x, int32_t y);
void ctypography_path_cubic(ctypography_rasterizer *rasterizer, int32_t c1x, int32_t c1y, int32_t c2x,
                            int32_t c2y, int32_t x, int32_t y);
void ctypography_path_close(ctypography_rasterizer *rasterizer);

/// Rasterizes the path's inside (nonzero winding) within [x0, x1) × [y0, y1), in whole pixels.
int ctypography_path_fill(ctypography_rasterizer *rasterizer, int32_t x0, int32_t y0, int32_t x1, int32_t y1);
/// Rasterizes a line of `width` along the path. cap: 0 butt, 1 round, 2 square; join: 0 miter, 1 round, 2 bevel.
int ctypography_path_stroke(ctypography_rasterizer *rasterizer, int32_t width, int cap, int join, int32_t x0,
                            int32_t y0, int32_t x1, int32_t y1);

/// The last rasterization's spans, in order of rows; valid until the next call on this rasterizer.
const ctypography_span *ctypography_spans(const ctypography_rasterizer *rasterizer, size_t *count);

// Fonts --------------------------------------------------------------------------------------------------------

/// Finds the file of a font family by fontconfig. `weight` is CSS's 100...900. With `exact`, any
/// family but the requested one gives CTYPOGRAPHY_NO_FONT.
int ctypography_find_font(const char *family, int weight, int exact, char *path, size_t capacity, int *index);

/// A font at one size, for one thread at a time.
typedef struct ctypography_font ctypography_font;

int ctypography_font_create(const char *path, int index, int32_t pixels_per_em, ctypography_font **out);
void ctypography_font_destroy(ctypography_font *font);
/// Ascender (up is positive), descender (negative) and cap height.
void ctypography_font_metrics(const ctypography_font *font, int32_t *ascender, int32_t *descender,
                              int32_t *cap_height);

typedef struct {
  uint32_t glyph;
  uint32_t cluster;
  int32_t x_advance;
  int32_t x_offset;
  int32_t y_offset;
} ctypography_glyph;

/// Whether the font has a glyph for a character.
int ctypography_font_has(const ctypography_font *font, uint32_t scalar);

/// Shapes the units [start, start + length) of UTF-16 text, with kerning and tabular figures, as one run with a script
/// (ISO 15924, packed as by `ctypography_script`) and a direction. The text around the run determines how its ends
/// join. Glyphs are ordered from left to right and stay valid until the next call on this font.
int ctypography_shape(ctypography_font *font, const uint16_t *text, int32_t units, int32_t start, int32_t length,
                      uint32_t script, int right_to_left, const ctypography_glyph **glyphs, size_t *count);

/// Draws a glyph, moved right by `x_shift` (0...63), as 8-bit coverage. `left` and `top` place its box
/// relative to the pen on the baseline (top is up). The rows stay valid until the next call on this font.
int ctypography_draw_glyph(ctypography_font *font, uint32_t glyph, int32_t x_shift, const uint8_t **rows,
                           int32_t *bytes_per_row, int32_t *width, int32_t *height, int32_t *left, int32_t *top);

/// This system's fonts for one weight, likeliest first; outlines only, no colour.
typedef struct ctypography_fallbacks ctypography_fallbacks;

/// `families`: preferred ones, in fontconfig's notation, separated by commas.
int ctypography_fallbacks_create(const char *families, int weight, ctypography_fallbacks **out);
void ctypography_fallbacks_destroy(ctypography_fallbacks *fallbacks);
/// The first font with all of the characters, else the first with the first character;
/// CTYPOGRAPHY_NO_FONT if there is none.
int ctypography_fallbacks_find(const ctypography_fallbacks *fallbacks, const uint32_t *scalars, size_t count,
                               char *path, size_t capacity, int *index);

// Paragraphs ---------------------------------------------------------------------------------------------------

/// The script of a character, ISO 15924's four letters in one number; 0 for characters that take
/// their neighbour's: punctuation, spaces, combining marks.
uint32_t ctypography_script(uint32_t scalar);

/// A stretch of text with one direction, in UTF-16 units.
typedef struct {
  int32_t start;
  int32_t length;
  int32_t right_to_left;
} ctypography_run;

/// Working storage for direction and line breaking by ICU, reused; for one thread at a time.
typedef struct ctypography_paragraph ctypography_paragraph;

int ctypography_paragraph_create(ctypography_paragraph **out);
void ctypography_paragraph_destroy(ctypography_paragraph *paragraph);

/// Orders one line of text from left to right (UAX #9). `direction`: 0 left to right, 1 right to
/// left, -1 that of the first strong character or else 0, -2 the same or else 1; `right_to_left`
/// receives the direction used. Runs stay valid until the next call.
int ctypography_paragraph_order(ctypography_paragraph *paragraph, const uint16_t *text, int32_t units,
                                int direction, const ctypography_run **runs, size_t *count, int *right_to_left);

/// Finds where lines may end (UAX #14): ascending offsets in units, the last one the text's end.
/// They stay valid until the next call.
int ctypography_paragraph_breaks(ctypography_paragraph *paragraph, const uint16_t *text, int32_t units,
                                 const int32_t **offsets, size_t *count);

#endif
