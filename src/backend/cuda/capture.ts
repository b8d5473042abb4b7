// What is recorded into a graph while a stream is captured: its launches, by which their arguments can be changed later,
// and the host memory that its copies read and write at every launch.

import type { BackendLaunch } from "../backend.js";
import type { CudaKernel } from "./cuda-kernel.js";
import type { StreamHandle } from "./event-pool.js";

/** A launch in a graph. */
export interface CapturedLaunch {
  readonly kernel: CudaKernel;
  readonly launch: BackendLaunch;
}

/** Host memory that copies of a graph use; it is told of each stream that the graph is launched on. */
interface CapturedBlock {
  usedOn(stream: StreamHandle): void;
}

export class Capture {
  readonly launches: CapturedLaunch[] = [];
  /** Page-locked memory that copies of the graph use. */
  readonly blocks = new Set<CapturedBlock>();
  /** What lives as long as the graph. */
  readonly owned: { dispose(): void }[] = [];
}
