// thrust::device_vector; with the algorithms, which programs expect to come along.
#pragma once
#include "detail/vector.h"
#include "detail/algorithms.h"
