// Memory for copies that live for one call. Freed memory is kept for later calls, up to a limit, because memory that is new to the
// process costs several times as much as the copy into it.

import { CutsError } from "../core/errors.js";
import { formatByteSize } from "../core/text.js";
import { processState } from "../core/process-state.js";

/** The most memory that is kept in total. */
const MAX_KEPT_BYTES = 1 << 26;
/** The largest piece that is kept. */
const MAX_PIECE_BYTES = 1 << 24;
/** Bytes beyond the requested length, so that the copy can be aligned. */
export const SCRATCH_SLACK = 64;

const state = processState(() => ({ kept: new Map<number, Buffer[]>(), keptBytes: 0 }));

/** Memory of this length plus SCRATCH_SLACK, with unspecified contents. @throws CutsError `CUTS_OUT_OF_MEMORY` */
export function takeScratch(byteLength: number): Buffer {
  const size = sizeFor(byteLength);
  const found = state.kept.get(size)?.pop();
  if (found === undefined) return allocate(size);
  state.keptBytes -= size;
  return found;
}

/** Returns memory from `takeScratch`. */
export function giveScratch(memory: Buffer): void {
  const size = memory.byteLength;
  if (size > MAX_PIECE_BYTES + SCRATCH_SLACK || state.keptBytes + size > MAX_KEPT_BYTES) return;
  state.keptBytes += size;
  const list = state.kept.get(size);
  if (list === undefined) state.kept.set(size, [memory]);
  else list.push(memory);
}

/** The length to allocate: a power of two, so that later requests can reuse it, unless it is too long to be kept. */
function sizeFor(byteLength: number): number {
  const size = byteLength > MAX_PIECE_BYTES ? byteLength : 2 ** Math.ceil(Math.log2(byteLength));
  return size + SCRATCH_SLACK;
}

function allocate(byteLength: number): Buffer {
  try {
    return Buffer.allocUnsafeSlow(byteLength);
  } catch (cause) {
    throw new CutsError(
      "CUTS_OUT_OF_MEMORY",
      `Cannot make an asynchronous call: there is no room for a copy of ${formatByteSize(byteLength)}, which memory that can be transferred needs\n` +
        "Try: a typed array over a SharedArrayBuffer, or an array of the cpu device",
      { cause },
    );
  }
}
