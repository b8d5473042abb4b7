// Raw memory of the process: the address of a JavaScript buffer, and views of memory that JavaScript did not allocate. An address
// is valid as long as its buffer is reachable and neither detached nor shrunk, so keep the buffer together with its address. A view
// is a typed array without a copy; nothing checks that its memory still exists.

import { constants } from "node:buffer";
import type { NativePointer } from "../cdecl/types/native-pointer.js";
import { type DType, dtypeInfo, type TypedArrayOf } from "../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError, CutsError } from "../core/errors.js";
import { formatByteSize, formatValue } from "../core/text.js";
import { bufferOf, isBuffer, isDetached, isShared, lengthOf, typedArrayName } from "../core/view-facts.js";
import { koffi } from "./koffi.js";
import { ownMemory } from "./native-memory.js";

/** How the memory of a view is kept alive and freed. */
export interface ViewOptions {
  /** The object that owns the memory. It stays reachable as long as the view. */
  readonly owner?: object;
  /** Frees the memory; called once, see {@link viewOf}. */
  readonly free?: (pointer: NativePointer) => void;
}

/** A typed array over native memory that can be disposed. */
export type NativeView<D extends DType> = TypedArrayOf<D> & Disposable & { dispose(): void };

/**
 * The address of the first byte of a typed array, a DataView or an ArrayBuffer; shared memory too, through a typed
 * array over it.
 * @throws TypeError `CUTS_ARGUMENT_TYPE`, `CUTS_ARGUMENT_DETACHED` for what has no memory.
 * @example addressOf(new Float32Array(4)) // 281473366360064n
 */
export function addressOf(memory: ArrayBufferView | ArrayBuffer): NativePointer {
  const buffer = ArrayBuffer.isView(memory) ? bufferOf(memory) : memory;
  if (!ArrayBuffer.isView(memory) && (!isBuffer(memory) || isShared(memory))) {
    throw new ArgumentTypeError(
      "CUTS_ARGUMENT_TYPE",
      `Cannot take an address: it must be that of a typed array, a DataView or an ArrayBuffer (got ${formatValue(memory)})` +
        (isBuffer(memory) ? "\nTry: a typed array over it" : ""),
    );
  }
  if (!isDetached(buffer)) return koffi().address(memory) as NativePointer;
  throw new ArgumentTypeError(
    "CUTS_ARGUMENT_DETACHED",
    `Cannot take an address: the memory must be here, but it was transferred away (got ${formatValue(memory)})`,
  );
}

/**
 * {@link addressOf} as a number, which is what native calls take fastest.
 * @throws RangeError `CUTS_ADDRESS_RANGE` beyond 2^53, which no current operating system hands out.
 */
export function numberAddressOf(memory: ArrayBufferView | ArrayBuffer): number {
  return toNumberAddress(koffi().address(memory));
}

/** An address as a number. @throws RangeError `CUTS_ADDRESS_RANGE` beyond 2^53. */
export function toNumberAddress(pointer: bigint): number {
  const address = Number(pointer);
  if (Number.isSafeInteger(address)) return address;
  throw new ArgumentRangeError(
    "CUTS_ADDRESS_RANGE",
    `Cannot use an address as a number: it must be below 2^53 (got ${formatValue(pointer)})`,
  );
}

/**
 * A typed array over `length` elements of native memory at `pointer`, without a copy.
 *
 * With `free`, the view owns the memory. `dispose()` (or `using`) frees it: if the engine can detach the buffer
 * (Node 22 and later) the array becomes empty and `free` runs at once; where it cannot, `free` runs when the last
 * reference to the buffer is gone, so that no array ever shows freed memory. A view that is never disposed is freed
 * when it is collected. `free` runs once, whatever comes first, and never before an asynchronous native call that was given
 * the array is over. Without `free`, `dispose()` only cuts the view off.
 * The buffer must not be transferred: the memory is freed with the view, not with where it went.
 *
 * @throws TypeError or RangeError `CUTS_VIEW` for a null pointer or a wrong length.
 * @example
 * using samples = viewOf(lib.samples(), "float32", 1024, { free: lib.free_samples });
 */
