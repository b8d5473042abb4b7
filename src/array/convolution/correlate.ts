// convolve and correlate of vectors, as NumPy's: sums of products as they are written, or by way of Fourier transforms
// where the operands are long.

import { type DType, dtypes } from "../../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError } from "../../core/errors.js";
import { formatShape } from "../../core/shape.js";
import { formatValue, suggest } from "../../core/text.js";
import { currentStream } from "../../runtime/devices.js";
import { allocateArray } from "../allocate.js";
import type { NDArray } from "../ndarray.js";
import { astype, contiguous } from "../copy.js";
import { conjugate, multiply } from "../elementwise/functions.js";
import { fft, ifft, irfft, rfft } from "../fft/functions.js";
import { smoothLength } from "../fft/radices.js";
import { byWorker, tuningOf } from "../kernels/builtin-kernel.js";
import { useStorages, widthOf } from "../kernels/launch-rows.js";
import { type Promote, promoteTypes } from "../promotion.js";
import { launchOf } from "../reduction/partition.js";
import { operandOf } from "../reduction/reduce.js";
import { flip, slice } from "../views.js";
import { correlateKernel } from "./correlate-kernels.js";
import { checkOptions, optionNames } from "../../core/options.js";

/** Which results are wanted: all, as many as the longer operand has, or those without zeros from outside. */
export type ConvolutionMode = "full" | "same" | "valid";

/** Options of convolutions of vectors. */
export interface ConvolveOptions {
  readonly mode?: ConvolutionMode | undefined;
  /**
   * `"direct"` adds products, `"fft"` multiplies spectra, which is faster for long operands; its errors are relative to the
   * largest results, not to each one. `"auto"` takes spectra for floats where both operands have 256 elements or more.
   */
  readonly method?: "auto" | "direct" | "fft" | undefined;
}

const convolveNames = optionNames<ConvolveOptions>({ mode: true, method: true });

export function convolveOf<A extends DType, B extends DType>(
  a: NDArray<A>,
  v: NDArray<B>,
  options: ConvolveOptions = {},
): NDArray<Promote<A, B>> {
  const isLonger = checked("convolve", v, a).size > checked("convolve", a, v).size;
  const [long, short] = isLonger ? [v as NDArray, a as NDArray] : [a as NDArray, v as NDArray];
  using turned = flip(short);
  return slide("convolve", long, turned, "full", options) as NDArray<Promote<A, B>>;
}

export function correlateOf<A extends DType, B extends DType>(
  a: NDArray<A>,
  v: NDArray<B>,
  options: ConvolveOptions = {},
): NDArray<Promote<A, B>> {
  const isLonger = checked("correlate", v, a).size > checked("correlate", a, v).size;
  using weights =
    dtypes[v.dtype].kind === "complex" ? conjugate(v as NDArray<"complex64">) : slice(v as NDArray, "...");
  if (!isLonger) return slide("correlate", a, weights, "valid", options) as NDArray<Promote<A, B>>;
  using backwards = slide("correlate", weights, a, "valid", options);
  return flip(backwards) as NDArray<Promote<A, B>>;
}

/** Operands that are as short as this go directly. */
const SHORT = 256;

/** Σ w[j] a[i + j] for `a` at least as long as `w`. */
function slide(
  name: string,
  a: NDArray,
  w: NDArray,
  usual: ConvolutionMode,
  options: ConvolveOptions,
): NDArray {
  checkOptions(options, convolveNames, `compute ${name}`);
  const { mode = usual, method = "auto" } = options;
  const [n, m] = [a.size, w.size];
  const { first, count } = windowOf(name, mode, n, m);
  const dtype = promoteTypes(a.dtype, w.dtype);
  const computed = computedIn(dtype);
  const isFloat = dtypes[dtype].kind === "float" || dtypes[dtype].kind === "complex";
  if (!["auto", "direct", "fft"].includes(method) || (method === "fft" && !isFloat)) {
    throw new ArgumentTypeError(
      "CUTS_CONVOLUTION",
      `Cannot compute ${name}: method must be "auto" or "direct", or "fft" for floats (got ${formatValue(method)} for ${dtype})`,
    );
  }
  using long = packed(a, computed);
  using weights = packed(w, computed);
  const isFast = method === "fft" || (method === "auto" && isFloat && m >= SHORT);
  const sums = isFast ? bySpectra(long, weights, first, count) : bySums(long, weights, first, count);
  if (computed === dtype) return sums;
  using wide = sums;
  return astype(wide, dtype);
}

