// Launches with attributes: after another kernel by program, in a domain of memory, cooperative; and a window of the cache.
#include <cooperative_groups.h>
#include <stdio.h>

__global__ void primary(int* out) {
  out[threadIdx.x] = threadIdx.x;
  cudaTriggerProgrammaticLaunchCompletion();
}
__global__ void secondary(int* out) {
  cudaGridDependencySynchronize();
  out[threadIdx.x] *= 2;
}
__global__ void together(int* out) {
  auto grid = cooperative_groups::this_grid();
  out[grid.thread_rank()] += 1;
  grid.sync();
  if (grid.thread_rank() != 0) return;
  int sum = 0;
  for (unsigned i = 0; i < grid.size(); i++) sum += out[i];
  out[0] = sum;
}

int main() {
  int* out;
  cudaMallocManaged(&out, 1024);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaLaunchAttribute attribute[1];
  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = 32;
  config.stream = stream;
  config.attrs = attribute;
  config.numAttrs = 1;

  primary<<<1, 32, 0, stream>>>(out);
  attribute[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute[0].val.programmaticStreamSerializationAllowed = 1;
  printf("%s\n", cudaGetErrorName(cudaLaunchKernelEx(&config, secondary, out)));
  cudaStreamSynchronize(stream);
  printf("%d\n", out[31]);

  attribute[0].id = cudaLaunchAttributeMemSyncDomain;
  attribute[0].val.memSyncDomain = cudaLaunchMemSyncDomainRemote;
  printf("%s\n", cudaGetErrorName(cudaLaunchKernelEx(&config, primary, out)));

  attribute[0].id = cudaLaunchAttributeCooperative;
  attribute[0].val.cooperative = 1;
  config.gridDim = 2;
  config.blockDim = 16;
  printf("%s\n", cudaGetErrorName(cudaLaunchKernelEx(&config, together, out)));
  cudaStreamSynchronize(stream);
  printf("%d\n", out[0]);

  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, properties.persistingL2CacheMaxSize);
  cudaStreamAttrValue value = {};
  value.accessPolicyWindow.base_ptr = out;
  value.accessPolicyWindow.num_bytes = 512;
  value.accessPolicyWindow.hitRatio = 0.5f;
  value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  printf("%s\n", cudaGetErrorName(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value)));
  value.accessPolicyWindow.num_bytes = 0;
  cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value);
  printf("%s\n", cudaGetErrorName(cudaCtxResetPersistingL2Cache()));
  cudaFree(out);
  return 0;
}
