// The native twin of launch.bench.ts: the same launches through the driver API from C++. Prints one JSON object.
#include <cuda.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <stdlib.h>

static double now_us() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}
static void check(CUresult status, const char* call) {
  if (status == CUDA_SUCCESS) return;
  const char* name = "?";
  cuGetErrorName(status, &name);
  fprintf(stderr, "%s: %s\n", call, name);
  exit(1);
}
#define CHECK(call) check(call, #call)

static int compare(const void* a, const void* b) {
  double d = *(const double*)a - *(const double*)b;
  return d < 0 ? -1 : d > 0;
}

int main(int argc, char** argv) {
  const int launches = atoi(argv[2]), rounds = atoi(argv[3]);
  CHECK(cuInit(0));
  CUdevice device;
  CUcontext context;
  CUlibrary library;
  CUkernel kernel;
  CUdeviceptr memory;
  CHECK(cuDeviceGet(&device, 0));
  CHECK(cuDevicePrimaryCtxRetain(&context, device));
  CHECK(cuCtxSetCurrent(context));
  CHECK(cuLibraryLoadFromFile(&library, argv[1], NULL, NULL, 0, NULL, NULL, 0));
  CHECK(cuLibraryGetKernel(&kernel, library, "add_arrays"));
  CHECK(cuMemAlloc(&memory, 1 << 20));
  CUstream stream;
  CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  int n = 256;
  CUdeviceptr a = memory, b = memory + 4096, out = memory + 8192;
  void* parameters[] = {&a, &b, &out, &n};
  CUlaunchConfig config;
  memset(&config, 0, sizeof config);
  config.gridDimX = config.gridDimY = config.gridDimZ = 1;
  config.blockDimX = 256;
  config.blockDimY = config.blockDimZ = 1;
  config.hStream = stream;
  double* times = (double*)malloc(rounds * sizeof(double));
  for (int round = -2; round < rounds; round++) {
    double start = now_us();
    for (int i = 0; i < launches; i++) CHECK(cuLaunchKernelEx(&config, (CUfunction)kernel, parameters, NULL));
    double host = now_us() - start;
    CHECK(cuStreamSynchronize(stream));
    if (round >= 0) times[round] = (now_us() - start) / launches;
    (void)host;
  }
  qsort(times, rounds, sizeof(double), compare);
  double alloc_start = now_us();
  for (int i = 0; i < 10000; i++) {
    CUdeviceptr p;
    CHECK(cuMemAllocAsync(&p, 4096, stream));
    CHECK(cuMemFreeAsync(p, stream));
  }
  CHECK(cuStreamSynchronize(stream));
  double alloc = (now_us() - alloc_start) / 10000;
  printf("{\"launchUs\": %.4f, \"launchUsMin\": %.4f, \"allocFreeUs\": %.4f}\n", times[rounds / 2], times[0], alloc);
  return 0;
}
