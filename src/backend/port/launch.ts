// A launch, as a device gets it: checked against its limits, with sizes in all three axes.

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
   * How many elements it works on; undefined for kernels that are not known to end. A device whose threads are the
   * processor's may run a launch of little work on the calling thread.
   */
  readonly work: number | undefined;
  /** Who is told what watched code does; undefined for other code. */
  readonly watch: LaunchWatch | undefined;
}
