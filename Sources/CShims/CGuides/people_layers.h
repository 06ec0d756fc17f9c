// MediaPipe's selfie segmentation (landscape), from the Python package mediapipe 0.10.14: Copyright Google, Apache License 2.0.
// Changed: weights quantized to 8 bits, what is linear folded. Made by Benchmarks/subject/people/export.py.
#pragma once
#include "CGuides.h"

enum { people_width = 256, people_height = 144, people_scratch = 552960, people_layers = 49, people_blocks = 55, people_weight_count = 106404 };
enum { people_first, people_mix, people_blur, people_gate, people_gate_by, people_enlarge, people_last };

// Places are in the scratch; `rows` of weights for each output, then the biases, lie at `weights`.
typedef struct {
  int kind, activation, width, height, inputs, outputs, side, step, rows, weights, from, added, to;
} people_layer;

static const people_layer people_layer_table[] = {
  {people_first, cguides_hswish, 256, 144, 3, 16, 3, 2, 27, 0, 0, -1, 110592},
  {people_mix, cguides_relu, 128, 72, 16, 16, 1, 1, 16, 448, 110592, -1, 258048},
  {people_blur, cguides_relu, 128, 72, 16, 16, 3, 2, 9, 720, 258048, -1, 0},
  {people_gate, cguides_linear, 64, 36, 16, 8, 8, 1, 16, 880, 0, -1, 36864},
  {people_mix, cguides_linear, 64, 36, 16, 16, 1, 1, 16, 1160, 36864, -1, 0},
  {people_mix, cguides_relu, 64, 36, 16, 72, 1, 1, 16, 1432, 0, -1, 258048},
  {people_blur, cguides_relu, 64, 36, 72, 72, 3, 2, 9, 2656, 258048, -1, 36864},
  {people_mix, cguides_linear, 32, 18, 72, 24, 1, 1, 72, 3376, 36864, -1, 78336},
  {people_mix, cguides_relu, 32, 18, 24, 88, 1, 1, 24, 5128, 78336, -1, 258048},
  {people_blur, cguides_relu, 32, 18, 88, 88, 3, 1, 9, 7328, 258048, -1, 308736},
  {people_mix, cguides_linear, 32, 18, 88, 24, 1, 1, 88, 8208, 308736, 78336, 36864},
  {people_mix, cguides_hswish, 32, 18, 24, 96, 1, 1, 24, 10344, 36864, -1, 50688},
  {people_blur, cguides_hswish, 32, 18, 96, 96, 5, 2, 25, 12744, 50688, -1, 258048},
  {people_gate, cguides_linear, 16, 9, 96, 24, 24, 1, 96, 15240, 258048, -1, 50688},
  {people_mix, cguides_linear, 16, 9, 96, 32, 1, 1, 96, 19968, 50688, -1, 64512},
  {people_mix, cguides_hswish, 16, 9, 32, 128, 1, 1, 32, 23072, 64512, -1, 69120},
  {people_blur, cguides_hswish, 16, 9, 128, 128, 5, 1, 25, 27296, 69120, -1, 87552},
  {people_gate, cguides_linear, 16, 9, 128, 32, 32, 1, 128, 30624, 87552, -1, 69120},
  {people_mix, cguides_linear, 16, 9, 128, 32, 1, 1, 128, 38976, 69120, 64512, 50688},
  {people_mix, cguides_hswish, 16, 9, 32, 128, 1, 1, 32, 43104, 50688, -1, 55296},
  {people_blur, cguides_hswish, 16, 9, 128, 128, 5, 1, 25, 47328, 55296, -1, 73728},
  {people_gate, cguides_linear, 16, 9, 128, 32, 32, 1, 128, 50656, 73728, -1, 55296},
  {people_mix, cguides_linear, 16, 9, 128, 32, 1, 1, 128, 59008, 55296, 50688, 73728},
  {people_mix, cguides_hswish, 16, 9, 32, 96, 1, 1, 32, 63136, 73728, -1, 50688},
  {people_blur, cguides_hswish, 16, 9, 96, 96, 5, 1, 25, 66304, 50688, -1, 78336},
  {people_gate, cguides_linear, 16, 9, 96, 24, 24, 1, 96, 68800, 78336, -1, 50688},
  {people_mix, cguides_linear, 16, 9, 96, 32, 1, 1, 96, 73528, 50688, 73728, 64512},
  {people_mix, cguides_hswish, 16, 9, 32, 96, 1, 1, 32, 76632, 64512, -1, 50688},
  {people_blur, cguides_hswish, 16, 9, 96, 96, 5, 1, 25, 79800, 50688, -1, 69120},
  {people_gate, cguides_linear, 16, 9, 96, 24, 24, 1, 96, 82296, 69120, -1, 50688},
  {people_mix, cguides_linear, 16, 9, 96, 32, 1, 1, 96, 87024, 50688, 64512, 69120},
  {people_mix, cguides_relu, 16, 9, 32, 128, 1, 1, 32, 90128, 69120, -1, 50688},
  {people_gate_by, cguides_linear, 16, 9, 32, 128, 0, 1, 32, 94352, 50688, 69120, 73728},
  {people_mix, cguides_linear, 16, 9, 128, 24, 1, 1, 128, 98576, 73728, -1, 50688},
  {people_enlarge, cguides_linear, 16, 9, 24, 24, 0, 2, 0, -1, 50688, -1, 54144},
  {people_gate, cguides_linear, 32, 18, 24, 24, 24, 1, 24, 101672, 36864, 54144, 67968},
  {people_mix, cguides_relu, 32, 18, 24, 24, 1, 1, 24, 102872, 67968, -1, 36864},
  {people_blur, cguides_relu, 32, 18, 24, 24, 3, 1, 9, 103472, 36864, 36864, 50688},
  {people_mix, cguides_linear, 32, 18, 24, 16, 1, 1, 24, 103712, 50688, -1, 36864},
  {people_enlarge, cguides_linear, 32, 18, 16, 16, 0, 2, 0, -1, 36864, -1, 46080},
  {people_gate, cguides_linear, 64, 36, 16, 16, 16, 1, 16, 104112, 0, 46080, 258048},
  {people_mix, cguides_relu, 64, 36, 16, 16, 1, 1, 16, 104656, 258048, -1, 0},
  {people_blur, cguides_relu, 64, 36, 16, 16, 3, 1, 9, 104928, 0, 0, 36864},
  {people_mix, cguides_linear, 64, 36, 16, 16, 1, 1, 16, 105088, 36864, -1, 0},
  {people_enlarge, cguides_linear, 64, 36, 16, 16, 0, 2, 0, -1, 0, -1, 258048},
  {people_gate, cguides_linear, 128, 72, 16, 16, 16, 1, 16, 105360, 110592, 258048, 405504},
  {people_mix, cguides_relu, 128, 72, 16, 16, 1, 1, 16, 105904, 405504, -1, 0},
  {people_blur, cguides_relu, 128, 72, 16, 16, 3, 1, 9, 106176, 0, 0, 147456},
  {people_last, cguides_linear, 128, 72, 16, 4, 2, 2, 16, 106336, 147456, -1, 0},
};

