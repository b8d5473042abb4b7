// thrust/uninitialized_copy.h: a name of NVIDIA's header.
#pragma once
#include "detail/algorithms.h"
