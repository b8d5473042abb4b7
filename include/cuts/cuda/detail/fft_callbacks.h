// Callbacks of cuFFT: a function of the program's device code gives each element that a transform reads, or takes each that it writes.
// They run as a kernel before or after the transform, which works on a copy. The function must be of the source that sets it, or be
// linked with it (-rdc=true), as cuFFT asks too.
#pragma once
#include "fft_plan.h"

typedef enum cufftXtCallbackType_t {
  CUFFT_CB_LD_COMPLEX = 0,
  CUFFT_CB_LD_COMPLEX_DOUBLE = 1,
  CUFFT_CB_LD_REAL = 2,
  CUFFT_CB_LD_REAL_DOUBLE = 3,
  CUFFT_CB_ST_COMPLEX = 4,
  CUFFT_CB_ST_COMPLEX_DOUBLE = 5,
  CUFFT_CB_ST_REAL = 6,
  CUFFT_CB_ST_REAL_DOUBLE = 7,
  CUFFT_CB_UNDEFINED = 8,
} cufftXtCallbackType;

template <class Value> using cuts_fft_loader = Value (*)(void* data, size_t offset, void* info, void* shared);
template <class Value> using cuts_fft_storer = void (*)(void* data, size_t offset, Value element, void* info, void* shared);
typedef cuts_fft_loader<cufftComplex> cufftCallbackLoadC;
typedef cuts_fft_loader<cufftDoubleComplex> cufftCallbackLoadZ;
typedef cuts_fft_loader<cufftReal> cufftCallbackLoadR;
typedef cuts_fft_loader<cufftDoubleReal> cufftCallbackLoadD;
typedef cuts_fft_storer<cufftComplex> cufftCallbackStoreC;
typedef cuts_fft_storer<cufftDoubleComplex> cufftCallbackStoreZ;
typedef cuts_fft_storer<cufftReal> cufftCallbackStoreR;
typedef cuts_fft_storer<cufftDoubleReal> cufftCallbackStoreD;

template <class Value>
__global__ void cuts_fft_load_kernel(cuts_fft_plan::elements which, cuts_fft_loader<Value> routine, void* data, Value* copy, void* info) {
  const long long element = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (element >= which.count()) return;
  const size_t offset = which.offset(element);
  copy[offset] = routine(data, offset, info, nullptr);
}
template <class Value>
__global__ void cuts_fft_store_kernel(cuts_fft_plan::elements which, cuts_fft_storer<Value> routine, void* data, Value* copy, void* info) {
  const long long element = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (element >= which.count()) return;
  const size_t offset = which.offset(element);
  routine(data, offset, copy[offset], info, nullptr);
}
template <class Value, bool loads>
cudaError_t cuts_fft_call(const cuts_fft_plan::callback& self, const cuts_fft_plan::elements& which, void* data, void* copy,
                          cudaStream_t stream) {
  const unsigned threads = 256, blocks = unsigned((which.count() + threads - 1) / threads);
  if constexpr (loads)
    cuts_fft_load_kernel<Value><<<blocks, threads, 0, stream>>>(which, reinterpret_cast<cuts_fft_loader<Value>>(self.routine), data,
                                                                static_cast<Value*>(copy), self.info);
  else
    cuts_fft_store_kernel<Value><<<blocks, threads, 0, stream>>>(which, reinterpret_cast<cuts_fft_storer<Value>>(self.routine), data,
                                                                 static_cast<Value*>(copy), self.info);
  const cudaError_t launched = cudaGetLastError();
  return launched != cudaSuccess ? launched : cudaStreamSynchronize(stream);
}

// The type of the callback that a plan takes on one side.
inline cufftXtCallbackType cuts_fft_callback_type(const cuts_fft_plan& plan, bool loads) {
  const bool real = loads ? plan.from_real() : plan.to_real();
  return cufftXtCallbackType((loads ? 0 : 4) + (real ? 2 : 0) + (plan.is_double() ? 1 : 0));
}

// A template, so that its kernels are compiled in programs that call it only.
template <bool Called = true>
cufftResult cufftXtSetCallback(cufftHandle handle, void** routine, cufftXtCallbackType type, void** info) {
  cuts_fft_plan* plan = cuts_fft_find(handle);
  if (plan == nullptr || plan->rank == 0) return CUFFT_INVALID_PLAN;
  if (routine == nullptr || *routine == nullptr) return CUFFT_INVALID_VALUE;
  const bool loads = type <= CUFFT_CB_LD_REAL_DOUBLE;
  if (type != cuts_fft_callback_type(*plan, loads)) return CUFFT_INVALID_TYPE;
  cuts_fft_plan::callback& callback = loads ? plan->load : plan->store;
  callback.routine = *routine;
  callback.info = info == nullptr ? nullptr : *info;
  switch (type) {
    case CUFFT_CB_LD_COMPLEX: callback.run = cuts_fft_call<cufftComplex, true>; break;
    case CUFFT_CB_LD_COMPLEX_DOUBLE: callback.run = cuts_fft_call<cufftDoubleComplex, true>; break;
    case CUFFT_CB_LD_REAL: callback.run = cuts_fft_call<cufftReal, true>; break;
    case CUFFT_CB_LD_REAL_DOUBLE: callback.run = cuts_fft_call<cufftDoubleReal, true>; break;
    case CUFFT_CB_ST_COMPLEX: callback.run = cuts_fft_call<cufftComplex, false>; break;
    case CUFFT_CB_ST_COMPLEX_DOUBLE: callback.run = cuts_fft_call<cufftDoubleComplex, false>; break;
    case CUFFT_CB_ST_REAL: callback.run = cuts_fft_call<cufftReal, false>; break;
    default: callback.run = cuts_fft_call<cufftDoubleReal, false>; break;
  }
  return CUFFT_SUCCESS;
}
inline cufftResult cufftXtClearCallback(cufftHandle handle, cufftXtCallbackType type) {
  cuts_fft_plan* plan = cuts_fft_find(handle);
  if (plan == nullptr) return CUFFT_INVALID_PLAN;
  const bool loads = type <= CUFFT_CB_LD_REAL_DOUBLE;
  if (type != cuts_fft_callback_type(*plan, loads)) return CUFFT_INVALID_TYPE;
  (loads ? plan->load : plan->store) = {};
  return CUFFT_SUCCESS;
}
