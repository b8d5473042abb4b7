// Before: a module as clang writes it. After: it has no comdats, because there is one module and nothing is merged with definitions elsewhere. It has
// no debugging information but the numbers of places (source-places.ts). What says how long a variable lives and which pointers differ is gone too:
// code moves between functions, where it would be wrong.

import type { Attachment, Instruction } from "../../../../compiler/ir/instruction.js";
import { calleeOf } from "../../../../compiler/ir/instruction.js";
import { type IrFunction, type IrModule, mapInstructions } from "../../../../compiler/ir/module.js";

const LEFT_OUT: ReadonlySet<string> = new Set(["dbg", "noalias", "alias.scope"]);
/** How source-places.ts numbers the place of an instruction. */
const PLACE = "!place.";
const MARKERS = ["@llvm.lifetime.", "@llvm.dbg.", "@llvm.experimental.noalias.scope.decl"];

/** The module with what lowering keeps. */
export function prepareIr(module: IrModule): IrModule {
  return {
    ...module,
    comdats: new Map(),
    globals: module.globals.map((g) => ({ ...g, comdat: undefined })),
    functions: module.functions.map(prepareFunction),
  };
}

function prepareFunction(f: IrFunction): IrFunction {
  const own = { ...f, comdat: undefined, metadata: kept(f.metadata) };
  return mapInstructions(own, (i) => (isMarker(i) ? [] : withKeptMetadata(i)));
}

function isMarker(i: Instruction): boolean {
  const callee = calleeOf(i);
  return callee !== undefined && MARKERS.some((marker) => callee.startsWith(marker));
}

function withKeptMetadata(i: Instruction): Instruction {
  return i.metadata.length === 0 ? i : { ...i, metadata: kept(i.metadata) };
}

function kept(metadata: readonly Attachment[]): readonly Attachment[] {
  return metadata.filter(({ kind, node }) => !LEFT_OUT.has(kind) || node.startsWith(PLACE));
}
