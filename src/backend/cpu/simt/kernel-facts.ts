// Facts about a kernel or a region that decide how it is run. None of them changes what it computes.

import { THREAD } from "./abi.js";
import type { Block, Instruction } from "./ir.js";
import { calleeOf, localsOf, opcodeOf, textOf, successors } from "./ir.js";
import type { Region } from "./region-plan.js";

/**
 * Whether a thread only asks for its index in the grid, blockIdx.x * blockDim.x + threadIdx.x: then it does not matter
 * where one block ends and the next one begins.
 */
export function isFlat(blocks: readonly Block[]): boolean {
  const starts = new Set<string>();
  const instructions = blocks.flatMap((b) => b.instructions);
  for (const i of instructions) {
    if (
      /^mul(?: nuw| nsw)* i32 (%cuts\.bdim\.x, %cuts\.bid\.x|%cuts\.bid\.x, %cuts\.bdim\.x)$/.test(textOf(i))
    ) {
      starts.add(i.result as string);
    } else if (localsOf(i).includes("%cuts.bid.x")) return false;
  }
  return instructions.every((i) => {
    const isIndex = /^add(?: nuw| nsw)* i32 (\S+), (\S+)$/.exec(textOf(i));
    const pair = [isIndex?.[1], isIndex?.[2]];
    if (pair.includes("%cuts.tid.x") && pair.some((name) => starts.has(name ?? ""))) return true;
    return !localsOf(i).some((name) => name === "%cuts.tid.x" || name === THREAD || starts.has(name));
  });
}

/** Whether a thread must not be mixed with others: it has atomics, fences or volatile accesses. */
export function hasOrder(region: Region): boolean {
  return region.blocks.some((b) =>
    b.instructions.some(
      (i) =>
        /^(fence|atomicrmw|cmpxchg)$/.test(opcodeOf(i)) || /^(load|store) (atomic|volatile) /.test(textOf(i)),
    ),
  );
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
    const free = successors(block).every(visit);
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
  if (opcodeOf(i) !== "call") return false;
  const callee = calleeOf(i);
  if (callee !== undefined && ENDS.has(callee)) return false;
  if (!callee?.startsWith("@llvm.")) return true;
  if (!callee.startsWith("@llvm.mem")) return false;
  const bytes = /, i(?:32|64) (\d+), i1 (?:true|false)\)/.exec(textOf(i))?.[1];
  return bytes === undefined || Number(bytes) > FEW_BYTES;
}
