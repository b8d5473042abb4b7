// Before: some sums of 64 bits are written as `or disjoint`. After: they are `add`. Where LLVM later narrows an `or`, it forgets that it was a sum,
// and threads side by side would no longer have addresses side by side.

import { NEVER_WRAPS } from "../../../../compiler/ir/code.js";
import { isSum } from "../../../../compiler/ir/instruction.js";
import { type Block, mapBlocks } from "../../../../compiler/ir/module.js";
import { i64 } from "../../../../compiler/ir/type.js";

/** The blocks with plain sums. */
export function plainSums(blocks: readonly Block[]): readonly Block[] {
  return mapBlocks(blocks, (i) =>
    i.op === "or" && i.left.type === i64 && isSum(i) ? { ...i, op: "add", flags: NEVER_WRAPS } : i,
  );
}
