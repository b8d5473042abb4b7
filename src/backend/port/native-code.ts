// What native code of the process, such as an addon or a vendor's library, can use of a device.

import type { BackendStream } from "./streams.js";

/** Memory of a device that is the process's own, so that native functions can follow pointers into it. */
export interface ProcessMemory {
  /** The pointer for code of the process to the memory at a device address. */
  toNative(address: number): bigint;
  /** The device address of the memory at `pointer`; undefined if it is not the device's memory. */
  fromNative(pointer: bigint): number | undefined;
}

/** The capability to let native code submit work to streams of a device. */
export interface NativeStreams {
  /**
   * Makes this the current device of the native code that is called next on this thread, and returns the native handle of the
   * stream. Undefined if a kernel has broken the device: its work is dropped. If the work fails later, the error mentions `name`.
   */
  enter(stream: BackendStream, name: string): number | undefined;
}
