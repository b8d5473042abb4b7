// A quicksort whose kernel launches itself for both sides, a grid that ends with a tail launch, and kernels in a namespace
// without a name. Compiled with -rdc=true.
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                 \
  do {                                                                              \
    cudaError_t status = (call);                                                    \
    if (status != cudaSuccess) {                                                    \
      std::printf("%s:%d: %s\n", "dynamic", __LINE__, cudaGetErrorString(status)); \
      std::exit(1);                                                                 \
    }                                                                               \
  } while (0)

const int MAX_DEPTH = 23;

__device__ void selection_sort(unsigned* data, int left, int right) {
  for (int i = left; i <= right; ++i) {
    int smallest = i;
    for (int j = i + 1; j <= right; ++j)
      if (data[j] < data[smallest]) smallest = j;
    unsigned value = data[i];
    data[i] = data[smallest];
    data[smallest] = value;
  }
}

__global__ void quicksort(unsigned* data, int left, int right, int depth, int* deepest) {
  atomicMax(deepest, depth);
  if (depth >= MAX_DEPTH || right - left <= 16) {
    selection_sort(data, left, right);
    return;
  }
  unsigned pivot = data[(left + right) / 2];
  int low = left, high = right;
  while (low <= high) {
    while (data[low] < pivot) ++low;
    while (data[high] > pivot) --high;
    if (low <= high) {
      unsigned value = data[low];
      data[low++] = data[high];
      data[high--] = value;
    }
  }
  if (left < high) {
    cudaStream_t own;
    cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
    quicksort<<<1, 1, 0, own>>>(data, left, high, depth + 1, deepest);
    cudaStreamDestroy(own);
  }
  if (low < right) {
    cudaStream_t own;
    cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
    quicksort<<<1, 1, 0, own>>>(data, low, right, depth + 1, deepest);
    cudaStreamDestroy(own);
  }
}

namespace {
__device__ int total;

__global__ void add_up(const unsigned* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&total, static_cast<int>(data[i] % 7));
}

__global__ void report(int n) { printf("tail launch: %d elements, total %d\n", n, total); }

// The tail launch sees what the others have done.
__global__ void sum_and_report(const unsigned* data, int n) {
  report<<<1, 1, 0, cudaStreamTailLaunch>>>(n);
  for (int part = 0; part < 4; ++part) {
    add_up<<<(n / 4 + 63) / 64, 64, 0, cudaStreamFireAndForget>>>(data + part * (n / 4), n / 4);
    if (cudaGetLastError() != cudaSuccess) printf("a launch failed\n");
  }
}
}  // namespace

int main() {
  const int n = 4096;
  static unsigned values[n], sorted[n];
  unsigned state = 12345;
  for (unsigned& value : values) {
    state = state * 1664525u + 1013904223u;
    value = state >> 8;
  }
  unsigned* data;
  int* deepest;
  CHECK(cudaMalloc(&data, n * sizeof(unsigned)));
  CHECK(cudaMalloc(&deepest, sizeof(int)));
  CHECK(cudaMemset(deepest, 0, sizeof(int)));
  CHECK(cudaMemcpy(data, values, n * sizeof(unsigned), cudaMemcpyHostToDevice));

  quicksort<<<1, 1>>>(data, 0, n - 1, 0, deepest);
  CHECK(cudaGetLastError());
  int depth;
  CHECK(cudaMemcpy(&depth, deepest, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(sorted, data, n * sizeof(unsigned), cudaMemcpyDeviceToHost));
  bool isSorted = true;
  for (int i = 1; i < n; ++i) isSorted = isSorted && sorted[i - 1] <= sorted[i];
  std::printf("sorted: %s, %d levels deep\n", isSorted ? "yes" : "no", depth);

  sum_and_report<<<1, 1>>>(data, n);
  CHECK(cudaDeviceSynchronize());
  int expected = 0;
  for (unsigned value : values) expected += static_cast<int>(value % 7);
  int found;
  CHECK(cudaMemcpyFromSymbol(&found, total, sizeof(int)));
  std::printf("total: %d (%s)\n", found, found == expected ? "right" : "wrong");
  CHECK(cudaFree(data));
  CHECK(cudaFree(deepest));
  return 0;
}
