// The prelude of every kernel compiled for the CPU: what nvcc knows without an include. Meant to be precompiled:
// as text it takes half a second and more. Cooperative groups, complex numbers and the std shims are read only when a
// source includes them.
#pragma once
#include "detail/qualifiers.h"
#include "detail/abi.h"
#include "detail/vector_types.h"
#include "detail/vector_makers.h"
#include "detail/builtin_vars.h"
#include "detail/barrier.h"
#include "detail/warp.h"
#include "detail/atomics.h"
#include "detail/nv_atomics.h"
#include "detail/cache_hints.h"
#include "detail/diagnostics.h"
#include "detail/heap.h"
#include "detail/intrinsics_cast.h"
#include "detail/intrinsics_integer.h"
#include "detail/math_overloads.h"
#include "detail/intrinsics_fast.h"
#include "detail/intrinsics_round.h"
#include "detail/intrinsics_convert.h"
#include "detail/simd_in_word.h"
#include "detail/float16.h"
#ifdef __CUDACC_RDC__
#include "detail/device_runtime.h"
#endif
#ifndef CUTS_HOST_STD
#include "detail/std_int.h"
#include "detail/std_math.h"
#endif
