// Pitched memory, copies in two and three dimensions, CUDA arrays.
#include <cstdio>
#include <cstring>

__global__ void addRowNumber(float* data, size_t pitch, int width, int height) {
  int x = threadIdx.x, y = threadIdx.y;
  if (x < width && y < height) {
    float* row = (float*)((char*)data + y * pitch);
    row[x] += 100 * y;
  }
}
__global__ void addDepth(cudaPitchedPtr volume, int width, int height, int depth) {
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  if (x >= width || y >= height || z >= depth) return;
  char* slice = (char*)volume.ptr + z * volume.pitch * height;
  ((int*)(slice + y * volume.pitch))[x] += 1000 * z;
}

int main() {
  const int width = 5, height = 3, depth = 2;
  float image[height][width];
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) image[y][x] = x;
  float* data;
  size_t pitch;
  cudaMallocPitch(&data, &pitch, width * sizeof(float), height);
  printf("pitch is enough: %d\n", pitch >= width * sizeof(float));
  cudaMemcpy2D(data, pitch, image, sizeof image[0], sizeof image[0], height, cudaMemcpyHostToDevice);
  addRowNumber<<<1, dim3(8, 4)>>>(data, pitch, width, height);
  cudaMemcpy2D(image, sizeof image[0], data, pitch, sizeof image[0], height, cudaMemcpyDeviceToHost);
  printf("%g %g %g\n", image[0][4], image[1][0], image[2][3]);
  cudaMemset2D(data, pitch, 0, 2 * sizeof(float), height);
  cudaMemcpy2D(image, sizeof image[0], data, pitch, sizeof image[0], height, cudaMemcpyDeviceToHost);
  printf("%g %g %g\n", image[0][1], image[1][2], image[2][0]);
  printf("%s\n", cudaGetErrorString(cudaMemcpy2D(data, 4, image, 20, 20, 3, cudaMemcpyHostToDevice)));

  int cube[depth][height][width];
  for (int i = 0; i < depth * height * width; ++i) (&cube[0][0][0])[i] = i;
  cudaExtent extent = make_cudaExtent(width * sizeof(int), height, depth);
  cudaPitchedPtr volume;
  cudaMalloc3D(&volume, extent);
  cudaMemcpy3DParms in = {};
  in.srcPtr = make_cudaPitchedPtr(cube, width * sizeof(int), width, height);
  in.dstPtr = volume;
  in.extent = extent;
  in.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&in);
  addDepth<<<1, dim3(8, 4, 2)>>>(volume, width, height, depth);
  cudaMemcpy3DParms out = {};
  out.srcPtr = volume;
  out.dstPtr = in.srcPtr;
  out.extent = extent;
  out.kind = cudaMemcpyDeviceToHost;
  cudaMemcpy3D(&out);
  printf("%d %d\n", cube[0][2][4], cube[1][2][4]);

  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &format, width, height);
  cudaMemcpy2DToArray(array, 0, 0, image, sizeof image[0], sizeof image[0], height, cudaMemcpyHostToDevice);
  float corner[2][2];
  cudaMemcpy2DFromArray(corner, sizeof corner[0], array, 3 * sizeof(float), 1, sizeof corner[0], 2, cudaMemcpyDeviceToHost);
  printf("%g %g %g %g\n", corner[0][0], corner[0][1], corner[1][0], corner[1][1]);
  cudaExtent size;
  unsigned flags;
  cudaArrayGetInfo(&format, &size, &flags, array);
  printf("%d bits, %d by %d\n", format.x, (int)size.width, (int)size.height);
  cudaFreeArray(array);
  cudaFree(volume.ptr);
  cudaFree(data);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return 0;
}
