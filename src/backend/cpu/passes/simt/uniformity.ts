// Which values are the same in all threads of a block (or of a warp), and which blocks they all reach together.
// Careful on purpose: what is not proved uniform is divergent. A plain load from a uniform address is uniform: a
// program in which another thread writes there between two barriers has a data race. Volatile and atomic loads are
// divergent, and so is a phi anywhere between a divergent branch and its post-dominator, which also covers loops
// that threads leave at different iterations.

import { COORDINATES, REDUCE_RESULT, THREAD, THREAD_COORDINATES } from "./abi.js";
import type { Cfg } from "../../../../compiler/ir/cfg.js";
import { influenceOf } from "./influence.js";
import { calleeOf, type Instruction, intrinsicOf, isOrdered } from "../../../../compiler/ir/instruction.js";
import { sameInWarp } from "./warp-values.js";

export interface Uniformity {
  isUniform(value: string): boolean;
  /** True when some threads of the block may reach this block while others do not. */
  isDivergentBlock(block: number): boolean;
}

/**
 * Analyses one kernel; parameters are uniform. `among` says which threads are compared: those of a block, or those of a
 * warp where blockDim.x is a multiple of 32, so that the lanes of a warp have x from one multiple of 32 to the next.
 * Blocks in which threads may see what others of their block have just written are unsteady: loads there differ.
 */
export function analyseUniformity(
  cfg: Cfg,
  among: "block" | "warp" = "block",
  isUnsteady: (block: number) => boolean = () => false,
): Uniformity {
  const isSame = among === "warp" ? sameInWarp(cfg) : () => false;
  const seeds = new Set<string>(among === "warp" ? ["%cuts.tid.x", THREAD] : THREAD_COORDINATES);
  cfg.blocks.forEach((block, at) => {
    for (const i of block.instructions) {
      const differs = isSource(i) || (i.op === "load" && isUnsteady(at));
      if (i.result && differs && !isSame(i)) seeds.add(i.result);
    }
  });
  const divergent = influenceOf(cfg, seeds, (i) => isBlockWide(i) || isSame(i));
  return {
    isUniform: (value) => !divergent.has(value),
    isDivergentBlock: (block) => divergent.isDecided(block),
  };
}

/** Intrinsics whose results are the same where their operands are. */
const SAME: ReadonlySet<string> = new Set(
  (
    "smax smin umax umin abs fabs sqrt fma fmuladd ctpop ctlz cttz bswap bitreverse fshl fshr floor ceil trunc rint nearbyint " +
    "copysign minnum maxnum minimum maximum uadd sadd usub ssub umul smul"
  ).split(" "),
);

// A result that may differ between threads whatever its operands are.
function isSource(i: Instruction): boolean {
  switch (i.op) {
    case "load":
      return isOrdered(i);
    case "atomicrmw":
    case "cmpxchg":
    case "alloca":
      return true;
    case "call": {
      const callee = calleeOf(i);
      if (callee === undefined) return true;
      if (isBlockWide(i)) return false;
      const coordinate = COORDINATES.get(callee);
      if (coordinate !== undefined) return THREAD_COORDINATES.has(coordinate);
      return !SAME.has(intrinsicOf(i) ?? "");
    }
    default:
      return false;
  }
}

// __syncthreads_count and its like give every thread the same answer.
function isBlockWide(i: Instruction): boolean {
  return calleeOf(i) === REDUCE_RESULT;
}
