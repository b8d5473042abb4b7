// A row of elements in device memory: what NDArray is built from, and all that a kernel needs. It is contiguous and
// one-dimensional; views of it share its memory and keep it alive.

import { inspect } from "node:util";
import type { DevicePointer } from "../cdecl/types/native-pointer.js";
import { type ArrayAccess, type ArrayArgument, arrayArgument } from "../core/array-argument.js";
import { type DType, dtypeInfo, dtypes, type TypedArrayOf } from "../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError } from "../core/errors.js";
import { formatValue, plural } from "../core/text.js";
import type { Device } from "./device.js";
import { type DeviceArray, type DeviceArrayAccess, deviceArray } from "./device-array.js";
import { currentStream, toDevice } from "./devices.js";
import {
  bytesOf,
  elementBytes,
  elementCount,
  type ElementData,
  type ElementValue,
  toElements,
} from "./element-data.js";
import { type Handle, handleOf, openHandle, type Resource } from "./handle.js";
import { exportStorage, type IpcHandle } from "./ipc.js";
import { lentElements } from "./lent-elements.js";
import { NativeAccess } from "./native-access.js";
import { pinnedMemory } from "./pinned.js";
import { Storage } from "./storage.js";
import {
  copyBytes,
  copyToPinned,
  fillBytes,
  readBytes,
  readBytesInto,
  readBytesSync,
  readPinned,
  writeElements,
  writeBytesFrom,
  writeNew,
  writePinned,
} from "./storage-bytes.js";
import { type Stream, streamCore } from "./stream.js";
import type { StreamCore } from "./stream-core.js";

/** Elements of one dtype in the memory of a device. */
export interface DeviceBuffer<D extends DType = DType> extends ArrayArgument<D>, DeviceArray {
  readonly dtype: D;
  /** Number of elements. */
  readonly length: number;
  readonly byteLength: number;
  readonly device: Device;
  /** Where the first element is, for structs and tables of pointers. Work through it is not ordered by the runtime. */
  readonly address: DevicePointer<D>;
  readonly isDisposed: boolean;
  /**
   * Writes elements from `start` on, on the current stream. The data may be changed when this returns, unless it is in
   * {@link pinned} memory: that is read by the device when its turn comes, so await the stream before changing it.
   */
  set(data: ElementData<D>, start?: number): void;
  /**
   * The same without holding the event loop: much data is read piece by piece, with turns of the loop between. It must stay
   * as it is until the promise settles. What is given to the stream meanwhile comes after it.
   * @throws TypeError `CUTS_ARGUMENT_DETACHED` where a typed array was transferred away before.
   * @example
   * using x = cu.buffer("float32", host.length);
   * await x.setFrom(host);
   */
  setFrom(data: ElementData<D>, start?: number): Promise<void>;
  /** Sets all elements to one value, on the current stream. */
  fill(value: ElementValue<D>): void;
  /** The elements, copied, when all work that writes them is done. */
  data(): Promise<TypedArrayOf<D>>;
  /** The same, blocking the event loop. */
  dataSync(): TypedArrayOf<D>;
  /** Copies the elements to the beginning of `target`, and gives it back; from a GPU pinned memory is fastest. */
  dataInto<T extends TypedArrayOf<D>>(target: T): Promise<T>;
  /**
   * Copies the elements to the beginning of another buffer, or of {@link pinned} memory, on the current stream; returns
   * at once. What is in pinned memory may be looked at when the stream was awaited.
   */
  copyTo(target: DeviceBuffer<D> | TypedArrayOf<D>): void;
  /**
   * The memory itself as a typed array, where the host sees it (the cpu device), else undefined. It shows what is there
   * now: await the work that writes it first, and do not use it after `dispose()`.
   */
  hostView(): TypedArrayOf<D> | undefined;
  /** A view of the elements from `begin` up to `end`, counted from the end where negative, sharing the memory. */
  subarray(begin?: number, end?: number): DeviceBuffer<D>;
  /** The same elements on a device: a copy, or a view where it is there already. Returns at once. */
  to(device: string | Device): DeviceBuffer<D>;
  /**
   * What another process needs to use the same memory; the buffer must have been made with `{ ipc: true }` and must live
   * as long as the other uses it. It is plain data, to be sent by any way, such as `child.send`.
   * @throws UnsupportedError `CUTS_IPC` for other buffers and on the cpu.
   */
  ipcHandle(): IpcHandle<D>;
  /** Gives the memory back, when the work and the views that use it are done with it. */
  dispose(): void;
  [Symbol.dispose](): void;
}

