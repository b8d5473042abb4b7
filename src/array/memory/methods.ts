// Methods for the memory of an array: where the host sees it, and copies to memory that is there already.

import type { ManagedAdvice } from "../../backend/backend.js";
import type { DType, TypedArrayOf } from "../../core/dtype.js";
import { addMethods } from "../add-methods.js";
import type { NDArray } from "../ndarray.js";
import { type IpcHandle, ipcHandle } from "./ipc.js";
import { advise, prefetch } from "./managed.js";
import { copyTo, dataInto, hostView, isHostVisible } from "./transfer.js";

/** The memory of arrays. */
export interface MemoryMethods<D extends DType> {
  /**
   * Copies the elements, in C order, to the beginning of `target`, and gives it back; from a GPU {@link pinned} memory is
   * fastest. @throws RangeError `CUTS_DATA_LENGTH` where there is no room.
   */
  dataInto<T extends TypedArrayOf<D>>(target: T): Promise<T>;
  /**
   * Copies the elements to another array, which may be on another device, or to the beginning of {@link pinned} memory, on
   * the current stream; returns at once. What is in pinned memory may be looked at when the stream was awaited.
   */
  copyTo(target: NDArray<D> | TypedArrayOf<D>): void;
  /** Whether the host sees its memory: managed and pinned memory, and all memory of the cpu device. */
  readonly isHostVisible: boolean;
  /**
   * The memory itself as a typed array, where the host sees it and the elements lie in C order without gaps. It shows what is
   * there now: await the work that writes it first, and do not use it after `dispose()`. It keeps the array alive; a `subarray()`
   * of it does not, so keep one of them. Bytes of booleans must be 0 or 1. A new array of the cpu device may have the memory of one that was disposed or dropped
   * just before: then this waits for the work that still uses it.
   * @throws CutsError `CUTS_HOST_VIEW` for other arrays; `CUTS_MANAGED_BUSY` where the device must be idle for that (managed
   * memory on Windows and of older GPUs): take it anew after each await there.
   * @example
   * using x = cu.zeros(3, { memory: "managed" });
   * await x.device.synchronize();
   * x.hostView()[0] = 5;
   */
  hostView(): TypedArrayOf<D>;
  /** Tells the driver how managed memory will be used; it has no effect on results. */
  advise(advice: ManagedAdvice): void;
  /** Moves managed memory to one side ahead of its use, on the current stream. */
  prefetch(to: "host" | "device"): void;
  /**
   * What another process needs to use the same memory; the array must have been made with `{ ipc: true }` and must live as
   * long as the other uses it. It is plain data, to be sent by any way, such as `child.send`.
   * @throws UnsupportedError `CUTS_IPC` for other arrays and on the cpu; TypeError where the elements do not lie in C order.
   */
  ipcHandle(): IpcHandle<D>;
}

declare module "../ndarray.js" {
  interface NDArray<out D extends DType = DType> extends MemoryMethods<D> {}
}

const memoryMethods: MemoryMethods<DType> & ThisType<NDArray> = {
  dataInto(target) {
    return dataInto(this, target);
  },
  copyTo(target) {
    copyTo(this, target);
  },
  get isHostVisible(): boolean {
    return isHostVisible(this);
  },
  hostView() {
    return hostView(this);
  },
  advise(advice) {
    advise(this, advice);
  },
  prefetch(to) {
    prefetch(this, to);
  },
  ipcHandle() {
    return ipcHandle(this);
  },
};

addMethods(memoryMethods);
