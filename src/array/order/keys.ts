// Converts elements to keys, which are unsigned integers with the same order, and back.

import type { DType } from "../../core/dtype.js";
import { ArgumentTypeError } from "../../core/errors.js";
import { currentStream } from "../../runtime/devices/devices.js";
import { allocateArray } from "../allocate.js";
import { contiguous } from "../copy.js";
import type { NDArray } from "../ndarray.js";
import { launchUnit } from "../kernels/launch-rows.js";
import { complexKeyKernels, complexKeyTypes, keyKernels, keyTypeOf, sortedAs } from "./sort-kernels.js";

/** How elements are converted to keys. */
export interface KeyOptions {
  readonly descending?: boolean | undefined;
  /** Whether zeros of both signs are equal; where not, -0 comes first and keeps its sign. */
  readonly zerosEqual?: boolean | undefined;
  /** Whether complex numbers with NaN in either part are equal. Real NaN always are. */
  readonly nanEqual?: boolean | undefined;
}

/** Keys of an array in C order, to be sorted along the last axis, and the dtype of the elements. */
export interface Keys {
  readonly keys: NDArray;
  /** The dtype that the elements were cast to. */
  readonly dtype: DType;
}

/** The dtype to which elements are converted for sorting. @throws TypeError `CUTS_OPERATION_DTYPE` for complex numbers. */
export function sortableType(name: string, dtype: DType): DType {
  const found = sortedAs(dtype);
  if (found !== undefined) return found;
  throw new ArgumentTypeError(
    "CUTS_OPERATION_DTYPE",
    `Cannot compute ${name}: it is not defined for complex numbers (got ${dtype})`,
  );
}

/** The keys of an array, in C order. */
export function encode(name: string, x: NDArray, options: KeyOptions): Keys {
  const dtype = sortableType(name, x.dtype);
  const stream = currentStream(x.storage.device);
  const own = x.dtype === dtype ? (x.isContiguous ? x : x.copy()) : x.astype(dtype);
  const keys = allocateArray(stream, keyTypeOf(dtype), x.shape);
  const kernel = keyKernels.get(dtype)?.encode;
  if (kernel === undefined) throw new Error(`internal: no keys of ${dtype}`);
  launchUnit(kernel, x.size, [keys, own], stream, flags(options));
  if (own !== x) own.dispose();
  return { keys, dtype };
}

/** The keys of an array of any dtype, in C order: one array, or two for complex numbers, the more significant first. */
export function encodeParts(name: string, x: NDArray, options: KeyOptions): readonly NDArray[] {
  const kernels = complexKeyKernels.get(x.dtype);
  if (kernels === undefined) return [encode(name, x, options).keys];
  const stream = currentStream(x.storage.device);
  const { array: own, isCopy } = contiguous(x);
  const parts = kernels.map((kernel) => {
    const keys = allocateArray(stream, complexKeyTypes[x.dtype as "complex64"], x.shape);
    launchUnit(kernel, x.size, [keys, own], stream, flags(options));
    return keys;
  });
  if (isCopy) own.dispose();
  return parts;
}

/** The elements of keys, converted to a dtype. */
export function decode({ keys, dtype }: Keys, as: DType, options: KeyOptions): NDArray {
  const stream = currentStream(keys.storage.device);
  const made = allocateArray(stream, dtype, keys.shape);
  const kernel = keyKernels.get(dtype)?.decode;
  if (kernel === undefined) throw new Error(`internal: no keys of ${dtype}`);
  launchUnit(kernel, keys.size, [made, keys], stream, flags(options));
  if (as === dtype) return made;
  const result = made.astype(as);
  made.dispose();
  return result;
}

/** The options as flags for kernels. */
export function flags({ descending = false, zerosEqual = false, nanEqual = false }: KeyOptions): {
  readonly how: number;
} {
  return { how: (descending ? 1 : 0) + (zerosEqual ? 2 : 0) + (nanEqual ? 4 : 0) };
}
