// NumPy's Fourier transforms (numpy.fft) on any device: for all lengths, axes and layouts.

import type { TransformKind } from "../../backend/routines.js";
import { type DType, dtypes } from "../../core/dtype.js";
import { toAxis } from "../../core/shape.js";
import { astype } from "../copy.js";
import { conjugate, multiply } from "../elementwise/functions.js";
import type { NDArray } from "../ndarray.js";
import { operandOf } from "../core/operand.js";
import { transformLastAxes } from "./axis-transform.js";
import { transform } from "./transform.js";
import { checkLength, checkReal, fftOperand, scaleOf, toLengths } from "./operand.js";
import {
  fftNames,
  type FftNorm,
  fftnNames,
  type FftnOptions,
  type FftOptions,
  type RealType,
  type SignalOf,
  type SpectrumOf,
} from "./types.js";
import { checkOptions } from "../../core/options.js";
import { operator } from "../operators/operator.js";

/** The discrete Fourier transform along an axis. @throws RangeError `CUTS_FFT_LENGTH`; TypeError `CUTS_FFT_NORM`. */
export const fft = operator("fft.fft", fftOf, "composite");

function fftOf<D extends DType>(x: NDArray<D>, options: FftOptions = {}): NDArray<SpectrumOf<D>> {
  checkOptions(options, fftNames, "compute fft");
  return one("fft", x, "complex", false, options) as NDArray<SpectrumOf<D>>;
}

/** The inverse of {@link fft}. */
export const ifft = operator("fft.ifft", ifftOf, "composite");

function ifftOf<D extends DType>(x: NDArray<D>, options: FftOptions = {}): NDArray<SpectrumOf<D>> {
  checkOptions(options, fftNames, "compute ifft");
  return one("ifft", x, "complex", true, options) as NDArray<SpectrumOf<D>>;
}

/** The transform of real numbers: the n/2 + 1 complex numbers of the first half; the other half is its conjugate. */
export const rfft = operator("fft.rfft", rfftOf, "composite");

function rfftOf<D extends RealType>(x: NDArray<D>, options: FftOptions = {}): NDArray<SpectrumOf<D>> {
  checkOptions(options, fftNames, "compute rfft");
  checkReal("rfft", x);
  return one("rfft", x, "real", false, options) as NDArray<SpectrumOf<D>>;
}

/** The inverse of {@link rfft}: `n` real numbers; by default `n` is even. */
export const irfft = operator("fft.irfft", irfftOf, "composite");

function irfftOf<D extends DType>(x: NDArray<D>, options: FftOptions = {}): NDArray<SignalOf<D>> {
  checkOptions(options, fftNames, "compute irfft");
  return one("irfft", x, "half", true, options) as NDArray<SignalOf<D>>;
}

/** The transform of a signal with Hermitian symmetry, given by one half; the result is real. */
export const hfft = operator("fft.hfft", hfftOf, "composite");

function hfftOf<D extends DType>(x: NDArray<D>, options: FftOptions = {}): NDArray<SignalOf<D>> {
  checkOptions(options, fftNames, "compute hfft");
  const isComplex = dtypes[operandOf("hfft", x).dtype].kind === "complex";
  const turned = isComplex ? (conjugate(x as NDArray<"complex64">) as NDArray) : x;
  const result = one("hfft", turned, "half", true, { ...options, norm: otherWay(options.norm) });
  if (isComplex) turned.dispose();
  return result as NDArray<SignalOf<D>>;
}

/** The inverse of {@link hfft}. */
export const ihfft = operator("fft.ihfft", ihfftOf, "composite");

function ihfftOf<D extends RealType>(x: NDArray<D>, options: FftOptions = {}): NDArray<SpectrumOf<D>> {
  checkOptions(options, fftNames, "compute ihfft");
  checkReal("ihfft", x);
  using half = one("ihfft", x, "real", false, { ...options, norm: otherWay(options.norm) });
  return conjugate(half as NDArray<"complex64">) as NDArray as NDArray<SpectrumOf<D>>;
}

