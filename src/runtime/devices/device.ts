// The interface of a device as users see it: where kernels run and memory lives. The runtime itself uses DeviceCore
// (order/stream-core.ts), which extends it.

import type { DeviceProperties, MemoryUse } from "../../backend/backend.js";

/** A GPU, or the CPU of this machine. */
export interface Device {
  /** `cpu`, `cuda:0`. */
  readonly id: string;
  /** Its name, its limits, its memory. */
  readonly properties: DeviceProperties;
  /** The memory in use now, and what it was at most. */
  memory(): DeviceMemoryUse;
  /**
   * How many bytes arrays may take in all, undefined for no limit; from `CUTS_MEMORY_LIMIT` (`4GiB`, `50%`) at first. A
   * buffer beyond it is an error `CUTS_OUT_OF_MEMORY`, after garbage was collected.
   */
  memoryLimit: number | undefined;
  /**
   * Gives memory that is kept for later back to the system; waits for the device's work. On the cpu device only Linux takes
   * it back; elsewhere it stays with the process, for the next arrays.
   */
  trim(): void;
  /** Settles when all work of all its streams is done; rejects with its first error that nobody got before. */
  synchronize(): Promise<void>;
  /** The same, blocking. */
  synchronizeSync(): void;
  /**
   * Drops all work of the device and starts it anew: what is awaited meanwhile rejects with `CUTS_DEVICE_RESET`, and arrays and
   * graphs from before are refused as disposed ones are. Code and streams work on.
   */
  reset(): void;
  /** `cpu`, `cuda:0`. */
  toString(): string;
}

/** Memory of a device, in bytes. */
export interface DeviceMemoryUse extends MemoryUse {
  /**
   * What arrays take, in bytes as they asked for them; memory that operations keep to work in counts as well, code and what a
   * device needs for itself do not.
   */
  readonly liveBytes: number;
  /** The most that `liveBytes` has been. */
  readonly peakBytes: number;
  /** How many pieces of memory were ever allocated, those that were freed since too. */
  readonly allocations: number;
  readonly limitBytes: number | undefined;
}
