// Functions of the host in a stream, and what async allocation looks like.
#include <cstdio>

__global__ void twice(int* x) { x[threadIdx.x] *= 2; }

struct Message { const char* text; int value; int* data; };

void CUDART_CB announce(void* user) {
  Message* m = (Message*)user;
  m->value += 1;
  printf("%s: data[3] = %d\n", m->text, m->data[3]);
}

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int *h, *d;
  cudaMallocHost(&h, 8 * sizeof(int));
  for (int i = 0; i < 8; i++) h[i] = i;
  cudaMallocAsync((void**)&d, 8 * sizeof(int), stream);
  Message first = {"first", 0, h}, second = {"second", 10, h};
  cudaMemcpyAsync(d, h, 8 * sizeof(int), cudaMemcpyHostToDevice, stream);
  cudaLaunchHostFunc(stream, announce, &first);
  twice<<<1, 8, 0, stream>>>(d);
  twice<<<1, 8, 0, stream>>>(d);
  cudaMemcpyAsync(h, d, 8 * sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaLaunchHostFunc(stream, announce, &second);
  cudaFreeAsync(d, stream);
  cudaStreamSynchronize(stream);
  printf("%d %d, stream %s\n", first.value, second.value, cudaGetErrorName(cudaStreamQuery(stream)));
  cudaStreamDestroy(stream);
  cudaFreeHost(h);
  return 0;
}
