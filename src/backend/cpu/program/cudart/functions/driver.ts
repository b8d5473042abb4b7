// The driver API in terms of the runtime's functions. Statuses have the same numbers in both but for a few that only the
// runtime has.

import { driverStatuses } from "../../../../../native/status-texts.js";
import type { Implementation, Implementations } from "../bind-function.js";
import { COPY_KIND } from "../copy-check.js";
import { describeError, ERROR_CODES } from "../error-codes.js";
import { CudaFailure, fail } from "../error-state.js";
import { kernelOperation, kernelOperationFromBlock } from "../kernel-launch.js";
import { POINTER_BYTES } from "../../../../../compiler/clang/pointer-size.js";
import { structAt } from "../structs.js";
import type { Runtime } from "../runtime.js";
import type { DRIVER } from "../signatures/driver.js";
import { linkFunctions } from "./linking.js";
import { moduleFunctions } from "./modules.js";

/** The one context's handle. */
const CONTEXT = 0x40;
/** CU_LAUNCH_PARAM_BUFFER_POINTER. */
const BUFFER_POINTER = 1;
/** CUfunction_attribute: the fields of cudaFuncAttributes that answer, in order. */
const FUNCTION_ATTRIBUTES = [
  "maxThreadsPerBlock",
  "sharedSizeBytes",
  "constSizeBytes",
  "localSizeBytes",
  "numRegs",
  "ptxVersion",
  "binaryVersion",
  "cacheModeCA",
  "maxDynamicSharedSizeBytes",
  "preferredShmemCarveout",
] as const;
const MAX_DYNAMIC_SHARED = 8;
/** Attributes of devices that only the driver has, for what is not there: launches on several devices, virtual memory, compression. */
const ABSENT = new Set([96, 102, 103, 104, 107]);

/** Runtime errors that the driver tells in other words. */
const DRIVER_STATUS = new Map([
  [ERROR_CODES.cudaErrorInvalidConfiguration, ERROR_CODES.cudaErrorInvalidValue],
  [ERROR_CODES.cudaErrorInvalidPitchValue, ERROR_CODES.cudaErrorInvalidValue],
  [ERROR_CODES.cudaErrorInvalidMemcpyDirection, ERROR_CODES.cudaErrorInvalidValue],
  [ERROR_CODES.cudaErrorInvalidDeviceFunction, ERROR_CODES.cudaErrorInvalidResourceHandle],
]);

