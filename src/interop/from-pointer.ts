// Arrays over existing memory, such as a pointer of a C library (torch.from_blob), a typed array or a Buffer.

import type { NativePointer } from "../cdecl/types/native-pointer.js";
import {
  canStore,
  type DType,
  dtypeInfo,
  type DTypeOf,
  dtypeOf,
  isTypedArray,
  type TypedArray,
} from "../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError } from "../core/errors.js";
import { checkOptions, optionNames } from "../core/options.js";
import { formatShape, type Shape, sizeOf, toShape } from "../core/shape.js";
import { cStrides, type Strides } from "../core/strides.js";
import { formatValue, plural } from "../core/text.js";
import { bufferOf, bytesOfView, isDetached, isResizable } from "../core/view-facts.js";
import { addressOf } from "../ffi/memory.js";
import { streamFor } from "../array/creation-options.js";
import type { NDArray } from "../array/ndarray.js";
import type { Device } from "../runtime/devices/device.js";
import type { Stream } from "../runtime/order/stream.js";
import { adoptArray } from "./foreign-array.js";

/** How the memory at the address is laid out, and who owns it. */
export interface FromPointerOptions {
  /** The strides in elements, which may be 0 or negative; C order by default. */
  readonly strides?: Strides;
  /** The owner of the memory, which the array and its views keep reachable. */
  readonly owner?: object;
  /** Frees the memory. It is called once, when the last array over it is disposed or collected and no work uses it. */
  readonly free?: (pointer: bigint) => void;
  /** Whether the array is read-only. */
  readonly readonly?: boolean;
  /** The device on which the array will be used; the current one by default. */
  readonly device?: string | Device;
  /** The stream whose work must end before the memory is used; the current one by default. */
  readonly stream?: Stream;
}

const pointerNames = optionNames<FromPointerOptions>({
  strides: true,
  owner: true,
  free: true,
  readonly: true,
  device: true,
  stream: true,
});

/**
 * An array over memory of the process or of a GPU, without a copy, such as memory of a C library, an addon or another runtime.
 * Nothing checks that there is memory at the address.
 *
 * A GPU works on the memory itself. The cpu device works on memory of its own (`x.pointer` of an array there); other memory of the
 * process is copied to the device before work that uses it, and back after work that writes it, in order. So read it after
 * `await`, as with any array. `hostView()`, native functions and Python see the memory itself.
 * @throws RangeError, TypeError `CUTS_POINTER` for a null pointer, strides that do not fit, or an address that the dtype does not
 * allow; TypeError `CUTS_EXCHANGE_DEVICE` for memory that the device does not see.
 * @example
 * const samples = cu.fromPointer(lib.samples(), [2, 1024], "float32", { free: lib.free_samples });
 */
export function fromPointer<D extends DType>(
  pointer: bigint | number | NativePointer | null,
  shape: number | Shape,
  dtype: D,
  options: FromPointerOptions = {},
): NDArray<D> {
  dtypeInfo(dtype);
  checkOptions(options, pointerNames, "use memory at a pointer");
  const { owner, free, readonly: isReadonly = false } = options;
  if (free !== undefined && typeof free !== "function") {
    throw new ArgumentTypeError(
      "CUTS_POINTER",
      `Cannot use memory at a pointer: free must be a function (got ${formatValue(free)})`,
    );
  }
  const address = toPointer(pointer);
  const sizes = toShape(shape);
  const strides = options.strides === undefined ? cStrides(sizes) : [...options.strides];
  const keeper = new MemoryOwner(owner, free === undefined ? undefined : () => free(address));
  const layout = { pointer: address, dtype, shape: sizes, strides, isReadonly };
  return adoptArray(layout, streamFor(options), () => keeper.letGo());
}

/** Options of {@link fromBuffer}. */
export interface FromBufferOptions<D extends DType>
  extends Pick<FromPointerOptions, "device" | "stream" | "readonly"> {
  /** The dtype of the elements; by default that of the typed array, and uint8 for a Buffer. */
  readonly dtype?: D;
  /** One axis by default. */
  readonly shape?: number | Shape;
}

