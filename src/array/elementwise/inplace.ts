// Operations that write their result into their first operand: `x.addInplace(y)` is NumPy's `x += y`. The dtype and the shape of
// the array stay, so a result of another kind (a float into integers) is refused, as in NumPy.

import { type DType, type DTypeKind, dtypes } from "../../core/dtype.js";
import { ArgumentTypeError } from "../../core/errors.js";
import { formatShape, shapesEqual } from "../../core/shape.js";
import { describeArray, isNDArray, type NDArray } from "../ndarray.js";
import { set } from "../access.js";
import { checkWritable } from "../copy.js";
import { promoteScalar, promoteTypes } from "../promotion.js";
import type { LooseBinaryFunction, Operand } from "./types.js";

/** Applies an operation whose result has the promoted dtype of its operands, and writes it into the first one. */
export function inplace<D extends DType>(
  name: string,
  apply: LooseBinaryFunction,
  x: NDArray<D>,
  b: Operand,
): NDArray<D> {
  checkWritable(x, `${name} in place`);
  const promoted = isNDArray(b) ? promoteTypes(x.dtype, b.dtype) : promoteScalar(x.dtype, b);
  const { kind } = dtypes[x.dtype];
  if (promoted === x.dtype && (kind === "float" || kind === "complex")) {
    apply(x, b, { out: x });
    return x;
  }
  using result = apply(x, b);
  if (!fits(dtypes[result.dtype].kind, kind) || !shapesEqual(result.shape, x.shape)) {
    throw new ArgumentTypeError(
      "CUTS_INPLACE",
      `Cannot ${name} in place: the result must fit the array, which is ${describeArray(x)} (got ${result.dtype}${formatShape(result.shape)})`,
    );
  }
  // An operation of its own, which those who record see as the writing that it is.
  set(x, result);
  return x;
}

/** NumPy's "same_kind": a kind of number may become a larger one, signed integers no unsigned ones. */
function fits(from: DTypeKind, to: DTypeKind): boolean {
  return rank[from] <= rank[to];
}

const rank: Readonly<Record<DTypeKind, number>> = { bool: 0, uint: 1, int: 2, float: 3, complex: 4 };
