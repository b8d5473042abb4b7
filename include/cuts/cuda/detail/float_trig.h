// Sine, cosine and tangent in float over the whole range: branch-free, no calls, so that a loop over threads
// vectorises. The argument is reduced in double; beyond 2^25 a table of 2^e mod 2 pi does what Payne and Hanek's
// method does with big integers. For the errors above each function see float_exp_log.h.
#pragma once
#include "numeric_base.h"

// x = quadrant * pi/2 + r, |r| <= pi/4; NaN for infinities and NaN.
struct cuts_trig_parts {
  float r;
  int quadrant;
};

CUTS_MATH cuts_trig_parts cuts_trig_reduce(float x) {
  CUTS_EXACT_FP
  // Row e holds 2^(e + 1) mod 2 pi, first 28 bits and the rest; row 0 leaves x < 2^25 as it is; the last is for inf and NaN.
  static constexpr double rows[105][2] = {
    {1, 0},
    {-0x1.243f6a8p1, -0x1.10b4611a62633p-28}, {0x1.b7812bp0, -0x1.10b4611a62633p-28}, {-0x1.6cbe3fap1,
    0x1.9bc5b961b1acep-29}, {0x1.2b0bad8p-1, -0x1.5385e583ebeffp-28}, {0x1.2b0bad4p0, 0x1.58f434f828201p-28},
    {0x1.2b0bad6p1, -0x1.4e17960fafbfep-28}, {-0x1.9c501fcp0, 0x1.4c71cb18f8747p-30}, {0x1.87ef4acp1,
    0x1.b6ed46a6de9d7p-28}, {-0x1.460d4ep-3, -0x1.a2d9d3cca5286p-28}, {-0x1.460d4fp-2, 0x1.7498b0cd6b5e8p-29},
    {-0x1.460d4fp-1, 0x1.7498b0cd6b5e8p-28}, {-0x1.460d4ecp0, -0x1.16ce9e652943p-28}, {-0x1.460d4eep1,
    0x1.d262c335ad7a1p-28}, {0x1.304999cp0, 0x1.6af3cf0b7aae9p-29}, {0x1.304999cp1, 0x1.6af3cf0b7aae9p-28},
    {-0x1.87586ep0, 0x1.c5333cfc92f9ep-28}, {-0x1.87586dep1, -0x1.d666181b6831p-30}, {0x1.58e8ecp-3,
    0x1.2c0aa86572557p-31}, {0x1.58e8ecp-2, 0x1.2c0aa86572557p-30}, {0x1.58e8ecp-1, 0x1.2c0aa86572557p-29},
    {0x1.58e8ecp0, 0x1.2c0aa86572557p-28}, {0x1.58e8ec2p1, -0x1.a7eaaf351b553p-28}, {-0x1.c9b6498p-1,
    -0x1.8226fe126436p-30}, {-0x1.c9b6498p0, -0x1.8226fe126436p-29}, {0x1.5a8921p1, -0x1.c5ca73e0074b5p-30},
    {-0x1.bcb4a2p-1, -0x1.f3999b0a6608ep-28}, {-0x1.bcb4a24p0, 0x1.8ccc9eb33ee4bp-32}, {0x1.678ac84p1,
    0x1.424df4f0ca3fdp-28}, {-0x1.54a768p-1, 0x1.73e788c7321c6p-28}, {-0x1.54a767cp0, -0x1.1830ee719bc74p-28},
    {-0x1.54a767ep1, 0x1.cf9e231cc8718p-28}, {0x1.ebc26b8p-1, 0x1.5fe14ea7e68c5p-29}, {0x1.ebc26b8p0,
    0x1.5fe14ea7e68c5p-28}, {-0x1.387cffp1, 0x1.af0e3c356ab57p-28}, {0x1.668ad94p0, 0x1.bb436614df386p-30},
    {0x1.668ad94p1, 0x1.bb436614df386p-29}, {-0x1.5ca6ep-1, 0x1.551e09f4f9aa6p-29}, {-0x1.5ca6ep0,
    0x1.551e09f4f9aa6p-28}, {-0x1.5ca6dfep1, -0x1.55c3ec160cab4p-28}, {0x1.abc6abp-1, -0x1.9ad37711b6f35p-28},
    {0x1.abc6aacp0, 0x1.94b223b92432cp-29}, {-0x1.7878bfcp1, 0x1.07fb853d839f2p-29}, {0x1.9a6f59p-2,
    -0x1.e75019a819fdbp-28}, {0x1.9a6f588p-1, 0x1.8afe657e60255p-31}, {0x1.9a6f588p0, 0x1.8afe657e60255p-30},
    {-0x1.89d012p1, -0x1.2cd4b96cc9422p-30}, {0x1.09f468p-3, 0x1.e928118ff7087p-30}, {0x1.09f468p-2,
    0x1.e928118ff7087p-29}, {0x1.09f468p-1, 0x1.e928118ff7087p-28}, {0x1.09f4684p0, -0x1.6d7ee7008f78ap-31},
    {0x1.09f4684p1, -0x1.6d7ee7008f78ap-30}, {-0x1.10569ap1, -0x1.c773d49aaa1f8p-28}, {0x1.0392366p1,
    0x1.81ccb7e50e243p-28}, {-0x1.1d1afdcp1, 0x1.f2e50eafb9e54p-28}, {0x1.d412de4p0, 0x1.ecfcfcf3ac5b5p-29},
    {-0x1.502c8c4p1, 0x1.b89137b293f04p-29}, {0x1.07cca44p0, -0x1.36ba673309ac9p-28}, {0x1.07cca42p1,
    0x1.928b3199eca6ep-28}, {-0x1.14a6222p1, -0x1.eb9dfde689157p-28}, {0x1.f5e64c4p0, 0x1.3978654d50385p-28},
    {-0x1.2e591e4p1, 0x1.623c69803e0d8p-28}, {0x1.8f1a5c4p0, -0x1.56965f290c0efp-31}, {0x1.8f1a5c4p1,
    -0x1.56965f290c0efp-30}, {-0x1.82ac8p-5, -0x1.bbff90aee86abp-28}, {-0x1.82ac84p-4, 0x1.1001bd445e555p-29},
    {-0x1.82ac84p-3, 0x1.1001bd445e555p-28}, {-0x1.82ac83p-2, -0x1.dffc857743555p-28}, {-0x1.82ac838p-1,
    0x1.001bd445e5556p-30}, {-0x1.82ac838p0, 0x1.001bd445e5556p-29}, {-0x1.82ac838p1, 0x1.001bd445e5556p-28},
    {0x1.ee663ap-3, -0x1.de27ecb3a5e43p-29}, {0x1.ee663ap-2, -0x1.de27ecb3a5e43p-28}, {0x1.ee66398p-1,
    0x1.0ec09a62d0debp-30}, {0x1.ee66398p0, 0x1.0ec09a62d0debp-29}, {-0x1.35d931p1, -0x1.f3c6b791847c5p-36},
    {0x1.711a11p0, 0x1.0cccd3ab3f5a4p-28}, {0x1.711a112p1, -0x1.e66658a9814b9p-28}, {-0x1.082d218p-1,
    -0x1.bb0224dac9f4ap-29}, {-0x1.082d218p0, -0x1.bb0224dac9f4ap-28}, {-0x1.082d21ap1, 0x1.13f76c94d82d9p-29},
    {0x1.13e5276p1, -0x1.db543250c56f4p-28}, {-0x1.f8ea37cp0, -0x1.8eb98b77da837p-29}, {0x1.2b5532cp1,
    -0x1.f814a975e080fp-30}, {-0x1.9b2a0a4p0, 0x1.f3414a2aad5c6p-28}, {0x1.8915606p1, 0x1.ee6deadf7a37dp-29},
    {-0x1.214a9cp-3, 0x1.bb73138a2fa93p-29}, {-0x1.214a9cp-2, 0x1.bb73138a2fa93p-28}, {-0x1.214a9b8p-1,
    -0x1.1233b1d7415b4p-29}, {-0x1.214a9b8p0, -0x1.1233b1d7415b4p-28}, {-0x1.214a9bap1, 0x1.db989c517d499p-28},
    {0x1.c35466cp0, 0x1.8fcb337ab9ec9p-29}, {-0x1.60eb03cp1, 0x1.fc5b49815e257p-30}, {0x1.89a58c8p-1,
    -0x1.f11dfa24ee8a1p-28}, {0x1.89a58c4p0, 0x1.dc40bb622ebdap-32}, {0x1.89a58c4p1, 0x1.dc40bb622ebdap-31},
    {-0x1.0f452p-3, -0x1.33486483ad679p-29}, {-0x1.0f452p-2, -0x1.33486483ad679p-28}, {-0x1.0f45208p-1,
    0x1.996f36f8a530ep-28}, {-0x1.0f45204p0, -0x1.9a43241d6b3c8p-29}, {-0x1.0f45204p1, -0x1.9a43241d6b3c8p-28},
    {0x1.05b529ep1, 0x1.dc2e18df8bea3p-28}, {-0x1.18d516ap1, -0x1.58582f5b4a8edp-28}, {0x1.e52a7a8p0,
    -0x1.9ffbfd9c32ba7p-28},
    {0, __builtin_nan("")}};
  unsigned bits = cuts_bits(x);
  int exponent = int(bits >> 23 & 255u);
  int row = exponent < 152 ? 0 : exponent - 151;
  double u = row == 0 ? x : cuts_float((bits & 0x807fffffu) | 0x4b000000u);  // the significand as an integer
  double a = u * rows[row][0], b = u * rows[row][1];  // a is exact: 24 + 28 bits
  double shifted = (a + b) * 0x1.45f306dc9c883p-1 + 0x1.8p52;
  double n = shifted - 0x1.8p52;
  // n * 0x1.921fb54p0 is exact, and so is its difference to a.
  double r = (a - n * 0x1.921fb54p+0) - (n * 0x1.10b4611a62633p-30 - b);
  return {float(r), int(unsigned(cuts_bits(shifted)))};
}

