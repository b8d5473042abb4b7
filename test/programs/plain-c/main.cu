// A program whose host code calls the CUDA runtime from a source in C.
#include <cstdio>

extern "C" int sum_on_device(const int* data, int n);

__global__ void add_up(const int* data, int n, int* out) {
  int part = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) part += data[i];
  atomicAdd(out, part);
}

extern "C" void launch(const int* data, int n, int* out, cudaStream_t stream) { add_up<<<1, 64, 0, stream>>>(data, n, out); }

int main() {
  int data[100];
  for (int i = 0; i < 100; i++) data[i] = i;
  printf("sum: %d\n", sum_on_device(data, 100));
  return 0;
}
