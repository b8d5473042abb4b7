// The native twin of gpu.bench.ts: the same work through the driver API from C++. Speaks the protocol of lib/external.ts;
// a request names what to time, the answer is nanoseconds per operation.
// Build: nvcc -O2 -o twin twin.cu -lcuda. Run: twin kernel.cubin
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now_ns() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}
static void check(CUresult status, const char* call) {
  if (status == CUDA_SUCCESS) return;
  const char* name = "?";
  cuGetErrorName(status, &name);
  fprintf(stderr, "%s: %s\n", call, name);
  exit(1);
}
#define CHECK(call) check(call, #call)

static const int LAUNCHES = 5000, ALLOCATIONS = 5000, COPIES = 20, GRAPH_KERNELS = 100, GRAPH_LAUNCHES = 100, HOST_COPIES = 4;
static const size_t GIB = 1u << 30, HOST_BYTES = 256u << 20;
static CUstream stream;
static CUlaunchConfig config;
static CUkernel kernel, large;

static double launch(CUkernel which, int blocks, CUdeviceptr a, CUdeviceptr b, CUdeviceptr out, int n, int times) {
  void* parameters[] = {&a, &b, &out, &n};
  config.gridDimX = blocks;
  double start = now_ns();
  for (int i = 0; i < times; i++) CHECK(cuLaunchKernelEx(&config, (CUfunction)which, parameters, NULL));
  CHECK(cuStreamSynchronize(stream));
  return (now_ns() - start) / times;
}

// A graph of small kernels, launched again and again.
static double replay(CUdeviceptr small) {
  static CUgraphExec exec;
  if (exec == NULL) {
    CUgraph graph;
    CHECK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    CUdeviceptr a = small, b = small + 4096, out = small + 8192;
    int n = 256;
    void* parameters[] = {&a, &b, &out, &n};
    config.gridDimX = 1;
    for (int i = 0; i < GRAPH_KERNELS; i++) CHECK(cuLaunchKernelEx(&config, (CUfunction)kernel, parameters, NULL));
    CHECK(cuStreamEndCapture(stream, &graph));
    CHECK(cuGraphInstantiate(&exec, graph, 0));
  }
  double start = now_ns();
  for (int i = 0; i < GRAPH_LAUNCHES; i++) CHECK(cuGraphLaunch(exec, stream));
  CHECK(cuStreamSynchronize(stream));
  return (now_ns() - start) / GRAPH_LAUNCHES;
}

// Copies between host and device: from page-locked memory, to it, and from ordinary memory.
static double host_copy(const char* which) {
  static char *locked, *plain;
  static CUdeviceptr device;
  if (locked == NULL) {
    CHECK(cuMemHostAlloc((void**)&locked, HOST_BYTES, 0));
    plain = (char*)malloc(HOST_BYTES);
    memset(locked, 3, HOST_BYTES);
    memset(plain, 4, HOST_BYTES);
    CHECK(cuMemAlloc(&device, HOST_BYTES));
  }
  double start = now_ns();
  for (int i = 0; i < HOST_COPIES; i++) {
    if (strncmp(which, "host-read", 9) == 0) CHECK(cuMemcpyDtoHAsync(locked, device, HOST_BYTES, stream));
    else CHECK(cuMemcpyHtoDAsync(device, strncmp(which, "host-plain", 10) == 0 ? plain : locked, HOST_BYTES, stream));
  }
  CHECK(cuStreamSynchronize(stream));
  return (now_ns() - start) / HOST_COPIES;
}

int main(int argc, char** argv) {
  CUdevice device;
  CUcontext context;
  CUlibrary library;
  CUdeviceptr small;
  CHECK(cuInit(0));
  CHECK(cuDeviceGet(&device, 0));
  CHECK(cuDevicePrimaryCtxRetain(&context, device));
  CHECK(cuCtxSetCurrent(context));
  CHECK(cuLibraryLoadFromFile(&library, argv[1], NULL, NULL, 0, NULL, NULL, 0));
  CHECK(cuLibraryGetKernel(&kernel, library, "add_arrays"));
  CHECK(cuLibraryGetKernel(&large, library, "add_large"));
  CHECK(cuMemAlloc(&small, 1 << 20));
  CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  memset(&config, 0, sizeof config);
  config.gridDimX = config.gridDimY = config.gridDimZ = 1;
  config.blockDimX = 256;
  config.blockDimY = config.blockDimZ = 1;
  config.hStream = stream;
  if (argc > 2) {
    float result;
    launch(kernel, 1, small, small + 4096, small + 8192, 3, 1);
    CHECK(cuMemcpyDtoH(&result, small + 8192, sizeof result));
    return 0;
  }
  CUmemoryPool pool;
  cuuint64_t keep = ~0ull;
  CHECK(cuDeviceGetDefaultMemPool(&pool, device));
  CHECK(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &keep));
  int version;
  CHECK(cuDriverGetVersion(&version));
  printf("ready CUDA %d.%d\n", version / 1000, version % 1000 / 10);
  fflush(stdout);
  char line[64];
  while (fgets(line, sizeof line, stdin)) {
    double ns = 0;
    if (strncmp(line, "allocate", 8) == 0) {
      double start = now_ns();
      for (int i = 0; i < ALLOCATIONS; i++) {
        CUdeviceptr p;
        CHECK(cuMemAllocAsync(&p, 4096, stream));
        CHECK(cuMemFreeAsync(p, stream));
      }
      ns = (now_ns() - start) / ALLOCATIONS;
      CHECK(cuStreamSynchronize(stream));
    } else if (strncmp(line, "graph", 5) == 0) {
      ns = replay(small);
    } else if (strncmp(line, "host", 4) == 0) {
      ns = host_copy(line);
    } else if (strncmp(line, "add", 3) == 0 || strncmp(line, "copy", 4) == 0) {
      CUdeviceptr a, b, out;
      CHECK(cuMemAllocAsync(&a, GIB, stream));
      CHECK(cuMemAllocAsync(&b, GIB, stream));
      CHECK(cuMemAllocAsync(&out, GIB, stream));
      CHECK(cuMemsetD32Async(a, 0x3f812345, GIB / 4, stream));
      CHECK(cuMemsetD32Async(b, 0x40012345, GIB / 4, stream));
      CHECK(cuStreamSynchronize(stream));
      if (line[0] == 'a') {
        ns = launch(large, GIB / 16 / 1024, a, b, out, GIB / 16, COPIES);
      } else {
        double start = now_ns();
        for (int i = 0; i < COPIES; i++) CHECK(cuMemcpyDtoDAsync(out, a, GIB, stream));
        CHECK(cuStreamSynchronize(stream));
        ns = (now_ns() - start) / COPIES;
      }
      CHECK(cuMemFreeAsync(a, stream));
      CHECK(cuMemFreeAsync(b, stream));
      CHECK(cuMemFreeAsync(out, stream));
    } else {
      ns = launch(kernel, 1, small, small + 4096, small + 8192, 256, LAUNCHES);
    }
    printf("%.2f\n", ns);
    fflush(stdout);
  }
  return 0;
}