// sin(r + low) for a low below an ulp of r, and z = r * r.
CUTS_MATH float cuts_sin_quarter(float r, float low, float z) {
  float s = -0x1.9954a4p-13f;
  s = s * z + 0x1.11077ap-7f;
  s = s * z + -0x1.555546p-3f;
  return (s * z * r + low) + r;
}
CUTS_MATH float cuts_cos_quarter(float z) {
  float c = 0x1.99e0eep-16f;
  c = c * z + -0x1.6c0c1ap-10f;
  c = c * z + 0x1.55554ap-5f;
  return 1.0f + (c * z * z - 0.5f * z);
}
// sin(quadrant * pi/2 + r + low), but +0 where it is -0.
CUTS_MATH float cuts_sin_of(float r, float low, int quadrant) {
  float z = r * r;
  float value = quadrant & 1 ? cuts_cos_quarter(z) : cuts_sin_quarter(r, low, z);
  return cuts_float(cuts_bits(value) ^ unsigned(quadrant & 2) << 30);
}
CUTS_MATH float cuts_sin_of(float r, int quadrant) { return cuts_sin_of(r, 0.0f, quadrant); }

// 1.6 ulp (CUDA: 2)
CUTS_MATH float sinf(float x) {
  cuts_trig_parts p = cuts_trig_reduce(x);
  return x == 0.0f ? x : cuts_sin_of(p.r, p.quadrant);
}
// 1.6 ulp (CUDA: 2)
CUTS_MATH float cosf(float x) {
  cuts_trig_parts p = cuts_trig_reduce(x);
  return cuts_sin_of(p.r, p.quadrant + 1);
}
CUTS_MATH void sincosf(float x, float* sine, float* cosine) {
  cuts_trig_parts p = cuts_trig_reduce(x);
  *sine = x == 0.0f ? x : cuts_sin_of(p.r, p.quadrant);
  *cosine = cuts_sin_of(p.r, p.quadrant + 1);
}
// 3.5 ulp (CUDA: 4)
CUTS_MATH float tanf(float x) {
  cuts_trig_parts p = cuts_trig_reduce(x);
  float z = p.r * p.r, s = cuts_sin_quarter(p.r, 0.0f, z), c = cuts_cos_quarter(z);
  bool odd = p.quadrant & 1;
  float value = (odd ? -c : s) / (odd ? s : c);
  return x == 0.0f ? x : value;
}

