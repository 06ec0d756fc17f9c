// One source, two targets: each kernel is compiled plainly and for AVX2, and the processor decides which one runs. On
// arm64 the plain one is the fast one: every processor there has NEON, which the compiler uses for these vectors.
// Results are the same: integers are exact, and sums of floats are made in the same order, each rounded once as IEEE 754
// requires. Included by path, as it belongs to several targets.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Products and sums are rounded separately, even if the processor could fuse them, as arm64 always
// can. GCC ignores this and needs -ffp-contract=off.
#pragma STDC FP_CONTRACT OFF

#define INLINE static inline __attribute__((always_inline))

typedef float floats __attribute__((vector_size(32)));
typedef int32_t lanes __attribute__((vector_size(32)));

// Defines `name`, which dispatches to `name_body`, and `name_plain` for the tests.
#if defined(__x86_64__)
#define FAST __attribute__((target("avx2")))
#define HAS_FAST __builtin_cpu_supports("avx2")
#define TWICE(name, parameters, arguments)                        \
  void name##_plain parameters { name##_body arguments; }         \
  FAST static void name##_fast parameters { name##_body arguments; } \
  void name parameters { (HAS_FAST ? name##_fast : name##_plain) arguments; }
#else
#define HAS_FAST 1
#define TWICE(name, parameters, arguments)                \
  void name##_plain parameters { name##_body arguments; } \
  void name parameters { name##_body arguments; }
#endif
