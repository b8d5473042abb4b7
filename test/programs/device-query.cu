// What can be asked of a device; only what holds for every device is printed.
#include <cstdio>

int main() {
  int count = 0;
  cudaGetDeviceCount(&count);
  printf("devices: %s\n", count > 0 ? "at least one" : "none");
  int current = -1;
  cudaSetDevice(0);
  cudaGetDevice(&current);
  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, current);
  printf("device %d has %s name\n", current, prop.name[0] ? "a" : "no");
  printf("warp size %d, max threads per block %d\n", prop.warpSize, prop.maxThreadsPerBlock);
  printf("max block dimensions %d %d %d\n", prop.maxThreadsDim[0], prop.maxThreadsDim[1], prop.maxThreadsDim[2]);
  printf("max grid dimensions %d %d %d\n", prop.maxGridSize[0], prop.maxGridSize[1], prop.maxGridSize[2]);
  printf("shared memory per block %d\n", (int)prop.sharedMemPerBlock);
  printf("constant memory %d\n", (int)prop.totalConstMem);
  printf("compute capability at least 5: %s\n", prop.major >= 5 ? "yes" : "no");
  printf("multiprocessors: %s\n", prop.multiProcessorCount > 0 ? "some" : "none");
  int attribute = 0;
  cudaDeviceGetAttribute(&attribute, cudaDevAttrMaxThreadsPerBlock, 0);
  printf("the attribute agrees: %s\n", attribute == prop.maxThreadsPerBlock ? "yes" : "no");
  cudaDeviceGetAttribute(&attribute, cudaDevAttrWarpSize, 0);
  printf("warp size by attribute %d\n", attribute);
  size_t free_bytes, total_bytes;
  cudaMemGetInfo(&free_bytes, &total_bytes);
  printf("memory: %s\n", free_bytes > 0 && free_bytes <= total_bytes ? "plausible" : "strange");
  int driver = 0, runtime = 0;
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);
  printf("versions: %s\n", driver >= runtime && runtime >= 12000 ? "plausible" : "strange");
  return 0;
}
