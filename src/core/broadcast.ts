// Broadcasting as NumPy does it: shapes are aligned at their last axis, and an axis of size 1 stretches to any size.

import { ArgumentRangeError } from "./errors.js";
import { formatShape, type Shape } from "./shape.js";
import type { Strides } from "./strides.js";

/**
 * The shape all of `shapes` stretch to.
 * @throws RangeError `CUTS_BROADCAST`.
 * @example broadcastShapes([[3, 1], [4]]) // [3, 4]
 */
export function broadcastShapes(shapes: readonly Shape[]): number[] {
  // Every operation calls this, so it allocates nothing but the result.
  let rank = 0;
  for (const shape of shapes) if (shape.length > rank) rank = shape.length;
  const result: number[] = [];
  for (let axis = 0; axis < rank; axis++) {
    let size = 1;
    for (const shape of shapes) {
      const own = shape[axis - rank + shape.length] ?? 1;
      if (own === 1 || own === size) continue;
      if (size !== 1) throw notBroadcastable(shapes, axis - rank, size, own);
      size = own;
    }
    result.push(size);
  }
  return result;
}

/**
 * The strides that make an array of `shape` look like one of shape `target`: stretched and added axes get stride 0.
 * @throws RangeError `CUTS_BROADCAST`.
 */
export function broadcastStrides(shape: Shape, strides: Strides, target: Shape): number[] {
  const added = target.length - shape.length;
  if (added < 0) {
    throw new ArgumentRangeError(
      "CUTS_BROADCAST",
      `Cannot broadcast ${formatShape(shape)} to ${formatShape(target)}: the target must have as many axes or more`,
    );
  }
  const result: number[] = [];
  for (let axis = 0; axis < target.length; axis++) {
    const own = axis < added ? 1 : (shape[axis - added] as number);
    const size = target[axis] as number;
    if (own !== size && own !== 1) throw notBroadcastable([shape, target], axis - target.length, size, own);
    result.push(axis < added || own !== size ? 0 : (strides[axis - added] ?? 0));
  }
  return result;
}

function notBroadcastable(shapes: readonly Shape[], axis: number, a: number, b: number): ArgumentRangeError {
  return new ArgumentRangeError(
    "CUTS_BROADCAST",
    `Cannot broadcast ${shapes.map(formatShape).join(" with ")}: ` +
      `sizes along an axis must be equal or 1 (got ${a} and ${b} along axis ${axis})`,
  );
}