const fromBufferNames = optionNames<FromBufferOptions<DType>>({
  device: true,
  stream: true,
  readonly: true,
  dtype: true,
  shape: true,
});

/**
 * An array over the memory of a typed array, a SharedArrayBuffer view or a Buffer, without a copy: both see what the other writes,
 * the typed array after `await`. Do not transfer the memory meanwhile. The cpu device takes any memory; a GPU takes {@link pinned}
 * memory. The rules are those of {@link fromPointer}.
 * @throws TypeError, RangeError `CUTS_BUFFER` for what is no typed array, can be resized, or does not fit dtype and shape.
 * @example
 * const pixels = new Uint8Array(4 * 640 * 480);
 * const image = cu.fromBuffer(pixels, { shape: [480, 640, 4] });
 */
export function fromBuffer<T extends TypedArray, D extends DType = DTypeOf<T>>(
  memory: T,
  options: FromBufferOptions<D> = {},
): NDArray<D> {
  checkOptions(options, fromBufferNames, "use a typed array as an array");
  if (!isTypedArray(memory) || isDetached(bufferOf(memory))) {
    throw new ArgumentTypeError(
      "CUTS_BUFFER",
      `Cannot use memory as an array: it must be a typed array or a Buffer that was not transferred away (got ${formatValue(memory)})`,
    );
  }
  if (isResizable(bufferOf(memory))) {
    throw new ArgumentTypeError(
      "CUTS_BUFFER",
      `Cannot use memory as an array: its ArrayBuffer can be resized, and shrinking it would take the memory from under the array (got ${formatValue(memory)})\nTry: a copy, array.slice(), or a buffer without maxByteLength`,
    );
  }
  const dtype = (options.dtype ?? dtypeOf(memory)) as D;
  const { byteLength } = dtypeInfo(dtype);
  const bytes = bytesOfView(memory);
  const length = bytes.byteLength / byteLength;
  // A Buffer is bytes of anything; other typed arrays must be what stores the dtype.
  const isBytes = memory instanceof Uint8Array;
  const fits = Number.isInteger(length) && (isBytes || canStore(dtype, memory));
  const shape = toShape(options.shape ?? Math.floor(length));
  if (!fits || sizeOf(shape) !== length) {
    throw new ArgumentRangeError(
      "CUTS_BUFFER",
      `Cannot use memory as ${dtype}${formatShape(shape)}: it must have the bytes of ${plural(sizeOf(shape), "element")} (got ${formatValue(memory)})`,
    );
  }
  const pointer = length === 0 ? 0n : addressOf(bytes);
  const isReadonly = options.readonly === true;
  const keeper = new MemoryOwner(memory, undefined);
  const layout = { pointer, dtype, shape, strides: cStrides(shape), isReadonly, bytes };
  return adoptArray(layout, streamFor(options), () => keeper.letGo());
}

/** Keeps the owner of memory until it may go. */
class MemoryOwner {
  #owner: object | undefined;
  readonly #free: (() => void) | undefined;

  constructor(owner: object | undefined, free: (() => void) | undefined) {
    this.#owner = owner;
    this.#free = free;
  }

  letGo(): void {
    if (this.#owner !== undefined) this.#owner = undefined;
    this.#free?.();
  }
}

/** An address from a user. @throws TypeError `CUTS_POINTER` */
export function toPointer(pointer: unknown): bigint {
  if (pointer === null) return 0n;
  if (typeof pointer === "bigint" && pointer >= 0n && pointer < 2n ** 64n) return pointer;
  if (typeof pointer === "number" && Number.isSafeInteger(pointer) && pointer >= 0) return BigInt(pointer);
  throw new ArgumentTypeError(
    "CUTS_POINTER",
    `Cannot use memory at a pointer: it must be an address (got ${formatValue(pointer)})`,
  );
}
