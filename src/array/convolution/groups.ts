// The kernel groups of this folder, for the catalogue.

import type { KernelGroup } from "../kernels/kernel-group.js";
import { convGroup } from "./conv-kernels.js";
import { correlateGroup } from "./correlate-kernels.js";

/** The kernel groups of convolutions. */
export function convolutionGroups(): readonly (() => KernelGroup)[] {
  return [correlateGroup, convGroup];
}
