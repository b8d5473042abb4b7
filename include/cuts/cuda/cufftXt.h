// cuFFT's extended interface: plans by the types of their data, callbacks. Several GPUs, callbacks with shared memory and callbacks that
// are compiled at run time are refused where they are used.
#pragma once
#include "detail/fft_callbacks.h"
#include <cufft.h>

typedef enum cudaXtCopyType_t { CUFFT_COPY_HOST_TO_DEVICE = 0, CUFFT_COPY_DEVICE_TO_HOST = 1, CUFFT_COPY_DEVICE_TO_DEVICE = 2 } cufftXtCopyType;
typedef enum cufftXtSubFormat_t { CUFFT_XT_FORMAT_INPUT = 0, CUFFT_XT_FORMAT_OUTPUT = 1, CUFFT_XT_FORMAT_INPLACE = 2, CUFFT_XT_FORMAT_INPLACE_SHUFFLED = 3 } cufftXtSubFormat;

CUTS_FFT cufftXtMakePlanMany(cufftHandle handle, int rank, long long* n, long long* inembed, long long istride, long long idist,
                             cudaDataType in, long long* onembed, long long ostride, long long odist, cudaDataType out,
                             long long batch, size_t* workspace, cudaDataType) {
  const cufftType type = in == CUDA_C_32F && out == CUDA_C_32F   ? CUFFT_C2C
                         : in == CUDA_C_64F && out == CUDA_C_64F ? CUFFT_Z2Z
                         : in == CUDA_R_32F && out == CUDA_C_32F ? CUFFT_R2C
                         : in == CUDA_R_64F && out == CUDA_C_64F ? CUFFT_D2Z
                         : in == CUDA_C_32F && out == CUDA_R_32F ? CUFFT_C2R
                         : in == CUDA_C_64F && out == CUDA_R_64F ? CUFFT_Z2D
                                                                 : cufftType(0);
  if (type == cufftType(0)) {
    fprintf(stderr, "cufftXtMakePlanMany: types %d and %d are not supported on the cpu device\n", int(in), int(out));
    return CUFFT_NOT_SUPPORTED;
  }
  return cufftMakePlanMany64(handle, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, workspace);
}
CUTS_FFT cufftXtExec(cufftHandle handle, void* in, void* out, int direction) {
  cuts_fft_plan* plan = cuts_fft_find(handle);
  return plan == nullptr ? CUFFT_INVALID_PLAN : cuts_fft_run(handle, plan->type, in, out, direction);
}

#define CUTS_MISSING(name) CUTS_LIBRARY_MISSING(cufftResult, name)
CUTS_MISSING(cufftXtSetCallbackSharedSize)
CUTS_MISSING(cufftXtSetJITCallback)
CUTS_MISSING(cufftXtSetGPUs)
CUTS_MISSING(cufftXtMalloc)
CUTS_MISSING(cufftXtFree)
CUTS_MISSING(cufftXtMemcpy)
CUTS_MISSING(cufftXtExecDescriptor)
CUTS_MISSING(cufftXtExecDescriptorC2C)
CUTS_MISSING(cufftXtExecDescriptorZ2Z)
#undef CUTS_MISSING
