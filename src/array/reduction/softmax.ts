// softmax, logSoftmax and logsumexp. The largest element is subtracted before taking exponentials, so that none overflows.

import { type DType, dtypes } from "../../core/dtype.js";
import { ArgumentTypeError } from "../../core/errors.js";
import { toAxis } from "../../core/shape.js";
import { currentStream } from "../../runtime/devices/devices.js";
import { allocateArray } from "../allocate.js";
import type { NDArray } from "../ndarray.js";
import { axisBack } from "../axis-back.js";
import { contiguous } from "../copy.js";
import { add, log } from "../elementwise/functions.js";
import type { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { useStorages, widthOf } from "../kernels/launch-rows.js";
import { floatTypeOf } from "../promotion.js";
import { moveaxis } from "../views.js";
import { toOptions } from "../core/axis-options.js";
import { checkNotEmpty, max } from "./functions.js";
import type { SoftmaxArguments } from "./kernels.gen.js";
import { type Axes, reducedShape, toAxes } from "../core/axes.js";
import { partitionRows } from "./partition.js";
import { operandOf } from "../core/operand.js";
import { writeResult } from "../core/result.js";
import { reduce, reduceNames } from "./reduce.js";
import { softmaxKernel } from "./softmax-kernels.js";
import type { FloatReduction, ReduceOptions, SoftmaxFunction, SoftmaxOptions } from "./types.js";
import { optionNames } from "../../core/options.js";
import { operator } from "../operators/operator.js";
import { logSoftmaxRule, logsumexpRule, softmaxRule } from "./gradient.js";

const softmaxNames = optionNames<SoftmaxOptions>({ axis: true, out: true });

/** Exponentials divided by their sum along an axis. */
export const softmax = operator(
  "softmax",
  (x: NDArray, axisOrOptions: SoftmaxOptions | number = {}): NDArray => {
    const options = toOptions(axisOrOptions, "softmax", softmaxNames);
    return apply("softmax", x, options, false);
  },
  softmaxRule,
) as SoftmaxFunction;

/** The logarithm of {@link softmax}, more accurate than taking the logarithm afterwards. */
export const logSoftmax = operator(
  "logSoftmax",
  (x: NDArray, axisOrOptions: SoftmaxOptions | number = {}): NDArray => {
    const options = toOptions(axisOrOptions, "logSoftmax", softmaxNames);
    return apply("logSoftmax", x, options, true);
  },
  logSoftmaxRule,
) as SoftmaxFunction;

/** The logarithm of the sum of exponentials. @throws RangeError `CUTS_EMPTY` where there are no elements. */
export const logsumexp = operator(
  "logsumexp",
  (x: NDArray, axisOrOptions: ReduceOptions | Axes = {}): NDArray => {
    const options = toOptions(axisOrOptions, "logsumexp", reduceNames);
    const own = operandOf("logsumexp", x);
    const dtype = realFloat("logsumexp", own.dtype);
    const axes = toAxes(options.axis, own.shape.length);
    checkNotEmpty("logsumexp", x, axes);
    const shape = reducedShape(own.shape, axes, options.keepdims === true);
    const { out } = options;
    return writeResult("logsumexp", own, shape, dtype, out, () => {
      // 16-bit floats are too narrow for what lies between.
      const wide = dtypes[dtype].byteLength < 4 ? "float32" : dtype;
      const cast = own.dtype === wide ? x : x.astype(wide);
      const { keepdims } = options;
      using top = max(cast, { axis: axes, keepdims: true });
      const how = { name: "logsumexp", operation: "exps", input: wide, result: wide, shift: top } as const;
      const sums = reduce(cast, { axis: axes, keepdims }, how);
      using aligned = top.reshape(shape);
      inPlace(log)(sums, { out: sums });
      add(sums, aligned, { out: sums });
      if (cast !== x) cast.dispose();
      if (wide === dtype) return sums;
      const narrow = sums.astype(dtype);
      sums.dispose();
      return narrow;
    });
  },
  logsumexpRule,
) as FloatReduction;

function inPlace(f: unknown): (x: NDArray, options: { out: NDArray }) => NDArray {
  return f as (x: NDArray, options: { out: NDArray }) => NDArray;
}

function apply(name: string, x: NDArray, options: SoftmaxOptions, isLog: boolean): NDArray {
  const own = operandOf(name, x);
  const dtype = realFloat(name, own.dtype);
  const last = own.shape.length - 1;
  const axis = last < 0 ? last : toAxis(options.axis ?? -1, own.shape.length);
  return writeResult(name, own, own.shape, dtype, options.out, () => {
    const cast = own.dtype === dtype ? x : x.astype(dtype);
    const rows = axis === last ? cast : moveaxis(cast, axis, -1);
    const { array: packed, isCopy } = contiguous(rows);
    const made = allocateArray(currentStream(own.storage.device), dtype, packed.shape);
    if (made.size > 0) launch(softmaxKernel(dtype) as BuiltinKernel<SoftmaxArguments>, packed, made, isLog);
    if (isCopy) packed.dispose();
    const result = axis === last ? made : axisBack(made, axis, rows, options.out);
    if (rows !== cast) rows.dispose();
    if (cast !== x) cast.dispose();
    return result;
  });
}

/** An exponential and what else an element of softmax costs on the cpu, in additions. */
const COST = 8;

function launch(kernel: BuiltinKernel<SoftmaxArguments>, from: NDArray, into: NDArray, isLog: boolean): void {
  const stream = currentStream(from.storage.device);
  const { device } = stream;
  const n = from.shape.at(-1) ?? 1;
  const rows = from.size / n;
  useStorages([into, from], stream);
  const own = kernel.on(device, widthOf(device, [from]));
  own.set({ out: into, in: from, n, rows, isLog: isLog ? 1 : 0 });
  const { byteLength } = dtypes[from.dtype];
  own.launch(partitionRows(device, rows, n, byteLength, { mayCut: false, cost: COST }).launch, stream);
}

function realFloat(name: string, dtype: DType): DType {
  const computed = floatTypeOf(dtype);
  if (dtypes[computed].kind === "float") return computed;
  throw new ArgumentTypeError(
    "CUTS_OPERATION_DTYPE",
    `Cannot compute ${name}: it is not defined for this dtype (got ${dtype})`,
  );
}
