// Reads the memory layout of a chunk of an Arrow vector from apache-arrow's objects. Nothing in them is trusted: types must match
// their typed arrays, and lengths must lie within them. The objects need only the right shape; no class of apache-arrow is
// imported.

import { type DType, dtypes, isTypedArray, type TypedArray } from "../../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError, UnsupportedError } from "../../core/errors.js";
import { formatValue } from "../../core/text.js";
import { bufferOf, isDetached, lengthOf, typedArrayName } from "../../core/view-facts.js";

/** One chunk of a vector: apache-arrow's `Data`. */
export interface ArrowData {
  readonly type: { readonly typeId: number };
  readonly length: number;
  readonly offset: number;
  readonly nullCount: number;
  readonly values: unknown;
  readonly nullBitmap?: unknown;
  readonly children?: readonly unknown[];
}

/** A column: apache-arrow's `Vector`. */
export interface ArrowVector {
  readonly data: readonly ArrowData[];
}

/** A checked chunk: its elements, and which of its rows are null. */
export interface ArrowChunk {
  readonly dtype: DType;
  /** Bits from `bitOffset` on for booleans, else the elements from the first on. */
  readonly values: TypedArray;
  readonly isBits: boolean;
  readonly bitOffset: number;
  readonly rows: number;
  /** The axes of one row: none, or the sizes of lists in lists. */
  readonly rowShape: readonly number[];
  /** For each level that has nulls: which of its entries are there, and how many elements an entry has. */
  readonly nulls: readonly NullBits[];
}

/** The validity bits of a chunk, or of a list in it. */
export interface NullBits {
  readonly bits: Uint8Array;
  readonly bitOffset: number;
  readonly count: number;
  readonly elementsEach: number;
}

const INT = 2;
const FLOAT = 3;
const BOOL = 6;
const FIXED_SIZE_LIST = 16;
/** Dates, times, timestamps, durations: integers of the size of their typed array. */
const TIMES: ReadonlySet<number> = new Set([8, 9, 10, 18]);
const MOST_AXES = 63;

/** Checks a chunk. @throws TypeError, RangeError, UnsupportedError `CUTS_ARROW` */
export function readChunk(data: unknown): ArrowChunk {
  const rowShape: number[] = [];
  const levels: ArrowData[] = [];
  let rows = 0;
  let needed = 0;
  for (let level = data as ArrowData; ; ) {
    const { type, length, offset } = checkedData(level);
    if (levels.length === 0) rows = length;
    else if (length < needed) {
      throw refuse("the child of a list must have all its elements", `${length} of ${needed}`);
    }
    levels.push(level);
    needed = levels.length === 1 ? length : needed;
    if (type.typeId !== FIXED_SIZE_LIST) {
      const dtype = dtypeOf(level);
      const isBits = dtype === "bool";
      const values = checkedValues(level, dtype, isBits ? Math.ceil((offset + needed) / 8) : needed);
      return {
        dtype,
        values,
        isBits,
        bitOffset: isBits ? offset : 0,
        rows,
        rowShape,
        nulls: nullsOf(levels, rowShape, rows),
      };
    }
    const { listSize } = type as { readonly listSize?: unknown };
    if (!isCount(listSize) || rowShape.length === MOST_AXES) {
      throw refuse(
        `lists must have a whole number of elements, and ${MOST_AXES} levels at most`,
        formatValue(listSize),
      );
    }
    rowShape.push(listSize);
    needed *= listSize;
    if (!Number.isSafeInteger(needed))
      throw refuse("it must have fewer than 2^53 elements", formatValue(rowShape));
    level = level.children?.[0] as ArrowData;
  }
}

