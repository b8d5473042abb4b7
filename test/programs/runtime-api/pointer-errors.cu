// What CUDA says of wrong pointers, sizes, directions and configurations, and how errors are kept.
#include <cstdio>

__global__ void set(int* p, int value) { p[threadIdx.x] = value; }

static void show(const char* what, cudaError_t status) {
  printf("%-28s %s: %s\n", what, cudaGetErrorName(status), cudaGetErrorString(status));
}

int main() {
  int host[4] = {1, 2, 3, 4};
  int *a = nullptr, *b = nullptr;
  show("allocate", cudaMalloc(&a, sizeof host));
  show("allocate nothing", cudaMalloc(&b, 0));
  printf("null: %d\n", b == nullptr);
  show("wrong direction", cudaMemcpy(a, host, sizeof host, cudaMemcpyDeviceToHost));
  show("host as device", cudaMemcpy(host, a, sizeof host, cudaMemcpyHostToDevice));
  show("too many bytes", cudaMemcpy(a, host, sizeof host + 4, cudaMemcpyHostToDevice));
  show("unknown kind", cudaMemcpy(a, host, 4, (cudaMemcpyKind)9));
  show("fill host memory", cudaMemset(host, 0, 4));
  show("free host memory", cudaFree(host));
  show("last error", cudaGetLastError());
  show("last error again", cudaGetLastError());

  set<<<1, 2048>>>(a, 1);
  show("2048 threads", cudaPeekAtLastError());
  show("still there", cudaGetLastError());
  set<<<0, 1>>>(a, 1);
  show("no blocks", cudaGetLastError());
  set<<<1, 1, 1 << 20>>>(a, 1);
  show("1 MiB of shared memory", cudaGetLastError());
  show("nothing went wrong", cudaDeviceSynchronize());

  set<<<1, 4>>>(a, 7);
  show("copy back", cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost));
  printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);
  show("free", cudaFree(a));
  show("free again", cudaFree(a));
  show("free null", cudaFree(nullptr));

  cudaPointerAttributes attributes;
  show("attributes of host memory", cudaPointerGetAttributes(&attributes, host));
  printf("type %d\n", attributes.type);
  show("no such device", cudaSetDevice(99));
  show("unknown error", (cudaError_t)12345);
  cudaGetLastError();
  return 0;
}
