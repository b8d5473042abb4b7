// Leaves main through exit() inside a function, after handlers and destructors of statics.
#include <cstdio>
#include <cstdlib>

struct Farewell {
  ~Farewell() { printf("static destroyed\n"); }
} farewell;

__global__ void fail(int* flag) { *flag = 3; }

void finish(int code) {
  printf("leaving with %d\n", code);
  exit(code);
}

int main() {
  atexit([] { printf("at exit\n"); });
  int *d, h;
  cudaMalloc(&d, sizeof h);
  fail<<<1, 1>>>(d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  if (h != 0) finish(h);
  printf("never here\n");
  return 0;
}
