// Fills a volume from a 3-D grid of 3-D blocks: each cell gets its own coordinates, packed.
extern "C" __global__ void index_volume(unsigned int* volume, int3 size, unsigned int* blocks_seen) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;

  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    unsigned int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    blocks_seen[block] = blockDim.x * blockDim.y * blockDim.z;
  }
  if (x >= size.x || y >= size.y || z >= size.z) return;
  volume[(static_cast<size_t>(z) * size.y + y) * size.x + x] = x | y << 10 | z << 20;
}
