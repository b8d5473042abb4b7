// The common shape of broadcasting, with the array API standard's name.

import { broadcastShapes as broadcastList } from "../../core/broadcast.js";
import { type Shape, toShape } from "../../core/shape.js";

/**
 * The shape to which all of the shapes are broadcast.
 * @throws RangeError `CUTS_BROADCAST`; TypeError or RangeError `CUTS_SHAPE`.
 * @example broadcastShapes([3, 1], [4]) // [3, 4]
 */
export function broadcastShapes(...shapes: readonly (number | Shape)[]): number[] {
  return broadcastList(shapes.map((shape) => toShape(shape)));
}
