// Functions that wait (`__syncthreads`, warp operations, loops that may wait for another thread) must be part of the
// kernel, whatever the program says about inlining. clang leaves those marked noinline alone; this takes the mark off, so
// that one more optimisation inlines them. What is left after that is recursive or called through a pointer: the pass
// refuses it, or, where it is a loop, lets it spin.

import { SYNC_FUNCTIONS } from "./abi.js";
import { buildCfg } from "./cfg.js";
import { calleeOf } from "./ir.js";
import { parseIr } from "./parse-ir.js";
import { findWaitingLoops, readersOf } from "./waiting-loops.js";

const MARKED_GROUP = /^attributes (#\d+) = \{.*\bnoinline\b/gm;
const DEFINITION = /^define .*$/gm;

/** The IR with the waiting functions free to be inlined; undefined when there is nothing to do. */
export function allowInlining(ir: string): string | undefined {
  const groups = new Set(Array.from(ir.matchAll(MARKED_GROUP), ([, group = ""]) => group));
  const isMarked = (text: string): boolean => groups.has(/(?:^| )(#\d+)\b/.exec(text)?.[1] ?? "");
  // Seldom there is one. To read the module takes as long as the rest of the pass, so it is not read for nothing.
  if (groups.size === 0 || !(ir.match(DEFINITION) ?? []).some(isMarked)) return undefined;
  const module = parseIr(ir);
  const marked = module.functions.filter((f) => isMarked(f.suffix));
  const readsOthers = readersOf(module.functions);
  const isInTheWay = marked.some(
    ({ name, blocks }) =>
      blocks.some((b) => b.instructions.some((i) => SYNC_FUNCTIONS.has(calleeOf(i) ?? ""))) ||
      (readsOthers(name) && findWaitingLoops(buildCfg(blocks), readsOthers).length > 0),
  );
  if (!isInTheWay) return undefined;
  // Callers marked noinline are in the way too; a group has no other meaning than its attributes.
  return ir.replace(/^attributes #\d+ = \{.*\}$/gm, (line) => line.replace(/\bnoinline /, ""));
}
