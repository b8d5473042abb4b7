// Writes of much memory: its pages are locked for the time of the copy, so that the GPU reads them where they are. Locking
// goes over the memory in pieces, and while one is being locked the one before is copied. That is nearly twice as fast as
// the driver's way through memory of its own, which one thread fills.

import { numberAddressOf } from "../../ffi/memory.js";
import type { CudaStream } from "./cuda-stream.js";
import type { DeviceContext } from "./device-context.js";

const PIECE_BYTES = 32 * 2 ** 20;
/** Pieces begin at multiples of this, so that no page belongs to two. */
const PAGE_BYTES = 65_536;

/**
 * Copies bytes to the device and waits for that. False when memory cannot be locked here (it is already, or the system
 * allows no more); what was copied by then is copied again by another way.
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
