// Finding fonts (fontconfig), shaping (HarfBuzz) and drawing glyphs (FreeType).
#include "CTypography.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_TRUETYPE_TABLES_H
#include <hb-ft.h>
#include <hb.h>

struct ctypography_font {
  FT_Library library;
  FT_Face face;
  hb_font_t *shaper;
  hb_buffer_t *buffer;
  ctypography_glyph *glyphs;
  size_t glyph_capacity;
};

int ctypography_find_font(const char *family, int weight, int exact, char *path, size_t capacity, int *index) {
  FcPattern *pattern = FcPatternCreate();
  if (!pattern) return CTYPOGRAPHY_NO_MEMORY;
  int code = CTYPOGRAPHY_NO_FONT;
  FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)family);
  FcPatternAddInteger(pattern, FC_WEIGHT, FcWeightFromOpenType(weight));
  FcPatternAddInteger(pattern, FC_SLANT, FC_SLANT_ROMAN);
  FcPatternAddBool(pattern, FC_SCALABLE, FcTrue);
  FcConfigSubstitute(NULL, pattern, FcMatchPattern);
  FcDefaultSubstitute(pattern);
  FcResult result;
  FcPattern *match = FcFontMatch(NULL, pattern, &result);
  if (match) {
    FcChar8 *file = NULL, *found = NULL;
    int matches = !exact;
    for (int i = 0; !matches && FcPatternGetString(match, FC_FAMILY, i, &found) == FcResultMatch; i++)
      matches = strcasecmp((const char *)found, family) == 0;
    if (matches && FcPatternGetString(match, FC_FILE, 0, &file) == FcResultMatch &&
        strlen((const char *)file) < capacity) {
      strcpy(path, (const char *)file);
      if (FcPatternGetInteger(match, FC_INDEX, 0, index) != FcResultMatch) *index = 0;
      code = CTYPOGRAPHY_OK;
    }
    FcPatternDestroy(match);
  }
  FcPatternDestroy(pattern);
  return code;
}

int ctypography_font_create(const char *path, int index, int32_t pixels_per_em, ctypography_font **out) {
  *out = NULL;
  ctypography_font *f = calloc(1, sizeof *f);
  if (!f) return CTYPOGRAPHY_NO_MEMORY;
  int error = FT_Init_FreeType(&f->library);
  if (!error) error = FT_New_Face(f->library, path, index, &f->face);
  if (!error && !FT_IS_SCALABLE(f->face)) error = CTYPOGRAPHY_BAD_FONT;
  if (!error) error = FT_Set_Char_Size(f->face, 0, pixels_per_em, 72, 72);
  if (!error) {
    f->shaper = hb_ft_font_create_referenced(f->face);
    f->buffer = hb_buffer_create();
    if (!hb_buffer_allocation_successful(f->buffer)) error = CTYPOGRAPHY_NO_MEMORY;
  }
  if (error) {
    ctypography_font_destroy(f);
    return error;
  }
  hb_ft_font_set_load_flags(f->shaper, FT_LOAD_NO_HINTING);
  *out = f;
  return CTYPOGRAPHY_OK;
}

void ctypography_font_destroy(ctypography_font *f) {
  if (!f) return;
  if (f->buffer) hb_buffer_destroy(f->buffer);
  if (f->shaper) hb_font_destroy(f->shaper);
  if (f->face) FT_Done_Face(f->face);
  if (f->library) FT_Done_FreeType(f->library);
  free(f->glyphs);
  free(f);
}

void ctypography_font_metrics(const ctypography_font *f, int32_t *ascender, int32_t *descender,
                              int32_t *cap_height) {
  const FT_Size_Metrics *m = &f->face->size->metrics;
  *ascender = (int32_t)m->ascender;
  *descender = (int32_t)m->descender;
  const TT_OS2 *os2 = FT_Get_Sfnt_Table(f->face, FT_SFNT_OS2);
  *cap_height = os2 && os2->version >= 2 && os2->sCapHeight > 0
                    ? (int32_t)FT_MulFix(os2->sCapHeight, m->y_scale)
                    : (int32_t)(m->ascender * 3 / 4);
}

int ctypography_font_has(const ctypography_font *f, uint32_t scalar) {
  return FT_Get_Char_Index(f->face, scalar) != 0;
}

int ctypography_shape(ctypography_font *f, const uint16_t *text, int32_t units, int32_t start, int32_t length,
                      uint32_t script, int right_to_left, const ctypography_glyph **glyphs, size_t *count) {
  *glyphs = NULL;
  *count = 0;
  if (units > 1 << 16) return CTYPOGRAPHY_TOO_LARGE;
  hb_buffer_clear_contents(f->buffer);
  hb_buffer_add_utf16(f->buffer, text, units, (unsigned)start, length);
  hb_buffer_set_script(f->buffer, hb_script_from_iso15924_tag(script));
  hb_buffer_set_direction(f->buffer, right_to_left ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
  const hb_feature_t features[] = {
      {HB_TAG('t', 'n', 'u', 'm'), 1, HB_FEATURE_GLOBAL_START, HB_FEATURE_GLOBAL_END}};
  hb_shape(f->shaper, f->buffer, features, 1);
  unsigned n = 0;
  const hb_glyph_info_t *info = hb_buffer_get_glyph_infos(f->buffer, &n);
  const hb_glyph_position_t *position = hb_buffer_get_glyph_positions(f->buffer, &n);
  if (!hb_buffer_allocation_successful(f->buffer)) return CTYPOGRAPHY_NO_MEMORY;
  if (n > f->glyph_capacity) {
    ctypography_glyph *bigger = realloc(f->glyphs, n * sizeof *bigger);
    if (!bigger) return CTYPOGRAPHY_NO_MEMORY;
    f->glyphs = bigger;
    f->glyph_capacity = n;
  }
  for (unsigned i = 0; i < n; i++)
    f->glyphs[i] = (ctypography_glyph){info[i].codepoint, info[i].cluster, position[i].x_advance,
                                       position[i].x_offset, position[i].y_offset};
  *glyphs = f->glyphs;
  *count = n;
  return CTYPOGRAPHY_OK;
}

int ctypography_draw_glyph(ctypography_font *f, uint32_t glyph, int32_t x_shift, const uint8_t **rows,
                           int32_t *bytes_per_row, int32_t *width, int32_t *height, int32_t *left, int32_t *top) {
  // Light hinting snaps heights to the pixel grid and leaves widths alone: crisp lines, true spacing.
  int error = FT_Load_Glyph(f->face, glyph, FT_LOAD_TARGET_LIGHT | FT_LOAD_NO_BITMAP);
  if (error) return error;
  FT_GlyphSlot slot = f->face->glyph;
  if (slot->format == FT_GLYPH_FORMAT_OUTLINE) FT_Outline_Translate(&slot->outline, x_shift, 0);
  error = FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL);
  if (error) return error;
  if (slot->bitmap.rows && slot->bitmap.pixel_mode != FT_PIXEL_MODE_GRAY) return CTYPOGRAPHY_BAD_FONT;
  *rows = slot->bitmap.buffer;
  *bytes_per_row = slot->bitmap.pitch;
  *width = (int32_t)slot->bitmap.width;
  *height = (int32_t)slot->bitmap.rows;
  *left = slot->bitmap_left;
  *top = slot->bitmap_top;
  return CTYPOGRAPHY_OK;
}
