// Finds a font that has a character, by fontconfig.
#include "CTypography.h"

#include <stdlib.h>
#include <string.h>

#include <fontconfig/fontconfig.h>

struct ctypography_fallbacks {
  FcFontSet *fonts;
};

int ctypography_fallbacks_create(const char *families, int weight, ctypography_fallbacks **out) {
  *out = NULL;
  ctypography_fallbacks *f = calloc(1, sizeof *f);
  FcPattern *pattern = FcNameParse((const FcChar8 *)families);
  if (!f || !pattern) {
    free(f);
    if (pattern) FcPatternDestroy(pattern);
    return CTYPOGRAPHY_NO_MEMORY;
  }
  FcPatternAddInteger(pattern, FC_WEIGHT, FcWeightFromOpenType(weight));
  FcPatternAddInteger(pattern, FC_SLANT, FC_SLANT_ROMAN);
  FcPatternAddBool(pattern, FC_SCALABLE, FcTrue);
  FcPatternAddBool(pattern, FC_COLOR, FcFalse);
  FcConfigSubstitute(NULL, pattern, FcMatchPattern);
  FcDefaultSubstitute(pattern);
  FcResult result;
  // Not trimmed: a font that adds no character may still be the only one with a complete sequence.
  f->fonts = FcFontSort(NULL, pattern, FcFalse, NULL, &result);
  FcPatternDestroy(pattern);
  if (!f->fonts) {
    free(f);
    return CTYPOGRAPHY_NO_FONT;
  }
  *out = f;
  return CTYPOGRAPHY_OK;
}

void ctypography_fallbacks_destroy(ctypography_fallbacks *f) {
  if (!f) return;
  FcFontSetDestroy(f->fonts);
  free(f);
}

// The preferences above only order the set: it still contains fonts that can't be drawn as outlines.
static int can_be_drawn(const FcPattern *font) {
  FcBool scalable = FcFalse, color = FcFalse;
  FcChar8 *format = NULL;
  FcPatternGetBool(font, FC_SCALABLE, 0, &scalable);
  FcPatternGetBool(font, FC_COLOR, 0, &color);
  if (!scalable || color || FcPatternGetString(font, FC_FONTFORMAT, 0, &format) != FcResultMatch) return 0;
  return strcmp((const char *)format, "TrueType") == 0 || strcmp((const char *)format, "CFF") == 0;
}

int ctypography_fallbacks_find(const ctypography_fallbacks *f, const uint32_t *scalars, size_t count, char *path,
                               size_t capacity, int *index) {
  const FcPattern *found = NULL;
  for (int i = 0; i < f->fonts->nfont; i++) {
    const FcPattern *font = f->fonts->fonts[i];
    FcCharSet *set = NULL;
    if (FcPatternGetCharSet(font, FC_CHARSET, 0, &set) != FcResultMatch) continue;
    size_t has = 0;
    while (has < count && FcCharSetHasChar(set, scalars[has])) has++;
    if (has == 0 || (has < count && found) || !can_be_drawn(font)) continue;
    found = font;
    if (has == count) break;
  }
  FcChar8 *file = NULL;
  if (!found || FcPatternGetString(found, FC_FILE, 0, &file) != FcResultMatch) return CTYPOGRAPHY_NO_FONT;
  if (strlen((const char *)file) >= capacity) return CTYPOGRAPHY_NO_FONT;
  strcpy(path, (const char *)file);
  if (FcPatternGetInteger(found, FC_INDEX, 0, index) != FcResultMatch) *index = 0;
  return CTYPOGRAPHY_OK;
}
