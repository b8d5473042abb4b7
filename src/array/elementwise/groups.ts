// The kernel groups of all element-wise operations, for the catalogue.

import type { KernelGroup } from "../kernels/kernel-group.js";
import { clipGroup } from "./clip-kernels.js";
import { arithmetic, comparison, functions, logic } from "./families.js";
import { iscloseGroup } from "./isclose-kernels.js";
import { shippedGroups } from "./operation-kernels.js";
import { selectGroup } from "./select-kernels.js";
import { special, special2 } from "./special-families.js";

/** The groups of all element-wise operations. */
export function elementwiseGroups(): readonly (() => KernelGroup)[] {
  const families = [arithmetic, comparison, logic, functions, special, special2];
  return [selectGroup, clipGroup, iscloseGroup, ...families.flatMap((one) => shippedGroups(one, one.groups))];
}
