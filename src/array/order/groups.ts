// The kernel groups of this folder, for the catalogue.

import type { KernelGroup } from "../kernels/kernel-group.js";
import { histogramGroup } from "./histogram-kernels.js";
import { searchGroup } from "./search.js";
import { sortGroups } from "./sort-kernels.js";

/** The kernel groups of sorting, searching and counting. */
export function orderGroups(): readonly (() => KernelGroup)[] {
  return [...sortGroups(), histogramGroup, searchGroup];
}
