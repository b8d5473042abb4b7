// Copies and fills of plain ranges. A copy without a stream waits for all work before it; one with a stream is done in
// its turn, except where CUDA waits too: the program's ordinary memory may change as soon as the call returns.

import type { Implementations } from "../bind-function.js";
import { checkCopy, checkDeviceRange, COPY_KIND } from "../copy-check.js";
import { fail } from "../error-state.js";
import type { Operation } from "../operation.js";
import type { Runtime } from "../runtime.js";
import type { COPIES } from "../signatures/memory.js";

export function copyFunctions(rt: Runtime): Implementations<typeof COPIES> {
  const copy = (to = 0, from = 0, count = 0, kind = 0): undefined => {
    checkCopy(rt, { address: to, byteLength: count }, { address: from, byteLength: count }, kind);
    rt.streams.refuseDuringCapture("cudaErrorStreamCaptureImplicit");
    // Constants are guarded: the device itself writes them.
    const isGuarded = rt.find(to)?.kind === "symbol";
    if (isGuarded) rt.streams.submit(0, copyOperation(rt, to, from, count, kind));
    rt.work.wait();
    if (!isGuarded) rt.streams.now(0, "memcpy", () => rt.copyNow(to, from, count));
  };
  const copyAsync = (to = 0, from = 0, count = 0, kind = 0, stream = 0): undefined => {
    rt.streams.submit(stream, copyOperation(rt, to, from, count, kind));
  };
  const fill = (pointer = 0, value = 0, count = 0, stream = 0): undefined => {
    checkDeviceRange(rt, pointer, count);
    rt.streams.submit(stream, fillOperation(rt, pointer, Uint8Array.of(value), count));
  };
  return {
    cudaMemcpy: copy,
    cudaMemcpyAsync: copyAsync,
    cudaMemcpyPeer: (to = 0, toDevice = 0, from = 0, fromDevice = 0, count = 0) => {
      if (toDevice !== 0 || fromDevice !== 0) fail("cudaErrorInvalidDevice");
      copy(to, from, count, COPY_KIND.deviceToDevice);
    },
    cudaMemcpyPeerAsync: (to = 0, toDevice = 0, from = 0, fromDevice = 0, count = 0, stream = 0) => {
      if (toDevice !== 0 || fromDevice !== 0) fail("cudaErrorInvalidDevice");
      copyAsync(to, from, count, COPY_KIND.deviceToDevice, stream);
    },
    cudaMemset: fill,
    cudaMemsetAsync: fill,
  };
}

/** A copy of a range, checked, as work for a stream. */
export function copyOperation(rt: Runtime, to: number, from: number, count: number, kind: number): Operation {
  checkCopy(rt, { address: to, byteLength: count }, { address: from, byteLength: count }, kind);
  return {
    type: "memcpy",
    run: () => {
      // Memory that the runtime does not know is the program's own, which it may use again at once.
      if (rt.find(to) === undefined) {
        rt.work.wait();
        rt.copyNow(to, from, count);
      } else if (rt.find(from) === undefined) rt.work.write(to, rt.guest.range(from, count));
      else rt.work.copy(to, from, count);
    },
  };
}

/** A repeated pattern as work for a stream. */
function fillOperation(rt: Runtime, pointer: number, pattern: Uint8Array, count: number): Operation {
  return {
    type: "memset",
    run: () => {
      if (count > 0) rt.work.fill(pointer, pattern, count);
    },
  };
}
