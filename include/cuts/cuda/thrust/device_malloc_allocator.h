// thrust/device_malloc_allocator.h: a name of NVIDIA's header.
#pragma once
#include "detail/vector.h"
