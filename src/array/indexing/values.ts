// Prepares values that are written into an array: another array, lists, or one value. They are converted to the array's dtype and
// device, and broadcast to the selection.

import { broadcastStrides } from "../../core/broadcast.js";
import { canStore, type DType, isTypedArray } from "../../core/dtype.js";
import { type Shape, sizeOf } from "../../core/shape.js";
import type { ElementData, ElementValue } from "../../runtime/memory/element-data.js";
import { makeView } from "../allocate.js";
import { isNDArray, type NDArray } from "../ndarray.js";
import { astype, copy, mayOverlap, to } from "../copy.js";
import { array } from "../creation.js";
import { buffer } from "../memory/buffer.js";
import type { RowArgument } from "../kernels/launch-rows.js";
import type { NestedList } from "../nested.js";
import { reshape } from "../views.js";
import { takeSelected } from "./selection.js";

/** Values that can be written at positions of an array. */
export type WrittenValues<D extends DType> = NDArray | ElementData<D> | NestedList | ElementValue<D>;

/** Values on the device and in the dtype of an array. */
export class ValuesInUse {
  readonly array: NDArray;
  readonly #isOwn: boolean;

  constructor(array: NDArray, isOwn: boolean) {
    this.array = array;
    this.#isOwn = isOwn;
  }

  get size(): number {
    return this.array.size;
  }

  /** Stretched to a shape; axes of size 1 in front are left out where there are too many. @throws RangeError `CUTS_BROADCAST`. */
  along(shape: Shape): RowArgument {
    const { storage, dtype, start, shape: own, strides } = this.array;
    let extra = 0;
    while (own.length - extra > shape.length && own[extra] === 1) extra++;
    const stretched = broadcastStrides(own.slice(extra), strides.slice(extra), shape);
    return { storage, dtype, start, strides: stretched };
  }

  dispose(): void {
    if (this.#isOwn) this.array.dispose();
  }
}

/** Values to be written into `target`; they are copied if they share its memory. */
export function valuesFor(target: NDArray, values: WrittenValues<DType>): ValuesInUse {
  const { dtype, device } = target;
  if (!isNDArray(values)) {
    // A typed array of the dtype is memory as it stores it, as for set(); others are lists of what they hold.
    if (isTypedArray(values) && canStore(dtype, values))
      return new ValuesInUse(buffer(dtype, values, { device }), true);
    const elements = isTypedArray(values) ? Array.from<number | bigint>(values) : values;
    return new ValuesInUse(array(elements as NestedList, { dtype, device }), true);
  }
  values.check("write an array");
  const here = values.device === device ? values : to(values, device);
  const fitting = here.dtype === dtype ? here : astype(here, dtype);
  if (here !== values && here !== fitting) here.dispose();
  if (!mayOverlap(fitting, target)) return new ValuesInUse(fitting, fitting !== values);
  return new ValuesInUse(copy(fitting), true);
}

/** Values in C order, repeated until they fill a shape. */
export function repeatedTo(values: ValuesInUse, shape: Shape): ValuesInUse {
  const size = sizeOf(shape);
  const { array: own } = values;
  if (own.size === 1) return new ValuesInUse(makeView(own, [], [], own.offset), true);
  using flat = reshape(own, -1);
  const places = Array.from({ length: size }, (_, index) => index % own.size);
  using filled = takeSelected(flat, [places]);
  return new ValuesInUse(reshape(filled, shape), true);
}
