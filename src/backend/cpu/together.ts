// Whether all blocks of a launch run at the same time, so that one block may wait for any other.

import type { BackendLaunch } from "../backend.js";
import { sharedBytesOf } from "./launch-block.js";
import type { KernelInfo } from "./passes/simt/lower-kernel.js";
import { contextBytes } from "./passes/simt/region-plan.js";

/** Most memory of blocks that nobody has asked to run together. */
const UNASKED_BYTES = 16 * 1024 * 1024;

/**
 * CUDA promises nothing to a block that waits for a later one without a cooperative launch, but a GPU runs both at once
 * where it has room for them, and programs rely on that: where threads may wait for others, so does the cpu device.
 */
export function runsTogether(info: KernelInfo, launch: BackendLaunch): boolean {
  if (launch.cooperative || info.gridSync) return true;
  const { grid, block } = launch;
  const blocks = grid[0] * grid[1] * grid[2];
  const bytes =
    sharedBytesOf(info, launch) + contextBytes(info.contextBytesPerThread, block[0] * block[1] * block[2]);
  return info.mayYield && blocks > 1 && blocks * bytes <= UNASKED_BYTES;
}
