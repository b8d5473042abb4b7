// Half precision in software: the target has no 16-bit float. `__half`, `__half2` and the functions of NVIDIA's header
// of this name, correctly rounded; arithmetic is done in float.
#pragma once
#include "cuts_device.h"
#include "detail/narrow_float.h"

#define __CUDA_FP16_H__
#ifdef __CUDA_NO_HALF_CONVERSIONS__
#define CUTS_NO_CONVERSIONS
#endif
#ifdef __CUDA_NO_HALF_OPERATORS__
#define CUTS_NO_OPERATORS
#endif
#define CUTS_H __half
#define CUTS_H2 __half2
#define CUTS_RAW __half_raw
#define CUTS_RAW2 __half2_raw
#define CUTS_FORMAT cuts_binary16
#define CUTS_N half
#include "detail/float16_type.inc"
#include "detail/float16_ops.inc"
#undef CUTS_H
#undef CUTS_H2
#undef CUTS_RAW
#undef CUTS_RAW2
#undef CUTS_FORMAT
#undef CUTS_N
#undef CUTS_NO_CONVERSIONS
#undef CUTS_NO_OPERATORS

typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half __nv_half;
typedef __half2 nv_half2;
typedef __half2 __nv_half2;

#define CUDART_INF_FP16 __ushort_as_half(0x7c00u)
#define CUDART_NAN_FP16 __ushort_as_half(0x7fffu)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(0x0001u)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(0x7bffu)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half(0x8000u)
#define CUDART_ZERO_FP16 __ushort_as_half(0x0000u)
#define CUDART_ONE_FP16 __ushort_as_half(0x3c00u)
