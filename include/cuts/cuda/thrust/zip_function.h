// thrust::zip_function.
#pragma once
#include "detail/iterators.h"
