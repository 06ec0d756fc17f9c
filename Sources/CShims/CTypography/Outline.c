// Paths to spans of coverage: FreeType's stroker (freetype.org, "Glyph Stroker") and exact coverage
// of its outlines.
#include "CTypography.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "Coverage.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_STROKER_H

// As in Coverage.c: the same edges on every processor.
#pragma STDC FP_CONTRACT OFF

enum { MAX_POINTS = 32000, MAX_CONTOURS = 32000 };  // FT_Outline counts in shorts
// Points are in 1/1024 pixel because the stroker rounds every point it makes.
static const double SCALE = 1.0 / 1024;

typedef struct {
  FT_Outline outline;
  size_t point_capacity;
  size_t contour_capacity;
} growing_outline;

struct ctypography_rasterizer {
  FT_Library library;
  FT_Stroker stroker;
  growing_outline path;
  growing_outline stroked;
  coverage_raster coverage;
  bool *closed;  // one per contour, path.contour_capacity in all
  bool open_contour;
  FT_Vector start;
  ctypography_span *spans;
  size_t span_count;
  size_t span_capacity;
  int error;
};

static size_t grown(size_t capacity, size_t needed) {
  size_t next = capacity ? capacity : 64;
  while (next < needed) next *= 2;
  return next;
}

static int reserve(growing_outline *g, size_t points, size_t contours, bool **closed) {
  if (points > MAX_POINTS || contours > MAX_CONTOURS) return CTYPOGRAPHY_TOO_LARGE;
  if (points > g->point_capacity) {
    size_t next = grown(g->point_capacity, points);
    FT_Vector *p = realloc(g->outline.points, next * sizeof *p);
    if (!p) return CTYPOGRAPHY_NO_MEMORY;
    g->outline.points = p;
    char *tags = realloc(g->outline.tags, next);
    if (!tags) return CTYPOGRAPHY_NO_MEMORY;
    g->outline.tags = tags;
    g->point_capacity = next;
  }
  if (contours > g->contour_capacity) {
    size_t next = grown(g->contour_capacity, contours);
    short *c = realloc(g->outline.contours, next * sizeof *c);
    if (!c) return CTYPOGRAPHY_NO_MEMORY;
    g->outline.contours = c;
    if (closed) {
      bool *flags = realloc(*closed, next * sizeof *flags);
      if (!flags) return CTYPOGRAPHY_NO_MEMORY;
      *closed = flags;
    }
    g->contour_capacity = next;
  }
  return CTYPOGRAPHY_OK;
}

int ctypography_rasterizer_create(ctypography_rasterizer **out) {
  *out = NULL;
  ctypography_rasterizer *r = calloc(1, sizeof *r);
  if (!r) return CTYPOGRAPHY_NO_MEMORY;
  int error = FT_Init_FreeType(&r->library);
  if (!error) error = FT_Stroker_New(r->library, &r->stroker);
  if (error) {
    ctypography_rasterizer_destroy(r);
    return error;
  }
  *out = r;
  return CTYPOGRAPHY_OK;
}

void ctypography_rasterizer_destroy(ctypography_rasterizer *r) {
  if (!r) return;
  if (r->stroker) FT_Stroker_Done(r->stroker);
  if (r->library) FT_Done_FreeType(r->library);
  free(r->path.outline.points);
  free(r->path.outline.tags);
  free(r->path.outline.contours);
  free(r->stroked.outline.points);
  free(r->stroked.outline.tags);
  free(r->stroked.outline.contours);
  coverage_destroy(&r->coverage);
  free(r->closed);
  free(r->spans);
  free(r);
}

void ctypography_path_begin(ctypography_rasterizer *r) {
  r->path.outline.n_points = 0;
  r->path.outline.n_contours = 0;
  r->path.outline.flags = 0;
  r->open_contour = false;
  r->error = CTYPOGRAPHY_OK;
}

static void finish_contour(ctypography_rasterizer *r, bool closed) {
  if (!r->open_contour) return;
  r->closed[r->path.outline.n_contours - 1] = closed;
  r->open_contour = false;
}

static void add_point(ctypography_rasterizer *r, int32_t x, int32_t y, char tag) {
  if (r->error) return;
  FT_Outline *o = &r->path.outline;
  r->error = reserve(&r->path, (size_t)o->n_points + 1, (size_t)o->n_contours, &r->closed);
  if (r->error) return;
  o->points[o->n_points] = (FT_Vector){x, y};
  o->tags[o->n_points] = tag;
  o->contours[o->n_contours - 1] = o->n_points;
  o->n_points++;
}

void ctypography_path_move(ctypography_rasterizer *r, int32_t x, int32_t y) {
  if (r->error) return;
  finish_contour(r, false);
  FT_Outline *o = &r->path.outline;
  r->error = reserve(&r->path, (size_t)o->n_points + 1, (size_t)o->n_contours + 1, &r->closed);
  if (r->error) return;
  o->n_contours++;
  r->open_contour = true;
  r->start = (FT_Vector){x, y};
  add_point(r, x, y, FT_CURVE_TAG_ON);
}

