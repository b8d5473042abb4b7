// Facts about a kernel or a region that decide how it is run. None of them changes what it computes.

import { THREAD } from "./abi.js";
import { calleeOf, type Instruction, isOrdered } from "../../../../compiler/ir/instruction.js";
import { type Block, hasInstruction, terminator } from "../../../../compiler/ir/module.js";
import { localsOf, successorsOf } from "../../../../compiler/ir/operands.js";
import type { Region } from "./region-plan.js";

/**
 * Whether a thread only asks for its index in the grid, blockIdx.x * blockDim.x + threadIdx.x: then it does not matter
 * where one block ends and the next one begins.
 */
export function isFlat(blocks: readonly Block[]): boolean {
  const starts = new Set<string>();
  const instructions = blocks.flatMap((b) => b.instructions);
  for (const i of instructions) {
    const names = localsOf(i);
    if (!names.includes("%cuts.bid.x")) continue;
    if (i.op !== "mul" || i.result === undefined || !names.includes("%cuts.bdim.x")) return false;
    starts.add(i.result);
  }
  return instructions.every((i) => {
    const names = localsOf(i);
    const isIndex = i.op === "add" && names.includes("%cuts.tid.x") && names.some((name) => starts.has(name));
    return isIndex || !names.some((name) => name === "%cuts.tid.x" || name === THREAD || starts.has(name));
  });
}

/** Whether a thread must not be mixed with others: it has atomics, fences or volatile accesses. */
export function hasOrder(region: Region): boolean {
  return hasInstruction(region, (i) => {
    if (i.op === "load" || i.op === "store") return isOrdered(i);
    return i.op === "fence" || i.op === "atomicrmw" || i.op === "cmpxchg";
  });
}

/** Whether four vectors at a time pay: LLVM does not interleave loops for WebAssembly by itself. */
export function isSmall(region: Region): boolean {
  return region.blocks.reduce((sum, b) => sum + b.instructions.length, 0) <= 60;
}

/** Bytes that one call may fill or copy, and instructions of a kernel, that take no time worth a limit. */
const FEW_BYTES = 256;
const FEW_INSTRUCTIONS = 1000;

/** Whether no path through the kernel repeats and none is long, so that it ends soon whatever its input is. */
export function isLoopFree(blocks: readonly Block[]): boolean {
  const state = new Map<string, "open" | "closed">();
  const byLabel = new Map(blocks.map((b) => [b.label, b]));
  const visit = (label: string): boolean => {
    const seen = state.get(label);
    if (seen) return seen === "closed";
    state.set(label, "open");
    const block = byLabel.get(label) as Block;
    const free = successorsOf(terminator(block)).every(visit);
    state.set(label, "closed");
    return free;
  };
  const instructions = blocks.flatMap((b) => b.instructions);
  if (instructions.length > FEW_INSTRUCTIONS || instructions.some(mayTakeLong)) return false;
  return blocks.length > 0 && visit((blocks[0] as Block).label);
}

/** Functions that do not return. */
const ENDS: ReadonlySet<string> = new Set(["@__cuts_trap", "@__cuts_assert_fail"]);

// A function may loop, and a memset or memcpy is one instruction however many bytes it is told to touch.
function mayTakeLong(i: Instruction): boolean {
  if (i.op !== "call") return false;
  const callee = calleeOf(i);
  if (callee !== undefined && ENDS.has(callee)) return false;
  if (!callee?.startsWith("@llvm.")) return true;
  if (!callee.startsWith("@llvm.mem")) return false;
  const length = i.args[2]?.value;
  return length?.kind !== "int" || length.value > FEW_BYTES;
}
