// The reductions that a kernel can end in: how values are accumulated, in which dtype, and how partial results are combined.

import { type DType, dtypes } from "../../../core/dtype.js";
import { integerRange, isIntegerDType } from "../../../core/dtype-value.js";
import type { ReduceOperation } from "../../../array/reduction/reduce-kernels.js";
import { meanTypeOf, sumTypeOf } from "../../../array/reduction/result-types.js";
import type { Plain } from "../../../compiler/elements/graph.js";
import type { Gathering, OrderedEnd } from "../../../compiler/elements/kernels.js";

/** Their names. */
export type EndName = "sum" | "prod" | "mean" | "max" | "min" | "any" | "all";

/** The reduction that combines the partial results of parts. */
export const joins: Readonly<Record<EndName, ReduceOperation>> = {
  sum: "sum",
  mean: "sum",
  prod: "prod",
  max: "max",
  min: "min",
  any: "max",
  all: "min",
};

/** How values of a dtype are accumulated in any order; undefined where the order affects the result. */
export function gatheringOf(name: EndName, dtype: DType): Gathering | undefined {
  if (name === "any" || name === "all" || (dtype === "bool" && (name === "max" || name === "min"))) {
    const isAny = name === "any" || name === "max";
    return { combine: isAny ? "logicalOr" : "logicalAnd", gathered: "bool", start: !isAny };
  }
  if (name === "max" || name === "min")
    return {
      combine: name === "max" ? "maximum" : "minimum",
      gathered: dtype,
      start: startOf(name, dtype),
    };
  const gathered = sumTypeOf(dtype);
  if (name === "mean" || dtypes[gathered].kind === "float") return undefined;
  return name === "prod"
    ? { combine: "multiply", gathered, start: 1 }
    : { combine: "add", gathered, start: 0 };
}

/** How values of a dtype are accumulated in a fixed order; undefined where the order does not matter or no kernel exists. */
export function orderedEndOf(name: EndName, dtype: DType): OrderedEnd | undefined {
  if (name !== "sum" && name !== "prod" && name !== "mean") return undefined;
  const own = name === "mean" ? meanTypeOf(dtype) : sumTypeOf(dtype);
  if (own !== "float32" && own !== "float64") return undefined;
  return { operation: name === "prod" ? "prod" : "sum", dtype: own, divides: name === "mean" };
}

/** The neutral element of max or min: the smallest or the largest value of the dtype. */
function startOf(name: "max" | "min", dtype: DType): Plain {
  if (!isIntegerDType(dtype)) return name === "max" ? -Infinity : Infinity;
  const { min, max } = integerRange(dtype);
  const start = name === "max" ? min : max;
  return dtypes[dtype].byteLength === 8 ? start : Number(start);
}
