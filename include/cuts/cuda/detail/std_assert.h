// assert.h: the macro is in the prelude; NDEBUG set before this include switches it off from here on.
#include "diagnostics.h"
#ifdef NDEBUG
#undef assert
#define assert(...) static_cast<void>(0)
#endif
