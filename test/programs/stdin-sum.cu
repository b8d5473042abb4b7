// Reads numbers from standard input and statistics of them from the device.
#include <iostream>
#include <iomanip>
#include <vector>

__global__ void stats(const int* x, int n, long long* sum, int* low, int* high) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  atomicAdd((unsigned long long*)sum, (unsigned long long)(long long)x[i]);
  atomicMin(low, x[i]);
  atomicMax(high, x[i]);
}

int main() {
  std::vector<int> numbers;
  int value;
  std::string title;
  std::getline(std::cin, title);
  while (std::cin >> value) numbers.push_back(value);
  int n = (int)numbers.size();
  int *x, *limits, h_limits[2] = {numbers[0], numbers[0]};
  long long *sum, h_sum = 0;
  cudaMalloc(&x, n * sizeof(int));
  cudaMalloc(&limits, sizeof h_limits);
  cudaMalloc(&sum, sizeof h_sum);
  cudaMemcpy(x, numbers.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(limits, h_limits, sizeof h_limits, cudaMemcpyHostToDevice);
  cudaMemset(sum, 0, sizeof h_sum);
  stats<<<(n + 63) / 64, 64>>>(x, n, sum, limits, limits + 1);
  cudaMemcpy(h_limits, limits, sizeof h_limits, cudaMemcpyDeviceToHost);
  cudaMemcpy(&h_sum, sum, sizeof h_sum, cudaMemcpyDeviceToHost);
  std::cout << title << ": " << n << " numbers, sum " << h_sum << ", from " << h_limits[0] << " to " << h_limits[1] << ", mean "
            << std::fixed << std::setprecision(2) << (double)h_sum / n << std::endl;
  cudaFree(x);
  cudaFree(limits);
  cudaFree(sum);
  return 0;
}
