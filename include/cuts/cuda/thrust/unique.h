// thrust/unique.h: a name of NVIDIA's header.
#pragma once
#include "detail/algorithms.h"
