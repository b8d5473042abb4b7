// Pinned memory that was disposed, by its buffer, so that whoever is given an array over it says that, and not what its array has
// become: detached where the engine can, and as it was elsewhere.

import { DisposedError } from "../../core/errors.js";
import { typedArrayName } from "../../core/view-facts.js";

const disposed = new WeakSet<ArrayBufferLike>();

export function markDisposed(buffer: ArrayBufferLike): void {
  disposed.add(buffer);
}

/** @throws DisposedError `CUTS_DISPOSED` for an array over pinned memory that was disposed. */
export function refuseDisposedPinned(array: ArrayBufferView): void {
  if (!disposed.has(array.buffer)) return;
  throw new DisposedError(
    "CUTS_DISPOSED",
    `Cannot use pinned memory: it was disposed (got a ${typedArrayName(array)}, by dispose())`,
  );
}
