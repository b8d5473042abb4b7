// norm: the norm of vectors along any axes.

import type { DType } from "../../core/dtype.js";
import { absolute, power } from "../elementwise/functions.js";
import type { RealOf } from "../elementwise/types.js";
import type { NDArray } from "../ndarray.js";
import { countNonzero, max, min, rootOfSquares, sum } from "./functions.js";
import { operandOf } from "../core/operand.js";
import { type MeanOf, meanTypeOf } from "./result-types.js";
import type { ReduceOptions } from "./types.js";
import { checkOptions, optionNames } from "../../core/options.js";
import { operator } from "../operators/operator.js";
import { normRule } from "./gradient.js";

/** Options of {@link norm}. */
export interface NormOptions<D extends DType = DType> extends ReduceOptions<D> {
  /** p of (Σ|x|^p)^(1/p); 2 by default. Infinity and -Infinity are the largest and smallest magnitude, 0 counts. */
  readonly ord?: number | undefined;
}

const normNames = optionNames<NormOptions>({ axis: true, keepdims: true, out: true, ord: true });

/** The norm of vectors; with several axes, of all their elements as one vector. */
export const norm = operator("norm", normOfVectors, normRule);

function normOfVectors<D extends DType>(
  x: NDArray<D>,
  options: NormOptions<RealOf<MeanOf<D>>> = {},
): NDArray<RealOf<MeanOf<D>>> {
  operandOf("norm", x);
  checkOptions(options, normNames, "compute norm");
  const { ord = 2, ...rest } = options;
  return normOf(x, ord, rest) as NDArray<RealOf<MeanOf<D>>>;
}

function normOf(x: NDArray, ord: number, options: ReduceOptions): NDArray {
  if (ord === 2) return rootOfSquares(x, options);
  const cast = x.dtype === meanTypeOf(x.dtype) ? x : x.astype(meanTypeOf(x.dtype));
  using size = absolute(cast);
  if (cast !== x) cast.dispose();
  if (ord === Number.POSITIVE_INFINITY) return max(size, options);
  if (ord === Number.NEGATIVE_INFINITY) return min(size, options);
  if (ord === 1) return sum(size, options);
  if (ord === 0) {
    const { out, ...rest } = options;
    using count = countNonzero(size, rest);
    const result = count.astype(size.dtype);
    if (out === undefined) return result;
    out.set(result);
    result.dispose();
    return out;
  }
  using powers = power(size, ord);
  const { out, ...rest } = options;
  using total = sum(powers, rest);
  return power(total, 1 / ord, out === undefined ? {} : { out });
}
