// The prelude of whole programs, for both passes over a source: C's headers that nvcc brings with it, what kernels know
// without an include, and the CUDA runtime API. Compiled with CUTS_HOST_STD, so that standard headers are the real ones.
#pragma once
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include "cuts_device.h"
#include "detail/device_rtti.h"
#include "detail/host_math.h"
#include "detail/runtime_types.h"
#include "detail/runtime_functions.h"
#include "detail/runtime_templates.h"
#include "detail/texture.h"
#include "detail/program_assert.h"
#include "detail/managed_range.h"
#include "detail/program_swap.h"
#ifndef CUTS_PROGRAM_STD
#include "detail/program_platform.h"
#endif
