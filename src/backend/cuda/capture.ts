// What is recorded into a graph while a stream is captured: its launches, by which their arguments can be changed later,
// and the host memory that its copies read and write at every launch.

import type { BackendLaunch } from "../backend.js";
import type { CudaKernel } from "./cuda-kernel.js";
import type { HostBlock } from "./host-blocks.js";

/** A launch in a graph. */
export interface CapturedLaunch {
  readonly kernel: CudaKernel;
  readonly launch: BackendLaunch;
}

export class Capture {
  readonly launches: CapturedLaunch[] = [];
  /** Page-locked memory that copies of the graph use. */
  readonly blocks = new Set<HostBlock>();
  /** What lives as long as the graph. */
  readonly owned: { dispose(): void }[] = [];
}
