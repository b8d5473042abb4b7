// CRC-32 of many messages at once, a table in constant memory that the device fills itself.
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>
#include <cstdint>

__device__ uint32_t table[256];

__global__ void makeTable() {
  uint32_t c = threadIdx.x;
  for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
  table[threadIdx.x] = c;
}
__global__ void crc(const char* text, const int* start, uint32_t* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uint32_t c = ~0u;
  for (int at = start[i]; at < start[i + 1]; at++) c = table[(c ^ (uint8_t)text[at]) & 0xff] ^ (c >> 8);
  out[i] = ~c;
}

int main() {
  const std::vector<std::string> messages = {"123456789", "", "a", "The quick brown fox jumps over the lazy dog"};
  std::string all;
  std::vector<int> start = {0};
  for (auto& m : messages) {
    all += m;
    start.push_back((int)all.size());
  }
  char* text;
  int* d_start;
  uint32_t* out;
  cudaMalloc(&text, all.size());
  cudaMalloc(&d_start, start.size() * sizeof(int));
  cudaMalloc(&out, messages.size() * sizeof(uint32_t));
  cudaMemcpy(text, all.data(), all.size(), cudaMemcpyHostToDevice);
  cudaMemcpy(d_start, start.data(), start.size() * sizeof(int), cudaMemcpyHostToDevice);
  makeTable<<<1, 256>>>();
  crc<<<1, 32>>>(text, d_start, out, (int)messages.size());
  std::vector<uint32_t> h(messages.size());
  cudaMemcpy(h.data(), out, h.size() * sizeof(uint32_t), cudaMemcpyDeviceToHost);
  for (size_t i = 0; i < h.size(); i++) printf("%08x  \"%s\"\n", h[i], messages[i].c_str());
  cudaFree(text);
  cudaFree(d_start);
  cudaFree(out);
  return 0;
}
