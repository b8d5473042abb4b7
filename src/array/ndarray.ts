// NDArray: the n-dimensional array that users hold. It is a view (shape, strides, offset) of a storage, which it keeps alive and
// may share with other views. The class holds only state and lifetime. Operations are functions in other files, and each family
// adds its methods (add-methods.ts). An array never changes after it is made, except for the contents of its memory; only a vector
// (interop/vec.ts) changes in place.

import type { DevicePointer } from "../cdecl/types/native-pointer.js";
import { type ArrayAccess, type ArrayArgument, arrayArgument } from "../core/array-argument.js";
import { type DType, dtypes } from "../core/dtype.js";
import { ArgumentTypeError, UnsupportedError } from "../core/errors.js";
import { formatShape, type Shape, sizeOf } from "../core/shape.js";
import { cStrides, type Strides } from "../core/strides.js";
import { formatValue } from "../core/text.js";
import type { Device } from "../runtime/devices/device.js";
import { type DeviceArray, type DeviceArrayAccess, deviceArray } from "../runtime/memory/device-array.js";
import { type Handle, handleOf, openHandle, type Resource } from "../runtime/lifetimes/handle.js";
import { uncloneable } from "../runtime/lifetimes/uncloneable.js";
import { NativeAccess } from "../runtime/memory/native-access.js";
import { Storage } from "../runtime/memory/storage.js";
import { refuseTraced } from "../runtime/order/traced.js";
import { Hook } from "../core/hook.js";

/**
 * What arrays answer to under symbols. It is said apart from the class because TypeScript 7.0 loses members with such names
 * of a class that others add to, when it checks a changed file of a program that it knows.
 */
interface ArrayProtocols<out D extends DType> extends ArrayArgument<D>, DeviceArray, Disposable {
  /** @internal */
  readonly [handleOf]: Handle;
}

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the class has all that the interface says.
export interface NDArray<out D extends DType = DType> extends ArrayProtocols<D> {}

/**
 * An n-dimensional array of one dtype on a device, or a view of one. Functions such as `array()` and `zeros()` make arrays. A
 * user's subclass is constructed from an array and shares its memory; operations on it return plain arrays.
 * @example
 * class Image extends cu.NDArray<"uint8"> {
 *   get width(): number { return this.shape[1] ?? 0; }
 * }
 * const image = new Image(cu.zeros([480, 640], { dtype: "uint8" }));
 */
export class NDArray<out D extends DType = DType> implements ArrayProtocols<D> {
  /** The only own property, and the same for all arrays: test runners compare own properties. @internal */
  readonly uncloneable = uncloneable;
  // Behind getters, so that plain JavaScript cannot assign them either: the memory would not follow.
  readonly #dtype: D;
  #shape: Shape;
  #strides: Strides;
  #offset: number;
  #size: number;
  #isContiguous: boolean;
  readonly #isReadonly: boolean;
  #storage: Storage;
  #start: number;
  readonly #handle: Handle;
  #variable: object | undefined = undefined;
  #access: DeviceArrayAccess | undefined;

  /** A view of a whole array, for classes that extend this one. */
  constructor(array: NDArray<D>);
  /** Takes over a storage that was retained for it. @internal */
  constructor(
    storage: Storage,
    dtype: D,
    shape: Shape,
    strides: Strides,
    offset: number,
    size: number,
    isContiguous: boolean,
    isReadonly: boolean,
  );
  constructor(
    memory: Storage | NDArray<D>,
    dtype?: D,
    shape?: Shape,
    strides?: Strides,
    offset?: number,
    size?: number,
    isContiguous?: boolean,
    isReadonly?: boolean,
  ) {
    if (memory instanceof Storage) {
      this.#storage = memory;
      this.#dtype = dtype as D;
      this.#shape = shape as Shape;
      this.#strides = strides as Strides;
      this.#offset = offset as number;
      this.#size = size as number;
      this.#isContiguous = isContiguous as boolean;
      this.#isReadonly = isReadonly as boolean;
    } else {
      const layout = usableArray(memory, "make an array of an array");
      this.#storage = layout.storage.retain();
      this.#dtype = layout.dtype;
      this.#shape = layout.shape;
      this.#strides = layout.strides;
      this.#offset = layout.offset;
      this.#size = layout.size;
      this.#isContiguous = layout.isContiguous;
      this.#isReadonly = layout.isReadonly;
    }
    this.#start = this.#storage.address + this.#offset * dtypes[this.#dtype].byteLength;
    this.#handle = openHandle(this, new ArrayResource(this.storage, this.#dtype, this.#shape));
    if (!(memory instanceof Storage) && memory.variable !== undefined) this.variable = madeOf.call?.(memory);
  }

  /** @internal */
  get storage(): Storage {
    return this.#storage;
  }

  /** Where the first element is on the device. @internal */
  get start(): number {
    return this.#start;
  }

  /** @internal */
  get handle(): Handle {
    return this.#handle;
  }

  /** What gradients know of it (operators/variable.ts); undefined while they do not follow it. @internal */
  get variable(): object | undefined {
    return this.#variable;
  }

  set variable(variable: object | undefined) {
    this.#variable = variable;
  }

