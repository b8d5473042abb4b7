// Errors as CUDA reports them: names, texts, what is kept and what is forgotten.
#include <cstdio>

__global__ void nothing() {}

void show(const char* what, cudaError_t e) { printf("%s: %s (%s)\n", what, cudaGetErrorName(e), cudaGetErrorString(e)); }

int main() {
  show("peek at start", cudaPeekAtLastError());
  nothing<<<1, 2048>>>();
  show("too many threads, peek", cudaPeekAtLastError());
  show("get", cudaGetLastError());
  show("get again", cudaGetLastError());
  nothing<<<0, 32>>>();
  show("empty grid", cudaGetLastError());
  nothing<<<1, 32, 1 << 20>>>();
  show("too much shared memory", cudaGetLastError());
  nothing<<<1, 32>>>();
  show("right launch", cudaGetLastError());
  show("synchronize", cudaDeviceSynchronize());
  show("free null", cudaFree(nullptr));
  int on_stack;
  show("free of a host pointer", cudaFree(&on_stack));
  show("bad device", cudaSetDevice(99));
  show("bad kind", cudaMemcpy(&on_stack, &on_stack, 4, (cudaMemcpyKind)77));
  show("null event", cudaEventRecord(nullptr));
  cudaGetLastError();
  show("last", cudaGetLastError());
  return 0;
}
