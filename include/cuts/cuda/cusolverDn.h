// cuSOLVER for dense matrices: LU, Cholesky, QR, eigenvalues, singular values, in float, double and complex, and the generic
// (X) forms. LAPACK's layouts; loops on the host, complete when they return; no function needs a workspace. What returns a
// status finds wrong arguments; `info` on the device tells the rest.
#pragma once
#define CUSOLVERDN_H_
#include <cublas_v2.h>
#include "detail/cusolver_types.h"
#include "detail/cusolver_linear.h"
#include "detail/cusolver_spectral.h"
#include "detail/cusolver_generic.h"

#define CUTS_MISSING(name) CUTS_LIBRARY_MISSING(cusolverStatus_t, name)
#define CUTS_MISSING_TYPES(name) \
  CUTS_MISSING(cusolverDnS##name) CUTS_MISSING(cusolverDnD##name) CUTS_MISSING(cusolverDnC##name) CUTS_MISSING(cusolverDnZ##name)
CUTS_MISSING_TYPES(gebrd)
CUTS_MISSING_TYPES(gesvdaStridedBatched)
CUTS_MISSING_TYPES(gesvdjBatched)
CUTS_MISSING_TYPES(sytrf)
CUTS_MISSING_TYPES(sytri)
CUTS_MISSING(cusolverDnSsytrd) CUTS_MISSING(cusolverDnDsytrd) CUTS_MISSING(cusolverDnChetrd) CUTS_MISSING(cusolverDnZhetrd)
CUTS_MISSING(cusolverDnSsyevdx) CUTS_MISSING(cusolverDnDsyevdx) CUTS_MISSING(cusolverDnCheevdx) CUTS_MISSING(cusolverDnZheevdx)
CUTS_MISSING(cusolverDnSsyevjBatched) CUTS_MISSING(cusolverDnDsyevjBatched)
CUTS_MISSING(cusolverDnSsygvd) CUTS_MISSING(cusolverDnDsygvd) CUTS_MISSING(cusolverDnChegvd) CUTS_MISSING(cusolverDnZhegvd)
CUTS_MISSING(cusolverDnXgesvdr) CUTS_MISSING(cusolverDnXgesvdp) CUTS_MISSING(cusolverDnXgeev) CUTS_MISSING(cusolverDnXsyevdx)
CUTS_MISSING(cusolverDnIRSXgesv) CUTS_MISSING(cusolverDnIRSXgels)
#undef CUTS_MISSING
#undef CUTS_MISSING_TYPES
