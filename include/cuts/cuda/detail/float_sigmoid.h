// tanh and erf in float, the two curves of neural networks: branch-free, no calls (see float_exp_log.h).
#pragma once
#include "float_exp_log.h"

// exp(x) for -40 <= x <= 40, where one scaling is enough.
CUTS_MATH float cuts_exp_short(float x) {
  CUTS_EXACT_FP
  cuts_exp_parts p = cuts_exp_reduce(x);
  return (1.0f + (p.high + (p.low + cuts_exp_tail(p.high + p.low)))) * cuts_float(unsigned(p.n + 127) << 23);
}

// 1.32 ulp (CUDA: 2)
CUTS_MATH float tanhf(float x) {
  CUTS_EXACT_FP
  float a = __builtin_fabsf(x), z = x * x;
  float small = -0x1.767a14p-8f;
  small = small * z + 0x1.524c40p-6f;
  small = small * z + -0x1.b842c4p-5f;
  small = small * z + 0x1.11075ep-3f;
  small = small * z + -0x1.555534p-2f;
  small = small * z * a + a;
  float large = 1.0f - 2.0f / (cuts_exp_short(a > 10.0f ? 20.0f : a + a) + 1.0f);
  return __builtin_copysignf(a < 0.625f ? small : large, x);
}

// 1.20 ulp (CUDA: 2)
CUTS_MATH float erff(float x) {
  CUTS_EXACT_FP
  float a = __builtin_fabsf(x), z = x * x;
  float small = 0x1.4f562cp-14f;
  small = small * z + -0x1.a606c2p-11f;
  small = small * z + 0x1.5449e4p-8f;
  small = small * z + -0x1.b80118p-6f;
  small = small * z + 0x1.ce2d64p-4f;
  small = small * z + -0x1.812740p-2f;
  small = small * z + 0x1.06eba8p-3f;
  small = small * a + a;
  float t = a > 4.0f ? 4.0f : a;  // erf(4) rounds to 1
  float large = 0x1.78d88ep-17f;
  large = large * t + -0x1.527b18p-12f;
  large = large * t + 0x1.dd6c42p-9f;
  large = large * t + -0x1.855138p-6f;
  large = large * t + 0x1.b3256ap-4f;
  large = large * t + 0x1.45328ep-1f;
  large = large * t + 0x1.0778dcp-3f;
  large = 1.0f - cuts_exp_short(-(large * t + t));
  return __builtin_copysignf(a < 0.92f ? small : large, x);
}
