// convolve2d and correlate2d of matrices with zero padding, as in SciPy's signal, computed as images of one channel.

import { type DType, dtypes } from "../../core/dtype.js";
import { ArgumentTypeError } from "../../core/errors.js";
import { formatShape } from "../../core/shape.js";
import { formatValue } from "../../core/text.js";
import { astype } from "../copy.js";
import type { NDArray } from "../ndarray.js";
import { type Promote, promoteTypes } from "../promotion.js";
import { operandOf } from "../core/operand.js";
import { flip, reshape, slice } from "../views.js";
import { refuseSize } from "./conv.js";
import { convolution } from "./convolution.js";
import type { ConvolutionMode } from "./correlate.js";
import { checkOptions, optionNames } from "../../core/options.js";

/** Options of convolutions of matrices. */
export interface PlaneOptions {
  /** `"full"` by default; `"same"` has the size of the first operand. */
  readonly mode?: ConvolutionMode | undefined;
}

const planeNames = optionNames<PlaneOptions>({ mode: true });

export function convolve2dOf<A extends DType, B extends DType>(
  a: NDArray<A>,
  v: NDArray<B>,
  options: PlaneOptions = {},
): NDArray<Promote<A, B>> {
  operandOf("convolve2d", v);
  using turned = flip(v);
  checkOptions(options, planeNames, "compute convolve2d");
  return slide("convolve2d", a, turned, options.mode ?? "full", 0) as NDArray<Promote<A, B>>;
}

export function correlate2dOf<A extends DType, B extends DType>(
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
  if (kh < 1 || kw < 1 || h + kh < 2 || v + kw < 2) refuseSize(name, from.shape, by.shape);
  // Sums of integers are exact in float64 up to 2^53.
  const computed = dtypes[dtype].kind === "float" ? dtype : "float64";
  const rows = extentOf(mode, h, kh, late);
  const columns = extentOf(mode, v, kw, late);
  const sizes = {
    batch: 1,
    groups: 1,
    channels: 1,
    outs: 1,
    picture: [h, v],
    window: [kh, kw],
    result: [rows.size, columns.size],
    stride: [1, 1],
    dilation: [1, 1],
    before: [rows.before, columns.before],
    after: [rows.after, columns.after],
  } as const;
  using pictures = asPicture(a, computed);
  using windows = asPicture(w, computed);
  using all = convolution(pictures, windows, undefined, sizes);
  using plane = reshape(all, sizes.result);
  return computed === dtype ? slice(plane, "...") : astype(plane, dtype);
}

function asPicture(x: NDArray, dtype: DType): NDArray {
  using typed = x.dtype === dtype ? undefined : astype(x, dtype);
  return reshape(typed ?? x, [1, 1, ...x.shape]);
}

/** Along one axis: zeros before and after so many elements, and the size of the result. */
function extentOf(
  mode: ConvolutionMode,
  size: number,
  reach: number,
  late: 0 | 1,
): { readonly before: number; readonly after: number; readonly size: number } {
  if (mode === "valid") return { before: 0, after: 0, size: size - reach + 1 };
  if (mode === "full") return { before: reach - 1, after: reach - 1, size: size + reach - 1 };
  const after = Math.floor((reach - 1 + late) / 2);
  return { before: reach - 1 - after, after, size };
}
