// Made by Benchmarks/horizon/field/export.py; docs/decisions/0030 and 0070 have data, licences, seeds and figures. Weights lie as cguides_convolve wants them.
#pragma once
#include <stdint.h>

// weights/field.bin: the layers in the order of use; what makes three numbers of the last one; and how well a field fits a roll.
#define field_arrays_bytes 260992
typedef struct {
  _Alignas(64) int16_t a_weights[480];
  _Alignas(64) float a_factors[16];
  _Alignas(64) float a_biases[16];
  _Alignas(64) int16_t b_weights[3456];
  _Alignas(64) float b_factors[24];
  _Alignas(64) float b_biases[24];
  _Alignas(64) int16_t c_weights[6912];
  _Alignas(64) float c_factors[32];
  _Alignas(64) float c_biases[32];
  _Alignas(64) int16_t d_weights[9216];
  _Alignas(64) float d_factors[32];
  _Alignas(64) float d_biases[32];
  _Alignas(64) int16_t j_weights[9216];
  _Alignas(64) float j_factors[32];
  _Alignas(64) float j_biases[32];
  _Alignas(64) int16_t e_weights[13824];
  _Alignas(64) float e_factors[48];
  _Alignas(64) float e_biases[48];
  _Alignas(64) int16_t f_weights[20736];
  _Alignas(64) float f_factors[48];
  _Alignas(64) float f_biases[48];
  _Alignas(64) int16_t p_weights[2304];
  _Alignas(64) float p_factors[48];
  _Alignas(64) float p_biases[48];
  _Alignas(64) int16_t g_weights[20736];
  _Alignas(64) float g_factors[48];
  _Alignas(64) float g_biases[48];
  _Alignas(64) int16_t h_weights[20736];
  _Alignas(64) float h_factors[48];
  _Alignas(64) float h_biases[48];
  _Alignas(64) int16_t i_weights[20736];
  _Alignas(64) float i_factors[48];
  _Alignas(64) float i_biases[48];
  _Alignas(64) float outputs[3][48];
  _Alignas(64) float output_biases[3];
  _Alignas(64) float fit[43];
} field_arrays;
