// Options and result dtypes of Fourier transforms, and the parameters of a transform along one axis.

import type { TransformKind } from "../../backend/routines.js";
import type { DType } from "../../core/dtype.js";
import type { NDArray } from "../ndarray.js";
import { optionNames } from "../../core/options.js";

/**
 * Which direction divides by the length: the inverse ("backward"), both by its square root ("ortho"), or the forward one
 * ("forward").
 */
export type FftNorm = "backward" | "ortho" | "forward";

/** Options of transforms along one axis. */
export interface FftOptions {
  /** The length of the transform: elements beyond it are left out, missing ones are 0. The size of the axis by default. */
  readonly n?: number | undefined;
  /** The last one by default. */
  readonly axis?: number | undefined;
  /** `"backward"` by default. */
  readonly norm?: FftNorm | undefined;
}

/** The names of {@link FftOptions}. */
export const fftNames = optionNames<FftOptions>({ n: true, axis: true, norm: true });

/** Options of transforms along several axes. */
export interface FftnOptions {
  /** The length along each of the axes; -1 for the size of the axis. */
  readonly s?: readonly number[] | undefined;
  /** All axes by default, or the last ones, as many as `s` has; the last two for `fft2` and its like. */
  readonly axes?: readonly number[] | undefined;
  readonly norm?: FftNorm | undefined;
}

/** The names of {@link FftnOptions}. */
export const fftnNames = optionNames<FftnOptions>({ s: true, axes: true, norm: true });

/** The dtype of a spectrum: complex64 for floats of up to 32 bits, else complex128. */
export type SpectrumOf<D extends DType> = D extends "float16" | "bfloat16" | "float32" | "complex64"
  ? "complex64"
  : "complex128";

/** The dtype of the real numbers computed from a spectrum. */
export type SignalOf<D extends DType> = D extends "float16" | "bfloat16" | "float32"
  ? D
  : D extends "complex64"
    ? "float32"
    : "float64";

/** A real dtype, whose spectrum is symmetric. */
export type RealType = Exclude<DType, "complex64" | "complex128">;

/** All parameters of a transform along an axis. */
export interface AxisTransform {
  readonly kind: TransformKind;
  readonly axis: number;
  /** The length of the transform: elements beyond it are left out, missing ones are 0. */
  readonly n: number;
  readonly isInverse: boolean;
  readonly scale: number;
}

/** A function that transforms along an axis, passed to code that needs it recursively. */
export type TransformAxis = (x: NDArray, how: AxisTransform) => NDArray;
