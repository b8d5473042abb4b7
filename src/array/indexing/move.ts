// Moves elements between an array and places of another that index arrays name: the launches of indexing.

import { dtypes } from "../../core/dtype.js";
import type { Shape } from "../../core/shape.js";
import { faultAddress } from "../../runtime/fault-report.js";
import type { StreamCore } from "../../runtime/stream-core.js";
import { joinAxes } from "../kernels/axes.js";
import { type KernelOnDevice, tuningOf } from "../kernels/builtin-kernel.js";
import { launchStrided, type RowArgument, SHORT_ROW, useStorages } from "../kernels/launch-rows.js";
import { type ElementKernels, elementKernels, indexModes, offsetsKernel } from "./index-kernels.js";
import { explainIndex, type IndexMode } from "./index-values.js";

/** How indices become places. */
export interface PlaceRule {
  /** Of the axis. */
  readonly size: number;
  /** Elements from one place to the next. */
  readonly step: number;
  readonly mode: IndexMode | "sure";
  /** For messages; -1 for all elements. */
  readonly axis: number;
}

/** The arrays of a move: their strides are those for the shape of the launch, on which `array` has 0 where it is indexed. */
export interface Move {
  readonly shape: Shape;
  readonly values: RowArgument;
  readonly index: RowArgument;
  readonly array: RowArgument;
}

/** Reads elements at places. */
export function takePlaces({ shape, values, index, array }: Move, rule: PlaceRule, stream: StreamCore): void {
  useStorages([values, index, array], stream);
  const { take, takeRows } = kernelsOf(values);
  const operands = [values, index, array];
  const write = writeRule(rule, stream);
  const rows = tuningOf(stream.device).threadsInStep === 1 ? rowsOf(shape, operands) : undefined;
  if (rows === undefined) {
    launchStrided(take, shape, operands, stream, write);
    return;
  }
  const { length } = rows;
  const threads = Math.max(1, Math.min(1024, Math.floor(ROWS_OF_BLOCK / length)));
  const writeAll = (own: KernelOnDevice, first: number): void => {
    write(own, first);
    own.setSize(first + 5, length);
  };
  launchStrided(takeRows, rows.shape, rows.operands, stream, writeAll, threads);
}

/** Writes elements at places. Where a place is named twice, one of its values stays. */
export function putPlaces({ shape, values, index, array }: Move, rule: PlaceRule, stream: StreamCore): void {
  useStorages([array, index, values], stream);
  launchStrided(kernelsOf(values).put, shape, [values, index, array], stream, writeRule(rule, stream));
}

/** Adds what an index array means to offsets, or writes it there. */
export function addOffsets(
  shape: Shape,
  offsets: RowArgument,
  index: RowArgument,
  rule: PlaceRule,
  isFirst: boolean,
  stream: StreamCore,
): void {
  useStorages([offsets, index], stream);
  const write = writeRule(rule, stream);
  launchStrided(offsetsKernel, shape, [offsets, index], stream, (own, first) => {
    write(own, first);
    own.setInt32(first + 5, isFirst ? 1 : 0);
  });
}

function writeRule(rule: PlaceRule, stream: StreamCore): (own: KernelOnDevice, first: number) => void {
  const { size, step, mode, axis } = rule;
  const report = mode === "raise" ? faultAddress(stream, explainIndex) : 0;
  return (own, first) => {
    own.setInt64(first, BigInt(size));
    own.setInt64(first + 1, BigInt(step));
    own.setInt32(first + 2, indexModes[mode]);
    own.setPointer(first + 3, report);
    own.setInt32(first + 4, axis);
  };
}

function kernelsOf({ dtype }: RowArgument): ElementKernels {
  return elementKernels.get(dtypes[dtype].byteLength) as ElementKernels;
}

/** Elements of the rows that a block has where a thread has a row. */
const ROWS_OF_BLOCK = 16_384;

/** The rows that are read whole, if a place is that of a row whose elements lie side by side in both arrays. */
function rowsOf(
  shape: Shape,
  operands: readonly RowArgument[],
): { readonly shape: Shape; readonly operands: readonly RowArgument[]; readonly length: number } | undefined {
  const axes = joinAxes(
    shape,
    operands.map((operand) => operand.strides),
  );
  const last = axes.shape.length - 1;
  const [values, index, array] = axes.strides.map((strides) => strides[last]);
  const length = axes.shape[last] as number;
  if (values !== 1 || index !== 0 || array !== 1 || length < SHORT_ROW) return undefined;
  const rows = operands.map(({ storage, dtype, start }, k) => {
    const strides = (axes.strides[k] as readonly number[]).slice(0, last);
    return { storage, dtype, start, strides };
  });
  return { shape: axes.shape.slice(0, last), operands: rows, length };
}
