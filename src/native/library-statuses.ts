// What each status of the libraries above the driver means, as status-texts.ts does for the driver.

import type { StatusTexts } from "./status-texts.js";

/** nvJitLinkResult. */
export const nvjitlinkStatuses: StatusTexts = {
  0: ["NVJITLINK_SUCCESS", "the call succeeded"],
  1: ["NVJITLINK_ERROR_UNRECOGNIZED_OPTION", "nvJitLink does not know an option"],
  2: ["NVJITLINK_ERROR_MISSING_ARCH", "the options must name the architecture: -arch=sm_90"],
  3: ["NVJITLINK_ERROR_INVALID_INPUT", "an argument or an input is not valid; the error log says which"],
  4: ["NVJITLINK_ERROR_PTX_COMPILE", "PTX did not compile; the error log has the lines"],
  5: ["NVJITLINK_ERROR_NVVM_COMPILE", "LTO-IR did not compile; the error log says why"],
  6: ["NVJITLINK_ERROR_INTERNAL", "nvJitLink failed inside"],
  7: ["NVJITLINK_ERROR_THREADPOOL", "the threads of a split compilation could not be started"],
  8: ["NVJITLINK_ERROR_UNRECOGNIZED_INPUT", "an input is no code that nvJitLink knows"],
  9: ["NVJITLINK_ERROR_FINALIZE", "the linked code could not be finished; a symbol may be undefined"],
  10: ["NVJITLINK_ERROR_NULL_INPUT", "an input is null"],
  11: ["NVJITLINK_ERROR_INCOMPATIBLE_OPTIONS", "two options exclude each other"],
  12: ["NVJITLINK_ERROR_INCORRECT_INPUT_TYPE", "an input is of another type than was said"],
  13: ["NVJITLINK_ERROR_ARCH_MISMATCH", "an input is for another architecture"],
  14: ["NVJITLINK_ERROR_OUTDATED_LIBRARY", "an input was made by a CUDA that is newer than this nvJitLink"],
  15: ["NVJITLINK_ERROR_MISSING_FATBIN", "a host object holds no device code"],
  16: ["NVJITLINK_ERROR_UNRECOGNIZED_ARCH", "nvJitLink does not know the architecture"],
  17: ["NVJITLINK_ERROR_UNSUPPORTED_ARCH", "nvJitLink no longer links for this architecture"],
  18: ["NVJITLINK_ERROR_LTO_NOT_ENABLED", "LTO-IR needs the option -lto"],
};

/** cublasStatus_t. */
export const cublasStatuses: StatusTexts = {
  0: ["CUBLAS_STATUS_SUCCESS", "the call succeeded"],
  1: ["CUBLAS_STATUS_NOT_INITIALIZED", "the handle is not valid, or CUDA could not be started"],
  3: ["CUBLAS_STATUS_ALLOC_FAILED", "the device has too little free memory for the workspace"],
  7: ["CUBLAS_STATUS_INVALID_VALUE", "an argument is out of its range; a leading dimension may be too small"],
  8: ["CUBLAS_STATUS_ARCH_MISMATCH", "the GPU cannot do this"],
  11: ["CUBLAS_STATUS_MAPPING_ERROR", "the GPU's memory could not be accessed"],
  13: ["CUBLAS_STATUS_EXECUTION_FAILED", "a kernel could not be launched, or an earlier one failed"],
  14: ["CUBLAS_STATUS_INTERNAL_ERROR", "cuBLAS failed inside"],
  15: ["CUBLAS_STATUS_NOT_SUPPORTED", "this combination of types and sizes is not supported"],
  16: ["CUBLAS_STATUS_LICENSE_ERROR", "the licence could not be checked"],
};

/** cufftResult. */
export const cufftStatuses: StatusTexts = {
  0: ["CUFFT_SUCCESS", "the call succeeded"],
  1: ["CUFFT_INVALID_PLAN", "the plan is not, or no longer, valid"],
  2: ["CUFFT_ALLOC_FAILED", "the device or the host has too little memory for the plan"],
  3: ["CUFFT_INVALID_TYPE", "the plan is of another type of transform"],
  4: ["CUFFT_INVALID_VALUE", "an argument is not valid"],
  5: ["CUFFT_INTERNAL_ERROR", "cuFFT or the driver failed inside"],
  6: ["CUFFT_EXEC_FAILED", "a kernel could not be launched, or an earlier one failed"],
  7: ["CUFFT_SETUP_FAILED", "the library could not be started"],
  8: ["CUFFT_INVALID_SIZE", "the size of the transform is not supported"],
  9: ["CUFFT_UNALIGNED_DATA", "the data is not aligned"],
  10: ["CUFFT_INCOMPLETE_PARAMETER_LIST", "an argument is missing"],
  11: ["CUFFT_INVALID_DEVICE", "the plan was made on another device"],
  12: ["CUFFT_PARSE_ERROR", "the plan could not be read"],
  13: ["CUFFT_NO_WORKSPACE", "the plan has no work area; give it one with cufftSetWorkArea"],
  14: ["CUFFT_NOT_IMPLEMENTED", "this is not implemented"],
  15: ["CUFFT_LICENSE_ERROR", "the licence could not be checked"],
  16: ["CUFFT_NOT_SUPPORTED", "this is not supported for these arguments"],
  17: ["CUFFT_MISSING_DEPENDENCY", "a library that cuFFT loads is missing"],
  18: ["CUFFT_NVRTC_FAILURE", "a kernel could not be compiled while planning"],
  19: ["CUFFT_NVJITLINK_FAILURE", "a kernel could not be linked while planning"],
  20: ["CUFFT_NVSHMEM_FAILURE", "NVSHMEM failed"],
};

