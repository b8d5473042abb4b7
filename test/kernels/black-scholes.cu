// European option prices by the Black-Scholes formula, in float with the fast functions and in double with the exact.
__device__ __forceinline__ float cumulative_fast(float d) {
  // Abramowitz and Stegun 26.2.17.
  const float a1 = 0.31938153f, a2 = -0.356563782f, a3 = 1.781477937f, a4 = -1.821255978f, a5 = 1.330274429f;
  const float k = __fdividef(1.0f, 1.0f + 0.2316419f * fabsf(d));
  const float tail = 0.39894228f * __expf(-0.5f * d * d) * (k * (a1 + k * (a2 + k * (a3 + k * (a4 + k * a5)))));
  return d > 0.0f ? 1.0f - tail : tail;
}

extern "C" __global__ void black_scholes_fast(const float* spot, const float* strike, const float* years, float rate,
                                              float volatility, float* call, float* put, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const float root = sqrtf(years[i]);
    const float d1 = (__logf(spot[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / (volatility * root);
    const float d2 = d1 - volatility * root;
    const float discounted = strike[i] * __expf(-rate * years[i]);
    call[i] = spot[i] * cumulative_fast(d1) - discounted * cumulative_fast(d2);
    put[i] = discounted * (1.0f - cumulative_fast(d2)) - spot[i] * (1.0f - cumulative_fast(d1));
  }
}

extern "C" __global__ void black_scholes_exact(const float* spot, const float* strike, const float* years, double rate,
                                               double volatility, double* call, double* put, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const double s = spot[i], k = strike[i], t = years[i];
    const double spread = volatility * sqrt(t);
    const double d1 = (log(s / k) + (rate + 0.5 * volatility * volatility) * t) / spread;
    const double d2 = d1 - spread;
    call[i] = s * normcdf(d1) - k * exp(-rate * t) * normcdf(d2);
    put[i] = k * exp(-rate * t) * normcdf(-d2) - s * normcdf(-d1);
  }
}