  /** What its elements are, such as "float32". */
  get dtype(): D {
    return this.#dtype;
  }

  /** The size along each axis; `[]` for a single value. */
  get shape(): Shape {
    return this.#shape;
  }

  /** Elements (not bytes) between neighbours along each axis. */
  get strides(): Strides {
    return this.#strides;
  }

  /** Where its first element is in the memory it shares, in elements. */
  get offset(): number {
    return this.#offset;
  }

  /** Number of elements. */
  get size(): number {
    return this.#size;
  }

  /** Whether the elements lie in C order without gaps. */
  get isContiguous(): boolean {
    return this.#isContiguous;
  }

  /** Whether it must not be written: a broadcast view shows one element in many places. */
  get isReadonly(): boolean {
    return this.#isReadonly;
  }

  /** The size along the first axis, as NumPy's `len()`; 1 for a single value. */
  get length(): number {
    return this.shape[0] ?? 1;
  }

  /** Number of axes. */
  get ndim(): number {
    return this.shape.length;
  }

  /** Bytes of its elements; those of a view may lie in more. */
  get byteLength(): number {
    return this.size * dtypes[this.dtype].byteLength;
  }

  /** The device that its memory is on. */
  get device(): Device {
    return this.storage.device;
  }

  /** Whether it was disposed of; every use of it throws then. */
  get isDisposed(): boolean {
    return !this.handle.isOpen;
  }

  /**
   * Where its first element is, for structs and tables of pointers. Work through it is not ordered by the runtime; what used
   * the memory before the array was made is over, which a new array is waited for.
   */
  get address(): DevicePointer<D> {
    this.check("take the address of an array");
    refuseTraced("take the address of an array");
    if (this.storage.isCopied) {
      throw new UnsupportedError(
        "CUTS_EXCHANGE_COPIED",
        `Cannot take the address of an array: ${this.device.id} works on a copy of its memory, which is brought there for work that names the array\nTry: x.copy(), or x.pointer for code of the process`,
      );
    }
    this.storage.awaitSync();
    return BigInt(this.start) as DevicePointer<D>;
  }

  /** @internal */
  get [handleOf](): Handle {
    return this.handle;
  }

  get [deviceArray](): DeviceArrayAccess {
    return (this.#access ??= {
      dtype: this.dtype,
      length: this.size,
      contiguous: this.isContiguous,
      readonly: this.isReadonly,
      handle: this.handle,
      storage: this.storage,
      address: this.start,
    });
  }

  get [arrayArgument](): ArrayAccess<D> {
    refuseTraced("give an array to native code");
    return new NativeAccess(this.dtype, this[deviceArray]);
  }

  /** Lets go of the memory, which is freed after the work and the views that use it. */
  dispose(): void {
    this.handle.end();
  }

  [Symbol.dispose](): void {
    this.handle.end();
  }

  /** For an array that grows: it has other memory or another length from now on, in C order. It takes over a storage that was retained for it. @internal */
  protected become(storage: Storage, shape: Shape): void {
    this.#storage = storage;
    this.#start = storage.address;
    this.#shape = shape;
    this.#strides = cStrides(shape);
    this.#offset = 0;
    this.#size = sizeOf(shape);
    this.#isContiguous = true;
    this.#access = undefined;
    (this.handle.resource as ArrayResource).become(storage, shape);
  }

  /** Throws a DisposedError when the array has ended; `action` as in "Cannot <action>". @internal */
  check(action: string): void {
    if (!this.handle.isOpen) this.handle.throwEnded(action);
  }
}

/** What gradients know of an array that is made of another one, which they follow (alias.ts). */
const madeOf = new Hook<(array: NDArray) => object | undefined>();

/** Registers the function that gives a new object of an array its place among gradients; alias.ts calls this. */
export function followMadeOf(own: (array: NDArray) => object | undefined): void {
  madeOf.call = own;
}

/**
 * Returns the argument if it is an array that is not disposed.
 * @throws TypeError `CUTS_OPERAND` for what is none; DisposedError.
 */
export function usableArray<D extends DType>(array: NDArray<D>, action: string): NDArray<D> {
  if (!isNDArray(array)) {
    throw new ArgumentTypeError(
      "CUTS_OPERAND",
      `Cannot ${action}: its operand must be an array (got ${formatValue(array)})\nTry: cu.array(values)`,
    );
  }
  array.check(action);
  return array;
}

/** Whether `value` is an NDArray. */
export function isNDArray(value: unknown): value is NDArray {
  return value instanceof NDArray;
}

/** "float32[2, 3] on cpu". */
export function describeArray(array: { dtype: DType; shape: Shape; device: Device }): string {
  return `${array.dtype}${formatShape(array.shape)} on ${array.device.id}`;
}

class ArrayResource implements Resource {
  #storage: Storage;
  readonly #dtype: DType;
  #shape: Shape;

  constructor(storage: Storage, dtype: DType, shape: Shape) {
    this.#storage = storage;
    this.#dtype = dtype;
    this.#shape = shape;
  }

  become(storage: Storage, shape: Shape): void {
    this.#storage = storage;
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
