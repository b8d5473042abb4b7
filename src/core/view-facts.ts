// The true length, offset and buffer of a typed array, DataView or buffer. Properties of a subclass or a changed prototype may
// report something else, and native code must get the truth, so these functions use JavaScript's own getters. The getters throw for
// a Proxy, which has no memory, so check `typedArrayName` first.

type Getter<T> = (this: unknown) => T;

function getter<T>(prototype: object, key: string | symbol): Getter<T> {
  // oxlint-disable-next-line typescript/unbound-method -- it is called by `.call` alone
  return (Object.getOwnPropertyDescriptor(prototype, key)?.get ?? nothing) as Getter<T>;
}

const typedArrays = Object.getPrototypeOf(Uint8Array.prototype) as object;
const nameGetter = getter<string | undefined>(typedArrays, Symbol.toStringTag);
const lengthGetter = getter<number>(typedArrays, "length");
const ofTypedArray = gettersOf(typedArrays);
const ofDataView = gettersOf(DataView.prototype);
const unsharedLength = getter<number>(ArrayBuffer.prototype, "byteLength");
const sharedLength = getter<number>(SharedArrayBuffer.prototype, "byteLength");
// Node 20 has no `detached`.
const detachedGetter = getter<boolean | undefined>(ArrayBuffer.prototype, "detached");
const resizableGetter = getter<boolean | undefined>(ArrayBuffer.prototype, "resizable");

/** The built-in class of a typed array (`Float32Array`, also for its subclasses); undefined for anything else. */
export function typedArrayName(value: unknown): string | undefined {
  return nameGetter.call(value);
}

/** The number of slots of a typed array. */
export function lengthOf(array: ArrayBufferView): number {
  return lengthGetter.call(array);
}

/** The bytes of a typed array or a DataView. */
export function byteLengthOf(view: ArrayBufferView): number {
  return gettersFor(view).byteLength.call(view);
}

/** The offset of a typed array or a DataView in its buffer. */
export function byteOffsetOf(view: ArrayBufferView): number {
  return gettersFor(view).byteOffset.call(view);
}

/** The buffer of a typed array or a DataView. */
export function bufferOf(view: ArrayBufferView): ArrayBufferLike {
  return gettersFor(view).buffer.call(view);
}

/** The bytes of a typed array or a DataView, as a plain Uint8Array. */
export function bytesOfView(view: ArrayBufferView): Uint8Array {
  return new Uint8Array(bufferOf(view), byteOffsetOf(view), byteLengthOf(view));
}

/** Whether `value` is an ArrayBuffer or a SharedArrayBuffer. */
export function isBuffer(value: unknown): value is ArrayBufferLike {
  return answers(unsharedLength, value) || answers(sharedLength, value);
}

/** Whether the memory is shared: it cannot be transferred away. */
export function isShared(buffer: ArrayBufferLike): buffer is SharedArrayBuffer {
  // The class only decides which getter to try first, because a getter that throws takes microseconds.
  return buffer instanceof SharedArrayBuffer
    ? answers(sharedLength, buffer)
    : !answers(unsharedLength, buffer);
}

/** Whether the memory was transferred away. */
export function isDetached(buffer: ArrayBufferLike): boolean {
  if (isShared(buffer) || unsharedLength.call(buffer) > 0) return false;
  const detached = detachedGetter.call(buffer);
  if (detached !== undefined) return detached;
  // Node 20 has no `detached`, but refuses a view of a detached buffer.
  try {
    return new Uint8Array(buffer).length > 0;
  } catch {
    return true;
  }
}

/** Whether `resize` can shrink the buffer. Shared memory can only grow. */
export function isResizable(buffer: ArrayBufferLike): boolean {
  return !isShared(buffer) && resizableGetter.call(buffer) === true;
}

/** The bytes of a buffer. */
export function bufferByteLength(buffer: ArrayBufferLike): number {
  return (isShared(buffer) ? sharedLength : unsharedLength).call(buffer);
}

interface ViewGetters {
  readonly byteLength: Getter<number>;
  readonly byteOffset: Getter<number>;
  readonly buffer: Getter<ArrayBufferLike>;
}

function gettersOf(prototype: object): ViewGetters {
  return {
    byteLength: getter(prototype, "byteLength"),
    byteOffset: getter(prototype, "byteOffset"),
    buffer: getter(prototype, "buffer"),
  };
}

function gettersFor(view: ArrayBufferView): ViewGetters {
  return typedArrayName(view) === undefined ? ofDataView : ofTypedArray;
}

/** Whether a getter works on a value. */
function answers(get: Getter<number>, value: unknown): boolean {
  try {
    get.call(value);
    return true;
  } catch {
    return false;
  }
}

function nothing(): undefined {
  return undefined;
}
