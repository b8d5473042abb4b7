// Joins arrays along an axis, with one copy for each array. Operands are converted to their promoted dtype.

import type { DType } from "../../core/dtype.js";
import { ArgumentTypeError, ArgumentRangeError } from "../../core/errors.js";
import { formatShape, type Shape, shapesEqual, sizeOf, toAxis } from "../../core/shape.js";
import { formatValue } from "../../core/text.js";
import { currentStream } from "../../runtime/devices/devices.js";
import { set } from "../access.js";
import { allocateArray, makeView } from "../allocate.js";
import { describeArray, isNDArray, type NDArray } from "../ndarray.js";
import { promoteTypes } from "../promotion.js";
import { toNullableOptions, toOptions } from "../core/axis-options.js";
import { expandDims, reshape } from "../views.js";
import { optionNames } from "../../core/options.js";
import { operator } from "../operators/operator.js";
import type { GradientCall } from "../operators/step.js";
import { joinAtOnce } from "./join-at-once.js";

/** The dtype of joined arrays: their common one; for different dtypes it is known only at run time. */
export type JoinedOf<D extends DType> = HasOne<D> extends true ? D : DType;
type HasOne<D extends DType, All = D> = D extends DType ? ([All] extends [D] ? true : false) : never;

/** Options of {@link concatenate}. */
export interface ConcatenateOptions {
  /** The axis along which arrays are joined, by default the first; null joins the flattened arrays. */
  readonly axis?: number | null | undefined;
}

/** The names of {@link ConcatenateOptions}. */
export const concatenateNames = optionNames<ConcatenateOptions>({ axis: true });

/** Options of functions along one axis. */
export interface AxisOptions {
  /** The first axis by default. */
  readonly axis?: number | undefined;
}

/** The names of {@link AxisOptions}. */
export const axisNames = optionNames<AxisOptions>({ axis: true });

/**
 * Joins arrays along an existing axis.
 * @throws TypeError `CUTS_JOIN`; RangeError `CUTS_AXIS`.
 * @example cu.concatenate([a, b], { axis: 1 })
 */
export const concatenate = operator("concatenate", joinAlong, { gradient: takenApart });

function joinAlong<D extends DType>(
  arrays: readonly NDArray<D>[],
  axisOrOptions: ConcatenateOptions | number | null = {},
): NDArray<JoinedOf<D>> {
  const first = checkArrays("concatenate", arrays);
  const options = toNullableOptions(axisOrOptions, "concatenate", concatenateNames);
  if (options.axis === null) {
    const flat = arrays.map((one) => reshape(one, -1));
    const joined = concatenate(flat);
    for (const one of flat) one.dispose();
    return joined;
  }
  const axis = toAxis(options.axis ?? 0, first.ndim);
  let total = 0;
  const begins: number[] = [];
  for (const { shape } of arrays) {
    if (!fitsBeside(shape, first.shape, axis))
      throw unequal("concatenate", `but along axis ${axis}`, first.shape, shape);
    begins.push(total);
    total += shape[axis] as number;
  }
  return fill(arrays, first.shape.with(axis, total), axis, (result, k) => {
    const offset = (begins[k] as number) * (result.strides[axis] as number);
    return makeView(result, (arrays[k] as NDArray).shape, result.strides, offset);
  });
}

/** Whether two shapes are equal but along an axis. */
function fitsBeside(shape: Shape, other: Shape, axis: number): boolean {
  if (shape.length !== other.length) return false;
  for (let k = 0; k < shape.length; k++) if (k !== axis && shape[k] !== other[k]) return false;
  return true;
}

/**
 * Joins arrays of the same shape along a new axis.
 * @throws TypeError `CUTS_JOIN`; RangeError `CUTS_AXIS`.
 * @example cu.stack([a, b]).shape // [2, ...a.shape]
 */
export const stack = operator("stack", joinBeside, {
  gradient: ({ grad, args: [arrays, given] }: GradientCall<readonly [readonly NDArray[], unknown]>) => {
    const rows = grad.moveaxis(axisIn(given) ?? 0, 0);
    return [arrays.map((_, k) => rows.slice(k))];
  },
});

function joinBeside<D extends DType>(
  arrays: readonly NDArray<D>[],
  axisOrOptions: AxisOptions | number = {},
): NDArray<JoinedOf<D>> {
  const { shape, ndim } = checkArrays("stack", arrays);
  const options = toOptions(axisOrOptions, "stack", axisNames);
  const axis = toAxis(options.axis ?? 0, ndim + 1);
  for (const other of arrays)
    if (!shapesEqual(other.shape, shape)) throw unequal("stack", "in all axes", shape, other.shape);
  return fill(arrays, shape.toSpliced(axis, 0, arrays.length), axis, (result, k) => {
    const strides = result.strides.toSpliced(axis, 1);
    return makeView(result, shape, strides, k * (result.strides[axis] as number));
  });
}

/** Stacks arrays vertically, along the first axis; vectors become rows. */
export const vstack = operator("vstack", joinRows, "composite");

function joinRows<D extends DType>(arrays: readonly NDArray<D>[]): NDArray<JoinedOf<D>> {
  return joinAs("vstack", arrays, (one) => atLeast(one, 2), 0);
}

/** Stacks arrays horizontally, along the second axis; vectors along their only axis. */
export const hstack = operator("hstack", joinColumns, "composite");

function joinColumns<D extends DType>(arrays: readonly NDArray<D>[]): NDArray<JoinedOf<D>> {
  const isFlat = checkArrays("hstack", arrays).ndim < 2;
  return joinAs("hstack", arrays, (one) => atLeast(one, 1), isFlat ? 0 : 1);
}

