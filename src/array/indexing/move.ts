// Launches the kernels of indexing: they move elements between an array and the positions of another array that index arrays give.

import { dtypes } from "../../core/dtype.js";
import type { Shape } from "../../core/shape.js";
import { faultAddress } from "../../runtime/failures/fault-address.js";
import type { StreamCore } from "../../runtime/order/stream-core.js";
import type { UserLine } from "../../runtime/failures/user-line.js";
import { joinAxes } from "../kernels/axes.js";
import { byWorker, tuningOf } from "../kernels/builtin-kernel.js";
import {
  launchStrided,
  type RowArgument,
  rowLaunch,
  type RowPart,
  SHORT_ROW,
  useStorages,
  widthOf,
} from "../kernels/launch-rows.js";
import type { NDArray } from "../ndarray.js";
import { launchOf } from "../reduction/partition.js";
import { type ElementKernels, elementKernels, offsetsKernel, wordsKernel } from "./index-kernels.js";
import { indexModes } from "../../compiler/elements/graph.js";
import { explainIndex, type IndexMode } from "./index-values.js";
import type { TakeArguments, TakeRowsArguments } from "./kernels.gen.js";

/** How indices are converted to positions. */
export interface PlaceRule {
  /** Of the axis. */
  readonly size: number;
  /** Elements from one place to the next. */
  readonly step: number;
  readonly mode: IndexMode | "sure";
  /** For messages; -1 for all elements. */
  readonly axis: number;
  /** The line of the call, where the caller has taken that down. */
  readonly site?: UserLine | undefined;
}

/**
 * The arrays of a move. Strides are those for the shape of the launch; `array` has stride 0 along the axes that index arrays
 * replace.
 */
export interface Move {
  readonly shape: Shape;
  readonly values: RowArgument;
  readonly index: RowArgument;
  readonly array: RowArgument;
}

/**
 * Reads along the first axis in one launch without analyzing axes: elements of a one-dimensional array or, on GPUs, whole rows as
 * words. `values` is in C order, and so must be the indices; false if the arrays do not fit.
 */
export function takeFirstAxis(
  values: NDArray,
  index: NDArray,
  array: NDArray,
  rule: PlaceRule,
  stream: StreamCore,
): boolean {
  if (!index.isContiguous) return false;
  const { device } = stream;
  const isFlat = array.shape.length === 1;
  const words = isFlat || !array.isContiguous ? 0 : byWorker(device, { thread: none, team: wordsOf })(array);
  if (!isFlat && words === 0) return false;
  if (values.size === 0) return true;
  useStorages([values, index, array], stream);
  const width = widthOf(device, [values, index, array]);
  const tuning = tuningOf(device);
  const { size, step, mode, report, axis } = placesOf(rule, stream);
  if (isFlat) {
    const own = kernelsOf(values).takeFlat.on(device, width);
    own.set({ v_p: values, i_p: index, a_p: array, n: values.size, size, step, mode, report, axis });
    // More elements of a thread are slower: what is read is far apart, and blocks hide how long it takes.
    own.launch(rowLaunch(values.size, 1, 1, tuning), stream);
    return true;
  }
  const own = wordsKernel.on(device, width);
  own.set({ v_p: values, i_p: index, a_p: array, rows: index.size, words, size, mode, report, axis });
  const across = Math.min(tuning.blockThreads, 2 ** Math.ceil(Math.log2(words)));
  const rows = tuning.blockThreads / across;
  const blocks = Math.ceil(index.size / (rows * tuning.elementsPerThread));
  own.launch(launchOf([blocks, 1, 1], [across, rows, 1], index.size * words), stream);
  return true;
}

/** How many words the rows of an array in C order have; 0 where they are no whole words. */
function wordsOf({ shape, size, start, dtype }: NDArray): number {
  const bytes = size === 0 ? 0 : (size / (shape[0] as number)) * dtypes[dtype].byteLength;
  return bytes % WORD_BYTES === 0 && start % WORD_BYTES === 0 ? bytes / WORD_BYTES : 0;
}

function none(): number {
  return 0;
}

/** Reads elements at positions. */
export function takePlaces({ shape, values, index, array }: Move, rule: PlaceRule, stream: StreamCore): void {
  useStorages([values, index, array], stream);
  const given = { shape, operands: [values, index, array], rule };
  const own = byWorker(stream.device, forms)(given);
  const places = placesOf(own.rule, stream);
  const { take, takeRows } = kernelsOf(own.operands[0] as RowArgument);
  const { length } = own;
  if (length === undefined) {
    launchStrided(take, own.shape, own.operands, stream, (part) => elementsOf(part, places));
    return;
  }
  const threads = Math.max(1, Math.min(1024, Math.floor(ROWS_OF_BLOCK / length)));
  const argumentsOf = (part: RowPart): TakeRowsArguments => ({ ...elementsOf(part, places), length });
  launchStrided(takeRows, own.shape, own.operands, stream, argumentsOf, threads);
}

