// Arguments of the command line, their parsing, and the exit code.
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void fibonacci(unsigned long long* out, int n) {
  unsigned long long a = 0, b = 1;
  for (int i = 0; i < n; i++) {
    unsigned long long t = a + b;
    a = b;
    b = t;
  }
  *out = a;
}

int main(int argc, char** argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: %s [-v] numbers\n", "arguments");
    return 2;
  }
  bool verbose = false;
  unsigned long long *d, h;
  cudaMalloc(&d, sizeof h);
  int count = 0;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "-v") == 0) {
      verbose = true;
      continue;
    }
    int n = atoi(argv[i]);
    fibonacci<<<1, 1>>>(d, n);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    if (verbose) printf("fibonacci(%d) = %llu\n", n, h);
    else printf("%llu\n", h);
    count++;
  }
  cudaFree(d);
  return count;
}