/** Where a buffer is made. */
export interface BufferOptions {
  /** The current device unless told. */
  readonly device?: string | Device;
  /** The stream that allocates and writes it; the current one unless told. */
  readonly stream?: Stream;
  /** Whether other processes may use it; see {@link DeviceBuffer.ipcHandle}. */
  readonly ipc?: boolean;
}

/**
 * Memory on a device: of a length, with contents that mean nothing, or with given contents.
 * @throws TypeError, RangeError for data that does not fit the dtype; CutsError `CUTS_OUT_OF_MEMORY`.
 * @example
 * using x = cu.buffer("float32", [1, 2, 3]);
 * using y = cu.buffer("float32", x.length);
 */
export function buffer<D extends DType>(
  dtype: D,
  lengthOrData: number | ElementData<D>,
  options: BufferOptions = {},
): DeviceBuffer<D> {
  const { byteLength } = dtypeInfo(dtype);
  const stream = chooseStream(options);
  if (typeof lengthOrData === "number") {
    checkLength(lengthOrData);
    return new Buffer1D(dtype, allocate(stream, lengthOrData * byteLength, options), 0, lengthOrData);
  }
  const elements = toElements(dtype, lengthOrData, "the data of a buffer");
  const storage = allocate(stream, elements.byteLength, options);
  try {
    const pinned = pinnedMemory(elements, stream.device);
    if (pinned === undefined) writeNew(storage, bytesOf(elements), stream);
    else writePinned(storage, 0, pinned, stream);
  } catch (error) {
    storage.release();
    throw error;
  }
  return new Buffer1D(dtype, storage, 0, elementCount(dtype, elements));
}

function allocate(stream: StreamCore, byteLength: number, { ipc = false }: BufferOptions): Storage {
  return ipc ? Storage.shared(stream, byteLength) : Storage.allocate(stream, byteLength);
}

/** A buffer; see {@link buffer}. */
export class Buffer1D<D extends DType> implements DeviceBuffer<D> {
  readonly dtype: D;
  readonly length: number;
  readonly byteLength: number;
  readonly [handleOf]: Handle;
  readonly [deviceArray]: DeviceArrayAccess;
  readonly #storage: Storage;
  readonly #byteOffset: number;

  /** Takes over one claim to the storage. */
  constructor(dtype: D, storage: Storage, byteOffset: number, length: number) {
    this.dtype = dtype;
    this.length = length;
    this.byteLength = length * dtypes[dtype].byteLength;
    this.#storage = storage;
    this.#byteOffset = byteOffset;
    const handle = openHandle(this, new BufferResource(storage, dtype, length));
    const address = storage.address + byteOffset;
    this[handleOf] = handle;
    this[deviceArray] = { dtype, length, contiguous: true, readonly: false, handle, storage, address };
  }

  get device(): Device {
    return this.#storage.device;
  }

  get isDisposed(): boolean {
    return !this[handleOf].isOpen;
  }

  get address(): DevicePointer<D> {
    this.#check("take the address of a buffer");
    return BigInt(this[deviceArray].address) as DevicePointer<D>;
  }

  get [arrayArgument](): ArrayAccess<D> {
    return new NativeAccess(this.dtype, this[deviceArray]);
  }

