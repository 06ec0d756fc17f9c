// Area coverage after the method of Raph Levien's libart, which FreeType's gray rasteriser uses too: each edge adds
// its height and area to the cells it passes; a sweep along the row sums them up. FreeType has room for some 600
// cells, and walks a whole outline again for every band of rows that fits; a subject's outline across a large
// canvas takes 40 such walks. Here cells have all the room they need, and one walk serves.
#include "Coverage.h"

#include <stdlib.h>

static int reserve(void **memory, size_t *capacity, size_t needed, size_t size) {
  if (needed <= *capacity) return CTYPOGRAPHY_OK;
  size_t next = *capacity ? *capacity : 1024;
  while (next < needed) next *= 2;
  void *bigger = realloc(*memory, next * size);
  if (!bigger) return CTYPOGRAPHY_NO_MEMORY;
  *memory = bigger;
  *capacity = next;
  return CTYPOGRAPHY_OK;
}

// Cells left of the clip count as one column before it; those right of it change nothing.
static void add(coverage_buffer *b, int32_t x, int32_t y, int32_t cover, int32_t area) {
  if (x >= b->x1 || b->error) return;
  if (x < b->x0) x = b->x0 - 1, area = 0;
  int32_t *row = &b->rows[y - b->y0];
  if (*row >= 0 && b->cells[*row].x == x) {
    b->cells[*row].cover += cover;
    b->cells[*row].area += area;
    return;
  }
  if (b->count == b->capacity) {
    if (b->count >= INT32_MAX / 2) b->error = CTYPOGRAPHY_TOO_LARGE;
    else b->error = reserve((void **)&b->cells, &b->capacity, b->count + 1, sizeof *b->cells);
    if (b->error) return;
  }
  b->cells[b->count] = (coverage_cell){x, cover, area, *row};
  *row = (int32_t)b->count++;
}

// A piece of an edge within one row: from column xa to xb (1/256 pixel), `height` down, `sign` -1 if it goes up.
static void add_in_row(coverage_buffer *b, int32_t y, int32_t xa, int32_t xb, int32_t height, int32_t sign) {
  if (xa > xb) {
    int32_t t = xa;
    xa = xb, xb = t;
  }
  if (xa >> 8 >= b->x1) return;
  if (xb >> 8 < b->x0) return add(b, b->x0 - 1, y, sign * height, 0);
  if (xa >> 8 == xb >> 8) return add(b, xa >> 8, y, sign * height, sign * height * ((xa & 255) + (xb & 255)));
  const int64_t width = (int64_t)xb - xa;
  int32_t done = 0, from = xa;
  if (xa >> 8 < b->x0) {
    from = b->x0 * 256;
    done = (int32_t)(height * ((int64_t)from - xa) / width);
    add(b, b->x0 - 1, y, sign * done, 0);
  }
  for (int32_t x = from >> 8; x <= xb >> 8 && x < b->x1; x++) {
    const int32_t to = x == xb >> 8 ? xb : (x + 1) * 256;
    const int32_t reached = to == xb ? height : (int32_t)(height * ((int64_t)to - xa) / width);
    const int32_t step = sign * (reached - done);
    if (step) add(b, x, y, step, step * ((from - x * 256) + (to - x * 256)));
    from = to, done = reached;
  }
}

// An edge that goes down, from a to b; `sign` is -1 if the outline goes up along it.
static void edge(coverage_buffer *b, int32_t xa, int32_t ya, int32_t xb, int32_t yb, int32_t sign) {
  const int32_t top = b->y0 * 256, bottom = b->y1 * 256;
  if (yb <= top || ya >= bottom) return;
  const int64_t dx = (int64_t)xb - xa, dy = (int64_t)yb - ya;
  int32_t y = ya < top ? top : ya, end = yb > bottom ? bottom : yb;
  int32_t x = (int32_t)(xa + dx * (y - ya) / dy);
  while (y < end) {
    const int32_t row = y >> 8;
    const int32_t next = (row + 1) * 256 < end ? (row + 1) * 256 : end;
    const int32_t to = next == yb ? xb : (int32_t)(xa + dx * (next - ya) / dy);
    add_in_row(b, row, x, to, next - y, sign);
    x = to, y = next;
  }
}

static void line(coverage_buffer *b, int32_t x, int32_t y) {
  if (b->y < y) edge(b, b->x, b->y, x, y, 1);
  else if (b->y > y) edge(b, x, y, b->x, b->y, -1);
  b->x = x, b->y = y;
}

static int32_t scaled(FT_Pos p) { return (int32_t)(p * 4); }  // 26.6 to 24.8

static int64_t largest(int64_t a, int64_t b) {
  a = a < 0 ? -a : a, b = b < 0 ? -b : b;
  return a > b ? a : b;
}

// In how many lines a curve is drawn, a power of two: n lines of a curve whose second differences are at most d
// lie within k d / n² of it, k 1/4 for conics and 3/4 for cubics; 1/16 pixel is allowed.
static int shift_for(int64_t distance) {
  int shift = 0;
  while (shift < 10 && distance > (int64_t)16 << 2 * shift) shift++;
  return shift;
}

static int move_to(const FT_Vector *p, void *user) {
  coverage_buffer *b = user;
  b->x = scaled(p->x), b->y = scaled(p->y);
  return 0;
}

static int line_to(const FT_Vector *p, void *user) {
  line(user, scaled(p->x), scaled(p->y));
  return 0;
}

