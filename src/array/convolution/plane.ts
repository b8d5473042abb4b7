// convolve2d and correlate2d of matrices with zeros around them, as SciPy's signal has them, by way of conv2d.

import { type DType, dtypes } from "../../core/dtype.js";
import { ArgumentTypeError } from "../../core/errors.js";
import { formatShape } from "../../core/shape.js";
import { formatValue } from "../../core/text.js";
import { astype } from "../copy.js";
import type { NDArray } from "../ndarray.js";
import { type Promote, promoteTypes } from "../promotion.js";
import { operandOf } from "../reduction/reduce.js";
import { flip, reshape, slice } from "../views.js";
import { conv2d } from "./conv.js";
import type { ConvolutionMode } from "./correlate.js";
import { checkOptions, optionNames } from "../../core/options.js";

/** Options of convolutions of matrices. */
export interface PlaneOptions {
  /** `"full"` by default; `"same"` has the size of the first operand. */
  readonly mode?: ConvolutionMode | undefined;
}

const planeNames = optionNames<PlaneOptions>({ mode: true });

/** The convolution of two matrices, as scipy.signal.convolve2d. @throws TypeError `CUTS_CONVOLUTION`. */
export function convolve2d<A extends DType, B extends DType>(
  a: NDArray<A>,
  v: NDArray<B>,
  options: PlaneOptions = {},
): NDArray<Promote<A, B>> {
  operandOf("convolve2d", v);
  using turned = flip(v);
  checkOptions(options, planeNames, "compute convolve2d");
  return slide("convolve2d", a, turned, options.mode ?? "full", 0) as NDArray<Promote<A, B>>;
}

/** The correlation of two matrices, as scipy.signal.correlate2d. */
export function correlate2d<A extends DType, B extends DType>(
  a: NDArray<A>,
  v: NDArray<B>,
  options: PlaneOptions = {},
): NDArray<Promote<A, B>> {
  checkOptions(options, planeNames, "compute correlate2d");
  return slide("correlate2d", a, v, options.mode ?? "full", 1) as NDArray<Promote<A, B>>;
}

/** `late` is 1 where the middle of an even number of weights is the second of the two in it. */
function slide(name: string, a: NDArray, w: NDArray, mode: ConvolutionMode, late: 0 | 1): NDArray {
  const [from, by] = [operandOf(name, a), operandOf(name, w)];
  const dtype = promoteTypes(from.dtype, by.dtype);
  if (
    from.shape.length !== 2 ||
    by.shape.length !== 2 ||
    dtypes[dtype].kind === "complex" ||
    !["full", "same", "valid"].includes(mode)
  ) {
    throw new ArgumentTypeError(
      "CUTS_CONVOLUTION",
      `Cannot compute ${name}: it is for two real matrices and mode "full", "same" or "valid" (got ${formatShape(from.shape)}, ${formatShape(by.shape)}, ${dtype}, ${formatValue(mode)})`,
    );
  }
  const [kh, kw] = by.shape as readonly [number, number];
  const [h, v] = from.shape as readonly [number, number];
  if (mode === "valid" && (kh > h || kw > v)) {
    throw new ArgumentTypeError(
      "CUTS_CONVOLUTION",
      `Cannot compute ${name}: for mode "valid" the first matrix must be the larger one (got ${formatShape(from.shape)} and ${formatShape(by.shape)})`,
    );
  }
  // Sums of integers are exact in float64 up to 2^53.
  const computed = dtypes[dtype].kind === "float" ? dtype : "float64";
  using cast = from.dtype === computed ? slice(a, "...") : astype(a, computed);
  using weights = by.dtype === computed ? slice(w, "...") : astype(w, computed);
  using picture = reshape(cast, [1, 1, h, v]);
  using window = reshape(weights, [1, 1, kh, kw]);
  const padding = mode === "valid" ? 0 : [kh - 1, kw - 1];
  using all = conv2d(picture, window, { padding });
  const [rows, columns] = all.shape.slice(2) as [number, number];
  const middle = (size: number, reach: number, whole: number): string => {
    const first = Math.floor((reach - 1 + late) / 2);
    return mode === "same" ? `${first}:${first + size}` : `0:${whole}`;
  };
  using part = slice(all, [0, 0, middle(h, kh, rows), middle(v, kw, columns)]);
  return computed === dtype ? part.copy() : astype(part, dtype);
}
