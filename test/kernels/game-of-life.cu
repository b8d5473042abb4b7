// Conway's life on a torus, one generation per launch, the tile and its neighbours in shared memory.
#define TILE_X 16
#define TILE_Y 8

extern "C" __global__ void life_step(const unsigned char* in, unsigned char* out, int width, int height) {
  __shared__ unsigned char tile[TILE_Y + 2][TILE_X + 2];
  for (int ty = threadIdx.y; ty < TILE_Y + 2; ty += TILE_Y) {
    for (int tx = threadIdx.x; tx < TILE_X + 2; tx += TILE_X) {
      int x = (static_cast<int>(blockIdx.x * TILE_X) + tx - 1 + width) % width;
      int y = (static_cast<int>(blockIdx.y * TILE_Y) + ty - 1 + height) % height;
      tile[ty][tx] = in[y * width + x];
    }
  }
  __syncthreads();

  const int x = blockIdx.x * TILE_X + threadIdx.x;
  const int y = blockIdx.y * TILE_Y + threadIdx.y;
  if (x >= width || y >= height) return;
  int neighbours = 0;
#pragma unroll
  for (int dy = 0; dy < 3; ++dy) {
#pragma unroll
    for (int dx = 0; dx < 3; ++dx) neighbours += tile[threadIdx.y + dy][threadIdx.x + dx];
  }
  const unsigned char alive = tile[threadIdx.y + 1][threadIdx.x + 1];
  neighbours -= alive;
  out[y * width + x] = neighbours == 3 || (alive && neighbours == 2);
}
