// Exports arrays by DLPack: the memory itself, which is kept until the other library is done with it.

import { dtypes } from "../../core/dtype.js";
import { ArgumentTypeError, UnsupportedError } from "../../core/errors.js";
import { checkOptions, optionNames } from "../../core/options.js";
import { formatValue } from "../../core/text.js";
import { copy as copyOf } from "../../array/copy.js";
import { describeArray, type NDArray, usableArray } from "../../array/ndarray.js";
import "../../array/methods.js";
import { exchangeOf } from "../../runtime/memory/foreign-memory.js";
import { currentStream } from "../../runtime/devices/devices.js";
import type { Stream } from "../../runtime/order/stream.js";
import { callWithPointer } from "../../ffi/foreign-objects.js";
import { handOut } from "../foreign-array.js";
import { DlpackCapsule } from "./capsule.js";
import { deleterAddress, type LastingStruct, lookAtOut, putOut, putOutLasting } from "./export-struct.js";
import {
  dlpackType,
  FLAGS,
  IS_COPIED,
  READ_ONLY,
  type StructForm,
  unversionedForm,
  VERSION,
  versionedForm,
} from "./format.js";

/** A device as DLPack numbers it: its type, such as 1 for the host and 2 for CUDA, and its ordinal. */
export type DlpackDevicePair = readonly [type: number, id: number];

/** How an array is exported: the arguments of Python's `__dlpack__`. */
export interface ToDlpackOptions {
  /**
   * The stream on which the consumer will use the memory: a stream, a handle, 1 for CUDA's legacy default stream (the default), 2
   * for the per-thread default stream, or -1 for no waiting. It must be absent on the cpu.
   */
  readonly stream?: Stream | bigint | number | null;
  /** The newest version that the consumer supports; below 1 it gets the struct without a version. */
  readonly maxVersion?: readonly [major: number, minor: number] | null;
  /** True always copies, false never does. */
  readonly copy?: boolean | null;
  /** The device that the consumer wants: the array's own, or `[1, 0]` for a copy on the host, which this blocks for. */
  readonly dlDevice?: DlpackDevicePair | null;
}

const names = optionNames<ToDlpackOptions>({ stream: true, maxVersion: true, copy: true, dlDevice: true });

/** The device of an array, as DLPack numbers it. */
export function dlpackDevice(array: NDArray): DlpackDevicePair {
  const { device, kind } = usableArray(array, "tell the device of an array").storage;
  const { type, id } = exchangeOf(device).place(kind);
  return [type, id];
}

/**
 * Exports an array by DLPack without a copy, as a struct that C, C++ and Python libraries take. The memory stays alive until the
 * consumer calls the deleter. On a GPU, the stream that the consumer names waits for the work on the array; on the cpu this call
 * blocks for it, so await the array first if its work takes long.
 * @throws TypeError `CUTS_DLPACK_STREAM` for stream 0, or a stream on the cpu; UnsupportedError `CUTS_DLPACK` where the array cannot
 * be handed over so: Python's BufferError.
 * @example
 * const capsule = cu.toDlpack(x);
 * lib.consume(capsule.take());
 */
export function toDlpack(array: NDArray, options: ToDlpackOptions = {}): DlpackCapsule {
  usableArray(array, "hand over an array");
  checkOptions(options, names, "hand over an array");
  lookAtOut();
  const place = dlpackDevice(array);
  const wanted = options.dlDevice ?? place;
  const isElsewhere = wanted[0] !== place[0] || wanted[1] !== place[1];
  if (!isElsewhere && options.copy !== true) return handOver(array, options, false);
  if (isElsewhere && !(wanted[0] === 1 && wanted[1] === 0)) {
    throw cannot(array, `it can be handed over where it is, or as a copy on the host`, wanted);
  }
  if (isElsewhere && options.copy === false) {
    throw cannot(array, `it is elsewhere, and a copy is not wanted`, wanted);
  }
  using copied = isElsewhere ? array.to("cpu") : copyOf(array);
  return handOver(copied, options, true);
}

function handOver(array: NDArray, options: ToDlpackOptions, isCopied: boolean): DlpackCapsule {
  const { maxVersion } = options;
  const form = (maxVersion?.[0] ?? 1) >= 1 ? versionedForm : unversionedForm;
  if (array.isReadonly && form === unversionedForm) {
    throw cannot(array, "the struct without a version cannot say that memory is read-only", maxVersion);
  }
  const pointer = dlpackStruct(array, options.stream, form, isCopied);
  return new DlpackCapsule({ form, pointer, free: () => callWithPointer(deleterAddress(form), pointer) });
}

/** The parts of an array that a struct describes. @internal */
export type StructLayout = Pick<
  NDArray,
  "storage" | "dtype" | "shape" | "strides" | "offset" | "size" | "isReadonly"
