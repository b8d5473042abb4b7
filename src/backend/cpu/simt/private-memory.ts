// Locals of a thread that have an address.

import { CONTEXT, CONTEXT_HEADER_BYTES, MAILBOX, PADDED, THREAD } from "./abi.js";
import type { Block, IrParameter } from "./ir.js";
import { instruction } from "./ir.js";
import { renameLocals } from "./kernel-form.js";
import { byvalType } from "./parameter-layout.js";
import { alignOf, leadingType, sizeOf } from "./value-type.js";

/**
 * Each thread has its own locals. Without waits they live on the stack of the loop body; with waits they live in the
 * context, because a thread comes back to them. A struct parameter that is written to is such a local too.
 */
export function privatise(
  blocks: readonly Block[],
  parameters: readonly IrParameter[],
  hasSync: boolean,
  types: ReadonlyMap<string, string>,
): { blocks: Block[]; bytesPerThread: number; hasStackLocals: boolean } {
  const copies = new Map<string, string>();
  const prologue = parameters.flatMap((p) => {
    const struct = byvalType(p);
    if (!struct || /\b(readonly|readnone)\b/.test(p.attributes)) return [];
    const copy = `${p.name}.copy`;
    copies.set(p.name, copy);
    return [
      instruction(copy, `alloca ${struct}, align ${alignOf(struct, types)}`, types),
      instruction(
        undefined,
        `call void @llvm.memcpy.p0.p0.i32(ptr ${copy}, ptr ${p.name}, i32 ${sizeOf(struct, types)}, i1 false)`,
        types,
      ),
    ];
  });
  const renamed = renameLocals(blocks, copies, types);
  renamed[0]?.instructions.unshift(...prologue);
  let end: number = MAILBOX.byteLength;
  let hasStackLocals = false;
  const out = renamed.map((block) => ({
    label: block.label,
    instructions: block.instructions.flatMap((i) => {
      if (i.opcode !== "alloca") return [i];
      if (!hasSync) {
        hasStackLocals = true;
        return [i];
      }
      const type = leadingType(i.text.slice("alloca ".length).replace(/^inalloca /, ""));
      const align = Math.max(alignOf(type, types), Number(/, align (\d+)/.exec(i.text)?.[1] ?? 1));
      const size = Math.ceil(sizeOf(type, types) / align) * align;
      const at = end;
      end += size;
      const n = i.result as string;
      return [
        instruction(`${n}.base`, `mul nuw nsw i32 ${PADDED}, ${at}`, types),
        instruction(`${n}.array`, `getelementptr inbounds i8, ptr ${CONTEXT}, i32 ${n}.base`, types),
        instruction(
          `${n}.past`,
          `getelementptr inbounds i8, ptr ${n}.array, i32 ${CONTEXT_HEADER_BYTES}`,
          types,
        ),
        instruction(`${n}.mine`, `mul nuw nsw i32 ${THREAD}, ${size}`, types),
        instruction(n, `getelementptr inbounds i8, ptr ${n}.past, i32 ${n}.mine`, types),
      ];
    }),
  }));
  return { blocks: out, bytesPerThread: end, hasStackLocals };
}
