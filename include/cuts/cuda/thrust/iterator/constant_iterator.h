// thrust::constant_iterator.
#pragma once
#include "../detail/iterators.h"
