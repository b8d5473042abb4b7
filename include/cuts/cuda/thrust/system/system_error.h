// thrust::system_error.
#pragma once
#include "../detail/system.h"