static int conic_to(const FT_Vector *c, const FT_Vector *p, void *user) {
  coverage_buffer *b = user;
  const int64_t x0 = b->x, y0 = b->y, x1 = scaled(c->x), y1 = scaled(c->y), x2 = scaled(p->x), y2 = scaled(p->y);
  const int shift = shift_for(largest(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2) / 4);
  const int64_t n = (int64_t)1 << shift;
  for (int64_t t = 1; t < n; t++) {
    const int64_t s = n - t, a = s * s, m = 2 * s * t, z = t * t;
    line(b, (int32_t)((a * x0 + m * x1 + z * x2) >> 2 * shift), (int32_t)((a * y0 + m * y1 + z * y2) >> 2 * shift));
  }
  line(b, (int32_t)x2, (int32_t)y2);
  return 0;
}

static int cubic_to(const FT_Vector *c, const FT_Vector *d, const FT_Vector *p, void *user) {
  coverage_buffer *b = user;
  const int64_t x0 = b->x, y0 = b->y, x1 = scaled(c->x), y1 = scaled(c->y), x2 = scaled(d->x), y2 = scaled(d->y);
  const int64_t x3 = scaled(p->x), y3 = scaled(p->y);
  const int64_t bend = largest(largest(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2),
                               largest(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3));
  const int shift = shift_for(bend * 3 / 4);
  const int64_t n = (int64_t)1 << shift;
  for (int64_t t = 1; t < n; t++) {
    const int64_t s = n - t, a = s * s * s, m = 3 * s * s * t, k = 3 * s * t * t, z = t * t * t;
    line(b, (int32_t)((a * x0 + m * x1 + k * x2 + z * x3) >> 3 * shift),
         (int32_t)((a * y0 + m * y1 + k * y2 + z * y3) >> 3 * shift));
  }
  line(b, (int32_t)x3, (int32_t)y3);
  return 0;
}

static void emit(coverage_buffer *b, int32_t x, int32_t y, int32_t length, int64_t area) {
  int64_t coverage = area >> 9;
  if (coverage < 0) coverage = ~coverage;
  if (coverage > 255) coverage = 255;
  if (!coverage || length <= 0 || b->error) return;
  ctypography_span *last = b->span_count ? &b->spans[b->span_count - 1] : NULL;
  if (last && last->y == y && last->x + last->length == x && last->coverage == coverage) {
    last->length += length;
    return;
  }
  b->error = reserve((void **)&b->spans, &b->span_capacity, b->span_count + 1, sizeof *b->spans);
  if (!b->error) b->spans[b->span_count++] = (ctypography_span){x, y, length, (uint8_t)coverage};
}

// Shell's sort, gaps after Ciura (2001): rows have few cells, often in order or the very reverse.
static void sort(coverage_cell *cells, size_t count) {
  static const size_t gaps[] = {1750, 701, 301, 132, 57, 23, 10, 4, 1};
  for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++) {
    const size_t gap = gaps[g];
    for (size_t i = gap; i < count; i++) {
      const coverage_cell cell = cells[i];
      size_t k = i;
      for (; k >= gap && cells[k - gap].x > cell.x; k -= gap) cells[k] = cells[k - gap];
      cells[k] = cell;
    }
  }
}

static void sweep(coverage_buffer *b, int32_t y) {
  size_t count = 0;
  for (int32_t i = b->rows[y - b->y0]; i >= 0; i = b->cells[i].next) {
    b->error = reserve((void **)&b->sorted, &b->sorted_capacity, count + 1, sizeof *b->sorted);
    if (b->error) return;
    b->sorted[count++] = b->cells[i];
  }
  sort(b->sorted, count);
  int64_t cover = 0;
  int32_t x = b->x0;
  for (size_t i = 0; i < count;) {
    const int32_t at = b->sorted[i].x;
    if (at > x) emit(b, x, y, at - x, cover * 512);
    int64_t area = 0;
    for (; i < count && b->sorted[i].x == at; i++) cover += b->sorted[i].cover, area += b->sorted[i].area;
    if (at >= b->x0) emit(b, at, y, 1, cover * 512 - area);
    x = at + 1;
  }
  // What would end the run lies right of the clip.
  emit(b, x, y, b->x1 - x, cover * 512);
}

int coverage_find(coverage_buffer *b, FT_Outline *outline, int32_t x0, int32_t y0, int32_t x1, int32_t y1) {
  b->count = b->span_count = 0;
  b->error = CTYPOGRAPHY_OK;
  FT_BBox box;
  FT_Outline_Get_CBox(outline, &box);
  if (box.yMin >> 6 > y0) y0 = (int32_t)(box.yMin >> 6);
  if ((box.yMax + 63) >> 6 < y1) y1 = (int32_t)((box.yMax + 63) >> 6);
  if (x0 >= x1 || y0 >= y1) return CTYPOGRAPHY_OK;
  b->x0 = x0, b->y0 = y0, b->x1 = x1, b->y1 = y1;
  b->error = reserve((void **)&b->rows, &b->row_capacity, (size_t)(y1 - y0), sizeof *b->rows);
  if (b->error) return b->error;
  for (int32_t i = 0; i < y1 - y0; i++) b->rows[i] = -1;
  static const FT_Outline_Funcs walk = {move_to, line_to, conic_to, cubic_to, 0, 0};
  const int error = FT_Outline_Decompose(outline, &walk, b);
  if (error) return error;
  for (int32_t y = y0; y < y1 && !b->error; y++)
    if (b->rows[y - y0] >= 0) sweep(b, y);
  return b->error;
}

void coverage_free(coverage_buffer *b) {
  free(b->cells);
  free(b->rows);
  free(b->sorted);
  free(b->spans);
}
