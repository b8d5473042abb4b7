// The capability to share memory with the host: page-locked memory, and managed memory, which moves between host and device.

import type { BackendStream } from "./streams.js";
import type { Work } from "./work.js";
import type { Allocation } from "./allocation.js";

/** Page-locked host memory, which the device can copy from and to asynchronously. */
export interface HostMemory {
  readonly bytes: Uint8Array;
  /** Frees it after the copies that use it. `bytes` is detached if the engine supports that. */
  dispose(): void;
}

/** How managed memory will be used: mostly read, mostly by one side, or unknown. */
export type ManagedAdvice = "read-mostly" | "prefer-device" | "prefer-host" | "none";

/** Memory that host and device share. */
export interface BackendHostMemory {
  /** False if the host must not access managed memory while the device has work. */
  readonly isConcurrent: boolean;
  /** Allocates host memory, page-locked if that makes copies faster. */
  allocate(byteLength: number): HostMemory;
  /** Copies to the device. The memory is read in the order of the stream, so it must not change until then. */
  writeFrom(
    memory: HostMemory,
    byteOffset: number,
    address: number,
    byteLength: number,
    stream: BackendStream,
    work: Work,
  ): void;
  /** Copies from the device, in the order of the stream. */
  readInto(
    memory: HostMemory,
    byteOffset: number,
    address: number,
    byteLength: number,
    stream: BackendStream,
    work: Work,
  ): void;
  /** Allocates managed memory, which both sides see; freed by the device's `free`. */
  allocateManaged(byteLength: number): Allocation;
  /** Allocates page-locked host memory that the device sees; freed by the device's `free`. */
  allocatePinned(byteLength: number): Allocation;
  advise(address: number, byteLength: number, advice: ManagedAdvice): void;
  /** Moves managed memory to one side before that side uses it. */
  prefetch(address: number, byteLength: number, to: "host" | "device", stream: BackendStream): void;
}
