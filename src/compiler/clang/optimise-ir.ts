// Optimises LLVM IR that passes have changed, with the rules of device-ir.ts: everything is inlined if possible, and nothing is
// vectorised.
import type { Clang } from "./clang.js";
import { clang as sharedClang } from "./clang.js";
import { targetOf, tripleOf } from "./device-target.js";
import type { IrModule } from "../ir/module.js";
import { parseModule } from "../ir/parse-module.js";
import { printModule } from "../ir/print.js";
import { compiledFile } from "./step-result.js";

const ARGS =
  // Where variables are assigned would be one more kind of metadata on instructions, as in device-ir.ts.
  "-x ir -O2 -disable-free -fexperimental-assignment-tracking=disabled " +
  "-mllvm -inline-threshold=100000 -emit-llvm -o /out.ll /in.ll";

/** Dead stores are looked for among no instructions, and loads are not moved to the ways that lack them. */
const KEEP_ACCESSES = "-mllvm -dse-memoryssa-scanlimit=0 -mllvm -enable-load-pre=false".split(" ");

/** How the optimiser is told how much it may unroll. */
export function unrollArgs(threshold: number | undefined): readonly string[] {
  if (threshold === undefined) return [];
  return ["-mllvm", threshold === 0 ? "-unroll-full-max-count=0" : `-unroll-threshold=${threshold}`];
}

export interface OptimiseOptions {
  /** As in device-ir.ts. */
  readonly unrollThreshold?: number;
  /** Whether stores stay that only other threads may see, and loads stay where they are: for lanes that rely on lockstep. */
  readonly keepsAccesses?: boolean;
  readonly clang?: Clang;
}

/**
 * Optimises a module.
 *
 * @throws CompileError `CUTS_COMPILE` for IR that clang refuses.
 */
export async function optimiseIr(
  module: IrModule,
  name: string,
  { unrollThreshold, keepsAccesses = false, clang = sharedClang() }: OptimiseOptions = {},
): Promise<IrModule> {
  const target = ["-cc1", "-triple", tripleOf(targetOf(module))];
  const result = await clang.run({
    steps: [
      {
        tool: "clang",
        args: [
          ...target,
          ...unrollArgs(unrollThreshold),
          ...(keepsAccesses ? KEEP_ACCESSES : []),
          ...ARGS.split(" "),
        ],
      },
    ],
    files: { "/in.ll": printModule(module) },
    outputs: ["/out.ll"],
  });
  return parseModule(Buffer.from(compiledFile(name, result, "/out.ll")).toString());
}
