// Comparisons. Two cases are computed here, because no common dtype can hold both operands: a plain integer outside the range of
// an integer dtype, for which all elements compare alike, and signed integers with uint64.

import { type DType, dtypes } from "../../core/dtype.js";
import { integerRange, isIntegerDType } from "../../core/dtype-value.js";
import { isNDArray, type NDArray } from "../ndarray.js";
import { astype } from "../copy.js";
import { full } from "../creation.js";
import type { OutOptions } from "./apply.js";
import { copyOf } from "./copy-of.js";
import { logicalAnd, logicalOr } from "./operations/logic.js";
import type { Operand, PredicateFunction } from "./types.js";

type Comparison = "equal" | "notEqual" | "less" | "lessEqual" | "greater" | "greaterEqual";

/** A comparison that is also exact in these cases; `plain` is the comparison by kernels. */
export function exactly(name: Comparison, plain: PredicateFunction): PredicateFunction {
  comparisons.set(name, plain);
  return (a, b, options) => {
    const result = beyondRange(name, a, b, options) ?? mixedSigns(name, a, b, options);
    return (result ?? plain(a, b, options)) as NDArray<"bool">;
  };
}

const comparisons = new Map<Comparison, PredicateFunction>();

function plainly(name: Comparison): PredicateFunction {
  return comparisons.get(name) as PredicateFunction;
}

/** The comparison that says the same of operands exchanged. */
const mirrors: Readonly<Record<Comparison, Comparison>> = {
  equal: "equal",
  notEqual: "notEqual",
  less: "greater",
  lessEqual: "greaterEqual",
  greater: "less",
  greaterEqual: "lessEqual",
};

/** Comparisons that are true of a number and a larger one. */
const trueOfSmaller: ReadonlySet<Comparison> = new Set(["less", "lessEqual", "notEqual"]);
const trueOfLarger: ReadonlySet<Comparison> = new Set(["greater", "greaterEqual", "notEqual"]);

function beyondRange(
  name: Comparison,
  a: Operand,
  b: Operand,
  options: OutOptions<"bool"> | undefined,
): NDArray | undefined {
  if (!isNDArray(a)) return isNDArray(b) ? beyondRange(mirrors[name], b, a, options) : undefined;
  if (isNDArray(b) || !isIntegerDType(a.dtype)) return undefined;
  if (typeof b !== "bigint" && !(typeof b === "number" && Number.isInteger(b))) return undefined;
  const { min, max } = integerRange(a.dtype);
  if (b >= min && b <= max) return undefined;
  const isTrue = (b > max ? trueOfSmaller : trueOfLarger).has(name);
  const constant = full(a.shape, isTrue, { dtype: "bool", device: a.device });
  return options?.out === undefined ? constant : moved(constant, options);
}

/** Signed integers beside uint64: those below 0 are smaller than all, the others are compared as uint64. */
function mixedSigns(
  name: Comparison,
  a: Operand,
  b: Operand,
  options: OutOptions<"bool"> | undefined,
): NDArray | undefined {
  if (!isNDArray(a) || !isNDArray(b) || a.dtype === b.dtype) return undefined;
  if (a.dtype === "uint64" && isSigned(b.dtype)) return signedFirst(mirrors[name], b, a, options);
  return b.dtype === "uint64" && isSigned(a.dtype) ? signedFirst(name, a, b, options) : undefined;
}

function signedFirst(
  name: Comparison,
  signed: NDArray,
  unsigned: NDArray,
  options: OutOptions<"bool"> | undefined,
): NDArray {
  using wrapped = astype(signed, "uint64");
  using compared = plainly(name)(wrapped, unsigned);
  const isOr = trueOfSmaller.has(name);
  using below = plainly(isOr ? "less" : "greaterEqual")(signed, 0);
  return (isOr ? logicalOr : logicalAnd)(below, compared, options);
}

function isSigned(dtype: DType): boolean {
  return dtypes[dtype].kind === "int";
}

function moved(constant: NDArray, options: OutOptions<"bool">): NDArray {
  using temporary = constant;
  return copyOf(temporary, options);
}