function checkedData(data: ArrowData): ArrowData {
  const isData =
    typeof data === "object" &&
    data !== null &&
    typeof data.type === "object" &&
    data.type !== null &&
    Number.isInteger(data.type.typeId);
  if (!isData) {
    throw new ArgumentTypeError(
      "CUTS_ARROW",
      `Cannot use an Arrow vector: it must be a vector or a chunk of apache-arrow (got ${formatValue(data)})`,
    );
  }
  if (!isCount(data.length) || !isCount(data.offset)) {
    throw refuse(
      "length and offset must be whole numbers",
      `${formatValue(data.length)}, ${formatValue(data.offset)}`,
    );
  }
  return data;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** The dtype of what a chunk holds. @throws UnsupportedError `CUTS_ARROW` */
function dtypeOf({ type, values }: ArrowData): DType {
  const { typeId, isSigned, bitWidth, precision } = type as {
    readonly typeId: number;
    readonly isSigned?: unknown;
    readonly bitWidth?: unknown;
    readonly precision?: unknown;
  };
  if (typeId === BOOL) return "bool";
  if (typeId === FLOAT) {
    const name = (["float16", "float32", "float64"] as const)[precision as number];
    if (name !== undefined) return name;
  }
  if (typeId === INT && (bitWidth === 8 || bitWidth === 16 || bitWidth === 32 || bitWidth === 64)) {
    return `${isSigned === true ? "int" : "uint"}${bitWidth}`;
  }
  if (TIMES.has(typeId)) return typedArrayName(values) === "Int32Array" ? "int32" : "int64";
  throw new UnsupportedError(
    "CUTS_ARROW",
    `Cannot use an Arrow vector: it must hold integers, floats, booleans, times, or fixed-size lists of them (got ${nameOfType(type)})` +
      (typeId < 0 ? "\nTry: the indices of the dictionary, vector.data[0].clone(vector.type.indices)" : ""),
  );
}

function nameOfType(type: object): string {
  const { typeId } = type as { readonly typeId: number };
  try {
    // oxlint-disable-next-line typescript/no-base-to-string -- types of apache-arrow have a text of their own
    const text = String(type);
    return text.startsWith("[object") ? `type ${typeId}` : text;
  } catch {
    return `type ${typeId}`;
  }
}

/** The typed array of a chunk, as long as needed. */
function checkedValues({ values, type }: ArrowData, dtype: DType, needed: number): TypedArray {
  const Wanted = dtypes[dtype].TypedArray;
  if (!isTypedArray(values) || typedArrayName(values) !== Wanted.name || isDetached(bufferOf(values))) {
    throw refuse(
      `values of ${nameOfType(type)} must be in a ${Wanted.name} that was not transferred away`,
      formatValue(values),
    );
  }
  const length = lengthOf(values);
  if (length < needed)
    throw refuse(`it must have the memory of its elements, ${needed} slots`, `${length} slots`);
  return values.subarray(0, needed);
}

/** The bitmaps of levels that have nulls within the rows. */
function nullsOf(
  levels: readonly ArrowData[],
  rowShape: readonly number[],
  rows: number,
): readonly NullBits[] {
  let count = rows;
  return levels.flatMap(({ nullBitmap, nullCount, offset }, level) => {
    if (level > 0) count *= rowShape[level - 1] as number;
    if (nullCount === 0 || nullBitmap === undefined || nullBitmap === null) return [];
    if (typedArrayName(nullBitmap) !== "Uint8Array" || !Number.isSafeInteger(nullCount)) {
      throw refuse(
        "which elements are null must be said by a bitmap",
        `${formatValue(nullBitmap)}, ${formatValue(nullCount)}`,
      );
    }
    const bits = nullBitmap as Uint8Array;
    const length = lengthOf(bits);
    // apache-arrow writes none as a bitmap without bytes.
    if (length === 0) return [];
    if (8 * length < offset + count) {
      throw refuse(
        "its bitmap of nulls must have a bit for each element",
        `${length} bytes for ${offset + count}`,
      );
    }
    const elementsEach = rowShape.slice(level).reduce((product, size) => product * size, 1);
    const own = { bits, bitOffset: offset, count, elementsEach };
    return hasNull(own) ? [own] : [];
  });
}

function hasNull({ bits, bitOffset, count }: NullBits): boolean {
  for (let at = 0; at < count; at++) if (!bitAt(bits, bitOffset + at)) return true;
  return false;
}

/** The bit at an index. */
export function bitAt(bits: Uint8Array, at: number): boolean {
  return (((bits[at >>> 3] as number) >> (at & 7)) & 1) === 1;
}

/** The error about an object that describes no memory. */
function refuse(rule: string, got: string): ArgumentRangeError {
  return new ArgumentRangeError("CUTS_ARROW", `Cannot use an Arrow vector: ${rule} (got ${got})`);
}
