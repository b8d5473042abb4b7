// thrust::zip_iterator.
#pragma once
#include "../detail/iterators.h"
