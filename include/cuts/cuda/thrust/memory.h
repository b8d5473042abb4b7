// thrust/memory.h: a name of NVIDIA's header.
#pragma once
#include "detail/pointer.h"
