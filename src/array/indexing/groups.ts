// The kernel groups of this folder, for the catalogue.

import type { KernelGroup } from "../kernels/kernel-group.js";
import { indexGroup } from "./index-kernels.js";
import { maskGroup } from "./mask-kernels.js";
import { scatterGroup } from "./scatter.js";

/** The kernel groups of indexing. */
export function indexingGroups(): readonly (() => KernelGroup)[] {
  return [indexGroup, maskGroup, scatterGroup];
}
