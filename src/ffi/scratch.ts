// Memory for copies that live as long as one call. What was used is kept for the next call, up to a limit: memory that is new
// to the process costs several times what the copy into it does.

import { CutsError } from "../core/errors.js";
import { formatByteSize } from "../core/text.js";
import { processState } from "../core/process-state.js";

/** Kept for later in all, */
const MAX_KEPT_BYTES = 1 << 26;
/** and of one piece. */
const MAX_PIECE_BYTES = 1 << 24;
/** More than was asked for, so that it can begin where it should. */
export const SCRATCH_SLACK = 64;

const state = processState(() => ({ kept: new Map<number, Buffer[]>(), keptBytes: 0 }));

/** So many bytes and some slack, with anything in them. @throws CutsError `CUTS_OUT_OF_MEMORY` */
export function takeScratch(byteLength: number): Buffer {
  const size = sizeFor(byteLength);
  const found = state.kept.get(size)?.pop();
  if (found === undefined) return allocate(size);
  state.keptBytes -= size;
  return found;
}

/** Gives memory back that was taken. */
export function giveScratch(memory: Buffer): void {
  const size = memory.byteLength;
  if (size > MAX_PIECE_BYTES + SCRATCH_SLACK || state.keptBytes + size > MAX_KEPT_BYTES) return;
  state.keptBytes += size;
  const list = state.kept.get(size);
  if (list === undefined) state.kept.set(size, [memory]);
  else list.push(memory);
}

/** A power of two, so that memory fits others later; what is not kept is as long as it must be. */
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
