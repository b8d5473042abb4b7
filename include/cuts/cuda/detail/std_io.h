// stdio.h and time.h, as far as device code has them: printf and clock.
#pragma once
#include "diagnostics.h"
#include "std_def.h"

namespace std {
using ::clock;
using ::clock_t;
using ::printf;
}
