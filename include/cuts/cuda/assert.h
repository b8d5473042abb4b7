// Small stand-in for device code; with CUTS_HOST_STD (whole programs) the standard library's own header.
#ifdef CUTS_HOST_STD
#include_next <assert.h>
#include "detail/program_assert.h"
#else
#include "detail/std_assert.h"
#endif
