// A name of NVIDIA's header: in a program, the driver API; what kernels need of it is in the prelude.
#pragma once
// By this sources ask whether the header is there.
#define __cuda_cuda_h__
#include "cuts_device.h"
#ifdef CUTS_HOST_STD
#include "detail/driver_functions.h"
// CUDA 13's form with creation parameters.
static inline CUresult cuCtxCreate(CUcontext* context, CUctxCreateParams*, unsigned flags, CUdevice device) {
  return cuCtxCreate(context, flags, device);
}
#endif
