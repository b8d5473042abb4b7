// The implementation of convolve and correlate of vectors, as in NumPy.

import { type DType, dtypes } from "../../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError } from "../../core/errors.js";
import { formatShape } from "../../core/shape.js";
import { formatValue, suggest } from "../../core/text.js";
import type { NDArray } from "../ndarray.js";
import { conjugate } from "../elementwise/functions.js";
import { type Promote, promoteTypes } from "../promotion.js";
import { operandOf } from "../core/operand.js";
import { flip, slice } from "../views.js";
import { correlation } from "./correlation.js";
import { checkOptions, optionNames } from "../../core/options.js";

/** Which results are returned: all, as many as the longer operand has elements, or those where the operands overlap completely. */
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
  const isFloat = dtypes[dtype].kind === "float" || dtypes[dtype].kind === "complex";
  if (!["auto", "direct", "fft"].includes(method) || (method === "fft" && !isFloat)) {
    throw new ArgumentTypeError(
      "CUTS_CONVOLUTION",
      `Cannot compute ${name}: method must be "auto" or "direct", or "fft" for floats (got ${formatValue(method)} for ${dtype})`,
    );
  }
  return correlation(a, w, { first, count, method });
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
