// The interface of a device as users see it: where kernels run and memory lives. The runtime itself uses DeviceCore
// (order/stream-core.ts), which extends it.

import type { DeviceProperties, MemoryUse } from "../../backend/backend.js";

/** A GPU, or the CPU of this machine. */
export interface Device {
  /** `cpu`, `cuda:0`. */
  readonly id: string;
  /** Its name, its limits, its memory. */
  readonly properties: DeviceProperties;
  /** The memory in use now, and the peak. */
  memory(): DeviceMemoryUse;
  /**
   * The most bytes that all arrays together may use; undefined means no limit. The initial value comes from `CUTS_MEMORY_LIMIT`
   * (`4GiB`, `50%`). An allocation beyond it first collects garbage and then throws `CUTS_OUT_OF_MEMORY`.
   */
  memoryLimit: number | undefined;
  /**
   * Returns freed memory that is kept for reuse to the system; waits for the device's work. For the cpu device this works on Linux
   * only; elsewhere the process keeps the memory for later arrays.
   */
  trim(): void;
  /** Settles when all work of all its streams is done; rejects with the first error that nobody received before. */
  synchronize(): Promise<void>;
  /** The same, blocking. */
  synchronizeSync(): void;
  /**
   * Drops all work of the device and restarts it. Promises that are pending reject with `CUTS_DEVICE_RESET`, and existing arrays
   * and graphs count as disposed. Modules, kernels and streams stay usable.
   */
  reset(): void;
  /** `cpu`, `cuda:0`. */
  toString(): string;
}

/** Memory of a device, in bytes. */
export interface DeviceMemoryUse extends MemoryUse {
  /** Bytes that arrays have requested, including workspaces that operations keep. Code and the device's own memory do not count. */
  readonly liveBytes: number;
  /** The highest value that `liveBytes` has had. */
  readonly peakBytes: number;
  /** The number of allocations so far, including those that were freed. */
  readonly allocations: number;
  readonly limitBytes: number | undefined;
}