/** Writes elements at positions. If a position occurs several times, one of its values remains. */
export function putPlaces({ shape, values, index, array }: Move, rule: PlaceRule, stream: StreamCore): void {
  useStorages([array, index, values], stream);
  const places = placesOf(rule, stream);
  const { put } = kernelsOf(values);
  launchStrided(put, shape, [values, index, array], stream, (part) => elementsOf(part, places));
}

/** Adds the offsets of an index array to the total, or writes them there if it is the first. */
export function addOffsets(
  shape: Shape,
  offsets: RowArgument,
  index: RowArgument,
  rule: PlaceRule,
  isFirst: boolean,
  stream: StreamCore,
): void {
  useStorages([offsets, index], stream);
  const places = placesOf(rule, stream);
  launchStrided(offsetsKernel, shape, [offsets, index], stream, (part) => ({
    ...offsetsOf(part),
    ...places,
    is_first: isFirst ? 1 : 0,
  }));
}

function placesOf({ size, step, mode, axis, site }: PlaceRule, stream: StreamCore) {
  const report = mode === "raise" ? { start: faultAddress(stream, explainIndex, site) } : undefined;
  return { size: BigInt(size), step: BigInt(step), mode: indexModes[mode], report, axis };
}

type Places = ReturnType<typeof placesOf>;

/** The parameters of the two operands of `offsets`. */
function offsetsOf({ n, rows, operands, steps }: RowPart) {
  const [v_x = 0, v_y = 0, v_z = 0, i_x = 0, i_y = 0, i_z = 0] = steps;
  return { v_p: operands[0], i_p: operands[1], n, rows, v_x, v_y, v_z, i_x, i_y, i_z };
}

/** Those of `take` and `put`, written out: this is done for every call, and copying so many properties takes microseconds. */
function elementsOf({ n, rows, operands, steps }: RowPart, places: Places): TakeArguments {
  return {
    v_p: operands[0],
    i_p: operands[1],
    a_p: operands[2],
    n,
    rows,
    v_x: steps[0] ?? 0,
    v_y: steps[1] ?? 0,
    v_z: steps[2] ?? 0,
    i_x: steps[3] ?? 0,
    i_y: steps[4] ?? 0,
    i_z: steps[5] ?? 0,
    a_x: steps[6] ?? 0,
    a_y: steps[7] ?? 0,
    a_z: steps[8] ?? 0,
    size: places.size,
    step: places.step,
    mode: places.mode,
    report: places.report,
    axis: places.axis,
  };
}

function kernelsOf({ dtype }: Pick<RowArgument, "dtype">): ElementKernels {
  return elementKernels.get(dtypes[dtype].byteLength) as ElementKernels;
}

/** The operands of a read, values first, and how a thread has them. */
interface Reading {
  readonly shape: Shape;
  readonly operands: readonly RowArgument[];
  readonly rule: PlaceRule;
  /** Elements of the row that a thread has, if that is what it has. */
  readonly length?: number;
}

/** A thread that has a block for itself copies whole rows, one of a team has words of them; else they have elements. */
const forms = { thread: inRows, team: inWords } as const;

/** Elements of the rows that a block has where a thread has a row. */
const ROWS_OF_BLOCK = 16_384;

/** Rows that are read whole, if a place is that of a row whose elements lie side by side in both arrays. */
function inRows(given: Reading): Reading {
  const { operands, rule } = given;
  const axes = joinAxes(
    given.shape,
    operands.map((operand) => operand.strides),
  );
  const last = axes.shape.length - 1;
  const [values, index, array] = axes.strides.map((strides) => strides[last]);
  const length = axes.shape[last] as number;
  if (values !== 1 || index !== 0 || array !== 1 || length < SHORT_ROW) return given;
  const rows = operands.map(({ storage, dtype, start }, k) => {
    const strides = (axes.strides[k] as readonly number[]).slice(0, last);
    return { storage, dtype, start, strides };
  });
  return { shape: axes.shape.slice(0, last), operands: rows, rule, length };
}

/** What a thread of a team reads at once. */
const WORD = "complex128";
const WORD_BYTES = dtypes[WORD].byteLength;

/** Rows in words in place of elements, if a place is that of a row, and all rows are whole words in both arrays. */
function inWords(given: Reading): Reading {
  const { shape, rule } = given;
  const [values, index, array] = given.operands as readonly [RowArgument, RowArgument, RowArgument];
  const last = shape.length - 1;
  if (index.strides[last] !== 0) return given;
  const each = WORD_BYTES / dtypes[values.dtype].byteLength;
  const length = shape[last] as number;
  const areWords = ({ start, strides }: RowArgument): boolean =>
    start % WORD_BYTES === 0 &&
    strides.every((stride, axis) => (axis === last ? stride === 1 : stride % each === 0));
  if (length % each !== 0 || rule.step % each !== 0 || !areWords(values) || !areWords(array)) return given;
  const toWords = ({ storage, start, strides }: RowArgument): RowArgument => ({
    storage,
    dtype: WORD,
    start,
    strides: strides.map((stride, axis) => (axis === last ? 1 : stride / each)),
  });
  return {
    shape: shape.with(last, length / each),
    operands: [toWords(values), index, toWords(array)],
    rule: { ...rule, step: rule.step / each },
  };
}
