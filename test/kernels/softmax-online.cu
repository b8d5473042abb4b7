// Row softmax in a single pass over the input: maximum and normaliser are kept together and merged pairwise
// (Milakov and Gimelshein), first in each thread, then across lanes, then across warps.
#include <math_constants.h>

struct State {
  float top;
  float sum;
};

__device__ __forceinline__ State merge(State a, State b) {
  float top = fmaxf(a.top, b.top);
  if (top == -CUDART_INF_F) return {top, 0.0f};
  return {top, a.sum * expf(a.top - top) + b.sum * expf(b.top - top)};
}

__device__ __forceinline__ State warp_merge(State state) {
  for (int mask = 16; mask > 0; mask >>= 1) {
    State other = {__shfl_xor_sync(0xffffffff, state.top, mask), __shfl_xor_sync(0xffffffff, state.sum, mask)};
    state = merge(state, other);
  }
  return state;
}

extern "C" __global__ void softmax_online(const float* in, float* out, int columns) {
  __shared__ State warps[32];
  const float* row = in + blockIdx.x * columns;

  State state = {-CUDART_INF_F, 0.0f};
  for (int c = threadIdx.x; c < columns; c += blockDim.x) state = merge(state, {row[c], 1.0f});
  state = warp_merge(state);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = state;
  __syncthreads();
  // Every warp merges all the partial states, which saves a second barrier.
  state = threadIdx.x % 32 < blockDim.x / 32 ? warps[threadIdx.x % 32] : State{-CUDART_INF_F, 0.0f};
  state = warp_merge(state);

  for (int c = threadIdx.x; c < columns; c += blockDim.x) out[blockIdx.x * columns + c] = expf(row[c] - state.top) / state.sum;
}
