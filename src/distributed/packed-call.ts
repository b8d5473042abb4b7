// Calls on arrays that may not be contiguous. Transports move contiguous memory only, so other arrays are copied before and after.

import { allocateArray } from "../array/allocate.js";
import { copyInto } from "../array/copy.js";
import { describeArray, type NDArray } from "../array/ndarray.js";
import { inside } from "../array/operators/watching.js";
import { ArgumentRangeError } from "../core/errors.js";
import { type Shape, toAxis } from "../core/shape.js";
import { currentStream } from "../runtime/devices/devices.js";
import { packed } from "./parts.js";
import type { StartedCall } from "./transport.js";

/** Runs a call on a contiguous version of `x`, and copies the result back into `x`; resolves to `x`. */
export function writing<T extends NDArray>(x: T, run: (own: NDArray) => StartedCall): Promise<T> {
  if (x.isContiguous) return run(x).follow(() => x);
  const { array } = packed(x, 0);
  return run(array).follow(() => {
    inside(() => copyInto(array, x));
    array.dispose();
    return x;
  });
}

/** Runs a call on a contiguous version of `x`; resolves to `x`. */
export function reading<T extends NDArray>(x: T, run: (own: NDArray) => StartedCall): Promise<T> {
  if (x.isContiguous) return run(x).follow(() => x);
  const { array } = packed(x, 0);
  return run(array).follow(() => {
    array.dispose();
    return x;
  });
}

/** A new array of another shape, with the dtype and device of an array. */
export function allocateFor({ dtype, storage }: NDArray, shape: Shape): NDArray {
  return allocateArray(currentStream(storage.device), dtype, shape);
}

/** The axis along which an array is split. @throws RangeError `CUTS_COMMUNICATOR` for a single value. */
export function partAxis(x: NDArray, axis: number | undefined, action: string): number {
  if (x.ndim > 0) return toAxis(axis ?? 0, x.ndim);
  throw new ArgumentRangeError(
    "CUTS_COMMUNICATOR",
    `Cannot ${action}: it must have at least one axis (got ${describeArray(x)})`,
  );
}
