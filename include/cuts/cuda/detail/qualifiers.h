// CUDA's qualifiers as clang attributes, and the macros by which sources recognise the compiler and the architecture.
// Not here: the host API's own macros (driver_types.h and friends), which come with the host headers.
#pragma once

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
// A managed variable is a device variable; in a program's host code it has a section, by which the runtime finds it.
#if defined(CUTS_HOST_STD) && !defined(__CUDA_ARCH__)
#define __managed__ __attribute__((device, section("cuts_managed")))
#else
#define __managed__ __attribute__((device))
#endif
#define __grid_constant__ __attribute__((grid_constant))
#if defined(__CUDA_ARCH__)
// The attribute leaves no trace in code for WebAssembly; the annotation does.
#define __launch_bounds__(...) \
  __attribute__((launch_bounds(__VA_ARGS__), annotate("cuts.launch_bounds", __VA_ARGS__)))
#else
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#endif
#define __maxnreg__(...)
#define __block_size__(...)
#define __cluster_dims__(...)
#define __forceinline__ __inline__ __attribute__((always_inline))
// `__noinline__` is a keyword of clang's CUDA mode already.
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __inline_hint__ __attribute__((nv_inline_hint))
#define __nv_pure__ __attribute__((pure))
#define __device_builtin__
#define __cudart_builtin__
#define __CUDA_HOSTDEVICE__ __host__ __device__
#define CUDARTAPI
#define CUDAAPI
#define CUDA_CB

// clang says 1 for targets that are no GPU; sources compare with real ones.
#ifdef __CUDA_ARCH__
#undef __CUDA_ARCH__
#define __CUDA_ARCH__ 900
#define __CUDA_ARCH_LIST__ 900
#endif
#define __CUDACC__ 1
// By which sources tell nvcc, which compiles whole programs, from NVRTC.
#ifdef CUTS_HOST_STD
#define __NVCC__ 1
#endif
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 0
#define CUDART_VERSION 13000
#define __CUDART_API_VERSION CUDART_VERSION
#define CUDA_VERSION 13000
// How sources tell this backend from a GPU where they must.
#define __CUTS_CPU__ 1

// Guards of NVIDIA's headers, by which other headers ask whether CUDA is there.
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __VECTOR_TYPES_H__
#define __VECTOR_FUNCTIONS_H__
#define __DRIVER_TYPES_H__
#define __HOST_DEFINES_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__
#define __MATH_FUNCTIONS_H__
#define __DEVICE_FUNCTIONS_H__
