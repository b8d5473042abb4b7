// The kernel groups of all element-wise operations, for the catalogue.

import type { KernelGroup } from "../kernels/kernel-group.js";
import { clipGroup } from "./clip-kernels.js";
import { families } from "./families.js";
// All operations: without them families are empty.
import "./functions.js";
import { iscloseGroup } from "./isclose-kernels.js";
import { shippedGroups } from "./operation-kernels.js";
import { reluGradientGroup } from "./relu-gradient.js";
import { selectGroup } from "./select-kernels.js";

/** The groups of all element-wise operations. */
export function elementwiseGroups(): readonly (() => KernelGroup)[] {
  return [
    selectGroup,
    clipGroup,
    iscloseGroup,
    reluGradientGroup,
    ...families.flatMap((one) => shippedGroups(one, one.groups)),
  ];
}
