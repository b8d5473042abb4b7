// Helpers for spectra: their frequencies, and shifting frequency 0 to the middle.

import type { DType } from "../../core/dtype.js";
import { ArgumentRangeError } from "../../core/errors.js";
import { toAxis } from "../../core/shape.js";
import { formatValue } from "../../core/text.js";
import { currentStream } from "../../runtime/devices/devices.js";
import { allocateArray } from "../allocate.js";
import type { NDArray } from "../ndarray.js";
import { copyInto } from "../copy.js";
import { array } from "../creation.js";
import type { ArrayOptions, WithDType, WithoutDType } from "../creation-options.js";
import { operandOf } from "../core/operand.js";
import { slice } from "../views.js";
import { checkOptions, optionNames } from "../../core/options.js";
import { operator } from "../operators/operator.js";
import type { GradientCall } from "../operators/step.js";

/** Options of {@link fftfreq} and {@link rfftfreq}. */
export interface FrequencyOptions<D extends DType = DType> extends ArrayOptions<D> {
  /** The distance of samples; 1 by default. */
  readonly d?: number | undefined;
}

const frequencyNames = optionNames<FrequencyOptions>({
  device: true,
  stream: true,
  memory: true,
  ipc: true,
  dtype: true,
  d: true,
});

/**
 * The frequencies of a spectrum of `n` elements, in the order of its elements: [0, 1, … -2, -1] / (n d).
 * @throws RangeError `CUTS_FFT_LENGTH`.
 */
export function fftfreq<D extends DType>(
  n: number,
  options: WithDType<D, FrequencyOptions<D>>,
): NDArray<NoInfer<D>>;
export function fftfreq(n: number, options?: WithoutDType<FrequencyOptions>): NDArray<"float32">;
export function fftfreq(n: number, options?: FrequencyOptions): NDArray;
export function fftfreq(n: number, options: FrequencyOptions = {}): NDArray {
  checkOptions(options, frequencyNames, "compute fftfreq");
  return frequencies("fftfreq", n, n, options);
}

/** The frequencies of the half spectrum that `rfft` returns. */
export function rfftfreq<D extends DType>(
  n: number,
  options: WithDType<D, FrequencyOptions<D>>,
): NDArray<NoInfer<D>>;
export function rfftfreq(n: number, options?: WithoutDType<FrequencyOptions>): NDArray<"float32">;
export function rfftfreq(n: number, options?: FrequencyOptions): NDArray;
export function rfftfreq(n: number, options: FrequencyOptions = {}): NDArray {
  checkOptions(options, frequencyNames, "compute rfftfreq");
  return frequencies("rfftfreq", n, Math.floor(n / 2) + 1, options);
}

/** Options of {@link fftshift} and {@link ifftshift}. */
export interface ShiftOptions {
  /** All axes by default. */
  readonly axes?: number | readonly number[] | undefined;
}

const shiftNames = optionNames<ShiftOptions>({ axes: true });

/** Moves frequency 0 from the front to the middle. @throws RangeError `CUTS_AXIS`. */
export const fftshift = operator("fft.fftshift", shifted, { gradient: ofShift });

function shifted<D extends DType>(x: NDArray<D>, options: ShiftOptions = {}): NDArray<D> {
  checkOptions(options, shiftNames, "compute fftshift");
  return shift("fftshift", x, options, (size) => Math.ceil(size / 2));
}

/** The inverse of {@link fftshift}. */
export const ifftshift = operator("fft.ifftshift", shiftedBack, { gradient: ofShiftBack });

function shiftedBack<D extends DType>(x: NDArray<D>, options: ShiftOptions = {}): NDArray<D> {
  checkOptions(options, shiftNames, "compute ifftshift");
  return shift("ifftshift", x, options, (size) => Math.floor(size / 2));
}

function frequencies<D extends DType>(
  name: string,
  n: number,
  count: number,
  { d = 1, ...options }: FrequencyOptions<D>,
): NDArray<D> {
  if (!Number.isSafeInteger(n) || n < 1) {
    throw new ArgumentRangeError(
      "CUTS_FFT_LENGTH",
      `Cannot compute ${name}: the length of a transform must be a whole number and at least 1 (got ${formatValue(n)})`,
    );
  }
  const step = 1 / (n * d);
  const isHalf = name === "rfftfreq";
  const values = Float64Array.from({ length: count }, (_, k) => (isHalf || 2 * k < n ? k : k - n) * step);
  return array(values, { ...options, dtype: options.dtype ?? "float32" } as ArrayOptions<D> & { dtype: D });
}

/** Both halves of each axis change places; the second one begins at `middle`. */
function shift<D extends DType>(
  name: string,
  x: NDArray<D>,
  { axes }: ShiftOptions,
  middle: (size: number) => number,
): NDArray<D> {
  const own = operandOf(name, x);
  const list = (axes === undefined ? [...own.shape.keys()] : [axes].flat()).map((axis) =>
    toAxis(axis, own.shape.length),
  );
  const chosen = [...new Set(list)];
  const result = allocateArray(currentStream(own.storage.device), x.dtype, x.shape);
  for (let corner = 0; corner < 2 ** chosen.length; corner++) {
    const from = own.shape.map(() => ":");
    const to = own.shape.map(() => ":");
    for (const [k, axis] of chosen.entries()) {
      const size = own.shape[axis] as number;
      const at = middle(size);
      const isSecond = (corner >> k) % 2 === 1;
      from[axis] = isSecond ? `${at}:${size}` : `0:${at}`;
      to[axis] = isSecond ? `0:${size - at}` : `${size - at}:${size}`;
    }
    using part = slice(x, from);
    using target = slice(result, to);
    if (part.size > 0) copyInto(part, target);
  }
  return result;
}

type ShiftCall = GradientCall<readonly [NDArray, ShiftOptions?]>;

function ofShift({ grad, args: [, options] }: ShiftCall): NDArray[] {
  return [ifftshift(grad, options)];
}

function ofShiftBack({ grad, args: [, options] }: ShiftCall): NDArray[] {
  return [fftshift(grad, options)];
}
