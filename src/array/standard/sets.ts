// The set functions of the array API standard: parts of the result of `uniqueAll`, and membership.

import type { DType } from "../../core/dtype.js";
import { type IntegerRange, integerRange, isIntegerDType } from "../../core/dtype-value.js";
import { ArgumentTypeError } from "../../core/errors.js";
import { array } from "../creation.js";
import type { Operand } from "../elementwise/types.js";
import { describeArray, type NDArray } from "../ndarray.js";
import { sortableType } from "../order/keys.js";
import { uniqueAll, type UniqueOptions, type UniqueResult } from "../order/unique.js";
import { isScalar, promoteScalar, promoteTypes, type Scalar } from "../promotion.js";
import { operandOf } from "../core/operand.js";
import { isMember } from "./member.js";
import { checkOptions, optionNames } from "../../core/options.js";
import { operator } from "../operators/operator.js";

/** The distinct elements or slices in sorted order, and how often each occurs. */
export const uniqueCounts = operator("uniqueCounts", uniqueCountsOf, {
  refused: "which elements there are is no smooth function",
});

async function uniqueCountsOf<D extends DType>(
  x: NDArray<D>,
  axisOrOptions: UniqueOptions | number = {},
): Promise<Pick<UniqueResult<D>, "values" | "counts">> {
  const { values, indices, inverse, counts } = await uniqueAll(x, axisOrOptions);
  for (const one of [indices, inverse]) one.dispose();
  return { values, counts };
}

/** The distinct elements or slices in sorted order, and for each element the index of its value. */
export const uniqueInverse = operator("uniqueInverse", uniqueInverseOf, {
  refused: "which elements there are is no smooth function",
});

async function uniqueInverseOf<D extends DType>(
  x: NDArray<D>,
  axisOrOptions: UniqueOptions | number = {},
): Promise<Pick<UniqueResult<D>, "values" | "inverse">> {
  const { values, indices, inverse, counts } = await uniqueAll(x, axisOrOptions);
  for (const one of [indices, counts]) one.dispose();
  return { values, inverse };
}

/** Options of {@link isin}. */
export interface IsinOptions {
  /** Tells which elements are not among the values. */
  readonly invert?: boolean | undefined;
}

const isinNames = optionNames<IsinOptions>({ invert: true });

/** Which elements of an array are among the values. One of the two may be a plain number. NaN is in no set. */
export const isin = operator("isin", isIn, "zero");

function isIn(x: Operand, values: Operand, options: IsinOptions = {}): NDArray<"bool"> {
  checkOptions(options, isinNames, "compute isin");
  if (isScalar(values)) {
    using one = besideArray(values, operandOf("isin", x as NDArray));
    return isAmong(x as NDArray, one, options);
  }
  if (!isScalar(x)) return isAmong(x, values, options);
  using one = besideArray(x, operandOf("isin", values));
  return isAmong(one, values, options);
}

/** A number as an array that an array is compared with; one that no element can equal has a dtype of its own. */
function besideArray(value: Scalar, { dtype, device }: NDArray): NDArray {
  const isInside = !isIntegerDType(dtype) || !isBeyond(value, integerRange(dtype));
  return array(value, { dtype: isInside ? promoteScalar(dtype, value) : "int64", device });
}

function isBeyond(value: Scalar, { min, max }: IntegerRange): boolean {
  return (typeof value === "number" || typeof value === "bigint") && (value < min || value > max);
}

function isAmong(x: NDArray, values: NDArray, options: IsinOptions): NDArray<"bool"> {
  // Both must be compared in a dtype that keeps every value of both.
  const common = promoteTypes(operandOf("isin", x).dtype, operandOf("isin", values).dtype);
  if (x.storage.device !== values.storage.device) {
    throw new ArgumentTypeError(
      "CUTS_ARGUMENT_DEVICE",
      `Cannot compute isin: both must be on one device (got ${describeArray(x)} and ${describeArray(values)})`,
    );
  }
  const dtype = sortableType("isin", common);
  using cast = x.dtype === dtype ? undefined : x.astype(dtype);
  using same = values.dtype === dtype ? undefined : values.astype(dtype);
  return isMember(cast ?? x, same ?? values, options.invert === true);
}
