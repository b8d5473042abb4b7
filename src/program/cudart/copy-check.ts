// Which copies CUDA allows. Each side is the host's or the device's, by the kind of copy that the program names; a
// pointer that belongs to the other side, or a range that leaves its allocation, is cudaErrorInvalidValue.

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
  checkSide(rt, to.address, to.byteLength, kind === hostToDevice || kind === deviceToDevice, kind);
  checkSide(rt, from.address, from.byteLength, kind === deviceToHost || kind === deviceToDevice, kind);
}

/** Checks memory that the device is to fill. */
export function checkDeviceRange(rt: Runtime, address: number, byteLength: number): void {
  checkSide(rt, address, byteLength, true, COPY_KIND.hostToDevice);
}

function checkSide(rt: Runtime, address: number, byteLength: number, isDevice: boolean, kind: number): void {
  if (byteLength === 0) return;
  const block = rt.find(address);
  const isInside = block !== undefined && address + byteLength <= block.start + block.byteLength;
  if (address === 0 || !rt.guest.has(address, byteLength)) fail("cudaErrorInvalidValue");
  if (block ? !isInside && block.kind !== "registered" : rt.isFreed(address)) fail("cudaErrorInvalidValue");
  if (kind === COPY_KIND.default) return;
  if (isDevice && !block) fail("cudaErrorInvalidValue");
  // Managed, pinned and registered memory is the host's too.
  if (!isDevice && (block?.kind === "device" || block?.kind === "symbol")) fail("cudaErrorInvalidValue");
}
