// The handle of cuSOLVER and its options. Part of the table of cuSOLVER: see cusolver.ts.

/** Handles, modes and options. */
export const handleFunctions = {
  /** Makes a handle for the current context. */
  cusolverDnCreate: "cusolverStatus_t(cusolverDnHandle_t* handle)",
  /** Destroys it. */
  cusolverDnDestroy: "cusolverStatus_t(cusolverDnHandle_t handle)",
  /** The stream that the calls after it use. */
  cusolverDnSetStream: "cusolverStatus_t(cusolverDnHandle_t handle, cudaStream_t stream)",
  /** That stream. */
  cusolverDnGetStream: "cusolverStatus_t(cusolverDnHandle_t handle, cudaStream_t* stream)",
  /** The version of the library: 12000 is 12.0. */
  cusolverGetVersion: "cusolverStatus_t(int* version)",
  /** One part of the version: 0 major, 1 minor, 2 patch. */
  cusolverGetProperty: "cusolverStatus_t(libraryPropertyType type, int* value)",
  /** Whether equal calls give equal bits. */
  cusolverDnSetDeterministicMode:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverDeterministicMode_t mode)",
  /** That mode. */
  cusolverDnGetDeterministicMode:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverDeterministicMode_t* mode)",
  /** Options of the calls for any type (cusolverDnX). */
  cusolverDnCreateParams: "cusolverStatus_t(cusolverDnParams_t* params)",
  /** Destroys them. */
  cusolverDnDestroyParams: "cusolverStatus_t(cusolverDnParams_t params)",
  /** Chooses an algorithm. */
  cusolverDnSetAdvOptions:
    "cusolverStatus_t(cusolverDnParams_t params, cusolverDnFunction_t function, cusolverAlgMode_t algo)",
  /** Options of gesvdj. */
  cusolverDnCreateGesvdjInfo: "cusolverStatus_t(gesvdjInfo_t* info)",
  /** Destroys them. */
  cusolverDnDestroyGesvdjInfo: "cusolverStatus_t(gesvdjInfo_t info)",
  /** When the sweeps are good enough. */
  cusolverDnXgesvdjSetTolerance: "cusolverStatus_t(gesvdjInfo_t info, double tolerance)",
  /** The most sweeps. */
  cusolverDnXgesvdjSetMaxSweeps: "cusolverStatus_t(gesvdjInfo_t info, int maxSweeps)",
  /** Whether the values come sorted. */
  cusolverDnXgesvdjSetSortEig: "cusolverStatus_t(gesvdjInfo_t info, int sort)",
  /** How good the last result is. */
  cusolverDnXgesvdjGetResidual:
    "cusolverStatus_t(cusolverDnHandle_t handle, gesvdjInfo_t info, double* residual)",
  /** How many sweeps it took. */
  cusolverDnXgesvdjGetSweeps: "cusolverStatus_t(cusolverDnHandle_t handle, gesvdjInfo_t info, int* sweeps)",
  /** Options of syevj. */
  cusolverDnCreateSyevjInfo: "cusolverStatus_t(syevjInfo_t* info)",
  /** Destroys them. */
  cusolverDnDestroySyevjInfo: "cusolverStatus_t(syevjInfo_t info)",
  /** When the sweeps are good enough. */
  cusolverDnXsyevjSetTolerance: "cusolverStatus_t(syevjInfo_t info, double tolerance)",
  /** The most sweeps. */
  cusolverDnXsyevjSetMaxSweeps: "cusolverStatus_t(syevjInfo_t info, int maxSweeps)",
  /** Whether the values come sorted. */
  cusolverDnXsyevjSetSortEig: "cusolverStatus_t(syevjInfo_t info, int sort)",
  /** How good the last result is. */
  cusolverDnXsyevjGetResidual:
    "cusolverStatus_t(cusolverDnHandle_t handle, syevjInfo_t info, double* residual)",
  /** How many sweeps it took. */
  cusolverDnXsyevjGetSweeps: "cusolverStatus_t(cusolverDnHandle_t handle, syevjInfo_t info, int* sweeps)",
} as const;
