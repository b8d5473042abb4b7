// Long writes to the device, for which the source's pages are locked during the copy, so that the GPU reads them directly. Pages
// are locked piece by piece, and each piece is copied while the next one is being locked. This is nearly twice as fast as the
// driver's own copy, which one thread makes through a staging buffer.

import { numberAddressOf } from "../../ffi/memory.js";
import type { CudaStream } from "./cuda-stream.js";
import type { DeviceContext } from "./device-context.js";

const PIECE_BYTES = 32 * 2 ** 20;
/** Pieces end at multiples of this, so that no two pieces share a page. */
const PAGE_BYTES = 65_536;

/**
 * Copies bytes to the device and waits for that. False if pages cannot be locked (they are locked already, or the system allows no
 * more); the caller must then copy everything in another way.
 */
export function writeLocked(
  context: DeviceContext,
  to: number,
  bytes: Uint8Array,
  stream: CudaStream,
): boolean {
  const { api } = context;
  const start = numberAddressOf(bytes);
  const end = start + bytes.byteLength;
  const locked: number[] = [];
  let isDone = true;
  for (let at = start; at < end && isDone; ) {
    const next = Math.min(end, Math.floor((at + PIECE_BYTES) / PAGE_BYTES) * PAGE_BYTES);
    isDone = api.cuMemHostRegister_v2(at, next - at, 0) === 0;
    if (isDone) {
      locked.push(at);
      isDone = api.cuMemcpyHtoDAsync_v2(to + (at - start), at, next - at, stream.handle) === 0;
    }
    at = next;
  }
  const status = api.cuStreamSynchronize(stream.handle);
  for (const at of locked) api.cuMemHostUnregister(at);
  context.check(status, "cuStreamSynchronize");
  return isDone;
}
