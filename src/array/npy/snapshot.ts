// A copy of an array's current contents, so that it can be written while the program continues. The copy keeps the memory order if
// npy files support that order, so no element is moved.

import { ArgumentTypeError } from "../../core/errors.js";
import type { Shape } from "../../core/shape.js";
import { isFContiguous } from "../../core/strides.js";
import { formatValue } from "../../core/text.js";
import { isNDArray, type NDArray } from "../ndarray.js";
import { copy } from "../copy.js";
import { transpose } from "../views.js";
import { isPlainName } from "./zip-name.js";

/** A copy of an array in C order; with `isFortran`, its axes are reversed. */
export interface Snapshot extends Disposable {
  readonly array: NDArray;
  /** The shape of the array that was copied. */
  readonly shape: Shape;
  readonly isFortran: boolean;
}

/** Copies an array, on the current stream. The copy is the caller's to dispose. @throws TypeError `CUTS_OPERAND`. */
export function snapshot(x: NDArray): Snapshot {
  if (!isNDArray(x)) {
    throw new ArgumentTypeError(
      "CUTS_OPERAND",
      `Cannot save this: it must be an array (got ${formatValue(x)})\nTry: cu.array(values)`,
    );
  }
  x.check("save an array");
  const { shape, strides } = x;
  if (x.isContiguous || !isFContiguous(shape, strides)) return keep(copy(x), shape, false);
  using reversed = transpose(x);
  return keep(copy(reversed), shape, true);
}

/** Copies of arrays, by name. */
export interface Snapshots extends Disposable {
  readonly named: readonly (readonly [name: string, snapshot: Snapshot])[];
}

/** Arrays by name, or a list of arrays, which are named `arr_0`, `arr_1`, … as by NumPy. */
export type NamedArrays = Readonly<Record<string, NDArray>> | readonly NDArray[];

/** Copies arrays, on the current stream. @throws TypeError `CUTS_NPZ_NAME`, `CUTS_OPERAND`. */
export function snapshots(arrays: NamedArrays): Snapshots {
  if (typeof arrays !== "object" || arrays === null || isNDArray(arrays)) {
    throw new ArgumentTypeError(
      "CUTS_OPERAND",
      `Cannot save arrays: they must be in an object, by name, or in a list (got ${formatValue(arrays)})`,
    );
  }
  const named = Array.isArray(arrays)
    ? arrays.map((array: NDArray, index) => [`arr_${index}`, array] as const)
    : Object.entries(arrays as Readonly<Record<string, NDArray>>);
  const made: (readonly [string, Snapshot])[] = [];
  const dispose = (): void => {
    for (const [, one] of made) one[Symbol.dispose]();
  };
  try {
    for (const [name, array] of named) made.push([checkedName(name), snapshot(array)]);
  } catch (error) {
    dispose();
    throw error;
  }
  return { named: made, [Symbol.dispose]: dispose };
}

function keep(array: NDArray, shape: Shape, isFortran: boolean): Snapshot {
  return { array, shape, isFortran, [Symbol.dispose]: () => array.dispose() };
}

function checkedName(name: string): string {
  if (isPlainName(name)) return name;
  throw new ArgumentTypeError(
    "CUTS_NPZ_NAME",
    `Cannot save an array: its name must be that of a file, which leads nowhere else (got ${formatValue(name)})`,
  );
}
