// The fast-math intrinsics: at least as accurate as the GPU's approximations, and cheaper than the full functions where
// something can be saved. __sinf, __cosf and __tanf are in float_trig.h.
#pragma once
#include "float_exp_log.h"
#include "float_sigmoid.h"
#include "float_trig.h"

CUTS_FN float __fdividef(float x, float y) { return x / y; }
CUTS_FN float __saturatef(float x) {
  float low = x > 0.0f ? x : 0.0f;  // NaN becomes 0
  return low < 1.0f ? low : 1.0f;
}
CUTS_FN float __expf(float x) { return expf(x); }
CUTS_FN float __exp10f(float x) { return exp10f(x); }
CUTS_FN float __logf(float x) { return logf(x); }
CUTS_FN float __log2f(float x) {
  cuts_log_parts p = cuts_log_reduce(x);
  return cuts_log_special(x, p.k + (p.f + p.r) * 0x1.715476p+0f);
}
CUTS_FN float __log10f(float x) {
  cuts_log_parts p = cuts_log_reduce(x);
  return cuts_log_special(x, p.k * 0x1.344136p-2f + (p.f + p.r) * 0x1.bcb7b2p-2f);
}
CUTS_FN float __powf(float x, float y) { return exp2f(y * __log2f(x)); }
CUTS_FN float __tanhf(float x) { return tanhf(x); }
