// A histogram of characters: shared counters for each block, added to the global ones with atomics.
#include <cstdio>
#include <cstring>
#include <string>

__global__ void histogram(const unsigned char* text, int n, unsigned* bins) {
  __shared__ unsigned local[26];
  if (threadIdx.x < 26) local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    int letter = text[i] - 'a';
    if (letter >= 0 && letter < 26) atomicAdd(&local[letter], 1u);
  }
  __syncthreads();
  if (threadIdx.x < 26) atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

int main() {
  std::string text;
  for (int i = 0; i < 500; i++) text += "the quick brown fox jumps over the lazy dog ";
  unsigned char* d_text;
  unsigned *d_bins, bins[26];
  cudaMalloc(&d_text, text.size());
  cudaMalloc(&d_bins, sizeof bins);
  cudaMemset(d_bins, 0, sizeof bins);
  cudaMemcpy(d_text, text.data(), text.size(), cudaMemcpyHostToDevice);
  histogram<<<16, 128>>>(d_text, (int)text.size(), d_bins);
  cudaMemcpy(bins, d_bins, sizeof bins, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 26; i++) printf("%c %u%s", 'a' + i, bins[i], i % 9 == 8 || i == 25 ? "\n" : "  ");
  cudaFree(d_text);
  cudaFree(d_bins);
  return 0;
}
