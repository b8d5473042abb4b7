// Horner's rule over coefficients in constant memory, four independent chains per thread.
#define MAX_DEGREE 15

__constant__ float coefficients[MAX_DEGREE + 1];

template <int Items>
__device__ __forceinline__ void horner(const float (&x)[Items], float (&y)[Items], int degree) {
#pragma unroll
  for (int k = 0; k < Items; ++k) y[k] = coefficients[degree];
  for (int d = degree - 1; d >= 0; --d) {
#pragma unroll
    for (int k = 0; k < Items; ++k) y[k] = fmaf(y[k], x[k], coefficients[d]);
  }
}

extern "C" __global__ void __launch_bounds__(256) evaluate_polynomial(const float* x, float* y, int degree, int n) {
  constexpr int kItems = 4;
  const int base = blockIdx.x * blockDim.x * kItems + threadIdx.x;
  float in[kItems], out[kItems];
#pragma unroll
  for (int k = 0; k < kItems; ++k) {
    int i = base + k * blockDim.x;
    in[k] = i < n ? x[i] : 0.0f;
  }
  horner(in, out, degree);
#pragma unroll
  for (int k = 0; k < kItems; ++k) {
    int i = base + k * blockDim.x;
    if (i < n) y[i] = out[k];
  }
}
