// Conway's game of life on a torus: a glider and a blinker, two grids that take turns.
#include <cstdio>
#include <cstring>

const int W = 24, H = 12;

__global__ void generation(const unsigned char* now, unsigned char* next) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= W || y >= H) return;
  int alive = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      if (dx || dy) alive += now[(y + dy + H) % H * W + (x + dx + W) % W];
  next[y * W + x] = alive == 3 || (alive == 2 && now[y * W + x]);
}

void show(const unsigned char* grid) {
  for (int y = 0; y < H; y++) {
    for (int x = 0; x < W; x++) putchar(grid[y * W + x] ? '#' : '.');
    putchar('\n');
  }
  putchar('\n');
}

int main() {
  unsigned char grid[W * H];
  memset(grid, 0, sizeof grid);
  const int cells[][2] = {{1, 0}, {2, 1}, {0, 2}, {1, 2}, {2, 2}, {15, 5}, {16, 5}, {17, 5}};
  for (auto& c : cells) grid[c[1] * W + c[0]] = 1;
  show(grid);
  unsigned char *a, *b;
  cudaMalloc(&a, sizeof grid);
  cudaMalloc(&b, sizeof grid);
  cudaMemcpy(a, grid, sizeof grid, cudaMemcpyHostToDevice);
  dim3 block(8, 8), blocks((W + 7) / 8, (H + 7) / 8);
  for (int i = 0; i < 33; i++) {
    generation<<<blocks, block>>>(a, b);
    unsigned char* t = a;
    a = b;
    b = t;
  }
  cudaMemcpy(grid, a, sizeof grid, cudaMemcpyDeviceToHost);
  show(grid);
  cudaFree(a);
  cudaFree(b);
}