// x = quadrant / 2 + r, exactly; comes back multiplied by pi, in two parts.
struct cuts_trigpi_parts {
  float r, low;
  int quadrant;
};
CUTS_MATH cuts_trigpi_parts cuts_trigpi_reduce(float x) {
  CUTS_EXACT_FP
  float y = x - 2.0f * __builtin_rintf(0.5f * x);
  float shifted = (y + y) + 0x1.8p23f;
  float r = y - 0.5f * (shifted - 0x1.8p23f);
  float high = cuts_high_bits(r), product = r * 0x1.921fb6p+1f;
  float low = (high * 0x1.92p+1f - product) + (high * 0x1.fb5444p-11f + (r - high) * 0x1.921fb6p+1f);
  return {product, low, int(cuts_bits(shifted))};
}
CUTS_MATH float cuts_sinpi_of(float x, cuts_trigpi_parts p) {
  return x == __builtin_rintf(x) ? x * 0.0f : cuts_sin_of(p.r, p.low, p.quadrant);  // a zero with the sign of x
}
// 1.55 ulp (CUDA: 2)
CUTS_MATH float sinpif(float x) { return cuts_sinpi_of(x, cuts_trigpi_reduce(x)); }
CUTS_MATH float cuts_cospi_of(cuts_trigpi_parts p) { return cuts_sin_of(p.r, p.low, p.quadrant + 1) + 0.0f; }  // never -0
// 1.55 ulp (CUDA: 2)
CUTS_MATH float cospif(float x) { return cuts_cospi_of(cuts_trigpi_reduce(x)); }
CUTS_MATH void sincospif(float x, float* sine, float* cosine) {
  cuts_trigpi_parts p = cuts_trigpi_reduce(x);
  *sine = cuts_sinpi_of(x, p);
  *cosine = cuts_cospi_of(p);
}

