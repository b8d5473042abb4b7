#pragma once
#include "detail/util_debug.h"
