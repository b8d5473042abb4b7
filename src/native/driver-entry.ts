// What `cuts/driver` exports: the CUDA driver and NVRTC, one to one. Re-exports only.

export { check, checkNvrtc, explainStatus, statusName } from "./check.js";
export { type Driver, driverFunctions, openDriver } from "./driver.js";
export { driverTypes } from "./driver-types.js";
export { type Nvrtc, nvrtcFunctions, nvrtcTypes, openNvrtc } from "./nvrtc.js";
export { driverStatuses, nvrtcStatuses, type StatusTexts } from "./status-texts.js";
