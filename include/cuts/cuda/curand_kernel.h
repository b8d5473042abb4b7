// cuRAND's device API: XORWOW, Philox 4x32-10 and MRG32k3a with cuRAND's own streams. Not here: MTGP32 and the Sobol
// generators, whose tables are NVIDIA's.
#pragma once
#include <cuda_runtime.h>
#include "detail/curand_distributions.h"
