// What `cuts/driver` exports: the CUDA driver and CUDA's libraries, one to one. Re-exports, and the tables that are put together
// only here or when a library is opened.

// See index.ts.
/// <reference lib="esnext.disposable" preserve="true" />

import { cublasTable } from "./cublas.js";
import { cusolverTable } from "./cusolver.js";
import { driverTable } from "./driver.js";

export { check, explainStatus, statusName } from "./check.js";
export { type Cublas, cublasTypes, openCublas } from "./cublas.js";
export { type Cufft, cufftFunctions, cufftTypes, openCufft } from "./cufft.js";
export { type Curand, curandFunctions, curandTypes, openCurand } from "./curand.js";
export { type Cusolver, cusolverTypes, openCusolver } from "./cusolver.js";
export { type Driver, openDriver } from "./driver.js";
export { driverConstants } from "./driver-constants.js";
export { driverTypes } from "./driver-types.js";
export * from "./handles.js";
export { libraryConstants } from "./library-constants.js";
export {
  cublasStatuses,
  cufftStatuses,
  curandStatuses,
  cusolverStatuses,
  ncclStatuses,
  nvjitlinkStatuses,
} from "./library-statuses.js";
export { type Nccl, ncclFunctions, ncclTypes, openNccl } from "./nccl.js";
export { type NvJitLink, nvjitlinkFunctions, nvjitlinkTypes, openNvJitLink } from "./nvjitlink.js";
export { type Nvrtc, nvrtcFunctions, nvrtcTypes, openNvrtc } from "./nvrtc.js";
export { driverStatuses, nvrtcStatuses, type StatusTexts } from "./status-texts.js";

/** The functions of the driver, each by its symbol: its C declaration. */
export const driverFunctions = driverTable();

/** The functions of cuBLAS. */
export const cublasFunctions = cublasTable();

/** The functions of cuSOLVER. */
export const cusolverFunctions = cusolverTable();
