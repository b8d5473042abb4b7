// What cuBLAS has and the cpu device has not: an error at the line that calls it, with the name.
#pragma once
#include "library_numbers.h"

#define CUTS_MISSING(name) CUTS_LIBRARY_MISSING(cublasStatus_t, name)
#define CUTS_MISSING_REAL(P)                                                                                            \
  CUTS_MISSING(cublas##P##gbmv) CUTS_MISSING(cublas##P##sbmv) CUTS_MISSING(cublas##P##tbmv) CUTS_MISSING(cublas##P##tbsv) \
  CUTS_MISSING(cublas##P##spmv) CUTS_MISSING(cublas##P##spr) CUTS_MISSING(cublas##P##spr2) CUTS_MISSING(cublas##P##tpmv)  \
  CUTS_MISSING(cublas##P##tpsv) CUTS_MISSING(cublas##P##tpttr) CUTS_MISSING(cublas##P##trttp)                             \
  CUTS_MISSING(cublas##P##rotm) CUTS_MISSING(cublas##P##rotmg)
#define CUTS_MISSING_COMPLEX(P)                                                                                           \
  CUTS_MISSING(cublas##P##gbmv) CUTS_MISSING(cublas##P##hbmv) CUTS_MISSING(cublas##P##hemv) CUTS_MISSING(cublas##P##her)    \
  CUTS_MISSING(cublas##P##her2) CUTS_MISSING(cublas##P##her2k) CUTS_MISSING(cublas##P##herkx) CUTS_MISSING(cublas##P##hpmv) \
  CUTS_MISSING(cublas##P##symv) CUTS_MISSING(cublas##P##syr) CUTS_MISSING(cublas##P##syr2) CUTS_MISSING(cublas##P##syr2k)   \
  CUTS_MISSING(cublas##P##trmv) CUTS_MISSING(cublas##P##rot) CUTS_MISSING(cublas##P##rotg)                                  \
  CUTS_MISSING(cublas##P##gemvBatched) CUTS_MISSING(cublas##P##gemvStridedBatched)
CUTS_MISSING_REAL(S)
CUTS_MISSING_REAL(D)
CUTS_MISSING_COMPLEX(C)
CUTS_MISSING_COMPLEX(Z)
CUTS_MISSING(cublasCgemmEx)
CUTS_MISSING(cublasRotEx)
CUTS_MISSING(cublasIamaxEx)
CUTS_MISSING(cublasIaminEx)
CUTS_MISSING(cublasAsumEx)
CUTS_MISSING(cublasGemmGroupedBatchedEx)
#undef CUTS_MISSING
#undef CUTS_MISSING_REAL
#undef CUTS_MISSING_COMPLEX
