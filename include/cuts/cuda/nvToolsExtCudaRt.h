// Names for CUDA objects in a profiler: there is none here.
#pragma once
#include "nvtx3/nvToolsExt.h"
