// All shortest paths, blocked Floyd-Warshall: each round settles a diagonal tile, then its row and column, then the
// rest. Tiles live in shared memory; a barrier follows every intermediate node.
#define TILE 8
#define FAR 1000000000

__device__ void relax_tile(int (&c)[TILE][TILE], const int (&a)[TILE][TILE], const int (&b)[TILE][TILE]) {
  for (int k = 0; k < TILE; ++k) {
    const int through = min(a[threadIdx.y][k] + b[k][threadIdx.x], FAR);
    __syncthreads();
    if (through < c[threadIdx.y][threadIdx.x]) c[threadIdx.y][threadIdx.x] = through;
    __syncthreads();
  }
}

extern "C" __global__ void floyd_warshall_tiles(int* distance, int n, int round, int phase) {
  __shared__ int own[TILE][TILE], left[TILE][TILE], top[TILE][TILE];
  int tile_x = blockIdx.x, tile_y = blockIdx.y;
  if (phase == 0) tile_x = tile_y = round;
  if (phase == 1) {
    if (tile_x == round) return;
    // y = 0: tiles of the row, y = 1: tiles of the column.
    if (tile_y == 0) tile_y = round;
    else {
      tile_y = tile_x;
      tile_x = round;
    }
  }
  if (phase == 2 && (tile_x == round || tile_y == round)) return;

  const int x = tile_x * TILE + threadIdx.x;
  const int y = tile_y * TILE + threadIdx.y;
  const int kx = round * TILE + threadIdx.x;
  const int ky = round * TILE + threadIdx.y;
  own[threadIdx.y][threadIdx.x] = x < n && y < n ? distance[y * n + x] : FAR;
  left[threadIdx.y][threadIdx.x] = kx < n && y < n ? distance[y * n + kx] : FAR;
  top[threadIdx.y][threadIdx.x] = x < n && ky < n ? distance[ky * n + x] : FAR;
  __syncthreads();

  if (phase == 0) relax_tile(own, own, own);
  else if (tile_y == round) relax_tile(own, left, own);
  else if (tile_x == round) relax_tile(own, own, top);
  else relax_tile(own, left, top);
  if (x < n && y < n) distance[y * n + x] = own[threadIdx.y][threadIdx.x];
}
