// What compile.bench.ts compiles: a layer of a neural network as people write it, fifty lines with tiles in shared
// memory, barriers in a loop, a device function, a template and a warp shuffle.
#define TILE 16

template <typename T>
__device__ T gelu(T x) {
  const T inner = T(0.7978845608) * (x + T(0.044715) * x * x * x);
  return T(0.5) * x * (T(1) + tanhf(inner));
}

__device__ float warp_sum(float value) {
  for (int offset = 16; offset > 0; offset /= 2) value += __shfl_xor_sync(0xffffffffu, value, offset);
  return value;
}

// out = gelu(A * B + bias), and the sum of the squares of each row's part into `norms`.
extern "C" __global__ void bias_gelu(const float* A, const float* B, const float* bias, float* out, float* norms, int m,
                                     int n, int k) {
  __shared__ float As[TILE][TILE + 1];
  __shared__ float Bs[TILE][TILE + 1];
  __shared__ float squares[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty;
  const int col = blockIdx.x * TILE + tx;

  float sum = 0.0f;
  for (int begin = 0; begin < k; begin += TILE) {
    As[ty][tx] = row < m && begin + tx < k ? A[row * k + begin + tx] : 0.0f;
    Bs[ty][tx] = begin + ty < k && col < n ? B[(begin + ty) * n + col] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < TILE; ++i) sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }

  float value = 0.0f;
  if (row < m && col < n) {
    value = gelu(sum + bias[col]);
    out[row * n + col] = value;
  }
  squares[ty][tx] = value * value;
  __syncthreads();

  const int thread = ty * TILE + tx;
  if (thread < 32) {
    float total = 0.0f;
    for (int i = thread; i < TILE * TILE; i += 32) total += squares[i / TILE][i % TILE];
    total = warp_sum(total);
    if (thread == 0) atomicAdd(norms, total);
  }
}
