// A kernel between two passes of kernel-passes.ts as a module of its own, so that it can be printed and verified. What the passes replace by values
// of a block or a thread are parameters of the kernel there; what it calls or mentions is declared, pseudo calls included.

import type { IrFunction, IrModule } from "../../../../compiler/ir/module.js";
import { parseModule } from "../../../../compiler/ir/parse-module.js";
import { REDUCE_RESULT, YIELD, WAIT, WARP_OP, WARP_RESULT } from "./abi.js";
import type { Kernel } from "./kernel-form.js";
import { regionParameters } from "./kernel-parameters.js";
import { mentionedIn } from "./mentions.js";
import { declarationsFor, globalOfPart } from "./module-parts.js";
import { CLAIM_STACK_FUNCTION } from "./stack-limit.js";

const PSEUDO_CALLS: readonly IrFunction[] = parseModule(
  [
    `declare void ${WAIT}(...)`,
    `declare i64 ${WARP_RESULT}()`,
    `declare i32 ${REDUCE_RESULT}()`,
    `declare i64 ${WARP_OP}(i32, i32, i64, i32)`,
    `declare void ${YIELD}()`,
  ].join("\n"),
).declarations;

/** The module of a kernel; `f` is the function that it was, in the module `given`. */
export function kernelModule({ blocks, parameters }: Kernel, f: IrFunction, given: IrModule): IrModule {
  const own = { ...f, blocks, parameters: regionParameters(parameters) };
  const mentioned = new Set(mentionedIn(own));
  const globals = given.globals
    .filter(({ name }) => mentioned.has(name))
    .map((global) => globalOfPart(global, false));
  const others = [...given.functions, CLAIM_STACK_FUNCTION]
    .filter(({ name }) => name !== f.name)
    .map((other) => ({ ...other, blocks: [] }));
  const known = { ...given, declarations: [...PSEUDO_CALLS, ...given.declarations, ...others] };
  return { ...given, globals, functions: [own], declarations: declarationsFor(known, [own], globals) };
}
