// The driver API beside the runtime's: the same device, memory and streams.
#include <cstdio>
#include <cuda.h>

__global__ void twice(int* x) { x[threadIdx.x] *= 2; }

int main() {
  cuInit(0);
  int count = 0, warp = 0, mode = -1;
  CUdevice device;
  cuDeviceGetCount(&count);
  cuDeviceGet(&device, 0);
  cuDeviceGetAttribute(&warp, CU_DEVICE_ATTRIBUTE_WARP_SIZE, device);
  cuDeviceGetAttribute(&mode, CU_DEVICE_ATTRIBUTE_COMPUTE_MODE, device);
  if (mode == CU_COMPUTEMODE_PROHIBITED) return 1;
  char name[100];
  cuDeviceGetName(name, sizeof name, device);
  printf("devices: %d, warp %d, named %d\n", count > 0, warp, name[0] != 0);
  CUcontext context;
  cuDevicePrimaryCtxRetain(&context, device);
  cuCtxSetCurrent(context);
  int host[4] = {1, 2, 3, 4};
  CUdeviceptr memory;
  cuMemAlloc(&memory, sizeof host);
  cuMemcpyHtoD(memory, host, sizeof host);
  twice<<<1, 4>>>((int*)memory);
  cuCtxSynchronize();
  cuMemcpyDtoH(host, memory, sizeof host);
  printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);
  cuMemsetD32(memory, 5, 4);
  cudaFunction_t kernel;
  cudaGetFuncBySymbol(&kernel, (const void*)twice);
  void* arguments[] = {&memory};
  printf("launch %d\n", cuLaunchKernel(kernel, 1, 1, 1, 4, 1, 1, 0, 0, arguments, 0));
  cudaMemcpy(host, (void*)memory, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d %d\n", host[0], host[3]);
  const char* text;
  cuGetErrorName(cuMemFree(memory + 1), &text);
  printf("%s\n", text);
  cuMemFree(memory);
  cuDevicePrimaryCtxRelease(device);
  return 0;
}