// Rows and columns of weights, and the columns' first scale.
typedef struct {
  int rows, columns, scale;
} people_block;

static const people_block people_block_table[] = {
  {27, 16, 0}, {16, 16, 16}, {9, 16, 32}, {16, 8, 48}, {8, 16, 56}, {16, 16, 72}, {16, 72, 88}, {9, 72, 160},
  {72, 24, 232}, {24, 88, 256}, {9, 88, 344}, {88, 24, 432}, {24, 96, 456}, {25, 96, 552}, {96, 24, 648},
  {24, 96, 672}, {96, 32, 768}, {32, 128, 800}, {25, 128, 928}, {128, 32, 1056}, {32, 128, 1088}, {128, 32, 1216},
  {32, 128, 1248}, {25, 128, 1376}, {128, 32, 1504}, {32, 128, 1536}, {128, 32, 1664}, {32, 96, 1696}, {25, 96, 1792},
  {96, 24, 1888}, {24, 96, 1912}, {96, 32, 2008}, {32, 96, 2040}, {25, 96, 2136}, {96, 24, 2232}, {24, 96, 2256},
  {96, 32, 2352}, {32, 128, 2384}, {32, 128, 2512}, {128, 24, 2640}, {24, 24, 2664}, {24, 24, 2688}, {24, 24, 2712},
  {9, 24, 2736}, {24, 16, 2760}, {16, 16, 2776}, {16, 16, 2792}, {16, 16, 2808}, {9, 16, 2824}, {16, 16, 2840},
  {16, 16, 2856}, {16, 16, 2872}, {16, 16, 2888}, {9, 16, 2904}, {16, 4, 2920},
};

// weights/people.bin.
#define people_arrays_bytes 126912
typedef struct {
  _Alignas(64) float scales[2924];
  _Alignas(64) float biases[2924];
  _Alignas(64) int8_t weights[103480];
} people_arrays;
