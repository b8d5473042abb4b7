// Functions that wait (`__syncthreads`, warp operations, loops that may wait for another thread) must be part of the
// kernel, whatever the program says about inlining and however seldom the optimiser expects a call to run. clang leaves
// those marked noinline alone, and those that are called where little time is spent; this marks them alwaysinline, with the
// functions that call them, so that one more optimisation inlines them. What is left after that is recursive or called
// through a pointer: the pass refuses it, or, where it is a loop, lets it spin.

import { SYNC_FUNCTIONS } from "./abi.js";
import { buildCfg } from "../../../compiler/ir/cfg.js";
import type { IrFunction } from "./ir.js";
import { calleeOf } from "./ir.js";
import { kernelHeads } from "./only-kernels.js";
import { parseModule } from "../../../compiler/ir/parse-module.js";
import { headOf } from "../../../compiler/ir/parse-function.js";
import { findWaitingLoops, readersOf } from "./waiting-loops.js";

const FUNCTION = /^define .*\n(?:(?!\}$).*\n)*/gm;
/** A call that waits, or what a loop that waits for another thread has in it. */
const MAY_WAIT = new RegExp(
  `(?:${[...SYNC_FUNCTIONS].join("|")})\\(|^ {2}.*\\b(?:atomicrmw|cmpxchg|fence|atomic|volatile) `,
  "m",
);

/** The IR with the functions that wait marked alwaysinline; undefined when all that waits is in kernels. */
export function inlineWaiting(ir: string): string | undefined {
  const isKernel = kernelHeads(ir);
  const isCalled = (text: string): boolean => !isKernel(text.slice(0, text.indexOf("\n")));
  // To read the module takes as long as the rest of the pass, and most have no such function.
  if (!(ir.match(FUNCTION) ?? []).some((text) => MAY_WAIT.test(text) && isCalled(text))) return undefined;
  const waiting = waitingFunctions(parseModule(ir).functions);
  let isFound = false;
  const marked = ir.replace(/^define .*$/gm, (line) => {
    if (isKernel(line) || !waiting.has(headOf(line).name)) return line;
    isFound = true;
    const end = line.lastIndexOf(") ");
    return line.slice(0, end) + line.slice(end).replace(/ (?=#\d+ )/, " alwaysinline ");
  });
  if (!isFound) return undefined;
  // These marks exclude alwaysinline. Other functions that share the group may then be inlined too.
  return marked.replace(/^attributes #\d+ = \{.*\}$/gm, (line) =>
    line.replace(/\b(?:noinline|optnone) /g, ""),
  );
}

/** Names of the functions that wait, themselves or in what they call. */
function waitingFunctions(functions: readonly IrFunction[]): ReadonlySet<string> {
  const readsOthers = readersOf(functions);
  const waits = new Set<string>(SYNC_FUNCTIONS);
  for (const { name, blocks } of functions) {
    if (readsOthers(name) && findWaitingLoops(buildCfg(blocks), readsOthers).length > 0) waits.add(name);
  }
  for (let size = -1; size !== waits.size; ) {
    size = waits.size;
    for (const { name, blocks } of functions) {
      if (blocks.some((b) => b.instructions.some((i) => waits.has(calleeOf(i) ?? "")))) waits.add(name);
    }
  }
  return waits;
}
