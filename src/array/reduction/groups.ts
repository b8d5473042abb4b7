// The kernel groups of this folder, for the catalogue.

import type { KernelGroup } from "../kernels/kernel-group.js";
import { argGroups } from "./arg-kernels.js";
import { reduceGroups } from "./reduce-kernels.js";
import { scanGroups } from "./scan-kernels.js";
import { softmaxGroups } from "./softmax-kernels.js";

/** The kernel groups of reductions, scans and softmax. */
export function reductionGroups(): readonly (() => KernelGroup)[] {
  return [...reduceGroups(), ...argGroups(), ...scanGroups(), ...softmaxGroups()];
}
