// Fits a cubic to points: sums and distances, in blocks of points whose terms are made eight at a time.
#include "vectors.h"

enum { block = 64 };

#define EACH(i, n) for (int i = 0; i < (n); i++)

INLINE void cguides_bend_to_body(const double *x, const double *y, const double *t, int first, int end, const cguides_bend *by, double *sums) {
  double terms[5][block];
  EACH(k, 5) sums[k] = 0;
  for (int from = first; from < end; from += block) {
    int n = end - from < block ? end - from : block;
    EACH(i, n) {
      double at = t[from + i], u = 1 - at, b1 = 3 * at * u * u, b2 = 3 * at * at * u;
      double p = u * u * u + b1, q = b2 + at * at * at;
      double rest_x = x[from + i] - by->from_x * p - by->to_x * q, rest_y = y[from + i] - by->from_y * p - by->to_y * q;
      terms[0][i] = b1 * b1;
      terms[1][i] = b1 * b2 * by->cross;
      terms[2][i] = b2 * b2;
      terms[3][i] = b1 * (by->start_x * rest_x + by->start_y * rest_y);
      terms[4][i] = b2 * (by->end_x * rest_x + by->end_y * rest_y);
    }
    EACH(i, n) {
      EACH(k, 5) sums[k] += terms[k][i];
    }
  }
}
TWICE(cguides_bend_to, (const double *x, const double *y, const double *t, int first, int end, const cguides_bend *by, double *sums),
      (x, y, t, first, end, by, sums))

typedef struct {
  double x, y;
} spot;

INLINE spot at_time(const cguides_cubic *c, double t) {
  double u = 1 - t, a = u * u * u, b = 3 * u * u * t, d = 3 * u * t * t, e = t * t * t;
  return (spot){a * c->x[0] + b * c->x[1] + d * c->x[2] + e * c->x[3], a * c->y[0] + b * c->y[1] + d * c->y[2] + e * c->y[3]};
}

INLINE void cguides_stray_body(const double *x, const double *y, const double *t, int first, int end, const cguides_cubic *cubic, double *most,
                               int32_t *which) {
  double ways[block];
  *most = 0;
  for (int from = first; from < end; from += block) {
    int n = end - from < block ? end - from : block;
    EACH(i, n) {
      spot p = at_time(cubic, t[from + i]);
      double dx = p.x - x[from + i], dy = p.y - y[from + i];
      ways[i] = dx * dx + dy * dy;
    }
    EACH(i, n) {
      if (ways[i] > *most) {
        *most = ways[i];
        *which = from + i;
      }
    }
  }
}
TWICE(cguides_stray,
      (const double *x, const double *y, const double *t, int first, int end, const cguides_cubic *cubic, double *most, int32_t *which),
      (x, y, t, first, end, cubic, most, which))

INLINE void cguides_approach_body(const double *x, const double *y, double *restrict t, int first, int end, const cguides_cubic *cubic) {
  double dx[3], dy[3], bx[2], by[2];
  EACH(k, 3) {
    dx[k] = 3 * (cubic->x[k + 1] - cubic->x[k]);
    dy[k] = 3 * (cubic->y[k + 1] - cubic->y[k]);
  }
  EACH(k, 2) {
    bx[k] = 2 * (dx[k + 1] - dx[k]);
    by[k] = 2 * (dy[k + 1] - dy[k]);
  }
  for (int i = first; i < end; i++) {
    double at = t[i], u = 1 - at;
    spot p = at_time(cubic, at);
    double off_x = p.x - x[i], off_y = p.y - y[i];
    double speed_x = u * u * dx[0] + 2 * u * at * dx[1] + at * at * dx[2], speed_y = u * u * dy[0] + 2 * u * at * dy[1] + at * at * dy[2];
    double bend_x = u * bx[0] + at * bx[1], bend_y = u * by[0] + at * by[1];
    double slope = speed_x * speed_x + speed_y * speed_y + (off_x * bend_x + off_y * bend_y);
    double nearer = at - (off_x * speed_x + off_y * speed_y) / slope;
    nearer = nearer < 1 ? nearer : 1;
    nearer = nearer > 0 ? nearer : 0;
    t[i] = slope > 1e-12 ? nearer : at;
  }
}
TWICE(cguides_approach, (const double *x, const double *y, double *restrict t, int first, int end, const cguides_cubic *cubic), (x, y, t, first, end, cubic))
