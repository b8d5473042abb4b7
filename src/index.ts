// The public surface: re-exports only. Nothing inside src/ imports this file.
export * from "./core/errors.js";
export { type CompileCache, defaultCache } from "./compiler/cache/compile-cache.js";
export * from "./core/array-argument.js";
export type * from "./core/dtype.js";
export type { ReadableTypedArray, ReadonlyTypedArray } from "./core/readonly-typed-array.js";
export { formatByteSize } from "./core/text.js";
export { dlopen } from "./ffi/dlopen.js";
export { cutsVersion } from "./runtime/doctor/npm-package.js";
export type { MachineEntry, MachineEntryId, MachineReport, TinyCall } from "./runtime/doctor/report.js";
export { type InspectMachineOptions, inspectMachine } from "./runtime/doctor.js";
