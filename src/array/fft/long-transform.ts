// Transforms that are too long for one block, along the last axis of arrays in C order. If the length splits into factors, there
// is one pass for each: a Stockham transform whose butterflies are complete transforms within a block. Otherwise it is a
// convolution (long-chirp.ts). Real numbers are packed in pairs if half their number splits, else treated as complex.

import type { Shape } from "../../core/shape.js";
import type { StreamCore } from "../../runtime/order/stream-core.js";
import { allocateArray, makePartView } from "../allocate.js";
import type { NDArray } from "../ndarray.js";
import { astype, contiguous, copyInto } from "../copy.js";
import { moveaxis, slice } from "../views.js";
import { launchFold } from "./launch-fold.js";
import { type BlockForm, blockForm, launchTransform, type TransformSide } from "./launch-transform.js";
import { chirpTransform } from "./long-chirp.js";
import { paddedTo } from "./padded.js";
import { splitLength } from "./radices.js";
import type { Precision } from "./transform-kernel.js";
import type { AxisTransform, TransformAxis } from "./types.js";

/** Transforms along an axis into an array of the result's shape, in several launches; `transformAxis` computes parts of it. */
export function longTransform(
  x: NDArray,
  result: NDArray,
  how: AxisTransform,
  precision: Precision,
  stream: StreamCore,
  transformAxis: TransformAxis,
): void {
  using rows = paddedRows(x, how);
  const isLast = how.axis === x.ndim - 1;
  const made = isLast ? result : allocateArray(stream, result.dtype, rowShape(result, how.axis));
  transformRows(rows, made, how, precision, stream, transformAxis);
  if (isLast) return;
  using moved = moveaxis(made, -1, how.axis);
  copyInto(moved, result);
  made.dispose();
}

/** The most that one pass transforms: passes leave room for neighbours, which lie side by side in memory. */
const PASS_VECTORS = 2;

/** The factors of a length, one for each pass; undefined where it has none. */
function passesOf(length: number, precision: Precision, stream: StreamCore): readonly number[] | undefined {
  let most = 64;
  const fits = (size: number): boolean => {
    const form = blockForm(stream.device, precision, size, 1024, true, true);
    return form !== undefined && form.width >= PASS_VECTORS;
  };
  while (fits(2 * most)) most *= 2;
  return splitLength(length, most);
}

function transformRows(
  rows: NDArray,
  made: NDArray,
  how: AxisTransform,
  precision: Precision,
  stream: StreamCore,
  transformAxis: TransformAxis,
): void {
  const { kind, n, isInverse, scale } = how;
  const complex = precision === "float32" ? "complex64" : "complex128";
  const factors = n % 2 === 0 && kind !== "complex" ? passesOf(n / 2, precision, stream) : undefined;
  const shape = rows.shape;
  if (factors !== undefined) {
    using pairs = allocateArray(stream, complex, withLast(shape, n / 2));
    if (kind === "real") {
      runPasses(rows, pairs, n / 2, factors, false, 1, precision, stream);
      launchFold("unfold", pairs, made, n, scale / 2, precision, stream);
    } else {
      launchFold("fold", rows, pairs, n, 1, precision, stream);
      runPasses(pairs, made, n / 2, factors, true, scale, precision, stream);
    }
    return;
  }
  using whole = wholeRows(rows, kind, n, precision, stream);
  const direct = kind === "complex" ? made : allocateArray(stream, complex, withLast(shape, n));
  const split = passesOf(n, precision, stream);
  if (split === undefined) chirpTransform(whole, direct, isInverse, scale, transformAxis);
  else runPasses(whole, direct, n, split, isInverse, scale, precision, stream);
  if (kind === "complex") return;
  const part =
    kind === "half"
      ? makePartView(direct as NDArray<"complex64" | "complex128">, 0)
      : slice(direct, ["...", `0:${made.shape.at(-1)}`]);
  copyInto(part, made);
  part.dispose();
  direct.dispose();
}

/** All complex numbers that are transformed, from real ones or half a spectrum. */
function wholeRows(
  rows: NDArray,
  kind: AxisTransform["kind"],
  n: number,
  precision: Precision,
  stream: StreamCore,
): NDArray {
  const complex = precision === "float32" ? "complex64" : "complex128";
  if (kind === "half") {
    const whole = allocateArray(stream, complex, withLast(rows.shape, n));
    launchFold("complete", rows, whole, n, 1, precision, stream);
    return whole;
  }
  return rows.dtype === complex ? slice(rows, "...") : astype(rows, complex);
}

/** One launch for each factor, between the arrays and one or two in between. */
function runPasses(
  from: NDArray,
  into: NDArray,
  n: number,
  factors: readonly number[],
  isInverse: boolean,
  scale: number,
  precision: Precision,
  stream: StreamCore,
): void {
  const complex = precision === "float32" ? "complex64" : "complex128";
  const numberBytes = precision === "float32" ? 4 : 8;
  const batch = numbersOf(from) / (2 * n);
  const between = factors.slice(1, 3).map(() => allocateArray(stream, complex, [batch, n]));
  let done = 1;
  for (const [k, factor] of factors.entries()) {
    const groups = n / done / factor;
    const isFirst = k === 0;
    const isLast = k === factors.length - 1;
    const source = isFirst ? from : (between[(k - 1) % 2] as NDArray);
    const target = isLast ? into : (between[k % 2] as NDArray);
    const place = (
      array: NDArray,
      isExchanged: boolean,
      outer: number,
      lane: number,
      step: number,
    ): TransformSide => ({
      storage: array.storage,
      start: array.start + (isExchanged ? numberBytes : 0),
      batch: 2 * n,
      outer: 2 * outer,
      lane: 2 * lane,
      step: 2 * step,
      im: isExchanged ? -1 : 1,
      res: factor,
      ims: factor,
    });
    const count = isFirst ? groups : done;
    const form = blockForm(stream.device, precision, factor, count, true, true) as BlockForm;
    launchTransform(
      {
        precision,
        length: factor,
        batch,
        outer: isFirst ? 1 : groups,
        count,
        // The first pass has its groups side by side, later ones what earlier passes have transformed.
        input: place(source, isFirst && isInverse, done, 1, n / factor),
        output: isFirst
          ? place(target, isLast && isInverse, 0, factor, 1)
          : place(target, isLast && isInverse, done * factor, 1, done),
        scale: isLast ? scale : 1,
        turns: isLast ? undefined : { of: n / done, by: isFirst ? "lanes" : "outer" },
      },
      form,
      stream,
    );
    done *= factor;
  }
  for (const array of between) array.dispose();
}

/** Rows of exactly as many elements as are transformed, in C order. */
function paddedRows(x: NDArray, { kind, n, axis }: AxisTransform): NDArray {
  using rows = moveaxis(x, axis, -1);
  const padded = paddedTo(rows, x.ndim - 1, kind === "half" ? Math.floor(n / 2) + 1 : n);
  const { array, isCopy } = contiguous(padded);
  if (isCopy) padded.dispose();
  return array;
}

function rowShape(result: NDArray, axis: number): readonly number[] {
  return [...result.shape.toSpliced(axis, 1), result.shape[axis] as number];
}

/** A shape with another size along the last axis. */
function withLast(shape: Shape, size: number): readonly number[] {
  return [...shape.slice(0, -1), size];
}

function numbersOf({ size, dtype }: NDArray): number {
  return dtype === "complex64" || dtype === "complex128" ? 2 * size : size;
}
