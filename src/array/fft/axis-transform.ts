// Computes one transform along one axis of an array, of any kind and layout. It uses the device's routine if there is one.
// Otherwise it uses our kernels: a single launch if a block can do it (it reads its input in place, whatever the layout), several
// passes if the transform is too long for one block (long-transform.ts).

import { currentStream } from "../../runtime/devices/devices.js";
import type { StreamCore } from "../../runtime/order/stream-core.js";
import { allocateArray } from "../allocate.js";
import type { NDArray } from "../ndarray.js";
import { copy } from "../copy.js";
import { joinAxes } from "../kernels/axes.js";
import { blockForm, launchTransform, type TransformSide } from "./launch-transform.js";
import { longTransform } from "./long-transform.js";
import { routineTransform, transformPacked } from "./routine-transform.js";
import type { Precision } from "./transform-kernel.js";
import type { AxisTransform } from "./types.js";

/** Transforms an array of complex64, complex128, float32 or float64 along an axis. */
export function transformAxis(x: NDArray, how: AxisTransform): NDArray {
  const stream = currentStream(x.storage.device);
  const routine = stream.backend.routines?.transforms;
  if (routine?.takes(how.kind, how.n) !== true) return transformWithKernels(x, how);
  const result = allocateResult(x, how, stream);
  if (result.size > 0) routineTransform(routine, x, result, how, stream);
  return result;
}

/**
 * Transforms complex numbers along as many last axes as `lengths` has, in one call and unscaled; undefined if the device has no
 * routine for it, or if the array's layout does not fit.
 */
export function transformLastAxes(
  x: NDArray,
  lengths: readonly number[],
  isInverse: boolean,
): NDArray | undefined {
  if (lengths.length > MOST_AXES || !x.isContiguous || x.size === 0) return undefined;
  if (x.dtype !== "complex64" && x.dtype !== "complex128") return undefined;
  const stream = currentStream(x.storage.device);
  const routine = stream.backend.routines?.transforms;
  if (routine === undefined || routine === null || !lengths.every((n) => routine.takes("complex", n)))
    return undefined;
  const result = allocateArray(stream, x.dtype, x.shape);
  transformPacked(routine, x, result, { kind: "complex", lengths, isInverse }, stream);
  return result;
}

/** Axes that routines transform at a time. */
const MOST_AXES = 3;

/** {@link transformAxis} without routines, on any device. */
export function transformWithKernels(x: NDArray, how: AxisTransform): NDArray {
  const stream = currentStream(x.storage.device);
  const result = allocateResult(x, how, stream);
  if (result.size > 0) transformInto(x, result, how, precisionOf(x), stream);
  return result;
}

function allocateResult(x: NDArray, { kind, axis, n }: AxisTransform, stream: StreamCore): NDArray {
  const precision = precisionOf(x);
  const complex = precision === "float32" ? "complex64" : "complex128";
  const shape = x.shape.with(axis, kind === "real" ? Math.floor(n / 2) + 1 : n);
  return allocateArray(stream, kind === "half" ? precision : complex, shape);
}

function precisionOf({ dtype }: NDArray): Precision {
  return dtype === "complex64" || dtype === "float32" ? "float32" : "float64";
}

function transformInto(
  x: NDArray,
  result: NDArray,
  how: AxisTransform,
  precision: Precision,
  stream: StreamCore,
): void {
  const { n, kind } = how;
  const isHalf = kind !== "complex" && n % 2 === 0;
  const length = isHalf ? n / 2 : n;
  if (blockForm(stream.device, precision, length, 1, false) === undefined) {
    longTransform(x, result, how, precision, stream, transformWithKernels);
    return;
  }
  const lay = layOut(x, result, how.axis);
  if (lay === undefined) {
    using packed = copy(x);
    transformInto(packed, result, how, precision, stream);
    return;
  }
  const isAcross = Math.abs(lay.input.lane) < Math.abs(x.strides[how.axis] as number);
  const form = blockForm(stream.device, precision, length, lay.count, isAcross);
  if (form === undefined) throw new Error(`internal: a transform of ${length} fits no block`);
  const { batch, outer, count } = lay;
  launchTransform(
    {
      precision,
      length,
      half: isHalf ? (kind === "real" ? "out" : "in") : undefined,
      isMirrored: kind === "half" && !isHalf,
      rows: kind === "half" ? Math.floor(n / 2) + 1 : length,
      batch,
      outer,
      count,
      input: inputSide(x, how, lay.input),
      output: outputSide(result, how, lay.output),
      scale: isHalf && kind === "real" ? how.scale / 2 : how.scale,
    },
    form,
    stream,
  );
}

