// What depends on some values of a function: values computed from them, and phis that tell which way a branch on them went.

import type { Cfg } from "../../../../compiler/ir/cfg.js";
import { reachable } from "../../../../compiler/ir/cfg.js";
import { usesIn } from "../../../../compiler/ir/definitions.js";
import type { Instruction } from "../../../../compiler/ir/instruction.js";
import { terminator } from "../../../../compiler/ir/module.js";

export interface Influence {
  has(value: string): boolean;
  /** True when a branch on such a value decides whether control reaches this block. */
  isDecided(block: number): boolean;
  /** Blocks that end with a branch on such a value. */
  readonly branches: ReadonlySet<number>;
}

/** Follows the `seeds` through a function; results of instructions that `isFixed` depend on nothing. */
export function influenceOf(
  cfg: Cfg,
  seeds: Iterable<string>,
  isFixed: (i: Instruction) => boolean,
): Influence {
  const influenced = new Set<string>(seeds);
  const decided = new Set<number>();
  const branches = new Set<number>();
  const uses = usesIn(cfg);
  const work = [...influenced];
  const mark = (value: string): void => {
    if (influenced.has(value)) return;
    influenced.add(value);
    work.push(value);
  };
  const branch = (block: number): void => {
    if (branches.has(block)) return;
    branches.add(block);
    for (const b of beforeJoin(cfg, block)) {
      for (const i of cfg.blocks[b]?.instructions ?? []) {
        if (i.op === "phi" && i.result) mark(i.result);
      }
      if (b !== cfg.postDominator[block]) decided.add(b);
    }
  };
  while (work.length > 0) {
    for (const { block, instruction } of uses.get(work.pop() as string) ?? []) {
      if (instruction.result && !isFixed(instruction)) mark(instruction.result);
      if (instruction === terminator(cfg.blocks[block] as Cfg["blocks"][number])) branch(block);
    }
  }
  return {
    has: (value) => influenced.has(value),
    isDecided: (block) => decided.has(block),
    branches,
  };
}

/** Blocks that control may pass after a branch until all its ways have met, the one where they meet included. */
export function beforeJoin(cfg: Cfg, branch: number): Set<number> {
  const join = cfg.postDominator[branch] as number;
  return reachable(cfg.successors, cfg.successors[branch] ?? [], (b) => b === join);
}
