// Direction (UAX #9) and line breaks (UAX #14) by ICU, scripts by HarfBuzz.
#include "CTypography.h"

#include <stdlib.h>

#include <hb.h>
#include <unicode/ubidi.h>
#include <unicode/ubrk.h>

struct ctypography_paragraph {
  UBiDi *bidi;
  UBreakIterator *breaker;
  ctypography_run *runs;
  size_t run_capacity;
  int32_t *offsets;
  size_t offset_capacity;
};

uint32_t ctypography_script(uint32_t scalar) {
  hb_script_t script = hb_unicode_script(hb_unicode_funcs_get_default(), scalar);
  if (script == HB_SCRIPT_COMMON || script == HB_SCRIPT_INHERITED || script == HB_SCRIPT_UNKNOWN) return 0;
  return hb_script_to_iso15924_tag(script);
}

int ctypography_paragraph_create(ctypography_paragraph **out) {
  *out = calloc(1, sizeof **out);
  if (!*out) return CTYPOGRAPHY_NO_MEMORY;
  (*out)->bidi = ubidi_open();
  if ((*out)->bidi) return CTYPOGRAPHY_OK;
  ctypography_paragraph_destroy(*out);
  *out = NULL;
  return CTYPOGRAPHY_NO_MEMORY;
}

void ctypography_paragraph_destroy(ctypography_paragraph *p) {
  if (!p) return;
  if (p->bidi) ubidi_close(p->bidi);
  if (p->breaker) ubrk_close(p->breaker);
  free(p->runs);
  free(p->offsets);
  free(p);
}

int ctypography_paragraph_order(ctypography_paragraph *p, const uint16_t *text, int32_t units, int direction,
                                const ctypography_run **runs, size_t *count, int *right_to_left) {
  *runs = NULL;
  *count = 0;
  UErrorCode error = U_ZERO_ERROR;
  UBiDiLevel level = direction == -2  ? UBIDI_DEFAULT_RTL
                     : direction < 0 ? UBIDI_DEFAULT_LTR
                     : direction > 0 ? 1
                                     : 0;
  ubidi_setPara(p->bidi, (const UChar *)text, units, level, NULL, &error);
  int32_t n = ubidi_countRuns(p->bidi, &error);
  if (U_FAILURE(error)) return CTYPOGRAPHY_BAD_TEXT;
  if ((size_t)n > p->run_capacity) {
    ctypography_run *bigger = realloc(p->runs, (size_t)n * sizeof *bigger);
    if (!bigger) return CTYPOGRAPHY_NO_MEMORY;
    p->runs = bigger;
    p->run_capacity = (size_t)n;
  }
  for (int32_t i = 0; i < n; i++) {
    ctypography_run *run = &p->runs[i];
    run->right_to_left = ubidi_getVisualRun(p->bidi, i, &run->start, &run->length) == UBIDI_RTL;
  }
  *right_to_left = ubidi_getParaLevel(p->bidi) & 1;
  *runs = p->runs;
  *count = (size_t)n;
  return CTYPOGRAPHY_OK;
}

int ctypography_paragraph_breaks(ctypography_paragraph *p, const uint16_t *text, int32_t units,
                                 const int32_t **offsets, size_t *count) {
  *offsets = NULL;
  *count = 0;
  UErrorCode error = U_ZERO_ERROR;
  // The root locale gives the same breaks on every machine.
  if (p->breaker)
    ubrk_setText(p->breaker, (const UChar *)text, units, &error);
  else
    p->breaker = ubrk_open(UBRK_LINE, "", (const UChar *)text, units, &error);
  if (U_FAILURE(error)) return CTYPOGRAPHY_BAD_TEXT;
  if ((size_t)units > p->offset_capacity) {
    int32_t *bigger = realloc(p->offsets, (size_t)units * sizeof *bigger);
    if (!bigger) return CTYPOGRAPHY_NO_MEMORY;
    p->offsets = bigger;
    p->offset_capacity = (size_t)units;
  }
  size_t n = 0;
  ubrk_first(p->breaker);
  for (int32_t end = ubrk_next(p->breaker); end != UBRK_DONE && n < (size_t)units; end = ubrk_next(p->breaker))
    p->offsets[n++] = end;
  *offsets = p->offsets;
  *count = n;
  return CTYPOGRAPHY_OK;
}
