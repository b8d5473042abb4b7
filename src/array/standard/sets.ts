// Sets as the array API standard has them: parts of what `uniqueAll` tells, and membership.

import type { DType } from "../../core/dtype.js";
import { equal, greater, logicalAnd, logicalNot } from "../elementwise/functions.js";
import type { NDArray } from "../ndarray.js";
import { searchsorted, sort } from "../order/sort.js";
import { uniqueAll, type UniqueOptions, type UniqueResult } from "../order/unique.js";
import { promoteTypes } from "../promotion.js";
import { operandOf } from "../reduction/reduce.js";
import { reshape } from "../views.js";
import { checkOptions, optionNames } from "../../core/options.js";
import { operator } from "../operators/operator.js";

/** The different elements or slices in order, and how often each is there. */
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

/** The different elements or slices in order, and which of them each element is. */
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

/** Which elements of an array are among the values; NaN is in no set. */
export const isin = operator("isin", isIn, "zero");

function isIn(x: NDArray, values: NDArray, options: IsinOptions = {}): NDArray<"bool"> {
  checkOptions(options, isinNames, "compute isin");
  // Both must be compared in a dtype that keeps every value of both.
  const common = promoteTypes(operandOf("isin", x).dtype, operandOf("isin", values).dtype);
  using cast = x.astype(common);
  using flat = reshape(values, -1);
  using same = flat.astype(common);
  using sorted = sort(same);
  using before = searchsorted(sorted, cast, { side: "left" });
  using notAfter = searchsorted(sorted, cast, { side: "right" });
  using found = greater(notAfter, before);
  using isNumber = equal(cast, cast);
  const result = logicalAnd(found, isNumber);
  if (options.invert !== true) return result;
  const inverted = logicalNot(result);
  result.dispose();
  return inverted;
}
