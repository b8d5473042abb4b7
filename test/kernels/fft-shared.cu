// Radix-2 FFT in shared memory, a block per signal: bit-reversed load, log2(n) butterfly stages with a barrier each,
// complex numbers as float2, forward or inverse.
__device__ __forceinline__ float2 complex_multiply(float2 a, float2 b) {
  return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

extern "C" __global__ void fft_radix2(const float2* in, float2* out, int log2n, int inverse) {
  extern __shared__ float2 signal[];
  const int n = 1 << log2n;
  const float2* source = in + blockIdx.x * n;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    const unsigned int reversed = log2n == 0 ? 0u : __brev(static_cast<unsigned int>(i)) >> (32 - log2n);
    signal[reversed] = source[i];
  }
  __syncthreads();

  for (int stage = 1; stage <= log2n; ++stage) {
    const int half = 1 << (stage - 1);
    for (int b = threadIdx.x; b < n / 2; b += blockDim.x) {
      const int k = b & (half - 1);
      const int low = ((b >> (stage - 1)) << stage) + k;
      float sine, cosine;
      sincospif(static_cast<float>(inverse ? k : -k) / half, &sine, &cosine);
      const float2 even = signal[low];
      const float2 odd = complex_multiply(signal[low + half], make_float2(cosine, sine));
      signal[low] = make_float2(even.x + odd.x, even.y + odd.y);
      signal[low + half] = make_float2(even.x - odd.x, even.y - odd.y);
    }
    __syncthreads();
  }

  const float scale = inverse ? 1.0f / n : 1.0f;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    out[blockIdx.x * n + i] = make_float2(scale * signal[i].x, scale * signal[i].y);
  }
}
