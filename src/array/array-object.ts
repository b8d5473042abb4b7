// The array object behind NDArray: a view (shape, strides, offset) of a storage that it shares with other views and keeps
// alive. It holds state and lifetime only; what can be done with an array are functions in files of their own, and
// methods.ts makes methods of them. Nothing about an array changes after it is made but what its memory holds.

import type { DevicePointer } from "../cdecl/types/native-pointer.js";
import {
  type ArrayAccess,
  type ArrayArgument,
  type ArrayHold,
  type ArrayLocation,
  type ArrayMode,
  arrayArgument,
} from "../core/array-argument.js";
import { type DType, dtypes, type TypedArrayOf } from "../core/dtype.js";
import { ArgumentTypeError } from "../core/errors.js";
import { formatShape, type Shape, sizeOf } from "../core/shape.js";
import { cStrides, isCContiguous, type Strides } from "../core/strides.js";
import { formatValue } from "../core/text.js";
import type { Device } from "../runtime/device.js";
import { type DeviceArray, type DeviceArrayAccess, deviceArray } from "../runtime/device-array.js";
import { type Handle, handleOf, openHandle, type Resource } from "../runtime/handle.js";
import { holdStorage } from "../runtime/native-use.js";
import { Storage } from "../runtime/storage.js";
import type { StreamCore } from "../runtime/stream-core.js";
import type { NDArray } from "./ndarray.js";

/** What every array has, before any operation. */
export interface ArrayCore<D extends DType> extends ArrayArgument<D>, DeviceArray {
  readonly dtype: D;
  /** The size along each axis; `[]` for a single value. */
  readonly shape: Shape;
  /** Elements (not bytes) between neighbours along each axis. */
  readonly strides: Strides;
  /** Where its first element is in the memory it shares, in elements. */
  readonly offset: number;
  /** Number of axes. */
  readonly ndim: number;
  /** Number of elements. */
  readonly size: number;
  /** Bytes of its elements; those of a view may lie in more. */
  readonly byteLength: number;
  readonly device: Device;
  /** Whether the elements lie in C order without gaps. */
  readonly isContiguous: boolean;
  /** Whether it must not be written: a broadcast view shows one element in many places. */
  readonly isReadonly: boolean;
  readonly isDisposed: boolean;
  /** Where its first element is, for structs and tables of pointers. Work through it is not ordered by the runtime. */
  readonly address: DevicePointer<D>;
  /** Lets go of the memory, which is freed after the work and the views that use it. */
  dispose(): void;
  [Symbol.dispose](): void;
}

/** The memory behind an array, for functions of this folder. */
export class ArrayObject<D extends DType = DType> implements ArrayCore<D> {
  readonly dtype: D;
  readonly shape: Shape;
  readonly strides: Strides;
  readonly offset: number;
  readonly size: number;
  readonly isContiguous: boolean;
  readonly isReadonly: boolean;
  readonly storage: Storage;
  /** Where the first element is on the device. */
  readonly start: number;
  readonly [handleOf]: Handle;
  #access: DeviceArrayAccess | undefined;

  static {
    // What users see of the class: in error messages and by `x.constructor.name`.
    Object.defineProperty(ArrayObject, "name", { value: "NDArray" });
  }

  /** Takes over one claim to the storage. */
  constructor(
    storage: Storage,
    dtype: D,
    shape: Shape,
    strides: Strides,
    offset: number,
    size: number,
    isContiguous: boolean,
    isReadonly: boolean,
  ) {
    this.storage = storage;
    this.dtype = dtype;
    this.shape = shape;
    this.strides = strides;
    this.offset = offset;
    this.size = size;
    this.isContiguous = isContiguous;
    this.isReadonly = isReadonly;
    this.start = storage.address + offset * dtypes[dtype].byteLength;
    this[handleOf] = openHandle(this, new ArrayResource(storage, dtype, shape));
  }

  get ndim(): number {
    return this.shape.length;
  }

  get byteLength(): number {
    return this.size * dtypes[this.dtype].byteLength;
  }

  get device(): Device {
    return this.storage.device;
  }

  get isDisposed(): boolean {
    return !this[handleOf].isOpen;
  }

  get address(): DevicePointer<D> {
    this.check("take the address of an array");
    return BigInt(this.start) as DevicePointer<D>;
  }

  get [deviceArray](): DeviceArrayAccess {
    return (this.#access ??= {
      dtype: this.dtype,
      length: this.size,
      contiguous: this.isContiguous,
      readonly: this.isReadonly,
      handle: this[handleOf],
      storage: this.storage,
      address: this.start,
    });
  }

  get [arrayArgument](): ArrayAccess<D> {
    return new NativeAccess(this);
  }

  dispose(): void {
    this[handleOf].end();
  }

  [Symbol.dispose](): void {
    this[handleOf].end();
  }

  /** Throws a DisposedError when the array has ended; `action` as in "Cannot <action>". */
  check(action: string): void {
    if (!this[handleOf].isOpen) this[handleOf].throwEnded(action);
  }
}

/** A new array in C order, with contents that mean nothing yet, for use on `stream` first. */
export function allocateArray<D extends DType>(stream: StreamCore, dtype: D, shape: Shape): NDArray<D> {
  const size = sizeOf(shape);
  if (Number.isNaN(size)) throw new Error(`internal: an array cannot have the shape ${formatShape(shape)}`);
  const storage = Storage.allocate(stream, size * dtypes[dtype].byteLength);
  return asArray(new ArrayObject(storage, dtype, shape, cStrides(shape), 0, size, true, false));
}

