// __half, __half2, __nv_bfloat16 and __nv_bfloat162 in software (the target has no 16-bit float), with the functions of
// NVIDIA's cuda_fp16.h and cuda_bf16.h, correctly rounded. Part of the prelude because parsing it takes long and loading
// it precompiled does not; the short names (half, half2 …) come with the headers that sources include.
#pragma once
#include "math_overloads.h"
#include "narrow_float.h"

#define CUTS_H __half
#define CUTS_H2 __half2
#define CUTS_RAW __half_raw
#define CUTS_RAW2 __half2_raw
#define CUTS_FORMAT cuts_binary16
#define CUTS_N half
#include "float16_type.inc"
#include "float16_ops.inc"
#undef CUTS_H
#undef CUTS_H2
#undef CUTS_RAW
#undef CUTS_RAW2
#undef CUTS_FORMAT
#undef CUTS_N

#define CUTS_H __nv_bfloat16
#define CUTS_H2 __nv_bfloat162
#define CUTS_RAW __nv_bfloat16_raw
#define CUTS_RAW2 __nv_bfloat162_raw
#define CUTS_FORMAT cuts_bfloat16
#define CUTS_N bfloat16
#include "float16_type.inc"
#include "float16_ops.inc"
#undef CUTS_H
#undef CUTS_H2
#undef CUTS_RAW
#undef CUTS_RAW2
#undef CUTS_FORMAT
#undef CUTS_N