// After a close, or without a move, a segment starts where the last contour did.
static void need_contour(ctypography_rasterizer *r) {
  if (!r->open_contour) ctypography_path_move(r, (int32_t)r->start.x, (int32_t)r->start.y);
}

void ctypography_path_line(ctypography_rasterizer *r, int32_t x, int32_t y) {
  need_contour(r);
  add_point(r, x, y, FT_CURVE_TAG_ON);
}

void ctypography_path_quad(ctypography_rasterizer *r, int32_t cx, int32_t cy, int32_t x, int32_t y) {
  need_contour(r);
  add_point(r, cx, cy, FT_CURVE_TAG_CONIC);
  add_point(r, x, y, FT_CURVE_TAG_ON);
}

void ctypography_path_cubic(ctypography_rasterizer *r, int32_t c1x, int32_t c1y, int32_t c2x, int32_t c2y,
                            int32_t x, int32_t y) {
  need_contour(r);
  add_point(r, c1x, c1y, FT_CURVE_TAG_CUBIC);
  add_point(r, c2x, c2y, FT_CURVE_TAG_CUBIC);
  add_point(r, x, y, FT_CURVE_TAG_ON);
}

void ctypography_path_close(ctypography_rasterizer *r) { finish_contour(r, true); }

static int take_run(void *user, int32_t x, int32_t y, int32_t length, uint8_t coverage) {
  ctypography_rasterizer *r = user;
  ctypography_span *last = r->span_count ? &r->spans[r->span_count - 1] : NULL;
  if (last && last->y == y && last->x + last->length == x && last->coverage == coverage) {
    last->length += length;
    return CTYPOGRAPHY_OK;
  }
  if (r->span_count == r->span_capacity) {
    size_t next = grown(r->span_capacity, r->span_count + 1);
    ctypography_span *bigger = realloc(r->spans, next * sizeof *bigger);
    if (!bigger) return CTYPOGRAPHY_NO_MEMORY;
    r->spans = bigger;
    r->span_capacity = next;
  }
  r->spans[r->span_count++] = (ctypography_span){x, y, length, coverage};
  return CTYPOGRAPHY_OK;
}

typedef struct {
  double x, y;
} point;

static point pixels(FT_Vector v) { return (point){(double)v.x * SCALE, (double)v.y * SCALE}; }

static double bend(point a, point b, point c) { return hypot(a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y); }

// A curve as edges within 1/256 pixel (Wang's bound; Sederberg, Computer Aided Geometric Design,
// section 10.6). `p` has three points for a conic, four for a cubic.
static void add_curve(coverage_raster *c, const point p[], bool cubic) {
  const double tolerance = 1.0 / 256;
  double most = cubic ? 0.75 * fmax(bend(p[0], p[1], p[2]), bend(p[1], p[2], p[3])) : 0.25 * bend(p[0], p[1], p[2]);
  int count = (int)fmin(ceil(sqrt(most / tolerance)), 1000);
  int last = cubic ? 3 : 2;
  point pen = p[0];
  for (int i = 1; i < count; i++) {
    double t = (double)i / count, u = 1 - t;
    double conic[] = {u * u, 2 * u * t, t * t}, cube[] = {u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t};
    point at = {0, 0};
    for (int k = 0; k <= last; k++) {
      double weight = cubic ? cube[k] : conic[k];
      at.x += weight * p[k].x;
      at.y += weight * p[k].y;
    }
    coverage_edge(c, pen.x, pen.y, at.x, at.y);
    pen = at;
  }
  coverage_edge(c, pen.x, pen.y, p[last].x, p[last].y);
}

static void add_contour(coverage_raster *c, const FT_Outline *o, int first, int last) {
  point start = pixels(o->points[first]), pen = start;
  for (int i = first + 1; i <= last;) {
    int tag = FT_CURVE_TAG(o->tags[i]);
    int step = tag == FT_CURVE_TAG_ON ? 1 : tag == FT_CURVE_TAG_CONIC ? 2 : 3;
    // The stroker omits a contour's last point if it equals the first.
    point p[4] = {pen};
    for (int k = 0; k < step; k++) p[k + 1] = pixels(o->points[i + k <= last ? i + k : first]);
    if (step == 1)
      coverage_edge(c, pen.x, pen.y, p[1].x, p[1].y);
    else
      add_curve(c, p, step == 3);
    pen = p[step];
    i += step;
  }
  coverage_edge(c, pen.x, pen.y, start.x, start.y);
}

