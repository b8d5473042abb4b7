// Modules made while the program runs: NVRTC with a header, a name expression and a mistake, and PTX.
#include <cstdio>
#include <cstring>
#include <cuda.h>
#include <nvrtc.h>
#include <string>
#include <vector>

#if !defined(__NVCC__) || !defined(__cuda_cuda_h__)
#error "sources ask by these names for nvcc and for the driver API"
#endif

static const char* source = R"(
#include "scale.h"
__constant__ float factor;
extern "C" __global__ void scale(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = scaled(x[i], factor);
}
template <class T, int N> __global__ void add(T* x) { x[threadIdx.x] += N; }
)";
static const char* header = "__device__ inline float scaled(float x, float by) { return x * by + OFFSET; }";

static const char* ptx = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry number(.param .u64 out) {
  .reg .u64 %rd<4>;
  .reg .u32 %r<4>;
  ld.param.u64 %rd1, [out];
  cvta.to.global.u64 %rd1, %rd1;
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.u64 %rd3, %rd1, %rd2;
  mul.lo.u32 %r2, %r1, %r1;
  st.global.u32 [%rd3], %r2;
  ret;
}
)";

static std::string compiled(nvrtcProgram program) {
  size_t size = 0;
  nvrtcGetPTXSize(program, &size);
  std::vector<char> code(size);
  nvrtcGetPTX(program, code.data());
  return code.data();
}

int main() {
  cuInit(0);
  CUcontext context;
  CUctxCreateParams parameters = {};
  cuCtxCreate(&context, &parameters, 0, 0);

  nvrtcProgram program;
  const char* name = "scale.h";
  nvrtcCreateProgram(&program, source, "scale.cu", 1, &header, &name);
  nvrtcAddNameExpression(program, "add<float, 3>");
  const char* options[] = {"--gpu-architecture=compute_80", "-DOFFSET=1.0f"};
  printf("compile: %s\n", nvrtcGetErrorString(nvrtcCompileProgram(program, 2, options)));
  const char* lowered = nullptr;
  printf("lowered: %d\n", nvrtcGetLoweredName(program, "add<float, 3>", &lowered));
  CUmodule module;
  printf("load: %d\n", cuModuleLoadData(&module, compiled(program).c_str()));

  float host[4] = {1, 2, 3, 4}, factor = 10;
  int n = 3;
  CUdeviceptr memory, constant;
  size_t bytes = 0;
  cuMemAlloc(&memory, sizeof host);
  cuMemcpyHtoD(memory, host, sizeof host);
  cuModuleGetGlobal(&constant, &bytes, module, "factor");
  cuMemcpyHtoD(constant, &factor, bytes);
  CUfunction scale, add, none;
  cuModuleGetFunction(&scale, module, "scale");
  cuModuleGetFunction(&add, module, lowered);
  printf("no such kernel: %d\n", cuModuleGetFunction(&none, module, "nothing") == CUDA_ERROR_NOT_FOUND);
  void* both[] = {&memory, &n};
  printf("launch: %d\n", cuLaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, 0, both, 0));
  printf("launch: %d\n", cuLaunchKernel(add, 1, 1, 1, 4, 1, 1, 0, 0, both, 0));
  cuMemcpyDtoH(host, memory, sizeof host);
  printf("%g %g %g %g, %d bytes\n", host[0], host[1], host[2], host[3], (int)bytes);
  printf("unload: %d\n", cuModuleUnload(module));
  const nvrtcResult destroyed = nvrtcDestroyProgram(&program);
  printf("destroy: %d %d\n", destroyed, program == nullptr);

  nvrtcCreateProgram(&program, "__global__ void k() { undeclared(); }", "wrong.cu", 0, nullptr, nullptr);
  printf("wrong: %s\n", nvrtcGetErrorString(nvrtcCompileProgram(program, 0, nullptr)));
  size_t size = 0;
  nvrtcGetProgramLogSize(program, &size);
  std::vector<char> log(size);
  nvrtcGetProgramLog(program, log.data());
  printf("log: %d\n", strstr(log.data(), "undeclared") != nullptr);
  nvrtcDestroyProgram(&program);

  CUmodule numbers;
  printf("ptx: %d\n", cuModuleLoadDataEx(&numbers, ptx, 0, nullptr, nullptr));
  CUfunction number;
  cuModuleGetFunction(&number, numbers, "number");
  cuLaunchKernel(number, 1, 1, 1, 4, 1, 1, 0, 0, both, 0);
  int squares[4];
  cuMemcpyDtoH(squares, memory, sizeof squares);
  printf("%d %d %d %d\n", squares[0], squares[1], squares[2], squares[3]);
  cuModuleUnload(numbers);
  cuMemFree(memory);
  cuCtxDestroy(context);
  return 0;
}
