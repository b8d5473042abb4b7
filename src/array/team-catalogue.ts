// Kernel groups for GPUs only, where the threads of a block work together; catalogue.ts lists the others.

import { joinGroup } from "./joining/join-at-once.js";
import type { KernelGroup } from "./kernels/kernel-group.js";
import { blockSortGroup } from "./order/block-sort.js";
import { countGroup } from "./order/count-kernels.js";
import { extentGroup } from "./order/extent.js";
import { selectFirstGroup } from "./order/select.js";
import { sweepGroup } from "./order/sweep-kernels.js";
import { scanSweepGroup } from "./reduction/scan-sweep.js";
import { varianceGroup } from "./reduction/variance-rows.js";

/**
 * The groups that are small enough to ship. Kernels of convolutions are not among them: they are compiled for the shapes that need
 * them.
 */
export function teamGroups(): readonly KernelGroup[] {
  return [
    joinGroup,
    blockSortGroup,
    countGroup,
    extentGroup,
    selectFirstGroup,
    sweepGroup,
    scanSweepGroup,
    varianceGroup,
  ].map((group) => group());
}
