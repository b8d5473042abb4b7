// Makes fmaf round twice: about one result in 2^29 is then off by an ulp, and it is several times faster. CuTS's own, for
// kernels that call fmaf in their inner loop and do not need the last bit; a*b + c is faster still.
#pragma once
#include "cuts_device.h"

#ifdef __CUTS_CPU__
template <> inline constexpr bool cuts_fma_is_relaxed<0> = true;
#endif
