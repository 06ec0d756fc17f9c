// Connected parts of masks.
#include <stdbool.h>
#include <string.h>

#include "CGuides.h"

// Run by run; a cell on the stack has its label, so that none is there twice.
int cguides_flood(const uint8_t *plane, bool is_set, int columns, const cguides_box *within, int start, uint8_t label,
                  uint8_t *labels, int32_t *stack, cguides_box *found) {
  int depth = 1, area = 0;
  cguides_box box = {within->right, within->bottom, within->left, within->top};
#define IS_OPEN(i) (labels[i] == 0 && (plane[i] != 0) == is_set)
  stack[0] = start;
  labels[start] = label;
  while (depth > 0) {
    int at = stack[--depth], y = at / columns, row = y * columns, left = at - row, right = left + 1;
    while (left > within->left && IS_OPEN(row + left - 1)) labels[row + --left] = label;
    while (right < within->right && IS_OPEN(row + right)) labels[row + right++] = label;
    area += right - left;
    box.left = left < box.left ? left : box.left;
    box.right = right > box.right ? right : box.right;
    box.top = y < box.top ? y : box.top;
    box.bottom = y + 1 > box.bottom ? y + 1 : box.bottom;
    for (int next = y - 1; next <= y + 1; next += 2) {
      if (next < within->top || next >= within->bottom) continue;
      bool before = false;
      for (int i = next * columns + left; i < next * columns + right; i++) {
        bool is_open = IS_OPEN(i);
        if (is_open && !before) {
          labels[i] = label;
          stack[depth++] = i;
        }
        before = is_open;
      }
    }
  }
  *found = box;
  return area;
}

// 1 for each of eight bytes that isn't 0.
static uint64_t set_of(const uint8_t *from) {
  const uint64_t low = 0x7f7f7f7f7f7f7f7f;
  uint64_t bytes;
  memcpy(&bytes, from, 8);
  return (((bytes & low) + low) | bytes) >> 7 & 0x0101010101010101;
}

int cguides_next(const uint8_t *row, const uint8_t *other, int from, int end) {
  for (; from + 8 <= end; from += 8) {
    uint64_t hits = set_of(row + from) & ~set_of(other + from);
    if (hits) return from + (__builtin_ctzll(hits) >> 3);
  }
  while (from < end && !(row[from] && !other[from])) from++;
  return from;
}

static void relabel(uint8_t *labels, int columns, const cguides_box *box, uint8_t from, uint8_t to) {
  for (int y = box->top; y < box->bottom; y++) {
    for (int i = y * columns + box->left; i < y * columns + box->right; i++) labels[i] = labels[i] == from ? to : labels[i];
  }
}

int cguides_parts(const uint8_t *mask, int columns, int rows, int least_area, int most, uint8_t *labels, int32_t *stack,
                  cguides_part *parts) {
  enum { too_small = 255 };
  const cguides_box all = {0, 0, columns, rows};
  int count = 0;
  bool any_small = false;
  memset(labels, 0, (size_t)columns * (size_t)rows);
  for (int i = 0, end = columns * rows; count < most; ) {
    i = cguides_next(mask, labels, i, end);
    if (i == end) break;
    cguides_part *part = &parts[count];
    uint8_t label = (uint8_t)(count + 1);
    part->area = cguides_flood(mask, true, columns, &all, i, label, labels, stack, &part->box);
    if (part->area >= least_area) {
      count++;
    } else {
      relabel(labels, columns, &part->box, label, too_small);
      any_small = true;
    }
  }
  if (any_small) relabel(labels, columns, &all, too_small, 0);
  return count;
}
