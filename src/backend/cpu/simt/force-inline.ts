// Functions that wait (`__syncthreads`, warp operations) must be part of the kernel, whatever the program says about
// inlining. clang leaves those marked noinline alone; this takes the mark off, so that one more optimisation inlines
// them. What is left after that is recursive or called through a pointer, and the pass refuses it.

import { SYNC_FUNCTIONS } from "./abi.js";
import { calleeOf } from "./ir.js";
import { parseIr } from "./parse-ir.js";

/** The IR with the waiting functions free to be inlined; undefined when there is nothing to do. */
export function allowInlining(ir: string): string | undefined {
  const module = parseIr(ir);
  const groups = new Set<string>();
  for (const f of module.functions) {
    const waits = f.blocks.some((b) => b.instructions.some((i) => SYNC_FUNCTIONS.has(calleeOf(i) ?? "")));
    const group = /#\d+/.exec(f.suffix)?.[0];
    if (waits && group && /\bnoinline\b/.test(module.attributeGroups.get(group) ?? "")) groups.add(group);
  }
  if (groups.size === 0) return undefined;
  // Callers marked noinline are in the way too; a group has no other meaning than its attributes.
  return ir.replace(/^attributes #\d+ = \{.*\}$/gm, (line) => line.replace(/\bnoinline /, ""));
}
