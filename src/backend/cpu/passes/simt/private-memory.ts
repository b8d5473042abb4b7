// Before: a local variable with an address is an alloca, and a struct parameter is where the launch has put it. After: each thread has its own copy
// of a struct parameter that is written to, and each alloca is a thread's own: on the stack of the loop body or, where threads wait, in the context
// of the block, because a thread comes back to it.

import type { Layout } from "../../../../compiler/ir/layout.js";
import { MAILBOX, THREAD } from "./abi.js";
import { alloca, call } from "../../../../compiler/ir/builder.js";
import type { Instruction } from "../../../../compiler/ir/instruction.js";
import { type Block, mapBlocks, type Parameter, withPrologue } from "../../../../compiler/ir/module.js";
import { i1, i32, i8, ptr, voidType } from "../../../../compiler/ir/type.js";
import { int, int32, local } from "../../../../compiler/ir/value.js";
import { Code, NEVER_WRAPS } from "../../../../compiler/ir/code.js";
import { contextArray } from "./context-array.js";
import { renameLocals } from "./name-coordinates.js";
import type { Kernel } from "./kernel-form.js";
import { byvalType } from "./parameter-layout.js";

/**
 * Each thread has its own locals. Without waits they live on the stack of the loop body; with waits they live in the
 * context, because a thread comes back to them. A struct parameter that is written to is such a local too.
 */
export function privatise(
  blocks: readonly Block[],
  parameters: readonly Parameter[],
  hasSync: boolean,
  types: Layout,
): Pick<Kernel, "blocks" | "localBytes" | "hasStackLocals"> {
  const copies = new Map<string, string>();
  const prologue = parameters.flatMap((p) => {
    const struct = byvalType(p);
    if (!struct || p.attributes.some((text) => text === "readonly" || text === "readnone")) return [];
    const copy = local(`${p.name}.copy`, ptr);
    copies.set(p.name, copy.name);
    return [
      alloca(copy.name, struct, types.alignOf(struct)),
      call(undefined, voidType, "@llvm.memcpy.p0.p0.i32", [
        copy,
        local(p.name, ptr),
        int32(types.sizeOf(struct)),
        int(i1, 0),
      ]),
    ];
  });
  const renamed = withPrologue(renameLocals(blocks, copies), prologue);
  let end: number = MAILBOX.byteLength;
  let hasStackLocals = false;
  const out = mapBlocks(renamed, (i) => {
    if (i.op !== "alloca") return i;
    if (!hasSync) {
      hasStackLocals = true;
      return i;
    }
    const align = Math.max(types.alignOf(i.allocated), i.align ?? 1);
    const size = Math.ceil(types.sizeOf(i.allocated) / align) * align;
    const at = end;
    end += size;
    return placeInContext(i.result as string, at, size);
  });
  return { blocks: out, localBytes: end, hasStackLocals };
}

/** The address of a thread's own part of an array in the context. */
function placeInContext(name: string, offset: number, size: number): readonly Instruction[] {
  const code = new Code();
  const past = contextArray(code, offset, {
    base: `${name}.base`,
    array: `${name}.array`,
    result: `${name}.past`,
  });
  const mine = code.mul(`${name}.mine`, local(THREAD, i32), size, NEVER_WRAPS);
  code.element(name, i8, past, mine);
  return code.instructions;
}
