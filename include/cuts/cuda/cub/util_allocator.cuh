#pragma once
#include "detail/util_allocator.h"
