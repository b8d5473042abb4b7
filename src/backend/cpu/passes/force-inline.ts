// Before: functions that wait (`__syncthreads`, warp operations, loops that may wait for another thread) may be functions of their own: marked
// noinline, or not worth inlining to clang. After: they are marked alwaysinline, and so are the functions that call them, so that the optimiser,
// which runs once more, makes them part of the kernel. What is not inlined then is recursive or called through a pointer. The pass refuses a function
// of that kind that waits, and lets a loop in one spin.

import { attributesIn } from "../../../compiler/ir/attributes.js";
import { buildCfg } from "../../../compiler/ir/cfg.js";
import { calleeOf } from "../../../compiler/ir/instruction.js";
import type { IrFunction, IrModule } from "../../../compiler/ir/module.js";
import { SYNC_FUNCTIONS } from "./simt/abi.js";
import { kernelsOf } from "./only-kernels.js";
import { findWaitingLoops, readersOf } from "./simt/waiting-loops.js";

/** The module with the functions that wait marked alwaysinline; the same object when all that waits is in kernels. */
export function inlineWaiting(module: IrModule): IrModule {
  const isKernel = kernelsOf(module);
  if (module.functions.every(isKernel)) return module;
  const waiting = waitingFunctions(module.functions);
  const isMarked = (f: IrFunction): boolean => !isKernel(f) && waiting.has(f.name);
  if (!module.functions.some(isMarked)) return module;
  // These marks exclude alwaysinline. Other functions that share the group may then be inlined too.
  const attributeGroups = new Map(
    Array.from(module.attributeGroups, ([name, text]) => [
      name,
      attributesIn(text)
        .filter((word) => word !== "noinline" && word !== "optnone")
        .join(" "),
    ]),
  );
  return {
    ...module,
    functions: module.functions.map((f) => (isMarked(f) ? { ...f, attributes: marked(f) } : f)),
    attributeGroups,
  };
}

function marked({ attributes }: IrFunction): readonly string[] {
  const at = attributes.findIndex((one) => one.startsWith("#"));
  return at < 0
    ? [...attributes, "alwaysinline"]
    : [...attributes.slice(0, at), "alwaysinline", ...attributes.slice(at)];
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