export function driverFunctions(
  rt: Runtime,
  runtime: Readonly<Record<string, Implementation>>,
): Implementations<typeof DRIVER> {
  const { guest } = rt;
  const as = (name: string): Implementation => {
    const target = runtime[name];
    if (!target) throw new Error(`internal: the runtime has no ${name}`);
    return (...args) => inDriversWords(() => target(...args));
  };
  const copy = as("cudaMemcpy");
  const copyAsync = as("cudaMemcpyAsync");
  const text = (which: 0 | 1) => {
    return (error = 0, place = 0): undefined => {
      const known = driverStatuses[error];
      if (!known) {
        guest.setWord(place, 0);
        fail("cudaErrorInvalidValue");
      }
      guest.setWord(place, rt.texts.address(which === 0 ? known[0] : describeError(error)[1]));
    };
  };
  const giveContext = (context = 0): undefined => {
    guest.setWord(context, CONTEXT);
  };
  const none = (): undefined => undefined;
  const fill = (pattern: (value: number) => ArrayBufferView<ArrayBuffer>) => {
    return (pointer = 0, value = 0, count = 0): undefined => {
      const view = pattern(value);
      const bytes = new Uint8Array(view.buffer);
      const block = rt.find(pointer);
      if (!block || pointer + count * bytes.length > block.start + block.byteLength)
        fail("cudaErrorInvalidValue");
      if (count > 0) rt.work.fill(pointer, bytes, count);
    };
  };
  return {
    cuInit: (flags = 0) => (flags === 0 ? undefined : fail("cudaErrorInvalidValue")),
    cuDriverGetVersion: as("cudaDriverGetVersion"),
    cuGetErrorName: text(0),
    cuGetErrorString: text(1),
    cuDeviceGetCount: as("cudaGetDeviceCount"),
    cuDeviceGet: (device = 0, ordinal = 0) => {
      if (ordinal !== 0) fail("cudaErrorInvalidDevice");
      guest.setU32(device, 0);
    },
    cuDeviceGetName: (name = 0, length = 0, device = 0) => {
      if (device !== 0) fail("cudaErrorInvalidDevice");
      guest.setText(name, rt.backend.properties.name, length);
    },
    cuDeviceTotalMem: (bytes = 0, device = 0) => {
      if (device !== 0) fail("cudaErrorInvalidDevice");
      guest.setWord(bytes, rt.backend.properties.totalMemoryBytes);
    },
    cuDeviceGetAttribute: (value = 0, attribute = 0, device = 0) => {
      if (device !== 0 || !ABSENT.has(attribute))
        return as("cudaDeviceGetAttribute")(value, attribute, device);
      guest.setU32(value, 0);
      return undefined;
    },
    cuDeviceComputeCapability: (major = 0, minor = 0, device = 0) => {
      as("cudaDeviceGetAttribute")(major, 75, device);
      as("cudaDeviceGetAttribute")(minor, 76, device);
      return undefined;
    },
    cuDeviceCanAccessPeer: as("cudaDeviceCanAccessPeer"),
    cuDevicePrimaryCtxRetain: giveContext,
    cuDevicePrimaryCtxRelease: none,
    cuCtxCreate: giveContext,
    cuCtxDestroy: none,
    cuCtxSetCurrent: none,
    cuCtxGetCurrent: giveContext,
    cuCtxPushCurrent: none,
    cuCtxPopCurrent: giveContext,
    cuCtxGetDevice: as("cudaGetDevice"),
    cuCtxSynchronize: as("cudaDeviceSynchronize"),
    cuMemAlloc: (pointer = 0, size = 0) => {
      if (size === 0) fail("cudaErrorInvalidValue");
      return as("cudaMalloc")(pointer, size);
    },
    cuMemAllocManaged: as("cudaMallocManaged"),
    cuMemAllocPitch: as("cudaMallocPitch"),
    cuMemFree: as("cudaFree"),
    cuMemAllocHost: as("cudaMallocHost"),
    cuMemFreeHost: as("cudaFreeHost"),
    cuMemGetInfo: as("cudaMemGetInfo"),
    cuMemcpyHtoD: (to = 0, from = 0, count = 0) => copy(to, from, count, COPY_KIND.hostToDevice),
    cuMemcpyDtoH: (to = 0, from = 0, count = 0) => copy(to, from, count, COPY_KIND.deviceToHost),
    cuMemcpyDtoD: (to = 0, from = 0, count = 0) => copy(to, from, count, COPY_KIND.deviceToDevice),
    cuMemcpyHtoDAsync: (to = 0, from = 0, count = 0, stream = 0) =>
      copyAsync(to, from, count, COPY_KIND.hostToDevice, stream),
    cuMemcpyDtoHAsync: (to = 0, from = 0, count = 0, stream = 0) =>
      copyAsync(to, from, count, COPY_KIND.deviceToHost, stream),
    cuMemcpyDtoDAsync: (to = 0, from = 0, count = 0, stream = 0) =>
      copyAsync(to, from, count, COPY_KIND.deviceToDevice, stream),
    cuMemsetD8: fill((value) => Uint8Array.of(value)),
    cuMemsetD16: fill((value) => Uint16Array.of(value)),
    cuMemsetD32: fill((value) => Uint32Array.of(value)),
    ...moduleFunctions(rt),
    ...linkFunctions(rt),
    cuLaunchKernel: (...args) => inDriversWords(() => launch(rt, args)),
    cuFuncGetAttribute: (value = 0, attribute = 0, stub = 0) => {
      const field = FUNCTION_ATTRIBUTES[attribute];
      if (field === undefined) fail("cudaErrorInvalidValue");
      const attributes = rt.allocate(256, "pinned");
      try {
        as("cudaFuncGetAttributes")(attributes, stub);
        guest.setU32(value, structAt(guest, "cudaFuncAttributes", attributes).get(field));
      } finally {
        rt.free(attributes, ["pinned"]);
      }
    },
    cuFuncSetAttribute: (stub = 0, attribute = 0, value = 0) => {
      if (attribute < MAX_DYNAMIC_SHARED) fail("cudaErrorInvalidValue");
      return as("cudaFuncSetAttribute")(stub, attribute, value);
    },
    cuStreamCreate: as("cudaStreamCreateWithFlags"),
    cuStreamDestroy: as("cudaStreamDestroy"),
    cuStreamSynchronize: as("cudaStreamSynchronize"),
    cuEventCreate: as("cudaEventCreateWithFlags"),
    cuEventRecord: as("cudaEventRecord"),
    cuEventSynchronize: as("cudaEventSynchronize"),
    cuEventElapsedTime: as("cudaEventElapsedTime"),
    cuEventDestroy: as("cudaEventDestroy"),
  };
}

function launch(rt: Runtime, args: readonly number[]): undefined {
  const [stub = 0, gx = 0, gy = 0, gz = 0, bx = 0, by = 0, bz = 0, sharedBytes = 0, stream = 0] = args;
  const [pointers = 0, extra = 0] = args.slice(9);
  const request = {
    stub,
    grid: [gx, gy, gz] as const,
    block: [bx, by, bz] as const,
    sharedBytes,
    cooperative: false,
  };
  const operation =
    pointers !== 0 || extra === 0
      ? kernelOperation(rt, request, pointers)
      : kernelOperationFromBlock(rt, request, packedArguments(rt, stub, extra));
  rt.streams.submit(stream, operation);
}

// `extra` is a list of pairs: what follows, and where it is.
function packedArguments(rt: Runtime, stub: number, extra: number): Uint8Array {
  for (let at = extra; rt.guest.word(at) !== 0; at += 2 * POINTER_BYTES) {
    if (rt.guest.word(at) === BUFFER_POINTER)
      return rt.guest.range(rt.guest.word(at + POINTER_BYTES), rt.modules.kernel(stub).kernel.parameterBytes);
  }
  return fail("cudaErrorInvalidValue");
}

function inDriversWords(action: () => number | undefined): number | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof CudaFailure) throw new CudaFailure(DRIVER_STATUS.get(error.status) ?? error.status);
    throw error;
  }
}
