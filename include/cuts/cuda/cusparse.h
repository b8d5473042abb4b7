// cuSPARSE: CSR, CSC and COO matrices with 32- and 64-bit indices; products, sums, conversions, triangular and tridiagonal systems.
// Loops on the host, complete when they return; host and device pointer mode are the same here. Not here: blocked formats.
#pragma once
#define CUSPARSE_H_
#define CUSPARSEAPI
#define CUSPARSE_VER_MAJOR 12
#define CUSPARSE_VER_MINOR 6
#define CUSPARSE_VERSION 12600
#include "detail/cusparse_conversions.h"
#include "detail/cusparse_descriptors.h"
#include "detail/cusparse_products.h"
#include "detail/cusparse_solves.h"
#include "detail/cusparse_types.h"

#define CUTS_MISSING(name) CUTS_LIBRARY_MISSING(cusparseStatus_t, name)
#define CUTS_MISSING_TYPES(name) \
  CUTS_MISSING(cusparseS##name) CUTS_MISSING(cusparseD##name) CUTS_MISSING(cusparseC##name) CUTS_MISSING(cusparseZ##name)
CUTS_MISSING(cusparseCreateBlockedEll)
CUTS_MISSING(cusparseCreateBsr)
CUTS_MISSING(cusparseCreateSlicedEll)
CUTS_MISSING(cusparseSpMMOp)
CUTS_MISSING(cusparseSpMMOp_createPlan)
CUTS_MISSING(cusparseSpGEMMreuse_workEstimation)
CUTS_MISSING(cusparseSpGEMMreuse_nnz)
CUTS_MISSING(cusparseSpGEMMreuse_copy)
CUTS_MISSING(cusparseSpGEMMreuse_compute)
CUTS_MISSING(cusparseRot)
CUTS_MISSING_TYPES(bsrmv)
CUTS_MISSING_TYPES(bsrmm)
CUTS_MISSING_TYPES(bsrsv2_solve)
CUTS_MISSING_TYPES(bsrsm2_solve)
CUTS_MISSING_TYPES(bsrilu02)
CUTS_MISSING_TYPES(bsric02)
CUTS_MISSING_TYPES(csr2bsr)
CUTS_MISSING_TYPES(bsr2csr)
CUTS_MISSING_TYPES(gpsvInterleavedBatch)
CUTS_MISSING_TYPES(gtsvInterleavedBatch)
CUTS_MISSING_TYPES(csrcolor)
CUTS_MISSING_TYPES(pruneDense2csr)
CUTS_MISSING_TYPES(pruneCsr2csr)
// Gone from cuSPARSE itself since CUDA 11 and 12.
CUTS_MISSING_TYPES(csrmv)
CUTS_MISSING_TYPES(csrmm)
CUTS_MISSING_TYPES(csrsv2_solve)
CUTS_MISSING_TYPES(dense2csr)
CUTS_MISSING_TYPES(csr2dense)
#undef CUTS_MISSING
#undef CUTS_MISSING_TYPES
