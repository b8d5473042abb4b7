// Checks the arguments of transforms: operands, lengths and norms.

import { type DType, dtypes } from "../../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError } from "../../core/errors.js";
import { toAxis } from "../../core/shape.js";
import { formatValue, suggest } from "../../core/text.js";
import { astype } from "../copy.js";
import type { NDArray } from "../ndarray.js";
import { operandOf } from "../core/operand.js";
import type { FftNorm } from "./types.js";

/** An operand as one of the four dtypes that can be transformed; a copy is the caller's to dispose. */
export function fftOperand(name: string, x: NDArray): { readonly array: NDArray; readonly isCopy: boolean } {
  const { dtype } = operandOf(name, x);
  const computed = computedIn(dtype);
  return computed === dtype ? { array: x, isCopy: false } : { array: astype(x, computed), isCopy: true };
}

/**
 * Throws for complex numbers, where a real signal is required.
 * @throws TypeError `CUTS_OPERATION_DTYPE` for complex numbers where only real ones have half a spectrum.
 */
export function checkReal(name: string, x: NDArray): void {
  const { dtype } = operandOf(name, x);
  if (dtypes[dtype].kind !== "complex") return;
  throw new ArgumentTypeError(
    "CUTS_OPERATION_DTYPE",
    `Cannot compute ${name}: it is for real numbers (got ${dtype})\nTry: ${name.replace("rfft", "fft").replace("ihfft", "ifft")}`,
  );
}

/** Throws unless the length is valid. @throws RangeError `CUTS_FFT_LENGTH`. */
export function checkLength(name: string, n: number): number {
  if (Number.isSafeInteger(n) && n >= 1 && n < 2 ** 31) return n;
  throw new ArgumentRangeError(
    "CUTS_FFT_LENGTH",
    `Cannot compute ${name}: the length of a transform must be a whole number from 1 to 2^31 - 1 (got ${formatValue(n)})`,
  );
}

/** The factor that results are multiplied by. @throws TypeError `CUTS_FFT_NORM`. */
export function scaleOf(name: string, norm: FftNorm | undefined, n: number, isInverse: boolean): number {
  switch (norm ?? "backward") {
    case "backward":
      return isInverse ? 1 / n : 1;
    case "forward":
      return isInverse ? 1 : 1 / n;
    case "ortho":
      return 1 / Math.sqrt(n);
    default: {
      const near = typeof norm === "string" ? suggest(norm, ["backward", "ortho", "forward"]) : undefined;
      throw new ArgumentTypeError(
        "CUTS_FFT_NORM",
        `Cannot compute ${name}: norm must be "backward", "ortho" or "forward" (got ${formatValue(norm)})${near === undefined ? "" : `\nTry: ${near}`}`,
      );
    }
  }
}

/** The axes and lengths of a transform along several axes. @throws RangeError `CUTS_AXIS`; TypeError `CUTS_AXES`. */
export function toLengths(
  name: string,
  x: NDArray,
  s: readonly number[] | undefined,
  axes: readonly number[] | undefined,
): { readonly axes: readonly number[]; readonly lengths: readonly number[] } {
  const { ndim } = x;
  const count = s?.length ?? ndim;
  const own = axes ?? Array.from({ length: count }, (_, k) => k - count);
  const places = own.map((axis) => toAxis(axis, ndim));
  if (s !== undefined && s.length !== places.length) {
    throw new ArgumentTypeError(
      "CUTS_AXES",
      `Cannot compute ${name}: s must have a length for each axis (got ${s.length} for ${places.length} axes)`,
    );
  }
  const lengths = places.map((axis, k) => {
    const asked = s?.[k] ?? -1;
    return asked === -1 ? (x.shape[axis] as number) : checkLength(name, asked);
  });
  return { axes: places, lengths };
}

function computedIn(dtype: DType): DType {
  const { kind } = dtypes[dtype];
  if (kind === "complex") return dtype;
  return kind === "float" && dtype !== "float64" ? "float32" : "float64";
}
