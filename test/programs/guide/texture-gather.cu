// Four texels at a time, channel by channel, inside and at the edge.
#include <stdio.h>

__global__ void gather(float4* out, cudaTextureObject_t texture) {
  out[0] = tex2Dgather<float4>(texture, 2.0f, 1.0f);
  out[1] = tex2Dgather<float4>(texture, 2.0f, 1.0f, 1);
  out[2] = tex2Dgather<float4>(texture, 2.6f, 2.4f, 0);
  out[3] = tex2Dgather<float4>(texture, 0.0f, 0.0f, 0);
  out[4] = tex2Dgather<float4>(texture, 8.0f, 4.0f, 1);
}

int main() {
  const int width = 8, height = 4;
  float2 picture[width * height];
  for (int i = 0; i < width * height; i++) picture[i] = make_float2(i, 100 + i);
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float2>();
  cudaArray_t array;
  cudaMallocArray(&array, &format, width, height, cudaArrayTextureGather);
  cudaMemcpy2DToArray(array, 0, 0, picture, width * sizeof(float2), width * sizeof(float2), height, cudaMemcpyHostToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
  description.filterMode = cudaFilterModeLinear;
  description.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  float4* out;
  cudaMallocManaged(&out, 5 * sizeof(float4));
  gather<<<1, 1>>>(out, texture);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  for (int i = 0; i < 5; i++) printf("%g %g %g %g\n", out[i].x, out[i].y, out[i].z, out[i].w);
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
  cudaFree(out);
  return 0;
}
