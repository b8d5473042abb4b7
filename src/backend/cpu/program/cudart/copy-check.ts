// Which copies CUDA allows, as seen on an H200 with CUDA 13. A side that the kind of copy names the device's must be memory
// that the device reaches; one that it names the host's may be any memory, since addresses are unified. A host pointer where
// the device's must be, or a range that leaves its allocation, is cudaErrorInvalidValue.

import { fail } from "./error-state.js";
import type { Runtime } from "./runtime.js";

/** cudaMemcpyKind. */
export const COPY_KIND = {
  hostToHost: 0,
  hostToDevice: 1,
  deviceToHost: 2,
  deviceToDevice: 3,
  default: 4,
} as const;

/** Checks both sides of a copy; sizes in bytes from the first to the last one touched. */
export function checkCopy(
  rt: Runtime,
  to: { readonly address: number; readonly byteLength: number },
  from: { readonly address: number; readonly byteLength: number },
  kind: number,
): void {
  if (kind > COPY_KIND.default) fail("cudaErrorInvalidMemcpyDirection");
  const { hostToDevice, deviceToHost, deviceToDevice } = COPY_KIND;
  checkSide(rt, to.address, to.byteLength, kind === hostToDevice || kind === deviceToDevice);
  checkSide(rt, from.address, from.byteLength, kind === deviceToHost || kind === deviceToDevice);
}

/** Checks memory that the device is to fill. */
export function checkDeviceRange(rt: Runtime, address: number, byteLength: number): void {
  checkSide(rt, address, byteLength, true);
}

function checkSide(rt: Runtime, address: number, byteLength: number, isDevice: boolean): void {
  if (byteLength === 0) return;
  const block = rt.find(address);
  const isInside = block !== undefined && address + byteLength <= block.start + block.byteLength;
  if (address === 0 || !rt.guest.has(address, byteLength)) fail("cudaErrorInvalidValue");
  if (block ? !isInside && block.kind !== "registered" : rt.isFreed(address)) fail("cudaErrorInvalidValue");
  if (isDevice && !block) fail("cudaErrorInvalidValue");
}