>;

/** A struct that exports the same array repeatedly; call {@link letTakerWait} before each time. @internal */
export function lastingStruct(array: StructLayout, form: StructForm): LastingStruct {
  const write = (view: DataView, base: bigint): void => writeStruct(view, base, form, array, false);
  return putOutLasting(form, array.shape.length, write, handOut(array.storage, "taken"));
}

/** The address of a struct, whose taker calls its deleter. @throws TypeError `CUTS_DLPACK_STREAM` */
function dlpackStruct(
  array: StructLayout,
  stream: ToDlpackOptions["stream"],
  form: StructForm,
  isCopied: boolean,
): bigint {
  letTakerWait(array, stream);
  const release = handOut(array.storage, "taken");
  return putOut(
    form,
    array.shape.length,
    (view, base) => writeStruct(view, base, form, array, isCopied),
    release,
  );
}

function writeStruct(
  view: DataView,
  base: bigint,
  form: StructForm,
  array: StructLayout,
  isCopied: boolean,
): void {
  const { storage, dtype, shape, strides, size } = array;
  const ndim = shape.length;
  const at = form.tensor;
  const { type, id } = exchangeOf(storage.device).place(storage.kind);
  const { code, bits } = dlpackType(dtype);
  if (form === versionedForm) {
    view.setUint32(0, VERSION, true);
    view.setBigUint64(FLAGS, (array.isReadonly ? READ_ONLY : 0n) | (isCopied ? IS_COPIED : 0n), true);
  }
  const first = storage.pointer + BigInt(array.offset * dtypes[dtype].byteLength);
  // No elements have no address; without a version, the deleter overwrites it, so that it must be one.
  const nothing = form === versionedForm ? 0n : base;
  view.setBigUint64(at, size === 0 ? nothing : first, true);
  view.setInt32(at + 8, type, true);
  view.setInt32(at + 12, id, true);
  view.setInt32(at + 16, ndim, true);
  view.setUint8(at + 20, code);
  view.setUint8(at + 21, bits);
  view.setUint16(at + 22, 1, true);
  const sizes = form.byteLength;
  // Readers of 1.2 want strides, and addresses, of arrays with axes.
  view.setBigUint64(at + 24, ndim === 0 ? 0n : base + BigInt(sizes), true);
  view.setBigUint64(at + 32, ndim === 0 ? 0n : base + BigInt(sizes + 8 * ndim), true);
  for (let axis = 0; axis < ndim; axis++) {
    view.setBigInt64(sizes + 8 * axis, BigInt(shape[axis] ?? 0), true);
    view.setBigInt64(sizes + 8 * (ndim + axis), BigInt(strides[axis] ?? 0), true);
  }
}

/**
 * Makes the consumer's stream wait for the work on an array; on the cpu, this call itself waits.
 * @throws TypeError `CUTS_DLPACK_STREAM` @internal
 */
export function letTakerWait({ storage }: StructLayout, stream: ToDlpackOptions["stream"]): void {
  const { streams } = exchangeOf(storage.device);
  const given = typeof stream === "object" && stream !== null ? stream.pointer : stream;
  if (streams === null) {
    if (given !== undefined && given !== null) throw wrongStream("there are no streams on the host", stream);
    storage.settleSync();
    return;
  }
  if (given === undefined || given === null) return letHandleWait(1n);
  const isHandle = typeof given === "bigint" || (typeof given === "number" && Number.isSafeInteger(given));
  if (!isHandle || given < -1) throw wrongStream("it must be a stream, its handle, 1, 2 or -1", stream);
  if (BigInt(given) === 0n) {
    throw wrongStream("0 could be the legacy or the per-thread default stream: it must be 1 or 2", stream);
  }
  if (BigInt(given) > 0n) letHandleWait(BigInt(given));

  function letHandleWait(handle: bigint): void {
    const own = currentStream(storage.device);
    // What is written later here comes after that, and what others do there after what is written now.
    storage.order(own, "write");
    own.inOrder(() => streams?.letWait(handle, own.backendStream));
    // Work that waits for a compiler cannot be put before the taker's.
    if (!own.isClear) own.settleSync();
  }
}

function wrongStream(rule: string, stream: unknown): ArgumentTypeError {
  return new ArgumentTypeError(
    "CUTS_DLPACK_STREAM",
    `Cannot hand over an array for a stream: ${rule} (got ${formatValue(stream)})`,
  );
}

function cannot(array: NDArray, rule: string, got: unknown): UnsupportedError {
  return new UnsupportedError(
    "CUTS_DLPACK",
    `Cannot hand over ${describeArray(array)}: ${rule} (got ${formatValue(got)})`,
  );
}
