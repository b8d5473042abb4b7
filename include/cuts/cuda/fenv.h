// The library's header, with the rounding modes that it leaves out. WebAssembly rounds to the nearest and nothing else, so
// asking for another mode fails, as C allows, and says so once: few programs look at the result.
#pragma once
#include_next <fenv.h>
#include <stdio.h>

#ifndef FE_DOWNWARD
#define FE_DOWNWARD 0x400
#define FE_UPWARD 0x800
#define FE_TOWARDZERO 0xc00
static inline int cuts_fesetround(int mode) {
  static int is_told = 0;
  if (mode == FE_TONEAREST) return 0;
  if (!is_told) fprintf(stderr, "fesetround: host code on the cpu device always rounds to the nearest\n");
  is_told = 1;
  return 1;
}
#define fesetround cuts_fesetround
#endif
