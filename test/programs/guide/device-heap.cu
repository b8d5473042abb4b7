// Memory from the heap of the device: for each thread, for a block together, from launch to launch, and too much of it.
#include <stdio.h>
#include <string.h>

__global__ void for_each_thread() {
  char* mine = (char*)malloc(123);
  memset(mine, threadIdx.x, 123);
  printf("thread %d: %d\n", threadIdx.x, mine[122]);
  free(mine);
}

__global__ void for_the_block(int* out) {
  __shared__ int* data;
  if (threadIdx.x == 0) {
    data = (int*)malloc(blockDim.x * 64);
    if (data) memset(data, 0, blockDim.x * 64);
  }
  __syncthreads();
  if (data == nullptr) return;
  for (int i = 0; i < 16; ++i) data[i * blockDim.x + threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (unsigned i = 0; i < 16 * blockDim.x; i++) sum += data[i];
    atomicAdd(out, sum);
    free(data);
  }
}

__device__ int* kept[20];
__global__ void make() {
  if (threadIdx.x == 0) kept[blockIdx.x] = (int*)malloc(blockDim.x * sizeof(int));
  __syncthreads();
  if (kept[blockIdx.x]) kept[blockIdx.x][threadIdx.x] = 0;
}
__global__ void use() {
  if (kept[blockIdx.x]) kept[blockIdx.x][threadIdx.x] += threadIdx.x;
}
__global__ void drop() {
  if (threadIdx.x == 3 && blockIdx.x == 7) printf("block %d, thread %d: %d\n", blockIdx.x, threadIdx.x, kept[7][3]);
  __syncthreads();
  if (threadIdx.x == 0) free(kept[blockIdx.x]);
}

struct Node {
  int value;
  Node* next;
  __device__ Node(int value, Node* next) : value(value), next(next) {}
};
__global__ void list(int* out) {
  Node* head = nullptr;
  for (int i = 0; i < 10; i++) head = new Node(i, head);
  int sum = 0;
  while (head) {
    sum = sum * 2 + head->value;
    Node* next = head->next;
    delete head;
    head = next;
  }
  out[0] = sum;
  int* numbers = new int[10];
  numbers[9] = 4;
  out[1] = numbers[9];
  delete[] numbers;
  out[2] = malloc((size_t)1 << 31) == nullptr;
  free(nullptr);
}

int main() {
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, 128 * 1024 * 1024);
  size_t limit;
  cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize);
  printf("%d\n", limit >= 128u * 1024 * 1024);
  for_each_thread<<<1, 3>>>();
  cudaDeviceSynchronize();
  int* out;
  cudaMallocManaged(&out, 64);
  out[0] = 0;
  for_the_block<<<10, 128>>>(out);
  cudaDeviceSynchronize();
  printf("%d\n", out[0]);
  make<<<20, 10>>>();
  for (int i = 0; i < 3; i++) use<<<20, 10>>>();
  drop<<<20, 10>>>();
  cudaDeviceSynchronize();
  list<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  printf("%d %d %d\n", out[0], out[1], out[2]);
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  cudaFree(out);
  return 0;
}
