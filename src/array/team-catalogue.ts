// The groups of kernels that only devices with teams of threads take, beside those of the catalogue.

import { joinGroup } from "./joining/join-at-once.js";
import type { KernelGroup } from "./kernels/kernel-group.js";
import { blockSortGroup } from "./order/block-sort.js";
import { countGroup } from "./order/count-kernels.js";
import { extentGroup } from "./order/extent.js";
import { selectFirstGroup } from "./order/select.js";
import { sweepGroup } from "./order/sweep-kernels.js";
import { scanSweepGroup } from "./reduction/scan-sweep.js";
import { varianceGroup } from "./reduction/variance-rows.js";

/** Those of them that are small enough to be shipped: kernels of convolutions are compiled by the shapes that need them. */
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
