// One source, two targets: each kernel is compiled plainly and for AVX2, and the processor decides which one runs.
// Results are the same: sums are made in the same order, each rounded once as IEEE 754 requires.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "CGuides.h"

// Products and sums are rounded separately, even if the processor could fuse them.
#pragma STDC FP_CONTRACT OFF

typedef float floats __attribute__((vector_size(32)));
typedef int32_t lanes __attribute__((vector_size(32)));
// For memory aligned only to its elements.
typedef float loose_floats __attribute__((vector_size(32), aligned(4), may_alias));

#define INLINE static inline __attribute__((always_inline))
// Macros, not functions: how vectors are passed depends on a function's target.
#define LOAD(p) ((floats)*(const loose_floats *)(p))
#define STORE(p, v) (*(loose_floats *)(p) = (v))
#define SPLAT(x) ((floats){0} + (x))
#define SELECT(mask, yes, no) ((floats)(((lanes)(yes) & (mask)) | ((lanes)(no) & ~(mask))))
#define SIZE(v) SELECT((v) < 0.0f, -(v), (v))
#define AT_MOST(v, limit) SELECT((v) > (limit), (limit), (v))
#define AT_LEAST(v, limit) SELECT((v) < (limit), (limit), (v))

// Defines `name`, which dispatches to `name_body`, and `name_plain` for the tests.
#if defined(__x86_64__)
#define TWICE(name, parameters, arguments)                                                        \
  void name##_plain parameters { name##_body arguments; }                                         \
  __attribute__((target("avx2"))) static void name##_fast parameters { name##_body arguments; }   \
  void name parameters { (__builtin_cpu_supports("avx2") ? name##_fast : name##_plain) arguments; }
#else
#define TWICE(name, parameters, arguments)                \
  void name##_plain parameters { name##_body arguments; } \
  void name parameters { name##_body arguments; }
#endif
