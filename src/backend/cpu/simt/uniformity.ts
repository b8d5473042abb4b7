// Which values are the same in all threads of a block (or of a warp), and which blocks they all reach together.
// Careful on purpose: what is not proved uniform is divergent. A plain load from a uniform address is uniform: a
// program in which another thread writes there between two barriers has a data race. Volatile and atomic loads are
// divergent, and so is a phi anywhere between a divergent branch and its post-dominator, which also covers loops
// that threads leave at different iterations.

import { COORDINATES, REDUCE_RESULT, THREAD, THREAD_COORDINATES } from "./abi.js";
import type { Cfg } from "./cfg.js";
import { reachable } from "./cfg.js";
import type { Instruction } from "./ir.js";
import { calleeOf, terminator } from "./ir.js";
import { sameInWarp } from "./warp-values.js";

export interface Uniformity {
  isUniform(value: string): boolean;
  /** True when some threads of the block may reach this block while others do not. */
  isDivergentBlock(block: number): boolean;
}

/**
 * Analyses one kernel; parameters are uniform. `among` says which threads are compared: those of a block, or those of a
 * warp where blockDim.x is a multiple of 32, so that the lanes of a warp have x from one multiple of 32 to the next.
 */
export function analyseUniformity(cfg: Cfg, among: "block" | "warp" = "block"): Uniformity {
  const isSame = among === "warp" ? sameInWarp(cfg) : () => false;
  const divergent = new Set<string>(among === "warp" ? ["%cuts.tid.x", THREAD] : THREAD_COORDINATES);
  const divergentBlocks = new Set<number>();
  const branched = new Set<number>();
  const users = new Map<string, { block: number; instruction: Instruction }[]>();
  const work: string[] = [];
  const mark = (value: string): void => {
    if (divergent.has(value)) return;
    divergent.add(value);
    work.push(value);
  };
  const branch = (block: number): void => {
    if (branched.has(block)) return;
    branched.add(block);
    const join = cfg.postDominator[block] as number;
    const influenced = reachable(cfg.successors, cfg.successors[block] ?? [], (b) => b === join);
    for (const b of influenced) {
      for (const { opcode, result } of cfg.blocks[b]?.instructions ?? []) {
        if (opcode === "phi" && result) mark(result);
      }
      if (b !== join) divergentBlocks.add(b);
    }
  };
  cfg.blocks.forEach((block, i) => {
    for (const instruction of block.instructions) {
      for (const name of instruction.operands) {
        const list = users.get(name) ?? [];
        list.push({ block: i, instruction });
        users.set(name, list);
      }
      if (instruction.result && isSource(instruction) && !isSame(instruction)) mark(instruction.result);
    }
  });
  work.push(...divergent);
  while (work.length > 0) {
    for (const { block, instruction } of users.get(work.pop() as string) ?? []) {
      if (instruction.result && !isBlockWide(instruction) && !isSame(instruction)) mark(instruction.result);
      if (instruction === terminator(cfg.blocks[block] as Cfg["blocks"][number])) branch(block);
    }
  }
  return {
    isUniform: (value) => !divergent.has(value),
    isDivergentBlock: (block) => divergentBlocks.has(block),
  };
}

// A result that may differ between threads whatever its operands are.
function isSource(instruction: Instruction): boolean {
  switch (instruction.opcode) {
    case "load":
      return /^load (atomic|volatile) /.test(instruction.text);
    case "atomicrmw":
    case "cmpxchg":
    case "alloca":
      return true;
    case "call": {
      const callee = calleeOf(instruction);
      if (!callee || isBlockWide(instruction)) return !callee;
      const coordinate = COORDINATES.get(callee);
      if (coordinate) return THREAD_COORDINATES.has(coordinate);
      return !/^@llvm\.(smax|smin|umax|umin|abs|fabs|sqrt|fma|fmuladd|ctpop|ctlz|cttz|bswap|bitreverse|fsh[lr]|floor|ceil|trunc|rint|nearbyint|minnum|maxnum|minimum|maximum|copysign|[us]add|[us]sub|[us]mul)\b/.test(
        callee,
      );
    }
    default:
      return false;
  }
}

// __syncthreads_count and its like give every thread the same answer.
function isBlockWide(instruction: Instruction): boolean {
  return calleeOf(instruction) === REDUCE_RESULT;
}
