// Which SSA values are live at the start of each block: the classic backward data flow. A phi's operand is used at
// the end of the predecessor it comes from, not in the phi's block.

import type { Cfg } from "../../../../compiler/ir/cfg.js";
import { localsOf } from "../../../../compiler/ir/operands.js";

/** Values live at the start of each block, by block number. */
export function liveIn(cfg: Cfg): readonly ReadonlySet<string>[] {
  const { blocks, index } = cfg;
  const uses: Set<string>[] = blocks.map(() => new Set());
  const defs: Set<string>[] = blocks.map(() => new Set());
  const atEnd: Set<string>[] = blocks.map(() => new Set());
  blocks.forEach((block, i) => {
    const used = uses[i] as Set<string>;
    const defined = defs[i] as Set<string>;
    for (const instruction of block.instructions) {
      if (instruction.op === "phi") {
        for (const way of instruction.incoming) {
          const from = index.get(way.from);
          if (from !== undefined && way.value.kind === "local") atEnd[from]?.add(way.value.name);
        }
      } else {
        for (const name of localsOf(instruction)) if (!defined.has(name)) used.add(name);
      }
      if (instruction.result) defined.add(instruction.result);
    }
  });
  const live: Set<string>[] = blocks.map((_, i) => new Set(uses[i]));
  for (let changed = true; changed; ) {
    changed = false;
    for (let i = blocks.length - 1; i >= 0; i--) {
      const mine = live[i] as Set<string>;
      const size = mine.size;
      const defined = defs[i] as Set<string>;
      for (const name of atEnd[i] as Set<string>) if (!defined.has(name)) mine.add(name);
      for (const target of cfg.successors[i] ?? []) {
        for (const name of live[target] as Set<string>) if (!defined.has(name)) mine.add(name);
      }
      if (mine.size !== size) changed = true;
    }
  }
  return live;
}
