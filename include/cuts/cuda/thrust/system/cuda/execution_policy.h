// thrust::cuda::par.
#pragma once
#include "../../detail/system.h"