/** Distances of the transforms of a launch, in elements. */
interface Spread {
  readonly batch: number;
  readonly outer: number;
  readonly lane: number;
}

/** The axes beside the transformed one as three; undefined where they are more. */
function layOut(
  from: NDArray,
  into: NDArray,
  axis: number,
): { batch: number; outer: number; count: number; input: Spread; output: Spread } | undefined {
  const drop = (list: readonly number[]): readonly number[] => list.filter((_, one) => one !== axis);
  const { shape, strides } = joinAxes(drop(from.shape), [drop(into.strides), drop(from.strides)]);
  if (shape.length > 3) return undefined;
  const [outStrides = [], inStrides = []] = strides;
  // The axis whose elements are nearest each other is that of lanes: it is last.
  const pad = (list: readonly number[], value: number): readonly [number, number, number] => {
    const all = [value, value, ...list].slice(-3);
    return all as unknown as readonly [number, number, number];
  };
  const [batch, outer, count] = pad(shape, 1);
  const spread = (list: readonly number[]): Spread => {
    const [ofBatch, ofOuter, lane] = pad(list, 0);
    return { batch: ofBatch, outer: ofOuter, lane };
  };
  return { batch, outer, count, input: spread(inStrides), output: spread(outStrides) };
}

function inputSide(own: NDArray, how: AxisTransform, spread: Spread): TransformSide {
  const { n, kind, isInverse, axis } = how;
  const stride = own.strides[axis] as number;
  const given = Math.min(own.shape[axis] as number, kind === "half" ? Math.floor(n / 2) + 1 : n);
  const isComplex = own.dtype === "complex64" || own.dtype === "complex128";
  if (isComplex) return side(own, spread, 2, 2 * stride, isInverse, 1, given, given);
  if (kind === "real" && n % 2 === 0) {
    return side(own, spread, 1, 2 * stride, false, stride, Math.ceil(given / 2), Math.floor(given / 2));
  }
  // Where parts are exchanged, real numbers are the imaginary ones.
  return side(own, spread, 1, stride, false, 0, isInverse ? 0 : given, isInverse ? given : 0);
}

function outputSide(into: NDArray, how: AxisTransform, spread: Spread): TransformSide {
  const { n, kind, isInverse, axis } = how;
  const stride = into.strides[axis] as number;
  const length = into.shape[axis] as number;
  if (kind !== "half") return side(into, spread, 2, 2 * stride, isInverse, 1, length, length);
  if (n % 2 === 0) return side(into, spread, 1, 2 * stride, true, stride, n / 2, n / 2);
  return side(into, spread, 1, stride, false, 0, 0, n);
}

/** A side; with parts exchanged the imaginary part comes first. */
function side(
  { storage, start, dtype }: NDArray,
  { batch, outer, lane }: Spread,
  numbers: 1 | 2,
  step: number,
  isExchanged: boolean,
  im: number,
  res: number,
  ims: number,
): TransformSide {
  const numberBytes = dtype === "float32" || dtype === "complex64" ? 4 : 8;
  return {
    storage,
    start: isExchanged ? start + im * numberBytes : start,
    batch: numbers * batch,
    outer: numbers * outer,
    lane: numbers * lane,
    step,
    im: isExchanged ? -im : im,
    res,
    ims,
  };
}
