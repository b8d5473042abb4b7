// The library's header; of what Linux tells beside the two times, the program knows nothing: it is 0.
#pragma once
#include_next <sys/resource.h>

static inline int cuts_getrusage(int who, struct rusage* usage) {
  __builtin_memset(usage, 0, sizeof *usage);
  return getrusage(who, usage);
}
#define getrusage cuts_getrusage