/** curandStatus_t. */
export const curandStatuses: StatusTexts = {
  0: ["CURAND_STATUS_SUCCESS", "the call succeeded"],
  100: ["CURAND_STATUS_VERSION_MISMATCH", "header and library are of different versions"],
  101: ["CURAND_STATUS_NOT_INITIALIZED", "the generator is not, or no longer, valid"],
  102: ["CURAND_STATUS_ALLOCATION_FAILED", "the device has too little free memory"],
  103: ["CURAND_STATUS_TYPE_ERROR", "the generator is of the wrong type for this"],
  104: ["CURAND_STATUS_OUT_OF_RANGE", "an argument is out of its range"],
  105: [
    "CURAND_STATUS_LENGTH_NOT_MULTIPLE",
    "the count must be a multiple of the dimensions, and even for most normal numbers",
  ],
  106: ["CURAND_STATUS_DOUBLE_PRECISION_REQUIRED", "the GPU has no double precision"],
  201: ["CURAND_STATUS_LAUNCH_FAILURE", "a kernel could not be launched"],
  202: ["CURAND_STATUS_PREEXISTING_FAILURE", "an earlier kernel failed"],
  203: ["CURAND_STATUS_INITIALIZATION_FAILED", "CUDA could not be started"],
  204: ["CURAND_STATUS_ARCH_MISMATCH", "the GPU cannot do this"],
  999: ["CURAND_STATUS_INTERNAL_ERROR", "cuRAND failed inside"],
};

/** cusolverStatus_t. */
export const cusolverStatuses: StatusTexts = {
  0: ["CUSOLVER_STATUS_SUCCESS", "the call succeeded"],
  1: ["CUSOLVER_STATUS_NOT_INITIALIZED", "the handle is not valid, or CUDA could not be started"],
  2: ["CUSOLVER_STATUS_ALLOC_FAILED", "the device has too little free memory"],
  3: [
    "CUSOLVER_STATUS_INVALID_VALUE",
    "an argument is out of its range; a leading dimension may be too small",
  ],
  4: ["CUSOLVER_STATUS_ARCH_MISMATCH", "the GPU cannot do this"],
  5: ["CUSOLVER_STATUS_MAPPING_ERROR", "the GPU's memory could not be accessed"],
  6: ["CUSOLVER_STATUS_EXECUTION_FAILED", "a kernel could not be launched, or an earlier one failed"],
  7: ["CUSOLVER_STATUS_INTERNAL_ERROR", "cuSOLVER failed inside"],
  8: ["CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED", "this type of matrix is not supported"],
  9: ["CUSOLVER_STATUS_NOT_SUPPORTED", "this combination of arguments is not supported"],
  10: ["CUSOLVER_STATUS_ZERO_PIVOT", "a pivot is zero"],
  11: ["CUSOLVER_STATUS_INVALID_LICENSE", "the licence could not be checked"],
  12: ["CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED", "the parameters of the refinement were not made"],
  13: ["CUSOLVER_STATUS_IRS_PARAMS_INVALID", "a parameter of the refinement is not valid"],
  14: ["CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC", "the precisions of the refinement do not go together"],
  15: ["CUSOLVER_STATUS_IRS_PARAMS_INVALID_REFINE", "the refinement solver is not valid"],
  16: ["CUSOLVER_STATUS_IRS_PARAMS_INVALID_MAXITER", "the most iterations of the refinement are not valid"],
  20: ["CUSOLVER_STATUS_IRS_INTERNAL_ERROR", "the refinement failed inside"],
  21: ["CUSOLVER_STATUS_IRS_NOT_SUPPORTED", "the refinement does not support this"],
  22: ["CUSOLVER_STATUS_IRS_OUT_OF_RANGE", "an argument of the refinement is out of its range"],
  23: [
    "CUSOLVER_STATUS_IRS_NRHS_NOT_SUPPORTED_FOR_REFINE_GMRES",
    "GMRES refinement takes one right-hand side only",
  ],
  25: ["CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED", "the information of the refinement was not made"],
  26: ["CUSOLVER_STATUS_IRS_INFOS_NOT_DESTROYED", "the information of the refinement is still in use"],
  30: ["CUSOLVER_STATUS_IRS_MATRIX_SINGULAR", "the matrix is singular"],
  31: ["CUSOLVER_STATUS_INVALID_WORKSPACE", "the workspace is too small, or null"],
};

/** ncclResult_t. */
export const ncclStatuses: StatusTexts = {
  0: ["ncclSuccess", "the call succeeded"],
  1: ["ncclUnhandledCudaError", "a call of CUDA failed inside; NCCL_DEBUG=WARN tells which"],
  2: [
    "ncclSystemError",
    "a call of the system failed inside, such as one of the network; NCCL_DEBUG=WARN tells which",
  ],
  3: ["ncclInternalError", "NCCL failed inside, or the communicator was aborted"],
  4: ["ncclInvalidArgument", "an argument is not valid, or not the same on all ranks"],
  5: ["ncclInvalidUsage", "the call cannot be made so; two ranks may have the same GPU"],
  6: ["ncclRemoteError", "another rank has ended, or the network between them is gone"],
  7: ["ncclInProgress", "the call is under way"],
  8: ["ncclTimeout", "the call took too long"],
};
