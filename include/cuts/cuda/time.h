// Small stand-in for device code; with CUTS_HOST_STD (whole programs) the standard library's own header.
#ifdef CUTS_HOST_STD
#include_next <time.h>
// Clocks of Linux that WASI does not have, by those that tell the same time.
#ifndef CLOCK_MONOTONIC_RAW
#define CLOCK_MONOTONIC_RAW CLOCK_MONOTONIC
#define CLOCK_MONOTONIC_COARSE CLOCK_MONOTONIC
#define CLOCK_REALTIME_COARSE CLOCK_REALTIME
#define CLOCK_BOOTTIME CLOCK_MONOTONIC
#endif
#else
#include "detail/std_io.h"
#endif
