// The shape that shapes are broadcast to, as the array API standard calls it.

import { broadcastShapes as broadcastList } from "../../core/broadcast.js";
import { type Shape, toShape } from "../../core/shape.js";

/**
 * The shape that all of the shapes stretch to.
 * @throws RangeError `CUTS_BROADCAST`; TypeError or RangeError `CUTS_SHAPE`.
 * @example broadcastShapes([3, 1], [4]) // [3, 4]
 */
export function broadcastShapes(...shapes: readonly (number | Shape)[]): number[] {
  return broadcastList(shapes.map((shape) => toShape(shape)));
}
