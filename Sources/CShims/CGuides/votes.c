// Votes for rolls and lines, shared between the two nearest bins; curves and tables as `HorizonEvidence` keeps them.
#include "vectors.h"

void cguides_vote_uprights(float *tables, int count, const cguides_leans *by, float base, float shift,
                           const float *weights) {
  for (int j = 0; j < by->rows; j++) {
    float place = (base - shift * (float)(j - by->rows / 2) + by->span) * 2 + by->pad;
    if (!(place >= 0 && place < (float)(by->columns - 1))) continue;
    int bin = (int)place;
    float part = place - (float)bin;
    for (int k = 0; k < count; k++) {
      float *at = tables + ((ptrdiff_t)k * by->rows + j) * by->columns + bin;
      at[0] += weights[k] * (1 - part);
      at[1] += weights[k] * part;
    }
  }
}

void cguides_vote_line(float *tables, int angles, int offsets, const float *sines, const float *cosines,
                       const cguides_line *line) {
  int span = angles / 2, reach = offsets / 2;
  for (int angle = line->from; angle <= line->to; angle++) {
    float s = sines[angle + span], c = cosines[angle + span];
    float place = (line->u * s + line->v * c) * 100 + (float)reach;
    if (!(place >= 0 && place < (float)(offsets - 1))) continue;
    float off = (line->angle - (float)angle) / 4;
    float weight = line->weight * (1 - off * off);
    int bin = (int)place;
    float part = place - (float)bin;
    float *all = tables + (ptrdiff_t)(angle + span) * offsets + bin, *signed_votes = all + (ptrdiff_t)angles * offsets;
    // By polarity: brighter above counts against darker above.
    float vote = line->gradient_x * s + line->gradient_y * c < 0 ? weight : -weight;
    all[0] += weight * (1 - part);
    all[1] += weight * part;
    signed_votes[0] += vote * (1 - part);
    signed_votes[1] += vote * part;
  }
}

void cguides_meet(const cguides_slanted *lines, const float *weights, int count, int turned, float first, float step,
                  int heights, float *out) {
  // Places x on a horizon, as x/(f + |x|) from -1 to 1 with a usual focal length f, so that they lie about as densely as
  // directions; lines that meet beyond the outermost ones are nearly level anyway.
  enum { half = 24, edge = 2 };
  const float usual = 1.4f;
  for (int k = 0; k < heights; k++) {
    float height = first + step * (float)k, places[2 * half + 2] = {0};
    for (int i = 0; i < count; i++) {
      const cguides_slanted *line = lines + i, *other = lines + (i + turned < count ? i + turned : i + turned - count);
      float x = line->x - (height - line->y) * other->inverse, size = x < 0 ? -x : x;
      float place = (x / (usual + size) + 1) * half + 0.5f;
      int bin = (int)place;
      float part = place - (float)bin;
      places[bin] += weights[i] * (1 - part);
      places[bin + 1] += weights[i] * part;
    }
    float sum = 0, squares = 0;
    for (int i = edge; i < 2 * half + 2 - edge; i++) {
      sum += places[i];
      squares += places[i] * places[i];
    }
    out[k] = squares / (sum * sum + 1e-6f);
  }
}
