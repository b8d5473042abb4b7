// thrust::discard_iterator.
#pragma once
#include "../detail/iterators.h"