// For the fast intrinsics: float all the way, good to 2^-21.4 in [-pi, pi] as the GPU's are, worse far outside.
CUTS_MATH cuts_trig_parts cuts_trig_reduce_fast(float x) {
  CUTS_EXACT_FP
  float shifted = x * 0x1.45f306p-1f + 0x1.8p23f;
  float n = shifted - 0x1.8p23f;
  float r = ((x - n * 0x1.92p+0f) - n * 0x1.fb4p-12f) - n * 0x1.4442d2p-24f;
  // Beyond 2^23 there is no angle left; the GPU answers sin 0 and cos 0 too.
  return {__builtin_fabsf(r) > 1.0f ? 0.0f : r, __builtin_fabsf(r) > 1.0f ? 0 : int(cuts_bits(shifted))};
}
CUTS_MATH float __sinf(float x) {
  cuts_trig_parts p = cuts_trig_reduce_fast(x);
  return cuts_sin_of(p.r, p.quadrant);
}
CUTS_MATH float __cosf(float x) {
  cuts_trig_parts p = cuts_trig_reduce_fast(x);
  return cuts_sin_of(p.r, p.quadrant + 1);
}
CUTS_MATH void __sincosf(float x, float* sine, float* cosine) {
  cuts_trig_parts p = cuts_trig_reduce_fast(x);
  *sine = cuts_sin_of(p.r, p.quadrant);
  *cosine = cuts_sin_of(p.r, p.quadrant + 1);
}
CUTS_MATH float __tanf(float x) {
  cuts_trig_parts p = cuts_trig_reduce_fast(x);
  return cuts_sin_of(p.r, p.quadrant) / cuts_sin_of(p.r, p.quadrant + 1);
}
