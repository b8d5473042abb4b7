// Small stand-in for device code; with CUTS_HOST_STD (whole programs) the standard library's own header.
#ifdef CUTS_HOST_STD
#include_next <alloca.h>
#else
#include "detail/heap.h"
#endif