/** {@link fft} along several axes. */
export const fftn = operator("fft.fftn", fftnOf, "composite");

function fftnOf<D extends DType>(x: NDArray<D>, options: FftnOptions = {}): NDArray<SpectrumOf<D>> {
  checkOptions(options, fftnNames, "compute fftn");
  return several("fftn", x, false, options) as NDArray<SpectrumOf<D>>;
}

/** The inverse of {@link fftn}. */
export const ifftn = operator("fft.ifftn", ifftnOf, "composite");

function ifftnOf<D extends DType>(x: NDArray<D>, options: FftnOptions = {}): NDArray<SpectrumOf<D>> {
  checkOptions(options, fftnNames, "compute ifftn");
  return several("ifftn", x, true, options) as NDArray<SpectrumOf<D>>;
}

/** {@link fftn} of real numbers; the last axis holds half of the spectrum. */
export const rfftn = operator("fft.rfftn", rfftnOf, "composite");

function rfftnOf<D extends RealType>(x: NDArray<D>, options: FftnOptions = {}): NDArray<SpectrumOf<D>> {
  checkOptions(options, fftnNames, "compute rfftn");
  return realSeveral("rfftn", x, options) as NDArray<SpectrumOf<D>>;
}

/** The inverse of {@link rfftn}. */
export const irfftn = operator("fft.irfftn", irfftnOf, "composite");

function irfftnOf<D extends DType>(x: NDArray<D>, options: FftnOptions = {}): NDArray<SignalOf<D>> {
  checkOptions(options, fftnNames, "compute irfftn");
  return halfSeveral("irfftn", x, options) as NDArray<SignalOf<D>>;
}

/** {@link fftn} along two axes, the last ones by default. */
export const fft2 = operator("fft.fft2", fft2Of, "composite");

function fft2Of<D extends DType>(x: NDArray<D>, options: FftnOptions = {}): NDArray<SpectrumOf<D>> {
  checkOptions(options, fftnNames, "compute fft2");
  return several("fft2", x, false, lastTwo(options)) as NDArray<SpectrumOf<D>>;
}

/** The inverse of {@link fft2}. */
export const ifft2 = operator("fft.ifft2", ifft2Of, "composite");

function ifft2Of<D extends DType>(x: NDArray<D>, options: FftnOptions = {}): NDArray<SpectrumOf<D>> {
  checkOptions(options, fftnNames, "compute ifft2");
  return several("ifft2", x, true, lastTwo(options)) as NDArray<SpectrumOf<D>>;
}

/** {@link rfftn} along two axes, the last ones by default. */
export const rfft2 = operator("fft.rfft2", rfft2Of, "composite");

function rfft2Of<D extends RealType>(x: NDArray<D>, options: FftnOptions = {}): NDArray<SpectrumOf<D>> {
  checkOptions(options, fftnNames, "compute rfft2");
  return realSeveral("rfft2", x, lastTwo(options)) as NDArray<SpectrumOf<D>>;
}

/** The inverse of {@link rfft2}. */
export const irfft2 = operator("fft.irfft2", irfft2Of, "composite");

function irfft2Of<D extends DType>(x: NDArray<D>, options: FftnOptions = {}): NDArray<SignalOf<D>> {
  checkOptions(options, fftnNames, "compute irfft2");
  return halfSeveral("irfft2", x, lastTwo(options)) as NDArray<SignalOf<D>>;
}

function one(
  name: string,
  x: NDArray,
  kind: TransformKind,
  isInverse: boolean,
  { n: asked, axis: where = -1, norm }: FftOptions,
): NDArray {
  const { array, isCopy } = fftOperand(name, x);
  const axis = toAxis(where, x.ndim);
  const size = x.shape[axis] as number;
  const n = checkLength(name, asked ?? (kind === "half" ? 2 * (size - 1) : size));
  const scale = scaleOf(name, norm, n, isInverse);
  const result = transform(array, { kind, axis, n, isInverse, scale });
  if (isCopy) array.dispose();
  return kind === "half" ? narrowed(result, x.dtype) : result;
}

