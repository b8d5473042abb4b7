// thrust::counting_iterator.
#pragma once
#include "../detail/iterators.h"
