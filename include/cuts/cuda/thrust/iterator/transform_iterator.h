// thrust::transform_iterator.
#pragma once
#include "../detail/iterators.h"
