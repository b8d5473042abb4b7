// The public surface: re-exports only. Nothing inside src/ imports this file.

// `Disposable` and `Symbol.dispose` are in the declarations: this is the library of TypeScript that has them.
/// <reference lib="esnext.disposable" preserve="true" />

// errors
export * from "./core/errors.js";

// arrays as arguments, element types
export * from "./core/array-argument.js";
export type * from "./core/dtype.js";
export type { ReadableTypedArray, ReadonlyTypedArray } from "./core/readonly-typed-array.js";

// native libraries
export type { NativePointer } from "./cdecl/types/native-pointer.js";
export type { Callback } from "./ffi/callback.js";
export { callback, dlopen } from "./ffi/dlopen.js";
export type { Library, LibraryOptions, NativeFunction } from "./ffi/library.js";
export { addressOf, type NativeView, pointerAt, stringAt, viewOf } from "./ffi/memory.js";

// devices, streams, events
export type { DeviceProperties, ManagedAdvice, MemoryUse } from "./backend/backend.js";
export type { Device, DeviceMemoryUse } from "./runtime/devices/device.js";
export { device, devices, withDevice } from "./runtime/devices/devices.js";
export type { Event } from "./runtime/order/event.js";
export { type Graph, type GraphOptions, graph } from "./runtime/graphs/graph.js";
export { type Stream, type StreamOptions, stream } from "./runtime/order/stream.js";

// memory, kernels, modules
export { type PinnedArray, type PinnedOptions, pinned } from "./runtime/memory/pinned.js";
export type { MemoryKind } from "./runtime/memory/storage.js";
export { type Kernel, type KernelOptions, kernel } from "./runtime/kernels/kernel.js";
export type * from "./core/kernel-profile.js";
export type { Occupancy, OccupancyLimit } from "./core/occupancy.js";
export type { KernelProfile } from "./runtime/kernels/profile-object.js";
export type { ElementData, ElementValue } from "./runtime/memory/element-data.js";
export type { Extent, LaunchConfig, LaunchOptions } from "./runtime/kernels/launch-config.js";
export {
  type CompiledModuleOptions,
  type Module,
  type ModuleOptions,
  module,
} from "./runtime/modules/module.js";
export type { ModuleGlobal } from "./runtime/modules/module-global.js";
export type { ModuleCode, SourceOptions } from "./runtime/modules/module-source.js";
export type { KernelSignature } from "./cdecl/ast.js";
export type { KernelArguments, KernelNames, KernelRunArguments } from "./cdecl/types/kernel-arguments.js";

// checked runs
export {
  type CheckKind,
  type CheckPlace,
  type CheckReport,
  checkKinds,
  type MemorySpace,
  type OtherAccess,
} from "./core/check-report.js";
export { formatReports } from "./backend/check-text.js";

// whole programs
export { type Program, type ProgramOptions, type ProgramResult, program } from "./program/program.js";
export type { ProgramRunOptions } from "./program/run-options.js";
export type { WorkTime } from "./program/work-times.js";

// arrays
export * from "./array/array.js";

// memory and arrays of others
export * from "./interop/interop.js";

// operators and gradients
export * from "./ops/ops.js";

// runs that are compared
export type { Difference, DifferentElement, Tolerance } from "./check/compare.js";
export { verify, type VerifyOptions } from "./check/verify.js";
export type { VerifyReport } from "./check/verify-report.js";

// native code from source
export { buildAhead, load } from "./build/load.js";
export { loadAddon } from "./build/load-addon.js";
export type { LoadAddonOptions, LoadOptions } from "./build/load-options.js";
export { type AddonFlags, addonFlags } from "./build/toolchain/addon-flags.js";
export {
  type Loaded,
  type LoadedFunction,
  type LoadedMethods,
  type LoadInfo,
  loadInfo,
} from "./build/loaded.js";
export { cuModuleTypes } from "./build/module.js";
export type { CuModuleTypes } from "./build/module/describe-module.js";
export { buildSources, prebuild } from "./build/package.js";
export type { BuiltSources } from "./build/package/build-sources.js";
export type { PrebuildOptions, PrebuiltOutput } from "./build/package/prebuild-options.js";
export { usePrebuilt } from "./compiler/prebuilt.js";
export type { BuildProgress, Defines } from "./build/toolchain/build-request.js";

// lifetimes
export { liveHandles } from "./runtime/lifetimes/handle.js";
export type { LiveHandle } from "./runtime/lifetimes/leak-report.js";
export { scope, unscoped } from "./runtime/lifetimes/scope.js";

// the machine and the cache
export * from "./compiler/cache.js";
export { formatByteSize } from "./core/text.js";
export { cutsVersion } from "./doctor/npm-package.js";
export type { MachineEntry, MachineEntryId, MachineReport, TinyCall } from "./doctor/report.js";
export { type InspectMachineOptions, inspectMachine } from "./doctor/doctor.js";
