// Reads a file given by its path, counts words and lines on the device, writes a file and reads it back.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

__global__ void count(const char* text, int n, int* lines, int* words) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    if (text[i] == '\n') atomicAdd(lines, 1);
    bool letter = text[i] != ' ' && text[i] != '\n', before = i > 0 && text[i - 1] != ' ' && text[i - 1] != '\n';
    if (letter && !before) atomicAdd(words, 1);
  }
}

int main(int argc, char** argv) {
  std::ifstream file(argc > 1 ? argv[1] : "missing");
  if (!file) {
    printf("cannot open\n");
    return 1;
  }
  std::stringstream buffer;
  buffer << file.rdbuf();
  std::string text = buffer.str();
  char* d_text;
  int *d, h[2];
  cudaMalloc(&d_text, text.size());
  cudaMalloc(&d, sizeof h);
  cudaMemset(d, 0, sizeof h);
  cudaMemcpy(d_text, text.data(), text.size(), cudaMemcpyHostToDevice);
  count<<<1, 128>>>(d_text, (int)text.size(), d, d + 1);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d lines, %d words, %d characters\n", h[0], h[1], (int)text.size());
  cudaFree(d_text);
  cudaFree(d);
  FILE* none = fopen("/no/such/file", "r");
  printf("missing file: %s\n", none ? "opened" : "null");
  return 0;
}
