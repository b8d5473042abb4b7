// argmin and argmax: the indices of the smallest and largest elements.

import { type DType, dtypes } from "../../core/dtype.js";
import { toAxis } from "../../core/shape.js";
import { currentStream } from "../../runtime/devices/devices.js";
import { allocateArray } from "../allocate.js";
import type { NDArray } from "../ndarray.js";
import { contiguous } from "../copy.js";
import type { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { useStorages, widthOf } from "../kernels/launch-rows.js";
import { moveaxis, reshape } from "../views.js";
import { toOptions } from "../core/axis-options.js";
import { argKernel } from "./arg-kernels.js";
import { doneCounts } from "./done-counts.js";
import { checkNotEmpty } from "./functions.js";
import type { ArgArguments } from "./kernels.gen.js";
import { reducedShape } from "../core/axes.js";
import { partitionRows } from "./partition.js";
import { operandOf } from "../core/operand.js";
import { writeResult } from "../core/result.js";
import type { ArgFunction, ArgOptions } from "./types.js";
import { optionNames } from "../../core/options.js";
import { operator } from "../operators/operator.js";

const argNames = optionNames<ArgOptions>({ axis: true, keepdims: true, out: true });

/** The index of the smallest element, the first of equal ones; NaN counts as smallest. @throws RangeError `CUTS_EMPTY`. */
export const argmin = operator<ArgFunction>(
  "argmin",
  (x, axisOrOptions = {}) => {
    const options = toOptions(axisOrOptions, "argmin", argNames);
    return arg("argmin", x, options);
  },
  "zero",
);

/** The index of the largest element, the first of equal ones; NaN counts as largest. @throws RangeError `CUTS_EMPTY`. */
export const argmax = operator<ArgFunction>(
  "argmax",
  (x, axisOrOptions = {}) => {
    const options = toOptions(axisOrOptions, "argmax", argNames);
    return arg("argmax", x, options);
  },
  "zero",
);

function arg(name: "argmin" | "argmax", x: NDArray, options: ArgOptions): NDArray<"int64"> {
  const own = operandOf(name, x);
  const axis = options.axis === undefined ? undefined : toAxis(options.axis, own.shape.length);
  checkNotEmpty(name, x, axis);
  const axes = axis === undefined ? [...own.shape.keys()] : [axis];
  const shape = reducedShape(own.shape, axes, options.keepdims === true);
  return writeResult(name, own, shape, "int64", options.out, (target) => {
    const computed = argKernel(name, own.dtype) === undefined ? castTypes[own.dtype] : own.dtype;
    if (computed === undefined) throw new Error(`internal: no ${name} of ${own.dtype}`);
    const cast = computed === own.dtype ? undefined : x.astype(computed);
    using rows = axis === undefined ? reshape(cast ?? x, -1) : moveaxis(cast ?? x, axis, -1);
    const { array: packed, isCopy } = contiguous(rows);
    const stream = currentStream(own.storage.device);
    const result = target ?? allocateArray(stream, "int64", shape);
    const n = axis === undefined ? own.size : (own.shape[axis] as number);
    if (result.size > 0) launch(argKernel(name, computed) as BuiltinKernel<ArgArguments>, packed, result, n);
    if (isCopy) packed.dispose();
    cast?.dispose();
    return result;
  }) as NDArray<"int64">;
}

function launch(kernel: BuiltinKernel<ArgArguments>, from: NDArray, into: NDArray, n: number): void {
  const stream = currentStream(from.storage.device);
  const { device } = stream;
  const width = widthOf(device, [from, into]);
  const rows = into.size;
  const first = partitionRows(device, rows, n, dtypes[from.dtype].byteLength);
  const run = (
    { launch: shape, chunk }: ReturnType<typeof partitionRows>,
    values: Omit<ArgArguments, "chunk" | "rows">,
    used: readonly NDArray[],
  ): void => {
    const own = kernel.on(device, width);
    useStorages(used, stream);
    own.set({ ...values, chunk, rows });
    own.launch(shape, stream);
  };
  const { parts } = first;
  const whole = {
    out: into,
    values: undefined,
    places: undefined,
    in: from,
    indices: undefined,
    done: undefined,
    n,
  };
  if (parts === 1) {
    run(first, whole, [into, from]);
    return;
  }
  using values = allocateArray(stream, from.dtype, [rows, parts]);
  using places = allocateArray(stream, "int64", [rows, parts]);
  const done = doneCounts(stream, first.launch.grid[0]);
  if (done !== undefined) {
    useStorages([values, places], stream);
    run(first, { ...whole, values, places, done }, [into, from]);
    return;
  }
  useStorages([values], stream);
  run(first, { ...whole, out: places, values }, [places, from]);
  const second = partitionRows(device, rows, parts, dtypes[from.dtype].byteLength, { mayCut: false });
  run(second, { ...whole, in: values, indices: places, n: parts }, [into, values, places]);
}

/** Dtypes that hold every value of one that has no kernels. */
const castTypes: { readonly [D in DType]?: DType } = {
  bool: "int32",
  int8: "int32",
  uint8: "int32",
  int16: "int32",
  uint16: "int32",
  uint32: "int64",
  float16: "float32",
  bfloat16: "float32",
  complex64: "complex128",
};
