// The capability to share memory with other processes and other devices.

import type { BackendStream } from "./streams.js";
import type { Allocation } from "./allocation.js";

/** Shares memory with other processes and other devices. */
export interface BackendSharing {
  /** Memory that another process can open; freed by the device's `free`. */
  allocate(byteLength: number): Allocation;
  /** The handle of 64 bytes with which another process can open it. */
  export(allocation: Allocation): Uint8Array;
  /** Opens memory of another process; closed by the device's `free`. */
  open(handle: Uint8Array, byteLength: number): Allocation;
  /**
   * Copies from another device, ordered after earlier and before later work of `fromStream`. False if the two devices cannot copy
   * directly.
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
