// nvcc: --extended-lambda
// CUB: sums and scans of a block and of a warp, and reductions, scans and sorts of whole arrays.
#include <cstdio>
#include <cub/cub.cuh>
#include <vector>

template <int THREADS> __global__ void blocks(const int* in, int* sums, int* scans, int* sorted) {
  typedef cub::BlockReduce<int, THREADS> Reduce;
  typedef cub::BlockScan<int, THREADS> Scan;
  typedef cub::BlockRadixSort<int, THREADS, 2> Sort;
  __shared__ union {
    typename Reduce::TempStorage reduce;
    typename Scan::TempStorage scan;
    typename Sort::TempStorage sort;
  } temp;
  int i = blockIdx.x * THREADS + threadIdx.x, value = in[i];
  int sum = Reduce(temp.reduce).Sum(value);
  __syncthreads();
  int largest = Reduce(temp.reduce).Reduce(value, [] __device__(int a, int b) { return a < b ? b : a; });
  if (threadIdx.x == 0) {
    sums[2 * blockIdx.x] = sum;
    sums[2 * blockIdx.x + 1] = largest;
  }
  __syncthreads();
  int before;
  Scan(temp.scan).ExclusiveSum(value, before);
  scans[i] = before;
  __syncthreads();
  int keys[2] = {value, -value};
  Sort(temp.sort).Sort(keys);
  sorted[2 * i] = keys[0];
  sorted[2 * i + 1] = keys[1];
}
struct Minus {
  __device__ int operator()(int a, int b) const { return a - b; }
};
struct Differs {
  __device__ bool operator()(int a, int b) const { return a != b; }
};
// Neighbours of an item are in other threads too.
template <int N> __global__ void neighbours(const int* in, int* out) {
  typedef cub::BlockAdjacentDifference<int, N> Difference;
  typedef cub::BlockDiscontinuity<int, N> Discontinuity;
  typedef cub::BlockExchange<int, N, 2> Exchange;
  __shared__ union {
    typename Difference::TempStorage difference;
    typename Discontinuity::TempStorage discontinuity;
    typename Exchange::TempStorage exchange;
  } temp;
  int items[2] = {in[2 * threadIdx.x] / 8, in[2 * threadIdx.x + 1] / 8}, left[2], right[2], heads[2], tails[2];
  Difference(temp.difference).SubtractLeft(items, left, Minus());
  __syncthreads();
  Difference(temp.difference).SubtractRightPartialTile(items, right, Minus(), 2 * N - 3);
  __syncthreads();
  Discontinuity(temp.discontinuity).FlagHeadsAndTails(heads, tails, items, Differs());
  __syncthreads();
  Exchange(temp.exchange).BlockedToStriped(items);
  for (int i = 0; i < 2; i++) {
    int at = 5 * (2 * threadIdx.x + i);
    out[at] = left[i], out[at + 1] = right[i], out[at + 2] = heads[i], out[at + 3] = tails[i], out[at + 4] = items[i];
  }
}
__global__ void warps(const int* in, int* out) {
  typedef cub::WarpReduce<int> Reduce;
  __shared__ typename Reduce::TempStorage temp[4];
  int warp = threadIdx.x / 32, sum = Reduce(temp[warp]).Sum(in[threadIdx.x]);
  if (threadIdx.x % 32 == 0) out[warp] = sum;
}

template <class F> void twice(F f) {
  void* memory = nullptr;
  size_t bytes = 0;
  f(memory, bytes);
  cudaMalloc(&memory, bytes);
  f(memory, bytes);
  cudaFree(memory);
}

int main() {
  const int n = 256, threads = 128;
  std::vector<int> h(n), s(2 * n);
  for (int i = 0; i < n; i++) h[i] = (i * 37) % 101;
  int *in, *out, *other, *values;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, 2 * n * sizeof(int));
  cudaMalloc(&other, 2 * n * sizeof(int));
  cudaMalloc(&values, 2 * n * sizeof(int));
  cudaMemcpy(in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  blocks<threads><<<2, threads>>>(in, out, other, values);
  cudaMemcpy(s.data(), out, 4 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("block sums %d %d, largest %d %d\n", s[0], s[2], s[1], s[3]);
  cudaMemcpy(s.data(), other, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("scan %d %d %d\n", s[1], s[127], s[255]);
  cudaMemcpy(s.data(), values, 2 * n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("sorted %d %d %d\n", s[0], s[127], s[255]);
  warps<<<1, threads>>>(in, out);
  cudaMemcpy(s.data(), out, 4 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("warp sums %d %d %d %d\n", s[0], s[1], s[2], s[3]);

  int* found;
  cudaMallocManaged(&found, 5 * 16 * sizeof(int));
  neighbours<8><<<1, 8>>>(in, found);
  cudaDeviceSynchronize();
  for (int row = 0; row < 5; row++)
    for (int i = 0; i < 16; i++) printf("%d%c", found[5 * i + row], i < 15 ? ' ' : '\n');

  twice([&](void* m, size_t& b) { cub::DeviceReduce::Sum(m, b, in, out, n); });
  twice([&](void* m, size_t& b) { cub::DeviceReduce::Max(m, b, in, out + 1, n); });
  twice([&](void* m, size_t& b) { cub::DeviceReduce::Min(m, b, in, out + 2, n); });
  cudaMemcpy(s.data(), out, 3 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("sum %d, max %d, min %d\n", s[0], s[1], s[2]);
  twice([&](void* m, size_t& b) { cub::DeviceScan::InclusiveSum(m, b, in, out, n); });
  cudaMemcpy(s.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("scan %d %d\n", s[1], s[n - 1]);
  for (int i = 0; i < n; i++) s[i] = i;
  cudaMemcpy(values, s.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  twice([&](void* m, size_t& b) { cub::DeviceRadixSort::SortPairs(m, b, in, out, values, other, n); });
  cudaMemcpy(s.data(), other, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("order %d %d %d ... %d\n", s[0], s[1], s[2], s[n - 1]);
  twice([&](void* m, size_t& b) { cub::DeviceRadixSort::SortKeysDescending(m, b, in, out, n); });
  cudaMemcpy(s.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("descending %d %d %d\n", s[0], s[1], s[n - 1]);
  cudaFree(in);
  cudaFree(out);
  cudaFree(other);
  cudaFree(values);
  cudaFree(found);
  return 0;
}
