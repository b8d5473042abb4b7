// thrust::pair.
#pragma once
#include "tuple.h"