/** A new array whose elements lie without gaps in the order that `strides` give. */
export function allocateLike<D extends DType>(
  stream: StreamCore,
  dtype: D,
  shape: Shape,
  strides: Strides,
): NDArray<D> {
  const size = sizeOf(shape);
  const storage = Storage.allocate(stream, size * dtypes[dtype].byteLength);
  const isContiguous = isCContiguous(shape, strides);
  return asArray(new ArrayObject(storage, dtype, shape, strides, 0, size, isContiguous, false));
}

/** How a view differs from its array. */
export interface ViewOptions {
  readonly isReadonly?: boolean;
}

/** Another view of an array's memory. `offset` counts elements from the beginning of the storage. */
export function makeView<D extends DType>(
  array: NDArray<D>,
  shape: Shape,
  strides: Strides,
  offset: number,
  options: ViewOptions = {},
): NDArray<D> {
  const own = objectOf(array);
  const isReadonly = own.isReadonly || options.isReadonly === true;
  const isContiguous = isCContiguous(shape, strides);
  const storage = own.storage.claim();
  return asArray(
    new ArrayObject(storage, own.dtype, shape, strides, offset, sizeOf(shape), isContiguous, isReadonly),
  );
}

/** The real (0) or imaginary (1) parts of a complex array, as a view of its memory. */
export function makePartView(array: NDArray<"complex64" | "complex128">, part: 0 | 1): NDArray {
  const { dtype, shape, strides, offset, size, isReadonly, storage } = objectOf(array);
  const real = dtype === "complex64" ? "float32" : "float64";
  const apart = strides.map((stride) => 2 * stride);
  const isContiguous = isCContiguous(shape, apart);
  return asArray(
    new ArrayObject(storage.claim(), real, shape, apart, 2 * offset + part, size, isContiguous, isReadonly),
  );
}

/** The object of an array. */
export function objectOf<D extends DType>(array: NDArray<D>): ArrayObject<D> {
  return array as unknown as ArrayObject<D>;
}

/** The object of an array that can be used. @throws TypeError `CUTS_OPERAND` for what is none; DisposedError. */
export function usableArray<D extends DType>(array: NDArray<D>, action: string): ArrayObject<D> {
  if (!isNDArray(array)) {
    throw new ArgumentTypeError(
      "CUTS_OPERAND",
      `Cannot ${action}: its operand must be an array (got ${formatValue(array)})\nTry: cu.array(values)`,
    );
  }
  const own = objectOf<D>(array);
  own.check(action);
  return own;
}

/** The array of an object: methods.ts gives the class all that the interface says. */
function asArray<D extends DType>(object: ArrayObject<D>): NDArray<D> {
  return object as unknown as NDArray<D>;
}

/** Whether `value` is an NDArray. */
export function isNDArray(value: unknown): value is NDArray {
  return value instanceof ArrayObject;
}

/** "float32[2, 3] on cpu". */
export function describeArray(array: { dtype: DType; shape: Shape; device: Device }): string {
  return `${array.dtype}${formatShape(array.shape)} on ${array.device.id}`;
}

class ArrayResource implements Resource {
  readonly #storage: Storage;
  readonly #dtype: DType;
  readonly #shape: Shape;

  constructor(storage: Storage, dtype: DType, shape: Shape) {
    this.#storage = storage;
    this.#dtype = dtype;
    this.#shape = shape;
  }

  get kind(): string {
    return "array";
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
    return describeArray({ dtype: this.#dtype, shape: this.#shape, device: this.#storage.device });
  }
}

/** An array as native functions see it. */
class NativeAccess<D extends DType> implements ArrayAccess<D> {
  readonly #array: ArrayObject<D>;

  constructor(array: ArrayObject<D>) {
    this.#array = array;
  }

  get dtype(): D {
    return this.#array.dtype;
  }

  get length(): number {
    return this.#array.size;
  }

  get contiguous(): boolean {
    return this.#array.isContiguous;
  }

  get readonly(): boolean {
    return this.#array.isReadonly;
  }

  get disposed(): boolean {
    return this.#array.isDisposed;
  }

  get location(): ArrayLocation {
    return this.#isOnHost ? "host" : (this.#array.device.id as ArrayLocation);
  }

  /** A native function is about to use the memory, so the work that uses it must be over: this blocks. */
  get typedArray(): TypedArrayOf<D> | undefined {
    const { storage, size, isContiguous } = this.#array;
    if (this.#isOnHost && isContiguous && size > 0) storage.settleSync();
    return this.#elements();
  }

  hold(mode: ArrayMode): ArrayHold<D> {
    const { storage } = this.#array;
    return { ...holdStorage(storage, mode), typedArray: this.#elements() };
  }

  #elements(): TypedArrayOf<D> | undefined {
    const { dtype, storage, size, isContiguous, offset } = this.#array;
    if (!this.#isOnHost || !isContiguous) return undefined;
    const { TypedArray, lanes, byteLength } = dtypes[dtype];
    if (size === 0) return new TypedArray(0);
    const bytes = storage.hostBytes();
    return bytes && new TypedArray(bytes.buffer, bytes.byteOffset + offset * byteLength, size * lanes);
  }

  get deviceAddress(): number | undefined {
    return this.#isOnHost ? undefined : this.#array.start;
  }

  get #isOnHost(): boolean {
    return this.#array.device.id === "cpu";
  }
}