static int render(ctypography_rasterizer *r, const FT_Outline *outline, int32_t x0, int32_t y0, int32_t x1,
                  int32_t y1) {
  r->span_count = 0;
  if (r->error) return r->error;
  if (x0 >= x1 || y0 >= y1 || outline->n_points < 2) return CTYPOGRAPHY_OK;
  int error = coverage_begin(&r->coverage, x0, y0, x1, y1);
  if (error) return error;
  int first = 0;
  for (int c = 0; c < outline->n_contours; c++) {
    add_contour(&r->coverage, outline, first, outline->contours[c]);
    first = outline->contours[c] + 1;
  }
  return coverage_sweep(&r->coverage, take_run, r);
}

int ctypography_path_fill(ctypography_rasterizer *r, int32_t x0, int32_t y0, int32_t x1, int32_t y1) {
  finish_contour(r, true);
  return render(r, &r->path.outline, x0, y0, x1, y1);
}

// Whether the stroker considers two points equal (FT_IS_SMALL of FreeType's ftstroke.c).
static bool is_near(const FT_Vector *a, const FT_Vector *b) {
  return labs(a->x - b->x) < 2 && labs(a->y - b->y) < 2;
}

// A contour of no length must not be ended: the stroker would cap a border that it never began. SVG
// draws a dot there if caps have an extent (SVG 2, 11.4 "zero-length subpath").
static int parse_contour(FT_Stroker stroker, const FT_Outline *o, int first, int last, bool closed, bool dots) {
  FT_Vector *p = o->points;
  int error = FT_Stroker_BeginSubPath(stroker, &p[first], !closed);
  bool moved = false;
  FT_Vector at = p[first];
  int i = first + 1;
  // A closed contour that doesn't end at its start gets its last side; FT_Stroker_EndSubPath adds that itself.
  while (!error && i <= last) {
    int count = FT_CURVE_TAG(o->tags[i]) == FT_CURVE_TAG_ON ? 1 : FT_CURVE_TAG(o->tags[i]) == FT_CURVE_TAG_CONIC ? 2 : 3;
    FT_Vector *to = &p[i + count - 1];
    bool is_small = is_near(&at, &p[i]);
    for (int k = 1; k < count; k++) is_small = is_small && is_near(&p[i + k - 1], &p[i + k]);
    if (count == 1 || is_small) {
      moved = moved || to->x != at.x || to->y != at.y;
      error = FT_Stroker_LineTo(stroker, to);
    } else {
      moved = true;
      error = count == 2 ? FT_Stroker_ConicTo(stroker, &p[i], to) : FT_Stroker_CubicTo(stroker, &p[i], &p[i + 1], to);
    }
    at = *to;
    i += count;
  }
  if (error) return error;
  if (!moved) {
    if (!dots || last == first) return CTYPOGRAPHY_OK;
    FT_Vector beside = {p[first].x + 4, p[first].y};
    error = FT_Stroker_LineTo(stroker, &beside);
  }
  return error ? error : FT_Stroker_EndSubPath(stroker);
}

int ctypography_path_stroke(ctypography_rasterizer *r, int32_t width, int cap, int join, int32_t x0, int32_t y0,
                            int32_t x1, int32_t y1) {
  static const FT_Stroker_LineCap caps[] = {
      FT_STROKER_LINECAP_BUTT, FT_STROKER_LINECAP_ROUND, FT_STROKER_LINECAP_SQUARE};
  static const FT_Stroker_LineJoin joins[] = {
      FT_STROKER_LINEJOIN_MITER_FIXED, FT_STROKER_LINEJOIN_ROUND, FT_STROKER_LINEJOIN_BEVEL};
  finish_contour(r, false);
  r->span_count = 0;
  if (r->error) return r->error;
  // FT_Stroker_Set also rewinds: it empties the borders and keeps their storage.
  FT_Stroker_Set(r->stroker, width / 2, caps[cap], joins[join], 4 << 16);
  const FT_Outline *o = &r->path.outline;
  int first = 0;
  for (int c = 0; c < o->n_contours; c++) {
    int error = parse_contour(r->stroker, o, first, o->contours[c], r->closed[c], cap != 0);
    if (error) return error;
    first = o->contours[c] + 1;
  }
  FT_UInt points = 0, contours = 0;
  int error = FT_Stroker_GetCounts(r->stroker, &points, &contours);
  if (error) return error;
  error = reserve(&r->stroked, points, contours, NULL);
  if (error) return error;
  r->stroked.outline.n_points = 0;
  r->stroked.outline.n_contours = 0;
  r->stroked.outline.flags = 0;
  if (points == 0) return CTYPOGRAPHY_OK;
  FT_Stroker_Export(r->stroker, &r->stroked.outline);
  return render(r, &r->stroked.outline, x0, y0, x1, y1);
}

const ctypography_span *ctypography_spans(const ctypography_rasterizer *r, size_t *count) {
  *count = r->span_count;
  return r->spans;
}
