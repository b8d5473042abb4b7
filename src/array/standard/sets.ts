// Sets as the array API standard has them: parts of what `uniqueAll` tells, and membership.

import { type DType, dtypes } from "../../core/dtype.js";
import { ArgumentTypeError } from "../../core/errors.js";
import { currentStream } from "../../runtime/devices.js";
import { allocateArray } from "../allocate.js";
import { equal, logicalAnd, logicalNot } from "../elementwise/functions.js";
import { useStorages, widthOf } from "../kernels/launch-rows.js";
import { describeArray, type NDArray } from "../ndarray.js";
import { encode, sortableType } from "../order/keys.js";
import { keyTypeOf, sortKernels } from "../order/sort-kernels.js";
import { sortKeys } from "../order/sort-rows.js";
import { uniqueAll, type UniqueOptions, type UniqueResult } from "../order/unique.js";
import { promoteTypes } from "../promotion.js";
import { launchOf } from "../reduction/partition.js";
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
  if (x.storage.device !== values.storage.device) {
    throw new ArgumentTypeError(
      "CUTS_ARGUMENT_DEVICE",
      `Cannot compute isin: both must be on one device (got ${describeArray(x)} and ${describeArray(values)})`,
    );
  }
  const found = keysIn(x, values, sortableType("isin", common));
  if (dtypes[x.dtype].kind === "float") {
    using isNumber = equal(x, x);
    logicalAnd(found, isNumber, { out: found });
  }
  if (options.invert === true) logicalNot(found, { out: found });
  return found;
}

/** Which keys of an array are among those of values. */
function keysIn(x: NDArray, values: NDArray, dtype: DType): NDArray<"bool"> {
  const { device } = x.storage;
  const stream = currentStream(device);
  using flat = reshape(values, -1);
  using same = flat.astype(dtype);
  using cast = x.astype(dtype);
  using sorted = sortKeys(encode("isin", same, { zerosEqual: true }).keys, false).keys;
  using wanted = encode("isin", cast, { zerosEqual: true }).keys;
  const found = allocateArray(stream, "bool", x.shape);
  if (found.size > 0) {
    useStorages([found, sorted, wanted], stream);
    const kernel = sortKernels[keyTypeOf(dtype)].contains.on(device, widthOf(device, [sorted, wanted]));
    kernel.set({ out: found, sorted, values: wanted, n: sorted.size, count: wanted.size });
    kernel.launch(launchOf([Math.ceil(wanted.size / 256), 1, 1], [256, 1, 1], 8 * wanted.size), stream);
  }
  return found;
}