/** Stacks arrays along the third axis. */
export const dstack = operator("dstack", joinLayers, "composite");

function joinLayers<D extends DType>(arrays: readonly NDArray<D>[]): NDArray<JoinedOf<D>> {
  const deep = (one: NDArray<D>): NDArray<D> => {
    using flat = atLeast(one, 2);
    return flat.ndim > 2 ? reshape(flat, flat.shape) : expandDims(flat, -1);
  };
  return joinAs("dstack", arrays, deep, 2);
}

/** Vectors as the columns of a matrix. */
export const columnStack = operator("columnStack", joinAsColumns, "composite");

function joinAsColumns<D extends DType>(arrays: readonly NDArray<D>[]): NDArray<JoinedOf<D>> {
  const column = (one: NDArray<D>): NDArray<D> =>
    one.ndim < 2 ? reshape(one, -1, 1) : reshape(one, one.shape);
  return joinAs("columnStack", arrays, column, 1);
}

/** Appends an array to another; without an axis, both are flattened. */
export const append = operator("append", joinTwo, "composite");

function joinTwo<D extends DType, E extends DType>(
  x: NDArray<D>,
  values: NDArray<E>,
  axisOrOptions: AxisOptions | number = {},
): NDArray<JoinedOf<D | E>> {
  const { axis = null } = toOptions(axisOrOptions, "append", axisNames);
  return concatenate<D | E>([x, values] as readonly NDArray<D | E>[], { axis });
}

/** A view with axes of size 1 inserted in front, so that there are at least this many axes. */
export const atLeast = operator("atLeast", withAxes, {
  gradient: ({ grad, args: [x] }: GradientCall<readonly [NDArray]>) => [grad.reshape(x.shape)],
});

function withAxes<D extends DType>(array: NDArray<D>, ndim: number): NDArray<D> {
  const { shape, strides, offset } = array;
  const added = Array.from({ length: Math.max(0, ndim - shape.length) }, () => 1);
  return makeView(array, [...added, ...shape], [...added, ...strides], offset);
}

/** The first array. Throws unless there is one, and all are on one device. */
function checkArrays(name: string, arrays: readonly NDArray[]): NDArray {
  const first = Array.isArray(arrays) && arrays.every(isNDArray) ? arrays[0] : undefined;
  if (first === undefined) {
    throw new ArgumentTypeError(
      "CUTS_JOIN",
      `Cannot compute ${name}: it takes a list of one array at least (got ${formatValue(arrays)})`,
    );
  }
  for (const one of arrays) {
    one.check(`compute ${name}`);
    if (one.device === first.device) continue;
    throw new ArgumentTypeError(
      "CUTS_ARGUMENT_DEVICE",
      `Cannot compute ${name}: all arrays must be on one device (got ${describeArray(first)} and ${describeArray(one)})`,
    );
  }
  return first;
}

function unequal(name: string, where: string, first: Shape, other: Shape): ArgumentRangeError {
  return new ArgumentRangeError(
    "CUTS_JOIN",
    `Cannot compute ${name}: shapes must be equal ${where} (got ${formatShape(first)} and ${formatShape(other)})`,
  );
}

/** A new array in which each of `arrays` fills the part that `partOf` says, along an axis. */
function fill<D extends DType>(
  arrays: readonly NDArray<D>[],
  shape: Shape,
  axis: number,
  partOf: (result: NDArray, k: number) => NDArray,
): NDArray<JoinedOf<D>> {
  const [{ storage }] = arrays as readonly [NDArray<D>];
  let dtype: DType = (arrays[0] as NDArray<D>).dtype;
  for (const one of arrays) if (one.dtype !== dtype) dtype = promoteTypes(dtype, one.dtype);
  const { device } = storage;
  const stream = currentStream(device);
  const result = allocateArray(stream, dtype, shape);
  if (joinAtOnce(result, arrays, sizeOf(shape.slice(0, axis)), stream)) return result as NDArray<JoinedOf<D>>;
  for (const [k, one] of arrays.entries()) {
    using part = partOf(result, k);
    set(part, one);
  }
  return result as NDArray<JoinedOf<D>>;
}

function joinAs<D extends DType>(
  name: string,
  arrays: readonly NDArray<D>[],
  view: (one: NDArray<D>) => NDArray<D>,
  axis: number,
): NDArray<JoinedOf<D>> {
  checkArrays(name, arrays);
  const views = arrays.map(view);
  try {
    return concatenate(views, { axis });
  } finally {
    for (const one of views) one.dispose();
  }
}

type JoinCall = GradientCall<readonly [readonly NDArray[], unknown]>;

function takenApart({ grad, args: [arrays, given] }: JoinCall): readonly NDArray[][] {
  const chosen = axisIn(given);
  const axis = chosen === null ? 0 : toAxis(chosen ?? 0, grad.ndim);
  const ahead = grad.shape.slice(0, axis).map(() => ":");
  let from = 0;
  return [
    arrays.map((one) => {
      const to = from + (chosen === null ? one.size : (one.shape[axis] as number));
      const part = grad.slice([...ahead, `${from}:${to}`]);
      from = to;
      return part.reshape(one.shape);
    }),
  ];
}

/** The axis, alone or among options. */
function axisIn(given: unknown): number | null | undefined {
  return typeof given === "object" && given !== null
    ? (given as ConcatenateOptions).axis
    : (given as number | null | undefined);
}
