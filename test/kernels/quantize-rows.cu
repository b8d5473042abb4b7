// Per-row symmetric int8 quantisation: the largest magnitude of a row sets its scale; four results are packed per store.
extern "C" __global__ void quantize_rows(const float4* in, char4* out, float* scales, int quads) {
  __shared__ float warp_max[32];
  const float4* row = in + static_cast<size_t>(blockIdx.x) * quads;

  float top = 0.0f;
  for (int c = threadIdx.x; c < quads; c += blockDim.x) {
    const float4 v = row[c];
    top = fmaxf(fmaxf(fmaxf(top, fabsf(v.x)), fmaxf(fabsf(v.y), fabsf(v.z))), fabsf(v.w));
  }
  for (int m = 16; m > 0; m >>= 1) top = fmaxf(top, __shfl_xor_sync(0xffffffff, top, m));
  if (threadIdx.x % 32 == 0) warp_max[threadIdx.x / 32] = top;
  __syncthreads();
  for (int w = 0; w < blockDim.x / 32; ++w) top = fmaxf(top, warp_max[w]);

  const float inverse = top > 0.0f ? __fdiv_rn(127.0f, top) : 0.0f;
  if (threadIdx.x == 0) scales[blockIdx.x] = __fdiv_rn(top, 127.0f);
  auto quantize = [inverse](float v) { return static_cast<signed char>(__float2int_rn(__fmul_rn(v, inverse))); };
  for (int c = threadIdx.x; c < quads; c += blockDim.x) {
    const float4 v = row[c];
    out[static_cast<size_t>(blockIdx.x) * quads + c] =
        make_char4(quantize(v.x), quantize(v.y), quantize(v.z), quantize(v.w));
  }
}
