// The vtables of the C++ ABI's type descriptions. Classes with virtual functions in device code refer to them, and nothing
// there ever looks inside: only their addresses count. On the host they are the library's.
#pragma once

#ifdef __CUDA_ARCH__
extern "C" {
__device__ __attribute__((weak)) const void* _ZTVN10__cxxabiv117__class_type_infoE[8] = {nullptr};
__device__ __attribute__((weak)) const void* _ZTVN10__cxxabiv120__si_class_type_infoE[8] = {nullptr};
__device__ __attribute__((weak)) const void* _ZTVN10__cxxabiv121__vmi_class_type_infoE[8] = {nullptr};
}
#endif
