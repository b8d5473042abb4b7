// A launch as a backend receives it: checked against the device's limits, with all three sizes of grid and block.

import type { LaunchWatch } from "./watch.js";

/** A launch. */
export interface BackendLaunch {
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  readonly sharedBytes: number;
  readonly cooperative: boolean;
  readonly cluster: readonly [number, number, number] | undefined;
  readonly timeoutMs: number | undefined;
  /**
   * The number of elements that it processes; undefined if the kernel might never end, as a user's may. The cpu device may run a
   * small launch on the calling thread.
   */
  readonly work: number | undefined;
  /** The receiver of what watched code reports; undefined for other code. */
  readonly watch: LaunchWatch | undefined;
}
