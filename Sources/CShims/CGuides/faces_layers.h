// MediaPipe's short-range face detector, from the Python package mediapipe 0.10.14: Copyright Google, Apache License 2.0.
// Changed: weights rounded to 12 bits. Made by Benchmarks/subject/faces/convert.py.
#pragma once
#include <stdint.h>

enum { faces_side = 128, faces_blocks = 17, faces_parts = 35, faces_weight_count = 103320 };

// The output's side, channels in and out, the step, and where the weights of its neighbourhood and of its mixture begin.
typedef struct {
  int side, inputs, outputs, step, near, mix;
} faces_block;

static const faces_block faces_block_table[] = {
  {64, 3, 24, 2, 0, 0},
  {64, 24, 24, 1, 1824, 2064},
  {64, 24, 32, 1, 2664, 2904},
  {32, 32, 32, 2, 3704, 4024},
  {32, 32, 40, 1, 5080, 5400},
  {32, 40, 48, 1, 6720, 7120},
  {16, 48, 48, 2, 9088, 9568},
  {16, 48, 56, 1, 11920, 12400},
  {16, 56, 64, 1, 15144, 15704},
  {16, 64, 72, 1, 19352, 19992},
  {16, 72, 80, 1, 24672, 25392},
  {16, 80, 88, 1, 31232, 32032},
  {8, 88, 96, 2, 39160, 40040},
  {8, 96, 96, 1, 48584, 49544},
  {8, 96, 96, 1, 58856, 59816},
  {8, 96, 96, 1, 69128, 70088},
  {8, 96, 96, 1, 79400, 80360},
};

// Inputs, outputs and first weight of the heads.
static const int faces_heads[2][3] = {{88, 40, 89672}, {96, 104, 93232}};

// Rows and columns of weights, and the columns' first scale.
static const int faces_part_table[][3] = {
  {75, 24, 0}, {9, 24, 24}, {24, 24, 48}, {9, 24, 72}, {24, 32, 96}, {9, 32, 128}, {32, 32, 160}, {9, 32, 192},
  {32, 40, 224}, {9, 40, 264}, {40, 48, 304}, {9, 48, 352}, {48, 48, 400}, {9, 48, 448}, {48, 56, 496}, {9, 56, 552},
  {56, 64, 608}, {9, 64, 672}, {64, 72, 736}, {9, 72, 808}, {72, 80, 880}, {9, 80, 960}, {80, 88, 1040},
  {9, 88, 1128}, {88, 96, 1216}, {9, 96, 1312}, {96, 96, 1408}, {9, 96, 1504}, {96, 96, 1600}, {9, 96, 1696},
  {96, 96, 1792}, {9, 96, 1888}, {96, 96, 1984}, {88, 40, 2080}, {96, 104, 2120},
};

// weights/faces.bin.
#define faces_arrays_bytes 220032
typedef struct {
  _Alignas(64) float scales[2224];
  _Alignas(64) float biases[2224];
  _Alignas(64) int16_t weights[101096];
} faces_arrays;
