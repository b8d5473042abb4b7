// The indices of elements along an axis, as an array that is broadcast along all other axes. The most recently used are cached.

import type { DType } from "../../core/dtype.js";
import { ArgumentRangeError } from "../../core/errors.js";
import { RecentMap } from "../../core/recent-map.js";
import { formatShape, type Shape } from "../../core/shape.js";
import type { DeviceCore } from "../../runtime/order/stream-core.js";
import { unscoped } from "../../runtime/lifetimes/scope.js";
import { arange } from "../../array/creation-ranges.js";
import type { NDArray } from "../../array/ndarray.js";
import { reshape } from "../../array/views.js";
import { inside } from "../../array/operators/watching.js";

/** Arrays that are kept for each device. */
const MOST = 16;
const kept = new WeakMap<DeviceCore, RecentMap<string, NDArray>>();

/** The indices along an axis of a shape. @throws RangeError `CUTS_AXIS` for an axis that it does not have. */
export function indicesAlong(axis: number, shape: Shape, dtype: DType, device: DeviceCore): NDArray {
  const own = axis < 0 ? axis + shape.length : axis;
  const size = shape[own];
  if (size === undefined) {
    throw new ArgumentRangeError(
      "CUTS_AXIS",
      `Cannot compute an expression: there is no index along axis ${axis} of ${formatShape(shape)}`,
    );
  }
  let arrays = kept.get(device);
  if (arrays === undefined) kept.set(device, (arrays = new RecentMap(MOST, (own) => own.dispose())));
  const key = `${dtype} ${size} ${shape.length - own}`;
  const known = arrays.get(key);
  if (known !== undefined) return known;
  const made = inside(() =>
    unscoped(() => {
      using flat = arange(0, size, 1, { dtype, device });
      return reshape(flat, [size, ...Array.from({ length: shape.length - own - 1 }, () => 1)]);
    }),
  );
  arrays.set(key, made);
  return made;
}
