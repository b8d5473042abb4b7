// bfloat16 in software: `__nv_bfloat16`, `__nv_bfloat162` and the functions of NVIDIA's header
// of this name, correctly rounded; arithmetic is done in float.
#pragma once
#include "cuts_device.h"
#include "detail/narrow_float.h"

#define __CUDA_BF16_H__
#ifdef __CUDA_NO_BFLOAT16_CONVERSIONS__
#define CUTS_NO_CONVERSIONS
#endif
#ifdef __CUDA_NO_BFLOAT16_OPERATORS__
#define CUTS_NO_OPERATORS
#endif
#define CUTS_H __nv_bfloat16
#define CUTS_H2 __nv_bfloat162
#define CUTS_RAW __nv_bfloat16_raw
#define CUTS_RAW2 __nv_bfloat162_raw
#define CUTS_FORMAT cuts_bfloat16
#define CUTS_N bfloat16
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


typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#define CUDART_INF_BF16 __ushort_as_bfloat16(0x7f80u)
#define CUDART_NAN_BF16 __ushort_as_bfloat16(0x7fffu)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(0x0001u)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(0x7f7fu)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16(0x8000u)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(0x0000u)
#define CUDART_ONE_BF16 __ushort_as_bfloat16(0x3f80u)
