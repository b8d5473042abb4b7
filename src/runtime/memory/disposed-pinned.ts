// A record of pinned buffers that were disposed, so that using an array over one throws a clear error. The buffer itself does not
// show it on engines that cannot detach it.

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
