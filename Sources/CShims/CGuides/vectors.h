// Vectors of eight, and the guides' operations on them.
#pragma once
#include "../twice.h"
#include "CGuides.h"

// For memory aligned only to its elements.
typedef float loose_floats __attribute__((vector_size(32), aligned(4), may_alias));

// Macros, not functions: how vectors are passed depends on a function's target.
#define LOAD(p) ((floats)*(const loose_floats *)(p))
#define STORE(p, v) (*(loose_floats *)(p) = (v))
#define SPLAT(x) ((floats){0} + (x))
#define SELECT(mask, yes, no) ((floats)(((lanes)(yes) & (mask)) | ((lanes)(no) & ~(mask))))
#define SIZE(v) SELECT((v) < 0.0f, -(v), (v))
#define AT_MOST(v, limit) SELECT((v) > (limit), (limit), (v))
#define AT_LEAST(v, limit) SELECT((v) < (limit), (limit), (v))
