// Names for CUDA objects in a profiler: there is none here.
#pragma once
#include "nvToolsExt.h"
