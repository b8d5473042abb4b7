// Texture objects over an array and over plain memory, in the address and filter modes; a surface.
#include <cstdio>

__global__ void sample(cudaTextureObject_t texture, const float2* at, float* out, int count) {
  int i = threadIdx.x;
  if (i < count) out[i] = tex2D<float>(texture, at[i].x, at[i].y);
}
__global__ void fetch(cudaTextureObject_t texture, int* out) { out[threadIdx.x] = tex1Dfetch<int>(texture, 3 - threadIdx.x); }
__global__ void bytes(cudaTextureObject_t texture, float4* out) { *out = tex2D<float4>(texture, 1.5f, 0.5f); }
__global__ void paint(cudaSurfaceObject_t surface, int width, int height) {
  int x = threadIdx.x, y = threadIdx.y;
  if (x < width && y < height) {
    float old;
    surf2Dread(&old, surface, x * sizeof(float), y);
    surf2Dwrite(old + 0.5f, surface, x * sizeof(float), y);
  }
}

static cudaTextureObject_t make(cudaArray_t array, cudaTextureAddressMode address, cudaTextureFilterMode filter,
                                bool normalized, cudaTextureReadMode read = cudaReadModeElementType) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc texture = {};
  texture.addressMode[0] = texture.addressMode[1] = address;
  texture.filterMode = filter;
  texture.readMode = read;
  texture.normalizedCoords = normalized;
  cudaTextureObject_t object = 0;
  cudaCreateTextureObject(&object, &resource, &texture, nullptr);
  return object;
}

int main() {
  const int width = 4, height = 2;
  float image[height][width] = {{0, 1, 2, 3}, {10, 11, 12, 13}};
  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &format, width, height, cudaArraySurfaceLoadStore);
  cudaMemcpy2DToArray(array, 0, 0, image, sizeof image[0], sizeof image[0], height, cudaMemcpyHostToDevice);

  float2 points[5] = {{0.5f, 0.5f}, {2.0f, 0.5f}, {2.0f, 1.0f}, {-3.0f, 0.5f}, {9.0f, 9.0f}};
  float2* at;
  float *out, results[5];
  cudaMalloc(&at, sizeof points);
  cudaMalloc(&out, sizeof results);
  auto run = [&](const char* name, cudaTextureObject_t texture, float scaleX, float scaleY) {
    float2 scaled[5];
    for (int i = 0; i < 5; ++i) scaled[i] = make_float2(points[i].x * scaleX, points[i].y * scaleY);
    cudaMemcpy(at, scaled, sizeof scaled, cudaMemcpyHostToDevice);
    sample<<<1, 32>>>(texture, at, out, 5);
    cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
    printf("%-14s %g %g %g %g %g\n", name, results[0], results[1], results[2], results[3], results[4]);
    cudaDestroyTextureObject(texture);
  };
  run("point clamp", make(array, cudaAddressModeClamp, cudaFilterModePoint, false), 1, 1);
  run("linear clamp", make(array, cudaAddressModeClamp, cudaFilterModeLinear, false), 1, 1);
  run("linear border", make(array, cudaAddressModeBorder, cudaFilterModeLinear, false), 1, 1);
  run("point wrap", make(array, cudaAddressModeWrap, cudaFilterModePoint, true), 0.25f, 0.5f);
  run("point mirror", make(array, cudaAddressModeMirror, cudaFilterModePoint, true), 0.25f, 0.5f);

  int numbers[4] = {7, 8, 9, 10}, *plain, *reversed;
  cudaMalloc(&plain, sizeof numbers);
  cudaMalloc(&reversed, sizeof numbers);
  cudaMemcpy(plain, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  cudaResourceDesc linear = {};
  linear.resType = cudaResourceTypeLinear;
  linear.res.linear.devPtr = plain;
  linear.res.linear.desc = cudaCreateChannelDesc<int>();
  linear.res.linear.sizeInBytes = sizeof numbers;
  cudaTextureDesc element = {};
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &linear, &element, nullptr);
  fetch<<<1, 4>>>(texture, reversed);
  cudaMemcpy(numbers, reversed, sizeof numbers, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", numbers[0], numbers[1], numbers[2], numbers[3]);

  uchar4 colours[2] = {{0, 0, 0, 0}, {255, 0, 51, 102}};
  cudaArray_t colourArray;
  cudaChannelFormatDesc colourFormat = cudaCreateChannelDesc<uchar4>();
  cudaMallocArray(&colourArray, &colourFormat, 2, 1);
  cudaMemcpy2DToArray(colourArray, 0, 0, colours, sizeof colours, sizeof colours, 1, cudaMemcpyHostToDevice);
  float4 colour, *where;
  cudaMalloc(&where, sizeof colour);
  cudaTextureObject_t normalized = make(colourArray, cudaAddressModeClamp, cudaFilterModePoint, false, cudaReadModeNormalizedFloat);
  bytes<<<1, 1>>>(normalized, where);
  cudaMemcpy(&colour, where, sizeof colour, cudaMemcpyDeviceToHost);
  printf("%.2f %.2f %.2f %.2f\n", colour.x, colour.y, colour.z, colour.w);

  cudaResourceDesc surfaceOf = {};
  surfaceOf.resType = cudaResourceTypeArray;
  surfaceOf.res.array.array = array;
  cudaSurfaceObject_t surface;
  cudaCreateSurfaceObject(&surface, &surfaceOf);
  paint<<<1, dim3(4, 2)>>>(surface, width, height);
  cudaMemcpy2DFromArray(image, sizeof image[0], array, 0, 0, sizeof image[0], height, cudaMemcpyDeviceToHost);
  printf("%g %g\n", image[0][3], image[1][0]);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  cudaDestroySurfaceObject(surface);
  cudaDestroyTextureObject(normalized);
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
  cudaFreeArray(colourArray);
  cudaFree(at);
  cudaFree(out);
  cudaFree(plain);
  cudaFree(reversed);
  cudaFree(where);
  return 0;
}
