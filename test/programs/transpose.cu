// Transposes a matrix naively and through a padded tile; both must agree.
#include <cstdio>
#include <cstdlib>

const int TILE_DIM = 32, BLOCK_ROWS = 8;

__global__ void naive(float* out, const float* in, int width, int height) {
  int x = blockIdx.x * TILE_DIM + threadIdx.x, y = blockIdx.y * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < width && y + j < height) out[x * height + y + j] = in[(y + j) * width + x];
}
__global__ void tiled(float* out, const float* in, int width, int height) {
  __shared__ float tile[TILE_DIM][TILE_DIM + 1];
  int x = blockIdx.x * TILE_DIM + threadIdx.x, y = blockIdx.y * TILE_DIM + threadIdx.y;
#pragma unroll
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * TILE_DIM + threadIdx.x;
  y = blockIdx.x * TILE_DIM + threadIdx.y;
#pragma unroll
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < height && y + j < width) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main() {
  const int width = 200, height = 130, bytes = width * height * sizeof(float);
  float *in, *out, *back = (float*)malloc(bytes), *h = (float*)malloc(bytes);
  for (int i = 0; i < width * height; i++) h[i] = (float)i;
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  cudaMemcpy(in, h, bytes, cudaMemcpyHostToDevice);
  dim3 grid((width + TILE_DIM - 1) / TILE_DIM, (height + TILE_DIM - 1) / TILE_DIM), block(TILE_DIM, BLOCK_ROWS);
  for (int variant = 0; variant < 2; variant++) {
    cudaMemset(out, 0, bytes);
    if (variant == 0) naive<<<grid, block>>>(out, in, width, height);
    else tiled<<<grid, block>>>(out, in, width, height);
    cudaMemcpy(back, out, bytes, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++) wrong += back[x * height + y] != h[y * width + x];
    printf("%s: %d wrong\n", variant == 0 ? "naive" : "tiled", wrong);
  }
  cudaFree(in);
  cudaFree(out);
  free(h);
  free(back);
}
