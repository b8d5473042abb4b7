// The capability to share memory with other processes and other devices.

import type { BackendStream } from "./streams.js";
import type { Allocation } from "./allocation.js";

/** Memory that other processes and other devices reach. */
export interface BackendSharing {
  /** Memory that another process can open; freed by the device's `free`. */
  allocate(byteLength: number): Allocation;
  /** What another process needs to open it: 64 bytes. */
  export(allocation: Allocation): Uint8Array;
  /** The memory of another process; given up by the device's `free`. */
  open(handle: Uint8Array, byteLength: number): Allocation;
  /**
   * Copies from another device, after the work of `fromStream` and before what comes later there; false where the two know
   * no such way.
   */
  copyFrom(
    peer: BackendSharing,
    fromStream: BackendStream,
    from: number,
    to: number,
    byteLength: number,
    stream: BackendStream,
  ): boolean;
}
