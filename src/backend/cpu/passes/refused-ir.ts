// Refuses what clang compiles and the SIMT pass cannot lower, or CUDA does not allow. The pass changes nothing: after it the module has none of that.
// It must run while the module has clang's lines, so that the error tells the place.

import { compileError } from "../../../compiler/clang/diagnostics.js";
import { calleeOf, type Instruction } from "../../../compiler/ir/instruction.js";
import type { Metadata } from "../../../compiler/ir/metadata.js";
import { instructionsOf, type IrFunction, type IrModule } from "../../../compiler/ir/module.js";
import { globalsOf } from "../../../compiler/ir/operands.js";
import type { CompileError } from "../../../core/errors.js";
import { SYNC_FUNCTIONS } from "./simt/abi.js";
import { debugOf, locationOf } from "./source-places.js";

/** A feature that is refused. */
interface RefusedFeature {
  readonly message: string;
  /** The metadata that tells the line that has it. */
  readonly place: string | undefined;
}

const COMPUTED_GOTO = "a computed goto (goto *address) is not supported on the cpu device";
// Its threads would race to be the first. The guard of such a variable has a name of its own.
const STATIC_VARIABLE = "dynamic initialization of a static variable is not supported in device code";
const VARIABLE_LOCAL =
  "alloca, or an array of variable length, is not supported on the cpu device in a kernel whose threads wait for each other";

/**
 * The module itself.
 *
 * @throws CompileError `CUTS_COMPILE` for the first feature in it that is refused.
 */
export function refuseFeatures(module: IrModule, { name }: { readonly name: string }): IrModule {
  const refused = findRefused(module);
  if (refused === undefined) return module;
  throw refusedAt(refused.place, module.metadata, name, refused.message);
}

/** An error at the place that a reference in metadata tells. */
export function refusedAt(
  place: string | undefined,
  metadata: Metadata,
  name: string,
  message: string,
): CompileError {
  return compileError(name, [{ ...locationOf(place, metadata), severity: "error", message, snippet: "" }]);
}

/** The first feature in a module that is refused. */
function findRefused(module: IrModule): RefusedFeature | undefined {
  const { functions } = module;
  const hasGuards = module.globals.some(({ name }) => isGuard(name));
  return (
    find(functions, COMPUTED_GOTO, (i) => i.op === "raw" && i.opcode === "indirectbr") ??
    (hasGuards ? find(functions, STATIC_VARIABLE, (i) => globalsOf(i).some(isGuard)) : undefined) ??
    find(functions.filter(waits), VARIABLE_LOCAL, isVariableLocal)
  );
}

function find(
  functions: readonly IrFunction[],
  message: string,
  isRefused: (i: Instruction) => boolean,
): RefusedFeature | undefined {
  for (const f of functions) {
    // An instruction that stands for several has no place of its own: then the one before it tells.
    let place = debugOf(f);
    for (const i of instructionsOf(f)) {
      place = debugOf(i) ?? place;
      if (isRefused(i)) return { message, place };
    }
  }
  return undefined;
}

function isGuard(name: string): boolean {
  return name.startsWith("@_ZGVZ");
}

function isVariableLocal(i: Instruction): boolean {
  return i.op === "alloca" && i.count?.kind === "local";
}

function waits(f: IrFunction): boolean {
  const has = (test: (i: Instruction) => boolean): boolean =>
    f.blocks.some(({ instructions }) => instructions.some(test));
  return has(isVariableLocal) && has((i) => SYNC_FUNCTIONS.has(calleeOf(i) ?? ""));
}
