// setAt: NumPy's x[...] = values, for all indices that slice accepts, and for masks.

import { type DType, dtypes } from "../../core/dtype.js";
import { currentStream } from "../../runtime/devices/devices.js";
import { addDeferredError } from "../../runtime/order/stream-work.js";
import { set } from "../access.js";
import { allocateArray, makeView } from "../allocate.js";
import { isNDArray, type NDArray } from "../ndarray.js";
import { astype, checkWritable, copy, mayOverlap } from "../copy.js";
import { multiply, subtract } from "../elementwise/functions.js";
import { where } from "../elementwise/select.js";
import { operandOf } from "../core/operand.js";
import { cumsum } from "../reduction/scan.js";
import { expandDims, reshape, slice } from "../views.js";
import { checkMask, MASK_COUNT } from "./index-values.js";
import { addOffsets } from "./move.js";
import { type ArrayIndex, hasIndexArrays, putSelected, selectedShape } from "./selection.js";
import { takeAxis } from "./take.js";
import { type ValuesInUse, valuesFor, type WrittenValues } from "./values.js";
import { operator, inPlace } from "../operators/operator.js";

/**
 * Writes the elements that indices select: those of `slice`, or one mask on the device. Values are broadcast to the selection; for
 * a mask there may also be one value for each true position. If a position is selected twice, one of its values remains.
 * @throws RangeError `CUTS_INDEX`, `CUTS_BROADCAST`; TypeError `CUTS_READONLY`. A wrong index in an array on the device,
 * and a wrong number of values for a mask, are errors when the array is awaited.
 * @example x.setAt([[0, 2], ":"], 1); x.setAt(x.less(0), 0);
 */
export const setAt = operator("setAt", writeAt, inPlace);

function writeAt<D extends DType>(
  x: NDArray<D>,
  indices: readonly ArrayIndex[] | ArrayIndex,
  values: WrittenValues<D>,
): void {
  const own = operandOf("setAt", x);
  checkWritable(own, "write to an array");
  const list = (Array.isArray(indices) ? indices : [indices]) as readonly ArrayIndex[];
  const [first] = list;
  if (list.length === 1 && isNDArray(first) && dtypes[first.dtype].kind === "bool") {
    setMasked(x, first, values);
  } else if (hasIndexArrays(list)) {
    const made: NDArray[] = [];
    const safe = list.map((index) => apart(index, own, made));
    const written = valuesFor(own, values);
    putSelected(x, safe, written.along(selectedShape(x, safe)));
    written.dispose();
    for (const one of made) one.dispose();
  } else {
    using part = slice(x, list);
    set(part, values);
  }
}

/** An index array that shares the memory that is written must be read before. */
function apart(index: ArrayIndex, target: NDArray, made: NDArray[]): ArrayIndex {
  if (!isNDArray(index) || !mayOverlap(index, target)) return index;
  const copied = copy(index);
  made.push(copied);
  return copied;
}

function setMasked<D extends DType>(x: NDArray<D>, mask: NDArray, values: WrittenValues<D>): void {
  checkMask(mask.shape, x.shape);
  const rest = x.shape.slice(mask.ndim);
  const written = valuesFor(x, values);
  // The mask along the axes of the array.
  let wide: NDArray = makeView(mask, mask.shape, mask.strides, mask.offset);
  for (const _ of rest) {
    const next = expandDims(wide, -1);
    wide.dispose();
    wide = next;
  }
  const isOneForEach = written.array.ndim > rest.length && written.array.shape[0] !== 1;
  if (isOneForEach) setInOrder(x, mask, wide, written);
  else {
    using stretched = stretchedView(written, rest);
    where(wide, stretched, x, { out: x });
  }
  wide.dispose();
  written.dispose();
}

function stretchedView(written: ValuesInUse, shape: readonly number[]): NDArray {
  const { strides } = written.along(shape);
  return makeView(written.array, shape, strides, written.array.offset, { isReadonly: true });
}

/** Writes one value to each true place, in order: each place takes the value whose number is its rank among them. */
function setInOrder(x: NDArray, mask: NDArray, wide: NDArray, written: ValuesInUse): void {
  const stream = currentStream(x.storage.device);
  const { array: values } = written;
  using marks = astype(mask, "int64");
  using ranks = cumsum(marks);
  if (ranks.size > 0) {
    // The report tells a number from 0 only where it is even: -1 would be the last place of an axis of size 1.
    using last = slice(ranks, "-1:");
    using difference = subtract(last, BigInt(values.shape[0] as number));
    using doubled = multiply(difference, 2n);
    using unused = allocateArray(stream, "int64", [1]);
    const rule = { size: 1, step: 1, mode: "raise", axis: MASK_COUNT } as const;
    addOffsets([1], unused, doubled, rule, true, stream);
    for (const error of unused.storage.deferredErrors ?? []) addDeferredError(x.storage, error);
  }
  if (values.size === 0 || ranks.size === 0) return;
  using places = subtract(ranks, 1n);
  using found = takeAxis(values, { kind: "device", array: places, shape: places.shape }, 0, "clip");
  using spread = reshape(found, [...mask.shape, ...values.shape.slice(1)]);
  where(wide, spread, x, { out: x });
}
