// The fast-math intrinsics: cheaper than the full functions and at least as accurate as the GPU's approximations.
// Like those they flush subnormal results to zero. __sinf, __cosf and __tanf are in float_trig.h.
#pragma once
#include "float_exp_log.h"
#include "float_sigmoid.h"
#include "float_trig.h"

CUTS_FN float __fdividef(float x, float y) { return x / y; }
CUTS_FN float __saturatef(float x) {
  float low = x > 0.0f ? x : 0.0f;  // NaN becomes 0
  return low < 1.0f ? low : 1.0f;
}
// One scaling; the last power of two is shared so that 2^128 is never formed.
CUTS_FN float __expf(float x) {
  CUTS_EXACT_FP
  float bounded = x > 89.0f ? 89.0f : x;
  float shifted = bounded * 0x1.715476p+0f + CUTS_ROUND_MAGIC;
  shifted = shifted > CUTS_ROUND_MAGIC + 127.0f ? CUTS_ROUND_MAGIC + 127.0f : shifted;
  float count = shifted - CUTS_ROUND_MAGIC;
  float r = (bounded - count * 0x1.62e400p-1f) - count * 0x1.7f7d1cp-20f;
  float scale = cuts_float((cuts_bits(shifted) - cuts_bits(CUTS_ROUND_MAGIC) + 127u) << 23);
  float value = (1.0f + (r + cuts_exp_tail(r))) * scale;
  return x < -87.3365448f ? 0.0f : value;
}
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
