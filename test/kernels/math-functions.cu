// The mathematical functions of CUDA in both precisions, each into a row of its own, through the overloads for T.
template <typename T>
__global__ void elementary(const T* x, const T* y, T* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const T a = x[i], b = y[i];
  const T unit = a / (T(1) + fabs(a));  // within (-1, 1)
  const T positive = fabs(a) + T(0.01);
  int row = 0;
  auto put = [&](T value) { out[row++ * n + i] = value; };

  put(sin(a));
  put(cos(a));
  put(tan(unit));
  put(asin(unit));
  put(acos(unit));
  put(atan(a));
  put(atan2(a, b));
  put(sinh(unit));
  put(cosh(a));
  put(tanh(a));
  put(asinh(a));
  put(acosh(positive + T(1)));
  put(atanh(unit));
  put(exp(a));
  put(exp2(a));
  put(exp10(unit));
  put(expm1(unit));
  put(log(positive));
  put(log2(positive));
  put(log10(positive));
  put(log1p(positive));
  put(rsqrt(positive));
  put(cbrt(a));
  put(hypot(a, b));
  put(pow(positive, unit));
  put(sinpi(unit));
  put(cospi(unit));
}

// Those that are exact.
template <typename T>
__global__ void rounding(const T* x, const T* y, T* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const T a = x[i], b = y[i];
  int row = 0;
  auto put = [&](T value) { out[row++ * n + i] = value; };

  put(floor(a));
  put(ceil(a));
  put(trunc(a));
  put(rint(a));
  put(round(a));
  put(sqrt(fabs(a)));
  put(fabs(a));
  put(fmod(a, b));
  put(copysign(a, b));
  put(fdim(a, b));
  put(fmin(a, b));
  put(fmax(a, b));
  put(ldexp(a, 3));
  int exponent;
  put(frexp(a, &exponent));
  put(T(exponent));
  put(T(isfinite(a) && !isnan(b) && signbit(a) != 0));
  put(T(llrint(a)));
  put(nextafter(a, b));
}
