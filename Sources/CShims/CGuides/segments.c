// Joins edge pixels to straight runs, line by line.
#include "vectors.h"

void cguides_link(cguides_edgel *found, int found_count, cguides_edgel *previous, int previous_count,
                  cguides_run *runs, int capacity, int32_t *run_count, int line) {
  int from = 0;
  for (int k = 0; k < found_count; k++) {
    cguides_edgel *edgel = found + k;
    float position = edgel->position, slope = edgel->slope, strength = edgel->strength;
    while (from < previous_count && previous[from].position < position - 3) from++;
    float best = 1;
    int chosen = -1;
    for (int j = from; j < previous_count && previous[j].position < position + 3; j++) {
      float off = position - previous[j].expected, turn = slope - previous[j].trend;
      off = off < 0 ? -off : off;
      turn = turn < 0 ? -turn : turn;
      // Branchless: which neighbour it is can't be predicted.
      int is_better = (off < best) & (previous[j].strength * strength > 0) & (turn < 0.4f);
      best = is_better ? off : best;
      chosen = is_better ? j : chosen;
    }
    int number;
    if (chosen >= 0) {
      number = previous[chosen].run;
      // A run continues by one edge pixel per line.
      previous[chosen].expected = -100;
    } else if (*run_count < capacity) {
      number = (*run_count)++;
      runs[number] = (cguides_run){.start_line = line, .start = position};
    } else {
      edgel->expected = -100;
      continue;
    }
    cguides_run *run = runs + number;
    float t = (float)(line - run->start_line), s = position - run->start;
    run->n += 1;
    run->t += t;
    run->tt += t * t;
    run->s += s;
    run->ts += t * s;
    run->slopes += slope;
    run->strength += strength < 0 ? -strength : strength;
    float trend = run->slopes / run->n, expected = position + trend;
    if (run->n >= 5) {
      trend = (run->n * run->ts - run->t * run->s) / (run->n * run->tt - run->t * run->t);
      expected = run->start + (run->s - trend * run->t) / run->n + trend * (t + 1);
    }
    edgel->run = number;
    edgel->expected = expected;
    edgel->trend = trend;
  }
}
