// pinned(): page-locked host memory as a typed array. A GPU copies from and to it directly, at full speed and beside other work;
// on the cpu device it is ordinary memory. A copy happens after the work before it in the stream, so the contents must stay
// unchanged until then. The memory itself is retained until then, even if it is disposed.

import { type DType, dtypeInfo } from "../../core/dtype.js";
import { ArgumentRangeError } from "../../core/errors.js";
import { checkOptions, optionNames } from "../../core/options.js";
import { formatValue } from "../../core/text.js";
import type { HostMemory } from "../../backend/backend.js";
import type { NativeView } from "../../ffi/memory.js";
import { setBufferMemory } from "../../ffi/native-memory.js";
import { hostMemoryOf } from "../devices/capabilities.js";
import type { Device } from "../devices/device.js";
import type { DeviceCore } from "../order/stream-core.js";
import { currentDevice, toDevice } from "../devices/devices.js";
import { markDisposed, refuseDisposedPinned } from "./disposed-pinned.js";
import { type ElementData, toElements } from "./element-data.js";
import { makeNative } from "./memory-account.js";
import type { Retainable } from "../../core/retainable.js";

/** A typed array in page-locked memory. `dispose()` frees the memory; otherwise it is freed when no array uses it any more. */
export type PinnedArray<D extends DType = DType> = NativeView<D>;

/** Where pinned memory is made. */
export interface PinnedOptions {
  /** The device that will copy from and to it; the current one by default. */
  readonly device?: string | Device;
}

const pinnedNames = optionNames<PinnedOptions>({ device: true });

/**
 * Allocates page-locked host memory, either of a length (its contents are unspecified) or with given contents.
 * @throws TypeError, RangeError for data that does not fit the dtype; CudaError if the system has no more of it.
 * @example
 * using input = cu.pinned("float32", n);
 * input[0] = 1;
 * x.set(input); // returns at once; the GPU reads `input` by itself
 * await x.dataInto(input);
 */
export function pinned<D extends DType>(
  dtype: D,
  lengthOrData: number | ElementData<D>,
  options: PinnedOptions = {},
): PinnedArray<D> {
  const { byteLength, lanes, TypedArray } = dtypeInfo(dtype);
  checkOptions(options, pinnedNames, "make pinned memory");
  const device = options.device === undefined ? currentDevice() : toDevice(options.device);
  const given =
    typeof lengthOrData === "number"
      ? undefined
      : toElements(dtype, lengthOrData, "the data of pinned memory");
  const length = given === undefined ? (lengthOrData as number) : given.length / lanes;
  if (!Number.isSafeInteger(length) || length < 0) {
    throw new ArgumentRangeError(
      "CUTS_LENGTH",
      `Cannot make pinned memory: its length must be a whole number and at least 0 (got ${formatValue(length)})`,
    );
  }
  const memory = makeNative(device, () =>
    hostMemoryOf(device, "make pinned memory").allocate(length * byteLength),
  );
  const owner = new PinnedMemory(memory, device);
  const { buffer, byteOffset } = memory.bytes;
  const array = new TypedArray(buffer, byteOffset, length * lanes);
  if (given !== undefined) array.set(given as never);
  known.set(buffer, owner);
  setBufferMemory(buffer, owner);
  return Object.defineProperties(array, {
    dispose: { value: dispose },
    [Symbol.dispose]: { value: dispose },
  }) as PinnedArray<D>;
}

/** Finds the memory from the array. A WeakRef would keep it alive until the event loop turns. */
function dispose(this: ArrayBufferView): void {
  markDisposed(this.buffer);
  known.get(this.buffer)?.dispose();
}

/** The page-locked memory that contains a typed array, if `device` can copy it directly. @throws DisposedError. */
export function pinnedMemory(array: ArrayBufferView, device: DeviceCore): PinnedPart | undefined {
  const memory = known.get(array.buffer);
  if (memory === undefined) return undefined;
  refuseDisposedPinned(array);
  // For other devices it counts as ordinary memory, because they would need their own events for it.
  if (memory.device !== device) return undefined;
  const byteOffset = array.byteOffset - memory.memory.bytes.byteOffset;
  return { owner: memory, memory: memory.memory, byteOffset, byteLength: array.byteLength };
}

/** A part of page-locked memory. */
export interface PinnedPart {
  readonly owner: Retainable;
  readonly memory: HostMemory;
  readonly byteOffset: number;
  readonly byteLength: number;
}

const known = new WeakMap<ArrayBufferLike, PinnedMemory>();

/** The memory, retained by its array and by work in the submission queue. */
class PinnedMemory implements Retainable {
  readonly memory: HostMemory;
  readonly device: DeviceCore;
  isDisposed = false;
  #retainCount = 1;

  constructor(memory: HostMemory, device: DeviceCore) {
    this.memory = memory;
    this.device = device;
  }

  retain(): void {
    this.#retainCount++;
  }

  release(): void {
    if (--this.#retainCount === 0) this.memory.dispose();
  }

  dispose(): void {
    if (this.isDisposed) return;
    this.isDisposed = true;
    this.release();
  }
}
