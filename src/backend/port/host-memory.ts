// The capability to share memory with the host: page-locked memory, and managed memory that moves between both.

import type { BackendStream } from "./streams.js";
import type { Work } from "./work.js";
import type { Allocation } from "./allocation.js";

/** Host memory that the device copies from and to by itself. */
export interface HostMemory {
  readonly bytes: Uint8Array;
  /** Gives it back when the copies that use it are done; `bytes` is empty then where the engine can do that. */
  dispose(): void;
}

/** How managed memory will be used: mostly read, or mostly by one side, or with nothing known of it. */
export type ManagedAdvice = "read-mostly" | "prefer-device" | "prefer-host" | "none";

/** Memory that host and device share. */
export interface BackendHostMemory {
  /** False where the host must not touch managed memory while the device works. */
  readonly isConcurrent: boolean;
  /** Page-locked memory, where the device has a use for that. */
  allocate(byteLength: number): HostMemory;
  /** Copies to the device; the memory is read when its turn in the stream comes. */
  writeFrom(
    memory: HostMemory,
    byteOffset: number,
    address: number,
    byteLength: number,
    stream: BackendStream,
    work: Work,
  ): void;
  /** Copies from the device when its turn in the stream comes. */
  readInto(
    memory: HostMemory,
    byteOffset: number,
    address: number,
    byteLength: number,
    stream: BackendStream,
    work: Work,
  ): void;
  /** Memory that both sides see and that moves between them; freed by the device's `free`. */
  allocateManaged(byteLength: number): Allocation;
  /** Page-locked memory of the host, at an address at which the device sees it; freed by the device's `free`. */
  allocatePinned(byteLength: number): Allocation;
  advise(address: number, byteLength: number, advice: ManagedAdvice): void;
  /** Moves managed memory to one side ahead of its use. */
  prefetch(address: number, byteLength: number, to: "host" | "device", stream: BackendStream): void;
}