function windowOf(
  name: string,
  mode: ConvolutionMode,
  n: number,
  m: number,
): { first: number; count: number } {
  switch (mode) {
    case "full":
      return { first: 1 - m, count: n + m - 1 };
    case "same":
      // As NumPy, which takes the one before the middle of an even number of weights.
      return { first: -Math.floor(m / 2), count: n };
    case "valid":
      return { first: 0, count: n - m + 1 };
    default: {
      const near = typeof mode === "string" ? suggest(mode, ["full", "same", "valid"]) : undefined;
      throw new ArgumentTypeError(
        "CUTS_CONVOLUTION",
        `Cannot compute ${name}: mode must be "full", "same" or "valid" (got ${formatValue(mode)})${near === undefined ? "" : `\nTry: ${near}`}`,
      );
    }
  }
}

function bySums(a: NDArray, w: NDArray, first: number, count: number): NDArray {
  const [from, weights] = [a, w];
  const stream = currentStream(from.storage.device);
  const { device } = stream;
  const result = allocateArray(stream, a.dtype, [count]);
  useStorages([result, from, weights], stream);
  const own = correlateKernel(a.dtype).on(device, widthOf(device, [result, from, weights]));
  const { teamThreads, blockElements } = tuningOf(device);
  const worth = Math.max(64, Math.ceil((2 * blockElements) / w.size / 16) * 16);
  const each = byWorker(device, { thread: worth, team: teamThreads });
  own.set({ out: result, a: from, w: weights, n: a.size, m: w.size, first, count, each });
  const launch = launchOf([Math.ceil(count / each), 1, 1], [teamThreads, 1, 1]);
  own.launch({ ...launch, work: count * w.size }, stream);
  return result;
}

/** The same by multiplying spectra: the weights, turned round, are convolved with. */
function bySpectra(a: NDArray, w: NDArray, first: number, count: number): NDArray {
  const n = smoothLength(a.size + w.size - 1);
  const isComplex = dtypes[a.dtype].kind === "complex";
  using turned = flip(w);
  using one = isComplex ? (fft(a, { n }) as NDArray) : (rfft(a as NDArray<"float32">, { n }) as NDArray);
  using other = isComplex
    ? (fft(turned, { n }) as NDArray)
    : (rfft(turned as NDArray<"float32">, { n }) as NDArray);
  multiply(one, other, { out: one });
  using all = isComplex ? (ifft(one, { n }) as NDArray) : (irfft(one, { n }) as NDArray);
  const from = first + w.size - 1;
  using part = slice(all, `${from}:${from + count}`);
  return part.copy();
}

/** Elements in C order of the dtype that is computed in, as an array of the caller's own. */
function packed(x: NDArray, dtype: DType): NDArray {
  if (x.dtype !== dtype) return astype(x, dtype);
  const { array, isCopy } = contiguous(x);
  return isCopy ? array : slice(array, "...");
}

function computedIn(dtype: DType): DType {
  const { kind, byteLength } = dtypes[dtype];
  if (kind === "complex" || dtype === "float64") return dtype;
  if (kind === "float") return "float32";
  return byteLength === 8 ? "int64" : "int32";
}

function checked(name: string, x: NDArray, other: NDArray): NDArray {
  const own = operandOf(name, x);
  if (own.shape.length !== 1) {
    throw new ArgumentTypeError(
      "CUTS_CONVOLUTION",
      `Cannot compute ${name}: its operands must be vectors (got shape ${formatShape(own.shape)})`,
    );
  }
  if (own.size === 0) {
    throw new ArgumentRangeError("CUTS_EMPTY", `Cannot compute ${name}: its operands must not be empty`);
  }
  if (own.storage.device !== operandOf(name, other).storage.device) {
    throw new ArgumentTypeError(
      "CUTS_CONVOLUTION",
      `Cannot compute ${name}: its operands must be on one device (got ${x.device.id} and ${other.device.id})\nTry: v.to(a.device)`,
    );
  }
  return x;
}
