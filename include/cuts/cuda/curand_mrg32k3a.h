// A part of curand_kernel.h under its own name.
#pragma once
#include <curand_kernel.h>
