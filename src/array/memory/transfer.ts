// Copies between arrays and existing host memory (typed arrays, page-locked memory), and views of array memory that the host can
// access.

import { type DType, dtypes, type TypedArrayOf } from "../../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError, CutsError } from "../../core/errors.js";
import { formatValue, plural } from "../../core/text.js";
import { deviceArray } from "../../runtime/memory/device-array.js";
import { hostMemoryOf } from "../../runtime/devices/capabilities.js";
import { currentStream } from "../../runtime/devices/devices.js";
import { bytesOf, elementCount, toElements } from "../../runtime/memory/element-data.js";
import { elementsOnHost } from "../../runtime/memory/native-access.js";
import { pinnedMemory } from "../../runtime/memory/pinned.js";
import { copyToPinned, readBytesInto, readPinned } from "../../runtime/memory/storage-bytes.js";
import { set } from "../access.js";
import { contiguous } from "../copy.js";
import { describeArray, isNDArray, type NDArray } from "../ndarray.js";

/**
 * Copies the elements in C order to the beginning of `target`, and returns it; from a GPU, {@link pinned} memory is fastest.
 * @throws RangeError `CUTS_DATA_LENGTH` where there is no room.
 */
export async function dataInto<D extends DType, T extends TypedArrayOf<D>>(
  array: NDArray<D>,
  target: T,
): Promise<T> {
  array.check("read an array");
  const room = roomIn(array, target);
  const { array: packed, isCopy } = contiguous(array);
  const { storage } = packed;
  const byteOffset = packed.offset * dtypes[packed.dtype].byteLength;
  const pinned = pinnedMemory(room, storage.device);
  const done =
    pinned === undefined
      ? readBytesInto(storage, byteOffset, bytesOf(room))
      : readPinned(storage, byteOffset, pinned);
  if (isCopy) packed.dispose();
  await done;
  return target;
}

/**
 * Copies the elements to another array, which may be on another device, or to the beginning of {@link pinned} memory, on the
 * current stream. It returns at once; read pinned memory after awaiting the stream.
 */
export function copyTo<D extends DType>(array: NDArray<D>, target: NDArray<D> | TypedArrayOf<D>): void {
  array.check("copy an array");
  if (isNDArray(target)) {
    set(target, array);
    return;
  }
  const { device } = array.storage;
  const pinned = ArrayBuffer.isView(target) ? pinnedMemory(roomIn(array, target), device) : undefined;
  if (pinned === undefined) {
    throw new ArgumentTypeError(
      "CUTS_COPY_TARGET",
      `Cannot copy an array: the target must be an array, or pinned memory of ${device.id} (got ${formatValue(target)})\nTry: await x.dataInto(array)`,
    );
  }
  const { array: packed, isCopy } = contiguous(array);
  copyToPinned(
    packed.storage,
    packed.offset * dtypes[packed.dtype].byteLength,
    pinned,
    currentStream(device),
  );
  if (isCopy) packed.dispose();
}

/** Whether the host can access an array's memory. */
export function isHostVisible({ storage }: NDArray): boolean {
  return (
    storage.kind !== "device" ||
    storage.device.backend.processMemory !== null ||
    storage.hostBytes() !== undefined
  );
}

/** Arrays live as long as the views of their memory that were handed out: what is dropped is given to others. */
const viewed = new WeakMap<object, NDArray>();

/**
 * The memory itself as a typed array, if the host can access it and the elements lie in C order without gaps. It shows the current
 * contents, so first await the work that writes it, and do not use it after `dispose()`. It keeps the array alive, but a
 * `subarray()` of it does not. Bytes of booleans must be 0 or 1. A new array of the cpu device may reuse the memory of an array
 * that was just disposed or dropped; then this blocks until the work on that memory is done.
 * @throws CutsError `CUTS_HOST_VIEW` for other arrays; `CUTS_MANAGED_BUSY` where the device must be idle for that (managed
 * memory on Windows and of older GPUs): take it anew after each await there.
 * @example
 * using x = cu.zeros(3, { memory: "managed" });
 * await x.device.synchronize();
 * x.hostView()[0] = 5;
 */
export function hostView<D extends DType>(array: NDArray<D>): TypedArrayOf<D> {
  array.check("look at an array");
  const { dtype, storage } = array;
  if (array.size === 0 && isHostVisible(array)) return new dtypes[dtype].TypedArray(0);
  const view = elementsOnHost(dtype, array[deviceArray]);
  if (view === undefined) throw cannotLook(array);
  const { device } = storage;
  if (
    storage.kind === "managed" &&
    !hostMemoryOf(device, "look at managed memory").isConcurrent &&
    !device.isIdle()
  ) {
    throw new CutsError(
      "CUTS_MANAGED_BUSY",
      `Cannot look at managed memory: ${device.id} works, and lets the host touch it only when it does not\nTry: await device.synchronize()`,
    );
  }
  storage.awaitSync();
  viewed.set(view, array);
  return view;
}

function cannotLook(array: NDArray): CutsError {
  const [rule, advice] = isHostVisible(array)
    ? ["its elements must lie in C order without gaps", "x.copy(), or await x.data()"]
    : ["the host must see its memory", '{ memory: "managed" } where it is made, or await x.data()'];
  return new CutsError(
    "CUTS_HOST_VIEW",
    `Cannot look at the memory of an array: ${rule} (got ${describeArray(array)})\nTry: ${advice}`,
  );
}

/** The beginning of a typed array, as long as an array. */
function roomIn<D extends DType>(array: NDArray<D>, target: TypedArrayOf<D>): TypedArrayOf<D> {
  const elements = toElements(array.dtype, target, "the target of a copy");
  if (elementCount(array.dtype, elements) >= array.size) {
    return elements.subarray(0, array.size * dtypes[array.dtype].lanes) as TypedArrayOf<D>;
  }
  throw new ArgumentRangeError(
    "CUTS_DATA_LENGTH",
    `Cannot copy an array: the target must have room for ${plural(array.size, "element")} (got ${formatValue(target)})`,
  );
}