export function viewOf<D extends DType>(
  pointer: NativePointer | null,
  dtype: D,
  length: number,
  options: ViewOptions = {},
): NativeView<D> {
  const { TypedArray, byteLength, lanes } = dtypeInfo(dtype);
  checkPointer(pointer);
  checkLength(length, "elements");
  checkOptions(options);
  const buffer = viewBytes(pointer, length * byteLength);
  const array = new TypedArray(buffer, 0, length * lanes);
  const dispose = ownMemory(buffer, pointer, options.owner, options.free);
  return Object.defineProperties(array, {
    dispose: { value: dispose },
    [Symbol.dispose]: { value: dispose },
  }) as NativeView<D>;
}

/**
 * The text at `pointer`, decoded as UTF-8, up to its NUL or exactly `byteLength` bytes.
 * @throws TypeError or RangeError `CUTS_VIEW` for a null pointer, a wrong length or a text that is too long for a string.
 */
export function stringAt(pointer: NativePointer | null, byteLength?: number): string {
  checkPointer(pointer);
  if (byteLength !== undefined) {
    checkLength(byteLength, "bytes");
    if (byteLength > MAX_STRING_BYTES) throw tooLong("a string", MAX_STRING_BYTES, byteLength);
  }
  try {
    return byteLength === undefined
      ? koffi().decode.string(pointer)
      : koffi().decode.string(pointer, byteLength);
  } catch (cause) {
    throw unreadable(cause);
  }
}

/** The pointer that a function left in a table of addresses, which is how `T**` parameters give results back. */
export function pointerAt<To extends string = string>(
  table: BigUint64Array,
  index = 0,
): NativePointer<To> | null {
  if (typedArrayName(table) !== "BigUint64Array") {
    throw new ArgumentTypeError(
      "CUTS_VIEW",
      `Cannot read a pointer: the table must be a BigUint64Array (got ${formatValue(table)})`,
    );
  }
  const address = typeof index === "number" ? table[index] : undefined;
  if (address === undefined) {
    throw new ArgumentRangeError(
      "CUTS_VIEW",
      `Cannot read a pointer: the index must be within the table of ${lengthOf(table)} (got ${formatValue(index)})`,
    );
  }
  return address === 0n ? null : (address as NativePointer<To>);
}

/** One unit of a JavaScript string is at most three bytes of UTF-8. */
const MAX_STRING_BYTES = 3 * constants.MAX_STRING_LENGTH;

function checkPointer(pointer: NativePointer | null): asserts pointer is NativePointer {
  if (typeof pointer === "bigint" && pointer > 0n && pointer < 1n << 64n) return;
  throw new ArgumentTypeError(
    "CUTS_VIEW",
    `Cannot read native memory: the pointer must be an address other than null (got ${formatValue(pointer)})`,
  );
}

function checkLength(length: number, unit: string): void {
  if (Number.isSafeInteger(length) && length >= 0) return;
  throw new ArgumentRangeError(
    "CUTS_VIEW",
    `Cannot view native memory: the length must be a whole number of ${unit} (got ${formatValue(length)})`,
  );
}

function checkOptions(options: ViewOptions): void {
  const rule =
    typeof options !== "object" || options === null
      ? "the options must be an object"
      : options.free !== undefined && typeof options.free !== "function"
        ? "free must be a function"
        : undefined;
  if (rule === undefined) return;
  throw new ArgumentTypeError(
    "CUTS_VIEW",
    `Cannot view native memory: ${rule} (got ${formatValue(options?.free ?? options)})`,
  );
}

/** The bytes at a pointer. @throws CutsError, RangeError `CUTS_VIEW` */
export function viewBytes(pointer: bigint, byteLength: number): ArrayBuffer {
  // Node 20 crashes the process for longer texts.
  if (byteLength > constants.MAX_LENGTH) throw tooLong("a typed array", constants.MAX_LENGTH, byteLength);
  try {
    return koffi().view(pointer, byteLength);
  } catch (cause) {
    throw unreadable(cause);
  }
}

function tooLong(what: string, most: number, byteLength: number): ArgumentRangeError {
  return new ArgumentRangeError(
    "CUTS_VIEW",
    `Cannot view native memory: ${what} has at most ${formatByteSize(most)} here (got ${formatByteSize(byteLength)})`,
  );
}

function unreadable(cause: unknown): CutsError {
  return new CutsError("CUTS_VIEW", `Cannot read native memory: ${(cause as Error).message}`, { cause });
}
