// cuRAND's device API: XORWOW, Philox 4x32-10 and MRG32k3a with cuRAND's own streams, and the Sobol
// generators. Not here: MTGP32, whose tables are NVIDIA's.
#pragma once
#include <cuda_runtime.h>
#include "detail/curand_distributions.h"
#include "detail/curand_sobol.h"
// NVIDIA's header brings the host API along. It needs C++'s headers, which sources that use it have (preludeFor in host-language.ts).
#ifdef CUTS_PROGRAM_STD
#include "curand.h"
#endif
