// Numbers the calls of watched code that tell what a kernel does: after this pass the last argument of each is the number of its site.

import type { IrModule } from "../../../compiler/ir/module.js";
import { instructionsOf } from "../../../compiler/ir/module.js";
import { parseModule } from "../../../compiler/ir/parse-module.js";
import { printModule } from "../../../compiler/ir/print.js";
import { guardedShuffles } from "../simt/guarded-shuffles.js";
import { numberSites } from "../simt/watch-calls.js";
import type { Facts } from "./pass.js";

export function numberShuffles(module: IrModule, facts: Facts): IrModule {
  const text = printModule(module);
  const { ir, sites } = numberSites(text, (file) => facts.shownFile(file), linesOfGuarded(module, text));
  facts.sites = sites;
  return parseModule(ir);
}

/** Numbers of the lines of guarded shuffles. */
function linesOfGuarded(module: IrModule, text: string): ReadonlySet<number> {
  const guarded = guardedShuffles(module);
  const lines = new Set<number>();
  if (guarded.size === 0) return lines;
  const instructions = module.functions.flatMap((f) => [...instructionsOf(f)]);
  let next = 0;
  // Only instructions are indented.
  for (const [at, line] of text.split("\n").entries()) {
    if (!line.startsWith("  ")) continue;
    const i = instructions[next++];
    if (i !== undefined && guarded.has(i)) lines.add(at);
  }
  return lines;
}
