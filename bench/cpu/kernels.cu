// The CUDA kernels that cpu-kernels.bench.ts measures. kernels.cl, plain-loops.c, hand-split.c and numba-simulator.py
// compute the same from the same inputs; cases.ts says what the result must be.

extern "C" __global__ void add(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}

extern "C" __global__ void saxpy(float alpha, const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = alpha * x[i] + y[i];
}

// A polynomial of degree 16 by Horner's rule.
extern "C" __global__ void horner(const float* x, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float v = x[i];
  float sum = 1.0f;
#pragma unroll
  for (int k = 1; k <= 16; ++k) sum = sum * v + 1.0f / k;
  out[i] = sum;
}

// Eight dependent square roots.
extern "C" __global__ void roots(const float* x, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = x[i];
#pragma unroll
  for (int k = 0; k < 8; ++k) v = sqrtf(v * 0.75f + 0.5f);
  out[i] = v;
}

// C = A * B with 16x16 tiles in shared memory, n a multiple of 16.
extern "C" __global__ void matmul(const float* A, const float* B, float* C, int n) {
  __shared__ float As[16][16];
  __shared__ float Bs[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty;
  const int col = blockIdx.x * 16 + tx;
  float sum = 0.0f;
  for (int t = 0; t < n; t += 16) {
    As[ty][tx] = A[row * n + t + tx];
    Bs[ty][tx] = B[(t + ty) * n + col];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; ++k) sum += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  C[row * n + col] = sum;
}

// The sum of each block's elements by a tree in shared memory.
extern "C" __global__ void reduce_tree(const float* in, float* out, int n) {
  __shared__ float tile[256];
  const int t = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + t;
  tile[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) tile[t] += tile[t + half];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = tile[0];
}

__device__ float warp_sum(float value) {
#pragma unroll
  for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffffu, value, offset);
  return value;
}

// The same sum: shuffles within warps, shared memory between them.
extern "C" __global__ void reduce_shuffle(const float* in, float* out, int n) {
  __shared__ float sums[32];
  const int t = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + t;
  float value = warp_sum(i < n ? in[i] : 0.0f);
  if (t % 32 == 0) sums[t / 32] = value;
  __syncthreads();
  if (t >= 32) return;
  value = warp_sum(t < blockDim.x / 32 ? sums[t] : 0.0f);
  if (t == 0) out[blockIdx.x] = value;
}

// Transposition of an n x n matrix by 32x32 tiles, 32x8 threads; rows are padded against bank conflicts.
extern "C" __global__ void transpose(const float* in, float* out, int n) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

__device__ float pixel(const float* in, int x, int y, int n) {
  return x >= 0 && x < n && y >= 0 && y < n ? in[y * n + x] : 0.0f;
}

// A five-point stencil on an n x n grid, zero outside; 16x16 threads and a halo of one in shared memory.
extern "C" __global__ void stencil(const float* in, float* out, int n) {
  __shared__ float tile[18][18];
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  const int x = blockIdx.x * 16 + threadIdx.x;
  const int y = blockIdx.y * 16 + threadIdx.y;
  tile[ty][tx] = in[y * n + x];
  if (tx == 1) tile[ty][0] = pixel(in, x - 1, y, n);
  if (tx == 16) tile[ty][17] = pixel(in, x + 1, y, n);
  if (ty == 1) tile[0][tx] = pixel(in, x, y - 1, n);
  if (ty == 16) tile[17][tx] = pixel(in, x, y + 1, n);
  __syncthreads();
  out[y * n + x] =
      0.5f * tile[ty][tx] + 0.125f * (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx]);
}

// An inclusive scan of each block's elements, Hillis and Steele's.
extern "C" __global__ void scan(const float* in, float* out, int n) {
  __shared__ float tile[256];
  const int t = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + t;
  tile[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (int offset = 1; offset < blockDim.x; offset *= 2) {
    const float left = t >= offset ? tile[t - offset] : 0.0f;
    __syncthreads();
    tile[t] += left;
    __syncthreads();
  }
  if (i < n) out[i] = tile[t];
}

__device__ void softmax_of_row(const float* row, float* result, int n) {
  __shared__ float tile[256];
  const int t = threadIdx.x;

  float top = -__builtin_inff();
  for (int c = t; c < n; c += blockDim.x) top = fmaxf(top, row[c]);
  tile[t] = top;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) tile[t] = fmaxf(tile[t], tile[t + half]);
    __syncthreads();
  }
  top = tile[0];
  __syncthreads();

  float sum = 0.0f;
  for (int c = t; c < n; c += blockDim.x) {
    const float power = expf(row[c] - top);
    result[c] = power;
    sum += power;
  }
  tile[t] = sum;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) tile[t] += tile[t + half];
    __syncthreads();
  }
  sum = tile[0];
  for (int c = t; c < n; c += blockDim.x) result[c] /= sum;
}

// Softmax of rows of n, one block a row.
extern "C" __global__ void softmax(const float* in, float* out, int n) {
  softmax_of_row(in + blockIdx.x * n, out + blockIdx.x * n, n);
}

// Softmax of n rows of n, one block a row, where n need not be a multiple of the block's size.
extern "C" __global__ void softmax_rows(const float* in, float* out, int n) {
  softmax_of_row(in + blockIdx.x * n, out + blockIdx.x * n, n);
}

// Histograms of 16,384 elements each over 256 bins, counted in shared memory.
extern "C" __global__ void histogram(const float* in, float* out, int n) {
  __shared__ unsigned int bins[256];
  const float* own = in + blockIdx.x * 16384;
  bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < 16384; i += blockDim.x) atomicAdd(&bins[(int)(own[i] * 256.0f)], 1u);
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = bins[threadIdx.x];
}

// Escape times in an n x n picture of [-2, 1) x [-1.5, 1.5), at most 256 steps.
extern "C" __global__ void mandelbrot(float* out, int n) {
  const int px = blockIdx.x * blockDim.x + threadIdx.x;
  const int py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= n || py >= n) return;
  const float cx = -2.0f + px * (3.0f / n);
  const float cy = -1.5f + py * (3.0f / n);
  float x = 0.0f, y = 0.0f;
  int count = 0;
  while (count < 256 && x * x + y * y <= 4.0f) {
    const float next = x * x - y * y + cx;
    y = 2.0f * x * y + cy;
    x = next;
    ++count;
  }
  out[py * n + px] = count;
}

// Accelerations of n bodies (x, y, z, mass) on each other, bodies passing through shared memory by tiles.
extern "C" __global__ void nbody(const float4* bodies, float4* out, int n) {
  __shared__ float4 tile[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 body = bodies[i];
  float ax = 0.0f, ay = 0.0f, az = 0.0f;
  for (int begin = 0; begin < n; begin += blockDim.x) {
    tile[threadIdx.x] = bodies[begin + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < blockDim.x; ++k) {
      const float4 other = tile[k];
      const float dx = other.x - body.x, dy = other.y - body.y, dz = other.z - body.z;
      const float inverse = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
      const float scale = other.w * inverse * inverse * inverse;
      ax += dx * scale;
      ay += dy * scale;
      az += dz * scale;
    }
    __syncthreads();
  }
  out[i] = make_float4(ax, ay, az, 0.0f);
}
