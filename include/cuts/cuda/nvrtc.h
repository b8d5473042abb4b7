// NVRTC: compiling while the program runs.
#pragma once
#include "detail/nvrtc_functions.h"
