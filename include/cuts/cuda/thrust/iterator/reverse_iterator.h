// thrust::reverse_iterator.
#pragma once
#include "../detail/iterators.h"
