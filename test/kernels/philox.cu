// Philox4x32-10, the counter-based generator of Salmon et al.: four words per counter, ten rounds, no state.
__device__ __forceinline__ uint4 philox_round(uint4 counter, uint2 key) {
  const unsigned int high0 = __umulhi(0xD2511F53u, counter.x), low0 = 0xD2511F53u * counter.x;
  const unsigned int high1 = __umulhi(0xCD9E8D57u, counter.z), low1 = 0xCD9E8D57u * counter.z;
  return make_uint4(high1 ^ counter.y ^ key.x, low1, high0 ^ counter.w ^ key.y, low0);
}

__device__ uint4 philox4x32_10(uint4 counter, uint2 key) {
#pragma unroll
  for (int round = 0; round < 10; ++round) {
    if (round > 0) {
      key.x += 0x9E3779B9u;
      key.y += 0xBB67AE85u;
    }
    counter = philox_round(counter, key);
  }
  return counter;
}

extern "C" __global__ void philox_words(uint4* out, int n, uint2 key, unsigned long long offset) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned long long index = offset + i;
  out[i] = philox4x32_10(make_uint4(static_cast<unsigned int>(index), static_cast<unsigned int>(index >> 32), 0u, 0u), key);
}

extern "C" __global__ void philox_uniform(float4* out, int n, uint2 key, unsigned long long offset) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned long long index = offset + i;
  const uint4 words =
      philox4x32_10(make_uint4(static_cast<unsigned int>(index), static_cast<unsigned int>(index >> 32), 0u, 0u), key);
  const float scale = 1.0f / 16777216.0f;  // the upper 24 bits fill a float's significand
  out[i] = make_float4((words.x >> 8) * scale, (words.y >> 8) * scale, (words.z >> 8) * scale, (words.w >> 8) * scale);
}
