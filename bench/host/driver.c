// A driver, cuBLAS and NVRTC that do nothing: every call succeeds at once, kernels are not run, and memory is addresses only.
// What operations take over it is what CuTS itself takes on the host, without a GPU and without what its driver takes.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int status;
#define NOTHING(name, ...) status name(__VA_ARGS__) { return 0; }

// Handles and addresses only have to differ.
static uint64_t last_handle = 0x1000;
static uint64_t last_address = 0x700000000000;
static status make(uint64_t* handle) { *handle = last_handle += 16; return 0; }
static status reserve(uint64_t* address, size_t bytes) {
  *address = last_address;
  last_address += (bytes + 511) / 512 * 512;
  return 0;
}

NOTHING(cuInit, unsigned flags)
status cuDriverGetVersion(int* version) { *version = 13000; return 0; }
status cuDeviceGetCount(int* count) { *count = 1; return 0; }
status cuDeviceGet(int* device, int ordinal) { *device = ordinal; return 0; }
status cuDeviceGetName(char* name, int length, int device) { strncpy(name, "a driver that does nothing", length); return 0; }
status cuDeviceGetUuid_v2(char* uuid, int device) { memset(uuid, 1, 16); return 0; }
status cuDeviceTotalMem_v2(size_t* bytes, int device) { *bytes = (size_t)128 << 30; return 0; }
status cuDeviceGetAttribute(int* value, int attribute, int device) {
  switch (attribute) {
    case 1: case 2: case 3: *value = 1024; break;
    case 4: *value = 64; break;
    case 5: *value = 2147483647; break;
    case 6: case 7: *value = 65535; break;
    case 10: *value = 32; break;
    case 16: *value = 132; break;
    case 75: *value = 9; break;
    case 76: *value = 0; break;
    case 83: case 89: case 115: *value = 1; break;
    case 97: *value = 232448; break;
    default: *value = 0;
  }
  return 0;
}
status cuDevicePrimaryCtxRetain(uint64_t* context, int device) { return make(context); }
NOTHING(cuDevicePrimaryCtxRelease_v2, int device)
NOTHING(cuCtxSetCurrent, void* context)
NOTHING(cuCtxSynchronize, void)
status cuCtxGetStreamPriorityRange(int* least, int* greatest) { *least = 0; *greatest = -5; return 0; }
status cuDeviceGetDefaultMemPool(uint64_t* pool, int device) { return make(pool); }
NOTHING(cuMemPoolSetAttribute, void* pool, int attribute, void* value)
NOTHING(cuMemPoolTrimTo, void* pool, size_t keep)
status cuMemGetInfo_v2(size_t* free_bytes, size_t* total) { return cuDeviceTotalMem_v2(free_bytes, 0) | cuDeviceTotalMem_v2(total, 0); }
status cuMemAllocAsync(uint64_t* address, size_t bytes, void* stream) { return reserve(address, bytes); }
NOTHING(cuMemFreeAsync, uint64_t address, void* stream)
status cuMemAlloc_v2(uint64_t* address, size_t bytes) { return reserve(address, bytes); }
NOTHING(cuMemFree_v2, uint64_t address)
// The host writes there.
status cuMemHostAlloc(void** memory, size_t bytes, unsigned flags) { *memory = calloc(1, bytes); return 0; }
status cuMemFreeHost(void* memory) { free(memory); return 0; }
NOTHING(cuMemHostRegister_v2, void* memory, size_t bytes, unsigned flags)
NOTHING(cuMemHostUnregister, void* memory)
NOTHING(cuMemcpyHtoDAsync_v2, uint64_t to, const void* from, size_t bytes, void* stream)
NOTHING(cuMemcpyDtoHAsync_v2, void* to, uint64_t from, size_t bytes, void* stream)
NOTHING(cuMemcpyDtoDAsync_v2, uint64_t to, uint64_t from, size_t bytes, void* stream)
NOTHING(cuMemsetD8Async, uint64_t to, uint8_t value, size_t count, void* stream)
NOTHING(cuMemsetD16Async, uint64_t to, uint16_t value, size_t count, void* stream)
NOTHING(cuMemsetD32Async, uint64_t to, uint32_t value, size_t count, void* stream)

