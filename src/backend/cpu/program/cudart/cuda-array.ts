// CUDA arrays: elements of up to four channels in rows. Here they are plain memory whose handle is its address.

import type { BoxPlace } from "./box-copy.js";
import { fail } from "./error-state.js";
import type { CudaArray, Runtime } from "./runtime.js";

/** cudaArrayLayered and cudaArrayCubemap. */
const LAYERED = 1;
const CUBEMAP = 4;

/** Makes an array; a height or depth of 0 means that it has no such dimension. */
export function createArray(
  rt: Runtime,
  format: CudaArray["format"],
  extent: CudaArray["extent"],
  flags: number,
): CudaArray {
  const bits = format[0] + format[1] + format[2] + format[3];
  const [width, height, depth] = extent;
  if (![8, 16, 32, 64, 128].includes(bits)) fail("cudaErrorInvalidChannelDescriptor");
  if (width === 0) fail("cudaErrorInvalidValue");
  const isCube = (flags & CUBEMAP) !== 0;
  const faces = (flags & LAYERED) !== 0 ? depth % 6 === 0 && depth > 0 : depth === 6;
  if (isCube && (width !== height || !faces)) fail("cudaErrorInvalidValue");
  const elementBytes = bits / 8;
  const pitch = width * elementBytes;
  const address = rt.allocate(pitch * Math.max(1, height) * Math.max(1, depth), "device");
  const array = { address, format, extent, flags, elementBytes, pitch };
  rt.arrays.set(address, array);
  return array;
}

/** The array of a handle; fails with cudaErrorInvalidResourceHandle when there is none. */
export function getArray(rt: Runtime, handle: number): CudaArray {
  return rt.arrays.get(handle) ?? fail("cudaErrorInvalidResourceHandle");
}

export function freeArray(rt: Runtime, handle: number): void {
  getArray(rt, handle);
  rt.arrays.delete(handle);
  rt.free(handle, ["device"]);
}

/** The place of an array's first element. */
export function arrayPlace(rt: Runtime, handle: number): BoxPlace {
  const { address, pitch, extent } = getArray(rt, handle);
  return { address, pitch, slicePitch: pitch * Math.max(1, extent[1]) };
}

export function elementBytes(rt: Runtime, handle: number): number {
  return getArray(rt, handle).elementBytes;
}
