// cuFFT: transforms of one to three dimensions and any length, complex and real, batches and strides (cufftPlanMany), in float and
// double. Computed on the host in double, complete when the call returns. Callbacks are in cufftXt.h. Not here:
// several GPUs, half.
#pragma once
#define _CUFFT_H_
#include "detail/fft_plan.h"

#define CUFFT_VER_MAJOR 12
#define CUFFT_VER_MINOR 0
#define CUFFT_VERSION 12000
#define CUTS_FFT static inline cufftResult

CUTS_FFT cufftCreate(cufftHandle* handle) {
  if (handle == nullptr) return CUFFT_INVALID_VALUE;
  *handle = cuts_fft_new();
  return CUFFT_SUCCESS;
}
CUTS_FFT cufftDestroy(cufftHandle handle) { return cuts_fft_delete(handle); }

CUTS_FFT cufftMakePlanMany64(cufftHandle handle, int rank, long long* n, long long* inembed, long long istride, long long idist,
                             long long* onembed, long long ostride, long long odist, cufftType type, long long batch,
                             size_t* workspace) {
  cuts_fft_plan* plan = cuts_fft_find(handle);
  if (plan == nullptr) return CUFFT_INVALID_PLAN;
  if (workspace != nullptr) *workspace = 0;
  return plan->make(rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch);
}
CUTS_FFT cufftMakePlanMany(cufftHandle handle, int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride,
                           int odist, cufftType type, int batch, size_t* workspace) {
  if (rank < 1 || rank > 3 || n == nullptr) return CUFFT_INVALID_VALUE;
  long long sizes[3], in[3], out[3];
  for (int i = 0; i < rank; ++i) {
    sizes[i] = n[i];
    if (inembed != nullptr) in[i] = inembed[i];
    if (onembed != nullptr) out[i] = onembed[i];
  }
  return cufftMakePlanMany64(handle, rank, sizes, inembed == nullptr ? nullptr : in, istride, idist,
                             onembed == nullptr ? nullptr : out, ostride, odist, type, batch, workspace);
}
CUTS_FFT cufftMakePlan1d(cufftHandle handle, int nx, cufftType type, int batch, size_t* workspace) {
  return cufftMakePlanMany(handle, 1, &nx, nullptr, 1, 0, nullptr, 1, 0, type, batch, workspace);
}
CUTS_FFT cufftMakePlan2d(cufftHandle handle, int nx, int ny, cufftType type, size_t* workspace) {
  int n[] = {nx, ny};
  return cufftMakePlanMany(handle, 2, n, nullptr, 1, 0, nullptr, 1, 0, type, 1, workspace);
}
CUTS_FFT cufftMakePlan3d(cufftHandle handle, int nx, int ny, int nz, cufftType type, size_t* workspace) {
  int n[] = {nx, ny, nz};
  return cufftMakePlanMany(handle, 3, n, nullptr, 1, 0, nullptr, 1, 0, type, 1, workspace);
}
CUTS_FFT cufftPlanMany(cufftHandle* handle, int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride,
                       int odist, cufftType type, int batch) {
  if (cufftResult made = cufftCreate(handle); made != CUFFT_SUCCESS) return made;
  const cufftResult result = cufftMakePlanMany(*handle, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, nullptr);
  if (result != CUFFT_SUCCESS) cufftDestroy(*handle);
  return result;
}
CUTS_FFT cufftPlan1d(cufftHandle* handle, int nx, cufftType type, int batch) {
  return cufftPlanMany(handle, 1, &nx, nullptr, 1, 0, nullptr, 1, 0, type, batch);
}
CUTS_FFT cufftPlan2d(cufftHandle* handle, int nx, int ny, cufftType type) {
  int n[] = {nx, ny};
  return cufftPlanMany(handle, 2, n, nullptr, 1, 0, nullptr, 1, 0, type, 1);
}
CUTS_FFT cufftPlan3d(cufftHandle* handle, int nx, int ny, int nz, cufftType type) {
  int n[] = {nx, ny, nz};
  return cufftPlanMany(handle, 3, n, nullptr, 1, 0, nullptr, 1, 0, type, 1);
}
CUTS_FFT cufftSetStream(cufftHandle handle, cudaStream_t stream) {
  cuts_fft_plan* plan = cuts_fft_find(handle);
  if (plan == nullptr) return CUFFT_INVALID_PLAN;
  plan->stream = stream;
  return CUFFT_SUCCESS;
}
// No plan needs memory of its own.
CUTS_FFT cufftSetWorkArea(cufftHandle handle, void*) { return cuts_fft_find(handle) == nullptr ? CUFFT_INVALID_PLAN : CUFFT_SUCCESS; }
CUTS_FFT cufftSetAutoAllocation(cufftHandle handle, int) { return cuts_fft_find(handle) == nullptr ? CUFFT_INVALID_PLAN : CUFFT_SUCCESS; }
CUTS_FFT cufftGetSize(cufftHandle handle, size_t* bytes) {
  *bytes = 0;
  return cuts_fft_find(handle) == nullptr ? CUFFT_INVALID_PLAN : CUFFT_SUCCESS;
}
CUTS_FFT cufftEstimate1d(int, cufftType, int, size_t* bytes) { return *bytes = 0, CUFFT_SUCCESS; }
CUTS_FFT cufftEstimate2d(int, int, cufftType, size_t* bytes) { return *bytes = 0, CUFFT_SUCCESS; }
CUTS_FFT cufftEstimate3d(int, int, int, cufftType, size_t* bytes) { return *bytes = 0, CUFFT_SUCCESS; }
CUTS_FFT cufftEstimateMany(int, int*, int*, int, int, int*, int, int, cufftType, int, size_t* bytes) {
  return *bytes = 0, CUFFT_SUCCESS;
}
CUTS_FFT cufftGetVersion(int* version) { return *version = CUFFT_VERSION, CUFFT_SUCCESS; }

CUTS_FFT cufftExecC2C(cufftHandle handle, cufftComplex* in, cufftComplex* out, int direction) {
  return cuts_fft_run(handle, CUFFT_C2C, in, out, direction);
}
CUTS_FFT cufftExecZ2Z(cufftHandle handle, cufftDoubleComplex* in, cufftDoubleComplex* out, int direction) {
  return cuts_fft_run(handle, CUFFT_Z2Z, in, out, direction);
}
CUTS_FFT cufftExecR2C(cufftHandle handle, cufftReal* in, cufftComplex* out) {
  return cuts_fft_run(handle, CUFFT_R2C, in, out, CUFFT_FORWARD);
}
CUTS_FFT cufftExecD2Z(cufftHandle handle, cufftDoubleReal* in, cufftDoubleComplex* out) {
  return cuts_fft_run(handle, CUFFT_D2Z, in, out, CUFFT_FORWARD);
}
CUTS_FFT cufftExecC2R(cufftHandle handle, cufftComplex* in, cufftReal* out) {
  return cuts_fft_run(handle, CUFFT_C2R, in, out, CUFFT_INVERSE);
}
CUTS_FFT cufftExecZ2D(cufftHandle handle, cufftDoubleComplex* in, cufftDoubleReal* out) {
  return cuts_fft_run(handle, CUFFT_Z2D, in, out, CUFFT_INVERSE);
}
