// thrust::permutation_iterator.
#pragma once
#include "../detail/iterators.h"