status cuStreamCreateWithPriority(uint64_t* stream, unsigned flags, int priority) { return make(stream); }
NOTHING(cuStreamDestroy_v2, void* stream)
NOTHING(cuStreamQuery, void* stream)
NOTHING(cuStreamSynchronize, void* stream)
NOTHING(cuStreamWaitEvent, void* stream, void* event, unsigned flags)
status cuEventCreate(uint64_t* event, unsigned flags) { return make(event); }
NOTHING(cuEventDestroy_v2, void* event)
NOTHING(cuEventRecord, void* event, void* stream)
NOTHING(cuEventQuery, void* event)
NOTHING(cuEventSynchronize, void* event)
status cuEventElapsedTime(float* ms, void* from, void* to) { *ms = 1; return 0; }

status cuLibraryLoadData(uint64_t* library, const void* code, void* a, void* b, unsigned c, void* d, void* e, unsigned f) { return make(library); }
NOTHING(cuLibraryUnload, void* library)
status cuLibraryGetKernel(uint64_t* kernel, void* library, const char* name) { return make(kernel); }
status cuLibraryGetGlobal(uint64_t* address, size_t* bytes, void* library, const char* name) { return 500; }
status cuKernelGetAttribute(int* value, int attribute, void* kernel, int device) { *value = attribute == 0 ? 1024 : 0; return 0; }
NOTHING(cuKernelSetAttribute, int attribute, int value, void* kernel, int device)
status cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, void* kernel, int threads, size_t shared) { *blocks = 8; return 0; }
NOTHING(cuLaunchKernelEx, const void* config, void* kernel, void** parameters, void** extra)

// cuBLAS.
status cublasCreate_v2(uint64_t* handle) { return make(handle); }
NOTHING(cublasDestroy_v2, void* handle)
NOTHING(cublasSetStream_v2, void* handle, void* stream)
NOTHING(cublasSetWorkspace_v2, void* handle, void* memory, size_t bytes)
NOTHING(cublasSetPointerMode_v2, void* handle, int mode)
NOTHING(cublasSgemm_v2, void* handle, int ta, int tb, int m, int n, int k, void* one, void* a, int lda, void* b, int ldb, void* zero, void* c, int ldc)
NOTHING(cublasSgemmStridedBatched, void* handle, int ta, int tb, int m, int n, int k, void* one, void* a, int lda, long long as, void* b, int ldb, long long bs, void* zero, void* c, int ldc, long long cs, int count)
NOTHING(cublasDgemm_v2, void* handle, int ta, int tb, int m, int n, int k, void* one, void* a, int lda, void* b, int ldb, void* zero, void* c, int ldc)
NOTHING(cublasDgemmStridedBatched, void* handle, int ta, int tb, int m, int n, int k, void* one, void* a, int lda, long long as, void* b, int ldb, long long bs, void* zero, void* c, int ldc, long long cs, int count)

// NVRTC, for what does not come compiled with the package.
status nvrtcVersion(int* major, int* minor) { *major = 13; *minor = 0; return 0; }
status nvrtcGetNumSupportedArchs(int* count) { *count = 1; return 0; }
status nvrtcGetSupportedArchs(int* architectures) { *architectures = 90; return 0; }
status nvrtcCreateProgram(uint64_t* program, const char* source, const char* name, int headers, const char** texts, const char** names) { return make(program); }
NOTHING(nvrtcDestroyProgram, uint64_t* program)
NOTHING(nvrtcAddNameExpression, void* program, const char* name)
NOTHING(nvrtcCompileProgram, void* program, int count, const char** options)
status nvrtcGetProgramLogSize(void* program, size_t* bytes) { *bytes = 1; return 0; }
status nvrtcGetProgramLog(void* program, char* log) { *log = 0; return 0; }
status nvrtcGetCUBINSize(void* program, size_t* bytes) { *bytes = 256; return 0; }
status nvrtcGetCUBIN(void* program, char* code) { memset(code, 1, 256); return 0; }
