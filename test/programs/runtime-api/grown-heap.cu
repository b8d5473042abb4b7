// Memory of the host where memory of the device used to be: a heap that grows over what was freed.
#include <cstdio>
#include <cstdlib>

int main() {
  char* kept[6];
  for (int i = 0; i < 6; ++i) {
    size_t bytes = 3000000u * (i + 1);
    char* early;
    char* device;
    cudaMalloc(&early, bytes);
    cudaFree(early);
    char* host = kept[i] = (char*)malloc(bytes);
    for (size_t k = 0; k < bytes; ++k) host[k] = (char)(k * 7 + i);
    cudaMalloc(&device, bytes);
    cudaError_t in = cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice);
    cudaMemset(device, i, bytes / 2);
    cudaError_t out = cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost);
    cudaFree(device);
    int wrong = 0;
    for (size_t k = 0; k < bytes; ++k) wrong += host[k] != (char)(k < bytes / 2 ? i : k * 7 + i);
    printf("%d: %s, %s, %d wrong\n", i, cudaGetErrorName(in), cudaGetErrorName(out), wrong);
  }
  for (char* host : kept) free(host);
}