  set(data: ElementData<D>, start = 0): void {
    this.#check("write to a buffer");
    const elements = toElements(this.dtype, data, "the data");
    const byteOffset = this.#placeFor(elementCount(this.dtype, elements), start);
    const stream = currentStream(this.#storage.device);
    writeElements(this.#storage, byteOffset, elements, stream);
  }

  async setFrom(data: ElementData<D>, start = 0): Promise<void> {
    this.#check("write to a buffer");
    const { bytes, count, after } = lentElements(this.dtype, data, "the data");
    const byteOffset = this.#placeFor(count, start);
    await writeBytesFrom(this.#storage, byteOffset, bytes, currentStream(this.#storage.device), after);
  }

  fill(value: ElementValue<D>): void {
    this.#check("fill a buffer");
    const pattern = elementBytes(this.dtype, value, "the value of a fill");
    fillBytes(this.#storage, this.#byteOffset, pattern, this.length, currentStream(this.#storage.device));
  }

  async data(): Promise<TypedArrayOf<D>> {
    const elements = this.#newElements();
    await readBytes(this.#storage, this.#byteOffset, bytesOf(elements));
    return elements;
  }

  dataSync(): TypedArrayOf<D> {
    const elements = this.#newElements();
    readBytesSync(this.#storage, this.#byteOffset, bytesOf(elements));
    return elements;
  }

  async dataInto<T extends TypedArrayOf<D>>(target: T): Promise<T> {
    this.#check("read a buffer");
    const room = this.#roomIn(target);
    const pinned = pinnedMemory(room, this.#storage.device);
    if (pinned === undefined) await readBytesInto(this.#storage, this.#byteOffset, bytesOf(room));
    else await readPinned(this.#storage, this.#byteOffset, pinned);
    return target;
  }

  copyTo(target: DeviceBuffer<D> | TypedArrayOf<D>): void {
    this.#check("copy a buffer");
    const { device } = this.#storage;
    if (target instanceof Buffer1D) {
      target.#check("copy to a buffer");
      this.#checkTarget(target.dtype, target.length, target);
      const from = { storage: this.#storage, byteOffset: this.#byteOffset };
      const to = { storage: target.#storage, byteOffset: target.#byteOffset };
      copyBytes(from, to, this.byteLength, currentStream(to.storage.device));
      return;
    }
    const pinned = ArrayBuffer.isView(target) ? pinnedMemory(this.#roomIn(target), device) : undefined;
    if (pinned === undefined) {
      throw new ArgumentTypeError(
        "CUTS_COPY_TARGET",
        `Cannot copy a buffer: the target must be a buffer, or pinned memory of ${device.id} (got ${formatValue(target)})\nTry: await x.dataInto(array)`,
      );
    }
    copyToPinned(this.#storage, this.#byteOffset, pinned, currentStream(device));
  }

  ipcHandle(): IpcHandle<D> {
    this.#check("share a buffer");
    const { dtype, length } = this;
    return { ...exportStorage(this.#storage), dtype, length, byteOffset: this.#byteOffset };
  }

  hostView(): TypedArrayOf<D> | undefined {
    this.#check("look at a buffer");
    const { TypedArray, lanes } = dtypes[this.dtype];
    if (this.length === 0) return new TypedArray(0);
    const bytes = this.#storage.hostBytes();
    return bytes && new TypedArray(bytes.buffer, bytes.byteOffset + this.#byteOffset, this.length * lanes);
  }

  subarray(begin = 0, end = this.length): DeviceBuffer<D> {
    this.#check("take a part of a buffer");
    const from = clampIndex(begin, this.length);
    const to = Math.max(from, clampIndex(end, this.length));
    const byteOffset = this.#byteOffset + from * dtypes[this.dtype].byteLength;
    return new Buffer1D(this.dtype, this.#storage.claim(), byteOffset, to - from);
  }

  to(device: string | Device): DeviceBuffer<D> {
    this.#check("copy a buffer");
    const target = toDevice(device);
    if (target === this.#storage.device) return this.subarray();
    const stream = currentStream(target);
    const storage = Storage.allocate(stream, this.byteLength);
    const from = { storage: this.#storage, byteOffset: this.#byteOffset };
    copyBytes(from, { storage, byteOffset: 0 }, this.byteLength, stream);
    return new Buffer1D(this.dtype, storage, 0, this.length);
  }

  dispose(): void {
    this[handleOf].end();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  toString(): string {
    return `${this.dtype}[${this.length}] on ${this.device.id}`;
  }

  [inspect.custom](): string {
    return `DeviceBuffer ${this.toString()}${this.isDisposed ? " (disposed)" : ""}`;
  }

  #check(action: string): void {
    if (!this[handleOf].isOpen) this[handleOf].throwEnded(action);
  }

  /** Where elements are written, in bytes from the beginning of the memory. */
  #placeFor(count: number, start: number): number {
    if (!Number.isSafeInteger(start) || start < 0 || start + count > this.length) {
      throw new ArgumentRangeError(
        "CUTS_DATA_LENGTH",
        `Cannot write to a buffer: the data must fit into its ${plural(this.length, "element")} (got ${plural(count, "element")} at ${formatValue(start)})`,
      );
    }
    return this.#byteOffset + start * dtypes[this.dtype].byteLength;
  }

  /** The beginning of a typed array, as long as this buffer. */
  #roomIn(target: TypedArrayOf<D>): TypedArrayOf<D> {
    const elements = toElements(this.dtype, target, "the target of a copy");
    this.#checkTarget(this.dtype, elementCount(this.dtype, elements), target);
    return elements.subarray(0, this.length * dtypes[this.dtype].lanes) as TypedArrayOf<D>;
  }

  #checkTarget(dtype: DType, length: number, target: unknown): void {
    if (dtype === this.dtype && length >= this.length) return;
    throw new ArgumentRangeError(
      "CUTS_DATA_LENGTH",
      `Cannot copy a buffer: the target must be of ${this.dtype} and have room for ${plural(this.length, "element")} (got ${formatValue(target)})`,
    );
  }

  #newElements(): TypedArrayOf<D> {
    this.#check("read a buffer");
    const { TypedArray, lanes } = dtypes[this.dtype];
    return new TypedArray(this.length * lanes);
  }
}

class BufferResource implements Resource {
  readonly #storage: Storage;
  readonly #dtype: DType;
  readonly #length: number;

  constructor(storage: Storage, dtype: DType, length: number) {
    this.#storage = storage;
    this.#dtype = dtype;
    this.#length = length;
  }

  get kind(): string {
    return "buffer";
  }

  get nativeBytes(): number {
    return 0;
  }

  get device(): Device {
    return this.#storage.device;
  }

  release(): void {
    this.#storage.release();
  }

  toString(): string {
    return `${this.#dtype}[${this.#length}] on ${this.#storage.device.id}`;
  }
}

/** The stream that memory is made on. */
export function chooseStream({ device, stream }: BufferOptions): StreamCore {
  if (stream === undefined) return currentStream(device === undefined ? undefined : toDevice(device));
  const core = streamCore(stream, "make a buffer");
  if (device !== undefined && toDevice(device) !== core.device) {
    throw new ArgumentTypeError(
      "CUTS_STREAM",
      `Cannot make a buffer: the stream must be one of its device (got a stream of ${core.device.id} for ${toDevice(device).id})`,
    );
  }
  return core;
}

/** Throws unless `length` can be that of a buffer. */
export function checkLength(length: number): void {
  if (Number.isSafeInteger(length) && length >= 0) return;
  throw new ArgumentRangeError(
    "CUTS_LENGTH",
    `Cannot make a buffer: its length must be a whole number and at least 0 (got ${formatValue(length)})`,
  );
}

function clampIndex(index: number, length: number): number {
  const whole = Math.trunc(index) || 0;
  return whole < 0 ? Math.max(0, length + whole) : Math.min(whole, length);
}
