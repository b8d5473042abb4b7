// The reductions that a kernel can end in: what values are gathered with, in which dtype, and what comes out.

import { type DType, dtypes } from "../../../core/dtype.js";
import { integerRange, isIntegerDType } from "../../../core/dtype-value.js";
import type { ReduceOperation } from "../../../array/reduction/reduce-kernels.js";
import { meanTypeOf, sumTypeOf } from "../../../array/reduction/result-types.js";
import type { Plain } from "../node.js";

/** Their names. */
export type EndName = "sum" | "prod" | "mean" | "max" | "min" | "any" | "all";

/** What a graph with one output, which has the dtype `gathered`, is reduced to. */
export interface Gathering {
  /** The operation that joins two values. */
  readonly combine: "add" | "multiply" | "maximum" | "minimum" | "logicalOr" | "logicalAnd";
  readonly gathered: DType;
  /** What a result begins with. */
  readonly start: Plain;
  readonly result: DType;
  /** Whether results are divided by a number of the launch; they are gathered in float64 then. */
  readonly divides: boolean;
}

/** How the totals of parts are joined. */
export const joins: Readonly<Record<EndName, ReduceOperation>> = {
  sum: "sum",
  mean: "sum",
  prod: "prod",
  max: "max",
  min: "min",
  any: "max",
  all: "min",
};

/**
 * How values of a dtype are gathered; undefined for sums of float64, which the functions gather with what is lost to rounding: they
 * must not become less exact by being in an expression.
 */
export function gatheringOf(name: EndName, dtype: DType): Gathering | undefined {
  const isFloat = dtypes[dtype].kind === "float";
  if (name === "any" || name === "all" || (dtype === "bool" && (name === "max" || name === "min"))) {
    const isAny = name === "any" || name === "max";
    const combine = isAny ? "logicalOr" : "logicalAnd";
    return { combine, gathered: "bool", start: !isAny, result: "bool", divides: false };
  }
  if (name === "max" || name === "min") {
    const combine = name === "max" ? "maximum" : "minimum";
    return { combine, gathered: dtype, start: startOf(name, dtype), result: dtype, divides: false };
  }
  if (name === "prod") {
    const result = sumTypeOf(dtype);
    const gathered = isFloat ? "float64" : result;
    return { combine: "multiply", gathered, start: 1, result, divides: false };
  }
  const result = name === "mean" ? meanTypeOf(dtype) : sumTypeOf(dtype);
  if (result === "float64") return undefined;
  const gathered = isFloat ? "float64" : result;
  return { combine: "add", gathered, start: 0, result, divides: name === "mean" };
}

/** What every value of a dtype is larger than, or smaller. */
function startOf(name: "max" | "min", dtype: DType): Plain {
  if (!isIntegerDType(dtype)) return name === "max" ? -Infinity : Infinity;
  const { min, max } = integerRange(dtype);
  const start = name === "max" ? min : max;
  return dtypes[dtype].byteLength === 8 ? start : Number(start);
}
