// Squares that overflow an int, computed by a kernel and compared by the host: both wrap around, as with nvcc and g++ (clang on its own
// compares wider numbers in such a loop).
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

__global__ void square(int* numbers, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) numbers[i] *= numbers[i];
}

static int check(const int* numbers, int count) {
  for (int i = 0; i < count; i += 1) {
    if (numbers[i] != i * i) {
      printf("element %d: expected %d, got %d\n", i, i * i, numbers[i]);
      return 1;
    }
  }
  return 0;
}

int main() {
  const int count = 1000000;
  std::vector<int> numbers(count);
  for (int i = 0; i < count; i++) numbers[i] = i;
  int* memory;
  cudaMalloc(&memory, count * sizeof(int));
  cudaMemcpy(memory, numbers.data(), count * sizeof(int), cudaMemcpyHostToDevice);
  square<<<(count + 255) / 256, 256>>>(memory, count);
  cudaMemcpy(numbers.data(), memory, count * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(memory);
  if (check(numbers.data(), count) != 0) return 1;
  printf("squares: %d %d %d\n", numbers[46341], numbers[65536], numbers[count - 1]);
  return 0;
}
