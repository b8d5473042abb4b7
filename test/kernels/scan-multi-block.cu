// Exclusive scan of any length in three launches: scan the tiles, scan the tiles' totals, add these back.
#define BLOCK 128
#define ITEMS 4
#define TILE (BLOCK * ITEMS)

// Scans one value per thread of the block; returns the exclusive prefix and the block's total.
__device__ int block_exclusive_scan(int value, int* total) {
  __shared__ int scratch[2][BLOCK];
  int which = 0;
  scratch[0][threadIdx.x] = value;
  __syncthreads();
  for (int offset = 1; offset < BLOCK; offset <<= 1) {
    int sum = scratch[which][threadIdx.x];
    if (threadIdx.x >= offset) sum += scratch[which][threadIdx.x - offset];
    which ^= 1;
    scratch[which][threadIdx.x] = sum;
    __syncthreads();
  }
  *total = scratch[which][BLOCK - 1];
  int inclusive = scratch[which][threadIdx.x];
  __syncthreads();
  return inclusive - value;
}

extern "C" __global__ void scan_tiles(const int* in, int* out, int* totals, int n) {
  const int first = blockIdx.x * TILE + threadIdx.x * ITEMS;
  int items[ITEMS];
  int sum = 0;
#pragma unroll
  for (int k = 0; k < ITEMS; ++k) {
    items[k] = first + k < n ? in[first + k] : 0;
    sum += items[k];
  }
  int total;
  int prefix = block_exclusive_scan(sum, &total);
#pragma unroll
  for (int k = 0; k < ITEMS; ++k) {
    if (first + k < n) out[first + k] = prefix;
    prefix += items[k];
  }
  if (threadIdx.x == 0) totals[blockIdx.x] = total;
}

// One block walks over all totals, carrying the sum from chunk to chunk.
extern "C" __global__ void scan_totals(int* totals, int count) {
  int carry = 0;
  for (int begin = 0; begin < count; begin += BLOCK) {
    int i = begin + threadIdx.x;
    int chunk_total;
    int prefix = block_exclusive_scan(i < count ? totals[i] : 0, &chunk_total);
    if (i < count) totals[i] = carry + prefix;
    carry += chunk_total;
  }
}

extern "C" __global__ void add_totals(int* out, const int* totals, int n) {
  const int base = totals[blockIdx.x];
  for (int i = blockIdx.x * TILE + threadIdx.x; i < min(n, (blockIdx.x + 1) * TILE); i += BLOCK) out[i] += base;
}
