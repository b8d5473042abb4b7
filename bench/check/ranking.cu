// Variants of a reduction and of a transpose, from slow to fast as textbooks have them. Blocks of 256 threads.

// Sums of 256 numbers each.
// Lanes that work are ever farther apart: warps diverge to the end.
extern "C" __global__ void reduce_interleaved(const float *in, float *out, int) {
  __shared__ float x[256];
  int t = threadIdx.x;
  x[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  for (int s = 1; s < 256; s *= 2) {
    if (t % (2 * s) == 0) x[t] += x[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = x[0];
}
// Lanes that work are side by side, their words are not: bank conflicts.
extern "C" __global__ void reduce_strided(const float *in, float *out, int) {
  __shared__ float x[256];
  int t = threadIdx.x;
  x[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  for (int s = 1; s < 256; s *= 2) {
    int at = 2 * s * t;
    if (at < 256) x[at] += x[at + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = x[0];
}
// Words side by side too.
extern "C" __global__ void reduce_sequential(const float *in, float *out, int) {
  __shared__ float x[256];
  int t = threadIdx.x;
  x[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  for (int s = 128; s > 0; s /= 2) {
    if (t < s) x[t] += x[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = x[0];
}
// In registers, with two barriers.
extern "C" __global__ void reduce_shuffles(const float *in, float *out, int) {
  __shared__ float x[8];
  int t = threadIdx.x;
  float sum = in[blockIdx.x * 256 + t];
  for (int s = 16; s > 0; s /= 2) sum += __shfl_down_sync(0xffffffff, sum, s);
  if (t % 32 == 0) x[t / 32] = sum;
  __syncthreads();
  if (t < 8) {
    sum = x[t];
    for (int s = 4; s > 0; s /= 2) sum += __shfl_down_sync(0xff, sum, s);
    if (t == 0) out[blockIdx.x] = sum;
  }
}

// Rows of `width` numbers; a block has 32 by 8 threads and transposes a tile of 32 by 32.
#define TILE                                                     \
  int tiles = width / 32, left = blockIdx.x % tiles * 32, top = blockIdx.x / tiles * 32; \
  int x = threadIdx.x % 32, y = threadIdx.x / 32;

extern "C" __global__ void transpose_naive(const float *in, float *out, int width) {
  TILE
  for (int r = y; r < 32; r += 8) out[(left + x) * width + top + r] = in[(top + r) * width + left + x];
}
extern "C" __global__ void transpose_tiled(const float *in, float *out, int width) {
  TILE
  __shared__ float tile[32][32];
  for (int r = y; r < 32; r += 8) tile[r][x] = in[(top + r) * width + left + x];
  __syncthreads();
  for (int r = y; r < 32; r += 8) out[(left + r) * width + top + x] = tile[x][r];
}
extern "C" __global__ void transpose_padded(const float *in, float *out, int width) {
  TILE
  __shared__ float tile[32][33];
  for (int r = y; r < 32; r += 8) tile[r][x] = in[(top + r) * width + left + x];
  __syncthreads();
  for (int r = y; r < 32; r += 8) out[(left + r) * width + top + x] = tile[x][r];
}
