// Locals of a thread that have an address.

import type { Layout } from "../../../compiler/ir/layout.js";
import { CONTEXT, CONTEXT_HEADER_BYTES, MAILBOX, PADDED, THREAD } from "./abi.js";
import { type Parameter, withPrologue } from "../../../compiler/ir/module.js";
import type { Block } from "./ir.js";
import { instruction, opcodeOf, textOf } from "./ir.js";
import { renameLocals } from "./kernel-form.js";
import { byvalType } from "./parameter-layout.js";
import { alignOf, leadingType, sizeOf } from "./value-type.js";

/**
 * Each thread has its own locals. Without waits they live on the stack of the loop body; with waits they live in the
 * context, because a thread comes back to them. A struct parameter that is written to is such a local too.
 */
export function privatise(
  blocks: readonly Block[],
  parameters: readonly Parameter[],
  hasSync: boolean,
  types: Layout,
): { blocks: Block[]; bytesPerThread: number; hasStackLocals: boolean } {
  const copies = new Map<string, string>();
  const prologue = parameters.flatMap((p) => {
    const struct = byvalType(p);
    if (!struct || p.attributes.some((text) => text === "readonly" || text === "readnone")) return [];
    const copy = `${p.name}.copy`;
    copies.set(p.name, copy);
    return [
      instruction(copy, `alloca ${struct.text}, align ${types.alignOf(struct)}`),
      instruction(
        undefined,
        `call void @llvm.memcpy.p0.p0.i32(ptr ${copy}, ptr ${p.name}, i32 ${types.sizeOf(struct)}, i1 false)`,
      ),
    ];
  });
  const renamed = withPrologue(renameLocals(blocks, copies), prologue);
  let end: number = MAILBOX.byteLength;
  let hasStackLocals = false;
  const out = renamed.map((block) => ({
    label: block.label,
    instructions: block.instructions.flatMap((i) => {
      if (opcodeOf(i) !== "alloca") return [i];
      if (!hasSync) {
        hasStackLocals = true;
        return [i];
      }
      const type = leadingType(
        textOf(i)
          .slice("alloca ".length)
          .replace(/^inalloca /, ""),
      );
      const align = Math.max(alignOf(type, types), Number(/, align (\d+)/.exec(textOf(i))?.[1] ?? 1));
      const size = Math.ceil(sizeOf(type, types) / align) * align;
      const at = end;
      end += size;
      const n = i.result as string;
      return [
        instruction(`${n}.base`, `mul nuw nsw i32 ${PADDED}, ${at}`),
        instruction(`${n}.array`, `getelementptr inbounds i8, ptr ${CONTEXT}, i32 ${n}.base`),
        instruction(`${n}.past`, `getelementptr inbounds i8, ptr ${n}.array, i32 ${CONTEXT_HEADER_BYTES}`),
        instruction(`${n}.mine`, `mul nuw nsw i32 ${THREAD}, ${size}`),
        instruction(n, `getelementptr inbounds i8, ptr ${n}.past, i32 ${n}.mine`),
      ];
    }),
  }));
  return { blocks: out, bytesPerThread: end, hasStackLocals };
}
