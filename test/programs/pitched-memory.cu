// Pitched 2-D memory, 2-D copies of a part, a 3-D array with cudaMalloc3D.
#include <cstdio>
#include <cstring>

__global__ void scale(float* data, size_t pitch, int width, int height, float factor) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    float* row = (float*)((char*)data + y * pitch);
    row[x] *= factor;
  }
}
__global__ void fill(cudaPitchedPtr box, int width, int height, int depth) {
  char* base = (char*)box.ptr;
  size_t slice = box.pitch * height;
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  if (x < width && y < height && z < depth) ((int*)(base + z * slice + y * box.pitch))[x] = z * 100 + y * 10 + x;
}

int main() {
  const int width = 50, height = 7;
  float h[height][width], back[height][width], part[3][4];
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) h[y][x] = y * 100 + x;
  float* d;
  size_t pitch;
  cudaMallocPitch((void**)&d, &pitch, width * sizeof(float), height);
  printf("pitch %s\n", pitch >= width * sizeof(float) && pitch % 32 == 0 ? "ok" : "wrong");
  cudaMemcpy2D(d, pitch, h, width * sizeof(float), width * sizeof(float), height, cudaMemcpyHostToDevice);
  scale<<<dim3(4, 1), dim3(16, 8)>>>(d, pitch, width, height, 2.0f);
  cudaMemcpy2D(back, width * sizeof(float), d, pitch, width * sizeof(float), height, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) wrong += back[y][x] != 2 * h[y][x];
  printf("%d wrong\n", wrong);
  cudaMemset2D((char*)d + pitch, pitch, 0, 2 * sizeof(float), 2);
  cudaMemcpy2D(part, sizeof part[0], d, pitch, sizeof part[0], 3, cudaMemcpyDeviceToHost);
  for (auto& row : part) {
    for (float v : row) printf("%g ", v);
    printf("\n");
  }
  cudaExtent extent = make_cudaExtent(5 * sizeof(int), 4, 3);
  cudaPitchedPtr box;
  cudaMalloc3D(&box, extent);
  fill<<<1, dim3(5, 4, 3)>>>(box, 5, 4, 3);
  int cube[3][4][5];
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = box;
  copy.dstPtr = make_cudaPitchedPtr(cube, 5 * sizeof(int), 5, 4);
  copy.extent = extent;
  copy.kind = cudaMemcpyDeviceToHost;
  cudaMemcpy3D(&copy);
  printf("%d %d %d\n", cube[0][0][0], cube[1][2][3], cube[2][3][4]);
  cudaFree(d);
  cudaFree(box.ptr);
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  return 0;
}
