// CuVec's vector: an array that can grow, in memory that host and device share. Growing beyond the capacity moves it to new
// memory; views of the old memory keep that memory and its old contents.

import { type DType, dtypeInfo, dtypes, type ElementOf, type TypedArrayOf } from "../core/dtype.js";
import { ArgumentRangeError, CutsError } from "../core/errors.js";
import { closeLifetime, Lifetime, openLifetime } from "../host/garbage.js";
import { checkOptions, optionNames } from "../core/options.js";
import { formatValue } from "../core/text.js";
import { type BufferOptions, streamFor } from "../array/creation-options.js";
import { NDArray } from "../array/ndarray.js";
import { decodeElement } from "../array/nest.js";
import { deviceArray } from "../runtime/memory/device-array.js";
import { currentStream } from "../runtime/devices/devices.js";
import {
  bytesOf,
  elementCount,
  type ElementData,
  type ElementValue,
  toElements,
} from "../runtime/memory/element-data.js";
import { writeList } from "../runtime/memory/list-elements.js";
import { elementsOnHost } from "../runtime/memory/native-access.js";
import { contentsOf, copyBytes, fillBytes } from "../runtime/memory/storage-bytes.js";
import { Storage } from "../runtime/memory/storage.js";
import type { StreamCore } from "../runtime/order/stream-core.js";

/** Options of {@link vec}. */
export interface VecOptions extends Pick<BufferOptions, "device" | "stream"> {
  /** The initial capacity in elements; the length by default. */
  readonly capacity?: number;
}

const names = optionNames<VecOptions>({ device: true, stream: true, capacity: true });

/**
 * A vector in memory that host and device share (managed memory on a GPU), with the given length and zeros, or with the given
 * contents.
 * @throws TypeError, RangeError for data that does not fit the dtype; UnsupportedError where the GPU has no managed memory.
 * @example
 * const v = cu.vec("float32", [1337, 42]);
 * v.view[0] = 3;
 * v.push(7);
 */
export function vec<D extends DType>(
  dtype: D,
  lengthOrData: number | ElementData<D> = 0,
  options: VecOptions = {},
): Vec<D> {
  dtypeInfo(dtype);
  checkOptions(options, names, "make a vector");
  const stream = streamFor(options);
  const data =
    typeof lengthOrData === "number" ? undefined : toElements(dtype, lengthOrData, "the data of a vector");
  const length = data === undefined ? checkCount(lengthOrData as number) : elementCount(dtype, data);
  const capacity = Math.max(length, options.capacity === undefined ? 0 : checkCount(options.capacity));
  const made = new Vec(dtype, length, capacity, stream);
  if (length > 0) {
    const bytes = bytesOf(made.view);
    if (data === undefined) bytes.fill(0);
    else bytes.set(bytesOf(data));
  }
  return made;
}

/**
 * A vector that grows: an array of one axis, accepted wherever an array is, whose memory the host sees too. A kernel sees the
 * vector as it is when the kernel is launched. Make one with {@link vec}.
 */
export class Vec<out D extends DType = DType> extends NDArray<D> {
  #capacity: number;
  /** The whole allocation, used only here, to write beyond the current length. */
  #room: { readonly storage: Storage; readonly elements: TypedArrayOf<D> } | undefined;
  /** The most recent view. */
  #view: { readonly storage: Storage; readonly length: number; readonly view: TypedArrayOf<D> } | undefined;

  /** @internal */
  constructor(dtype: D, length: number, capacity: number, stream: StreamCore) {
    const storage = Storage.managed(stream, capacity * dtypes[dtype].byteLength);
    super(storage, dtype, Object.freeze([length]), [1], 0, length, true, false);
    this.#capacity = capacity;
  }

  /** How many elements fit without moving to new memory. */
  get capacity(): number {
    return this.#capacity;
  }

  /**
   * Its memory as a typed array. Get it again after the vector has grown, because an old view keeps the old memory and its
   * contents.
   * @throws CutsError `CUTS_VEC_BUSY` while work is under way that uses the vector: `await v.ready()` first, or take `uncheckedView`.
   */
  get view(): TypedArrayOf<D> {
    this.#checkQuiet("look at a vector");
    return this.uncheckedView;
  }

