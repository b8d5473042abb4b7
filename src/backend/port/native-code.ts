// What native code of the process, such as an addon or a library of another vendor, can have of a device.

import type { BackendStream } from "./streams.js";

/** Memory of a device that is the process's own, so that native functions can follow pointers into it. */
export interface ProcessMemory {
  /** Where code of the process finds the memory at an address. */
  toNative(address: number): bigint;
  /** The address of memory that the process has at `pointer`; undefined where that is none of the device. */
  fromNative(pointer: bigint): number | undefined;
}

/** Streams of a device that native code gives work to. */
export interface NativeStreams {
  /**
   * Makes this the device of native code that is called next on this thread, and gives such code's handle of a stream.
   * Undefined for a device that a kernel has broken: its work is dropped. `name` is told when the work fails later.
   */
  enter(stream: BackendStream, name: string): number | undefined;
}
