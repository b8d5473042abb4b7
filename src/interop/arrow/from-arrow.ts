// Makes arrays of the columns of Arrow tables: over their memory, or as a copy on request.

import { type DType, dtypes, type TypedArrayOf } from "../../core/dtype.js";
import { ArgumentTypeError } from "../../core/errors.js";
import { checkOptions, optionNames } from "../../core/options.js";
import { formatShape, shapesEqual } from "../../core/shape.js";
import { formatValue } from "../../core/text.js";
import { buffer } from "../../array/memory/buffer.js";
import type { BufferOptions } from "../../array/creation-options.js";
import type { NDArray } from "../../array/ndarray.js";
import { reshape } from "../../array/views.js";
import { elementBytes } from "../../runtime/memory/element-data.js";
import { fromBuffer } from "../from-pointer.js";
import { type ArrowChunk, type ArrowData, type ArrowVector, bitAt, readChunk } from "./layout.js";

/** Options of {@link fromArrow}. */
export interface FromArrowOptions extends Pick<BufferOptions, "device" | "stream"> {
  /** True for an array of its own, which vectors of several chunks and booleans need; false by default. */
  readonly copy?: boolean;
  /** The value for null elements; the array is then a copy. By default nulls are an error. */
  readonly nullValue?: number | bigint | boolean;
}

const names = optionNames<FromArrowOptions>({ device: true, stream: true, copy: true, nullValue: true });

/**
 * A column of apache-arrow, or one chunk of it (`vector.data[0]`), as a read-only array over its memory. Numbers have one axis,
 * and each level of fixed-size lists adds one. Dates and times are their integers. The rules are those of {@link fromBuffer}; with
 * `{ copy: true }` the array has its own memory, on any device.
 * @throws TypeError, RangeError, UnsupportedError `CUTS_ARROW` for types that arrays do not have, nulls, several chunks, and objects that
 * describe more memory than there is.
 * @example
 * const table = tableFromIPC(await readFile("measured.arrow"));
 * const price = cu.fromArrow(table.getChild("price")!);
 */
export function fromArrow(vector: ArrowVector | ArrowData, options: FromArrowOptions = {}): NDArray {
  checkOptions(options, names, "use an Arrow vector");
  const { copy = false, nullValue, ...place } = options;
  const chunks = chunksOf(vector);
  if (nullValue === undefined && chunks.some(({ nulls }) => nulls.length > 0)) {
    throw cannotShare("its elements must not be null", "{ nullValue: NaN }, which copies");
  }
  const [first] = chunks as [ArrowChunk];
  if (copy || nullValue !== undefined) return copied(chunks, nullValue, place);
  if (chunks.length > 1) {
    throw cannotShare(
      `it must be one chunk to have one memory (got ${chunks.length})`,
      "{ copy: true }, or each of vector.data",
    );
  }
  if (first.isBits) throw cannotShare("booleans of Arrow are bits, those of arrays bytes", "{ copy: true }");
  const { dtype, values, rows, rowShape } = first;
  return fromBuffer(values, { ...place, dtype, shape: [rows, ...rowShape], readonly: true });
}

function cannotShare(rule: string, advice: string): ArgumentTypeError {
  return new ArgumentTypeError(
    "CUTS_ARROW",
    `Cannot use an Arrow vector as an array: ${rule}\nTry: ${advice}`,
  );
}

/** The chunks of a vector, which are alike. */
function chunksOf(vector: ArrowVector | ArrowData): readonly ArrowChunk[] {
  const { data } = (vector ?? {}) as Partial<ArrowVector>;
  const chunks = (Array.isArray(data) ? (data as readonly unknown[]) : [vector]).map(readChunk);
  const [first] = chunks;
  const other = chunks.find(
    (one) => one.dtype !== first?.dtype || !shapesEqual(one.rowShape, first.rowShape),
  );
  if (first === undefined || other !== undefined) {
    throw new ArgumentTypeError(
      "CUTS_ARROW",
      `Cannot use an Arrow vector: its chunks must be of one type (got ${other === undefined || first === undefined ? formatValue(data) : `${first.dtype}${formatShape(first.rowShape)} and ${other.dtype}${formatShape(other.rowShape)}`})`,
    );
  }
  return chunks;
}

function copied(
  chunks: readonly ArrowChunk[],
  nullValue: FromArrowOptions["nullValue"],
  place: Pick<BufferOptions, "device" | "stream">,
): NDArray {
  const [{ dtype, rowShape }] = chunks as [ArrowChunk];
  const rowSize = rowShape.reduce((product, size) => product * size, 1);
  const rows = chunks.reduce((sum, chunk) => sum + chunk.rows, 0);
  const elements = new dtypes[dtype].TypedArray(rows * rowSize);
  const filling = nullValue === undefined ? undefined : fillingOf(dtype, nullValue);
  let at = 0;
  for (const chunk of chunks) {
    const count = chunk.rows * rowSize;
    const target = elements.subarray(at, at + count);
    if (chunk.isBits) {
      for (let i = 0; i < count; i++)
        target[i] = bitAt(chunk.values as Uint8Array, chunk.bitOffset + i) ? 1 : 0;
    } else target.set(chunk.values as never);
    if (filling !== undefined) fillNulls(chunk, target, filling);
    at += count;
  }
  using flat = buffer(dtype, elements as never, place);
  return reshape(flat, [rows, ...rowShape]);
}

/** A value as an array stores it. @throws TypeError, RangeError for one that does not fit. */
function fillingOf<D extends DType>(dtype: D, value: unknown): TypedArrayOf<D>[number] {
  const bytes = elementBytes(dtype, value, "nullValue");
  return new dtypes[dtype].TypedArray(bytes.slice().buffer)[0] as TypedArrayOf<D>[number];
}

function fillNulls({ nulls }: ArrowChunk, target: ArrowChunk["values"], value: number | bigint): void {
  for (const { bits, bitOffset, count, elementsEach } of nulls) {
    for (let at = 0; at < count; at++) {
      if (!bitAt(bits, bitOffset + at))
        target.fill(value as never, at * elementsEach, (at + 1) * elementsEach);
    }
  }
}
