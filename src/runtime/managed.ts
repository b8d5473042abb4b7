// managed(): memory that host and device both see, without copies. A kernel takes it as it takes any buffer, and `view` is
// the same memory as a typed array. On the cpu all memory is like that.

import { type DType, dtypeInfo, type TypedArrayOf } from "../core/dtype.js";
import { CutsError } from "../core/errors.js";
import type { ManagedAdvice } from "../backend/backend.js";
import { type DeviceArrayAccess, deviceArray } from "./device-array.js";
import {
  Buffer1D,
  type BufferOptions,
  checkLength,
  chooseStream,
  type DeviceBuffer,
} from "./device-buffer.js";
import { currentStream } from "./devices.js";
import { elementCount, type ElementData, toElements } from "./element-data.js";
import { Storage } from "./storage.js";

/** Elements that host and device share. */
export interface ManagedBuffer<D extends DType = DType> extends DeviceBuffer<D> {
  /**
   * The memory itself. It shows what is there now: await the work that writes it first. Where the device needs it
   * (Windows, older GPUs) this throws while the device works: take it anew after each await there.
   * @throws CutsError `CUTS_MANAGED_BUSY`; DisposedError.
   */
  readonly view: TypedArrayOf<D>;
  /** Tells the driver how the memory will be used; it has no effect on results. */
  advise(advice: ManagedAdvice): void;
  /** Moves the memory to one side ahead of its use, on the current stream. */
  prefetch(to: "host" | "device"): void;
}

/**
 * Memory that host and device share: of a length, or with given contents.
 * @throws TypeError, RangeError for data that does not fit the dtype; UnsupportedError where the GPU has no such memory.
 * @example
 * using x = cu.managed("float32", [1, 2, 3]);
 * scale({ threads: 3 }, x, 2, 3);
 * await cu.device().synchronize();
 * console.log(x.view[2]); // 6
 */
export function managed<D extends DType>(
  dtype: D,
  lengthOrData: number | ElementData<D>,
  options: Pick<BufferOptions, "device" | "stream"> = {},
): ManagedBuffer<D> {
  const { byteLength } = dtypeInfo(dtype);
  const stream = chooseStream(options);
  if (typeof lengthOrData === "number") {
    checkLength(lengthOrData);
    return new Managed1D(dtype, Storage.managed(stream, lengthOrData * byteLength), 0, lengthOrData);
  }
  const elements = toElements(dtype, lengthOrData, "the data of managed memory");
  const storage = Storage.managed(stream, elements.byteLength);
  const made = new Managed1D(dtype, storage, 0, elementCount(dtype, elements));
  made.hostView()?.set(elements as never);
  return made;
}

class Managed1D<D extends DType> extends Buffer1D<D> implements ManagedBuffer<D> {
  get view(): TypedArrayOf<D> {
    const { storage } = this[deviceArray];
    const { device } = storage;
    const view = this.hostView();
    if (view === undefined) throw new Error("internal: managed memory that the host does not see");
    if (!device.backend.hostMemory.isConcurrent && this.length > 0 && !device.isIdle()) {
      throw new CutsError(
        "CUTS_MANAGED_BUSY",
        `Cannot look at managed memory: ${device.id} works, and lets the host touch it only when it does not\nTry: await device.synchronize()`,
      );
    }
    return view;
  }

  advise(advice: ManagedAdvice): void {
    const { address, storage } = this.#open("advise on a buffer");
    if (this.length > 0) storage.device.backend.hostMemory.advise(address, this.byteLength, advice);
  }

  prefetch(to: "host" | "device"): void {
    const { address, storage } = this.#open("prefetch a buffer");
    if (this.length === 0) return;
    const stream = currentStream(storage.device);
    storage.order(stream, "write");
    stream.inOrder(() =>
      stream.backend.hostMemory.prefetch(address, this.byteLength, to, stream.backendStream),
    );
  }

  #open(action: string): DeviceArrayAccess {
    const access = this[deviceArray];
    if (!access.handle.isOpen) access.handle.throwEnded(action);
    return access;
  }
}
