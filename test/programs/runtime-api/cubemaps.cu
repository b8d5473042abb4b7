// Cube maps: texture fetches by direction, plain and layered, point and linear; surfaces by face.
#include <cstdio>

__global__ void sample(cudaTextureObject_t texture, const float4* at, float* out, int count) {
  int i = threadIdx.x;
  if (i < count) out[i] = texCubemap<float>(texture, at[i].x, at[i].y, at[i].z);
}
__global__ void sample_layer(cudaTextureObject_t texture, const float4* at, float* out, int count) {
  int i = threadIdx.x;
  if (i < count) out[i] = texCubemapLayered<float>(texture, at[i].x, at[i].y, at[i].z, (int)at[i].w);
}
__global__ void paint(cudaSurfaceObject_t surface, int width, int faces) {
  int x = threadIdx.x % width, y = threadIdx.x / width, face = blockIdx.x;
  if (y >= width || face >= faces) return;
  float old;
  surfCubemapread(&old, surface, x * (int)sizeof(float), y, face);
  surfCubemapwrite(old + 1000.0f, surface, x * (int)sizeof(float), y, face);
}

static cudaTextureObject_t make(cudaArray_t array, cudaTextureFilterMode filter) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc texture = {};
  texture.addressMode[0] = texture.addressMode[1] = texture.addressMode[2] = cudaAddressModeClamp;
  texture.filterMode = filter;
  texture.normalizedCoords = 1;
  cudaTextureObject_t object = 0;
  cudaCreateTextureObject(&object, &resource, &texture, nullptr);
  return object;
}

static cudaArray_t cube(int width, int faces, unsigned flags) {
  cudaArray_t array = nullptr;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaError_t status = cudaMalloc3DArray(&array, &format, make_cudaExtent(width, width, faces), flags);
  printf("%d faces: %s\n", faces, cudaGetErrorName(status));
  if (status != cudaSuccess) return nullptr;
  float* texels = new float[width * width * faces];
  for (int f = 0; f < faces; ++f)
    for (int y = 0; y < width; ++y)
      for (int x = 0; x < width; ++x) texels[(f * width + y) * width + x] = 100 * f + 10 * y + x;
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(texels, width * sizeof(float), width, width);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(width, width, faces);
  copy.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&copy);
  delete[] texels;
  return array;
}

int main() {
  const int width = 4, count = 12;
  float4 directions[count] = {{1, 0.3f, 0.2f, 0},   {-1, 0.3f, 0.2f, 1},  {0.2f, 1, 0.7f, 0},   {0.2f, -1, 0.7f, 1},
                              {0.6f, -0.6f, 1, 0},  {0.6f, -0.6f, -1, 1}, {5, 1, -4, 1},        {-0.5f, 0.45f, 0.1f, 0},
                              {0.1f, 3, -0.7f, 1},  {1, -2, 0.3f, 0},     {0.25f, 0.25f, 9, 1}, {0.01f, 0.02f, -0.03f, 0}};
  float4* at;
  float *out, results[count];
  cudaMalloc(&at, sizeof directions);
  cudaMalloc(&out, sizeof results);
  cudaMemcpy(at, directions, sizeof directions, cudaMemcpyHostToDevice);
  auto show = [&](const char* name) {
    cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
    printf("%s:", name);
    for (float value : results) printf(" %.2f", value);
    printf("\n");
  };
  cudaArray_t plain = cube(width, 6, cudaArrayCubemap | cudaArraySurfaceLoadStore);
  cudaArray_t layered = cube(width, 12, cudaArrayCubemap | cudaArrayLayered);
  cube(width, 5, cudaArrayCubemap);
  cudaTextureObject_t point = make(plain, cudaFilterModePoint), linear = make(plain, cudaFilterModeLinear);
  cudaTextureObject_t layers = make(layered, cudaFilterModePoint);
  sample<<<1, 32>>>(point, at, out, count);
  show("point");
  sample<<<1, 32>>>(linear, at, out, count);
  show("linear");
  sample_layer<<<1, 32>>>(layers, at, out, count);
  show("layered");
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = plain;
  cudaSurfaceObject_t surface;
  cudaCreateSurfaceObject(&surface, &resource);
  paint<<<6, 32>>>(surface, width, 6);
  sample<<<1, 32>>>(point, at, out, count);
  show("painted");
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaDestroySurfaceObject(surface);
  for (cudaTextureObject_t object : {point, linear, layers}) cudaDestroyTextureObject(object);
  cudaFreeArray(plain);
  cudaFreeArray(layered);
  cudaFree(at);
  cudaFree(out);
}
