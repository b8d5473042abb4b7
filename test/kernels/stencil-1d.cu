// A weighted sum over 2 * RADIUS + 1 neighbours; the tile and its halo are staged in shared memory.
#define RADIUS 3
#define MAX_BLOCK 256

__constant__ float weights[RADIUS + 1];

extern "C" __global__ void stencil_1d(const float* in, float* out, int n) {
  __shared__ float tile[MAX_BLOCK + 2 * RADIUS];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int local = threadIdx.x + RADIUS;

  tile[local] = i < n ? in[i] : 0.0f;
  if (threadIdx.x < RADIUS) {
    int left = i - RADIUS;
    int right = i + blockDim.x;
    tile[local - RADIUS] = left >= 0 && left < n ? in[left] : 0.0f;
    tile[local + blockDim.x] = right < n ? in[right] : 0.0f;
  }
  __syncthreads();
  if (i >= n) return;

  float sum = weights[0] * tile[local];
#pragma unroll
  for (int r = 1; r <= RADIUS; ++r) sum += weights[r] * (tile[local - r] + tile[local + r]);
  out[i] = sum;
}