function several(
  name: string,
  x: NDArray,
  isInverse: boolean,
  { s, axes: asked, norm }: FftnOptions,
): NDArray {
  const { array, isCopy } = fftOperand(name, x);
  const { axes, lengths } = toLengths(name, x, s, asked);
  // Gradients go through the transforms of single axes.
  if (array.variable === undefined && isWholeEnd(x, axes, lengths)) {
    const made = transformLastAxes(array, lengths, isInverse);
    if (made !== undefined) {
      const scale = lengths.reduce((all, n) => all * scaleOf(name, norm, n, isInverse), 1);
      if (scale !== 1) multiply(made as NDArray<"complex64">, scale, { out: made });
      if (isCopy) array.dispose();
      return made;
    }
  }
  let own = array;
  let isOwn = isCopy;
  const take = (next: NDArray): void => {
    if (isOwn) own.dispose();
    own = next;
    isOwn = true;
  };
  for (let k = axes.length - 1; k >= 0; k--) {
    const n = checkLength(name, lengths[k] as number);
    const scale = scaleOf(name, norm, n, isInverse);
    take(transform(own, { kind: "complex", axis: axes[k] as number, n, isInverse, scale }));
  }
  // Without axes nothing is transformed, and the result is an array of its own all the same.
  if (!isOwn) take(own.copy());
  return own;
}

/** Whether axes are the last ones of an array, at least two, in order and as long as they are there. */
function isWholeEnd({ shape }: NDArray, axes: readonly number[], lengths: readonly number[]): boolean {
  const first = shape.length - axes.length;
  return axes.length > 1 && axes.every((axis, k) => axis === first + k && lengths[k] === shape[axis]);
}

function realSeveral(name: string, x: NDArray, { s, axes: asked, norm }: FftnOptions): NDArray {
  checkReal(name, x);
  const { axes, lengths } = toLengths(name, x, s, asked);
  const [axis, n] = [toAxis(axes.at(-1) ?? 0, axes.length === 0 ? 0 : x.ndim), lengths.at(-1) as number];
  const half = one(name, x, "real", false, { n, axis, norm });
  if (axes.length === 1) return half;
  using owned = half;
  return several(name, owned, false, { s: lengths.slice(0, -1), axes: axes.slice(0, -1), norm });
}

function halfSeveral(name: string, x: NDArray, { s, axes: asked, norm }: FftnOptions): NDArray {
  operandOf(name, x);
  const { axes, lengths } = toLengths(name, x, s, asked);
  const axis = toAxis(axes.at(-1) ?? 0, axes.length === 0 ? 0 : x.ndim);
  const given =
    s === undefined || s.at(-1) === -1 ? 2 * ((x.shape[axis] as number) - 1) : (s.at(-1) as number);
  if (axes.length === 1) return one(name, x, "half", true, { n: given, axis, norm });
  using inner = several(name, x, true, { s: lengths.slice(0, -1), axes: axes.slice(0, -1), norm });
  return narrowed(one(name, inner, "half", true, { n: given, axis, norm }), x.dtype);
}

/** Real numbers in as few bits as those that were given. */
function narrowed(result: NDArray, dtype: DType): NDArray {
  if (dtype !== "float16" && dtype !== "bfloat16") return result;
  using wide = result;
  return astype(wide, dtype);
}

function lastTwo(options: FftnOptions): FftnOptions {
  return { ...options, axes: options.axes ?? [-2, -1] };
}

/** A transform that is the inverse of another one divides where that one does not. */
function otherWay(norm: FftNorm | undefined): FftNorm | undefined {
  if (norm === undefined || norm === "backward") return "forward";
  return norm === "forward" ? "backward" : norm;
}
