// What is recorded while a stream is captured into a graph: its launches, so that their arguments can be changed later, and the
// host memory that its copies use at every launch.

import type { BackendLaunch } from "../backend.js";
import type { CudaKernel } from "./cuda-kernel.js";
import type { StreamHandle } from "./event-pool.js";

/** A launch in a graph. */
export interface CapturedLaunch {
  readonly kernel: CudaKernel;
  readonly launch: BackendLaunch;
}

/** Host memory that copies of a graph use. `usedOn` is called for each launch of the graph. */
interface CapturedBlock {
  usedOn(stream: StreamHandle): void;
}

export class Capture {
  readonly launches: CapturedLaunch[] = [];
  /** Page-locked memory that copies of the graph use. */
  readonly blocks = new Set<CapturedBlock>();
  /** Objects that are disposed together with the graph. */
  readonly owned: { dispose(): void }[] = [];
}
