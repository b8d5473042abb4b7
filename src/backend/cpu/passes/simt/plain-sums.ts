// Before: some sums of 64 bits are written as `or disjoint`. After: they are `add`. Where LLVM later narrows an `or`, it forgets that it was a sum,
// and threads side by side would no longer have addresses side by side.

import type { Block } from "../../../../compiler/ir/module.js";
import { i64 } from "../../../../compiler/ir/type.js";

/** The blocks with plain sums. */
export function plainSums(blocks: readonly Block[]): readonly Block[] {
  return blocks.map(({ label, instructions }) => ({
    label,
    instructions: instructions.map((i) =>
      i.op === "or" && i.left.type === i64 && i.flags.includes("disjoint")
        ? { ...i, op: "add", flags: ["nuw", "nsw"] }
        : i,
    ),
  }));
}