  #checkQuiet(action: string): void {
    this.check(action);
    if (this.storage.isQuiet()) return;
    throw new CutsError(
      "CUTS_VEC_BUSY",
      `Cannot ${action}: ${this.device.id} may still be writing it\nTry: await v.ready(), or v.uncheckedView, which shows whatever is there`,
    );
  }

  /** The same, even while work is pending: it shows whatever the memory holds at the moment. */
  get uncheckedView(): TypedArrayOf<D> {
    this.check("look at a vector");
    if (this.storage.byteLength >= MOVED_BYTES) this.storage.wasOnHost = true;
    const known = this.#view;
    if (known?.storage === this.storage && known.length === this.length) return known.view;
    const view = elementsOnHost(this.dtype, this[deviceArray]) ?? new dtypes[this.dtype].TypedArray(0);
    if (this.size > 0) openLifetime(new ViewLife(this.storage), view);
    this.#view = { storage: this.storage, length: this.length, view };
    return view;
  }

  /** Settles when the work that was given to the vector is done; rejects where what it was to write is lost. */
  async ready(): Promise<void> {
    this.check("wait for a vector");
    const { storage } = this;
    const uses = storage.useCount;
    if (storage.byteLength === 0) return;
    await contentsOf(storage, storage.lastStream ?? currentStream(storage.device));
    if (storage.useCount === uses) storage.markQuiet();
  }

  /** Makes room for at least this many elements; length and contents stay the same. */
  reserve(capacity: number): void {
    this.check("grow a vector");
    if (checkCount(capacity) > this.#capacity) this.#move(capacity);
  }

  /** Changes the length; new elements are 0. */
  resize(length: number): void {
    this.check("resize a vector");
    checkCount(length);
    const { length: before, dtype } = this;
    if (length > this.#capacity) this.#move(length);
    this.become(this.storage, Object.freeze([length]));
    if (length <= before) return;
    const { byteLength } = dtypes[dtype];
    if (this.storage.isQuiet()) bytesOf(this.uncheckedView).fill(0, before * byteLength);
    else {
      const stream = currentStream(this.storage.device);
      fillBytes(this.storage, before * byteLength, ZERO, (length - before) * byteLength, stream);
    }
  }

  /**
   * Appends elements and returns the new length. The memory grows by at least half, so repeated appending is cheap.
   * @throws CutsError `CUTS_VEC_BUSY` as {@link view} does.
   */
  push(...values: ElementValue<D>[]): number {
    this.#checkQuiet("add to a vector");
    const { length, dtype } = this;
    const needed = length + values.length;
    if (needed > this.#capacity) this.#move(Math.max(needed, Math.ceil(this.#capacity * GROWTH), LEAST));
    // Nobody sees what is beyond the length, so a value that does not fit changes nothing.
    const elements = this.#wholeRoom();
    writeList(dtype, values, { elements, start: length, nameOf: nameOfElement });
    if (this.storage.byteLength >= MOVED_BYTES) this.storage.wasOnHost = true;
    this.become(this.storage, Object.freeze([needed]));
    return needed;
  }

  #wholeRoom(): TypedArrayOf<D> {
    const { storage, dtype } = this;
    if (this.#room?.storage === storage) return this.#room.elements;
    const array = { ...this[deviceArray], length: this.#capacity };
    const elements = elementsOnHost(dtype, array) ?? new dtypes[dtype].TypedArray(0);
    this.#room = { storage, elements };
    return elements;
  }

  /** Its elements, one after the other. @throws CutsError `CUTS_VEC_BUSY` as {@link view} does. */
  *values(): IterableIterator<ElementOf<D>> {
    // A vector that grows meanwhile is gone through to its new end.
    for (let index = 0; index < this.length; index++) yield decodeElement(this.dtype, this.view, index);
  }

  /** Lets go of the memory; a view that was taken keeps it until it is collected. */
  override dispose(): void {
    this.#view = undefined;
    this.#room = undefined;
    super.dispose();
  }

  override [Symbol.dispose](): void {
    this.dispose();
  }

  /** Moves to new memory. */
  #move(capacity: number): void {
    const { storage: old, dtype, shape, byteLength } = this;
    const stream = currentStream(old.device);
    const storage = Storage.managed(stream, capacity * dtypes[dtype].byteLength);
    const isQuiet = old.isQuiet();
    if (byteLength > 0) {
      const from = isQuiet ? old.hostBytes()?.subarray(0, byteLength) : undefined;
      const to = isQuiet ? storage.hostBytes() : undefined;
      if (from !== undefined && to !== undefined) to.set(from);
      else copyBytes({ storage: old, byteOffset: 0 }, { storage, byteOffset: 0 }, byteLength, stream);
    }
    this.become(storage, shape);
    this.#capacity = capacity;
    old.release();
  }
}

const nameOfElement = (): string => "an element of a vector";
const ZERO = new Uint8Array(1);
const GROWTH = 1.5;
const LEAST = 8;

/** Smaller managed memory migrates faster than a prefetch request takes. */
const MOVED_BYTES = 64 * 1024;

/** The memory of a view, which stays as long as the view does. */
class ViewLife extends Lifetime {
  override readonly nativeBytes: number;
  readonly #storage: Storage;

  constructor(storage: Storage) {
    super();
    this.nativeBytes = storage.byteLength;
    this.#storage = storage.retain();
  }

  override ownerIsGone(): void {
    closeLifetime(this);
    this.#storage.release();
  }
}

function checkCount(count: number): number {
  if (Number.isSafeInteger(count) && count >= 0) return count;
  throw new ArgumentRangeError(
    "CUTS_LENGTH",
    `Cannot make or resize a vector: its length must be a whole number and at least 0 (got ${formatValue(count)})`,
  );
}
