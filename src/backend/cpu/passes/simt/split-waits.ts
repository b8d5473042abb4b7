// Before: calls that wait stand anywhere in a block. After: each is at the end of its block, as a pseudo call with the operands (WAIT of abi.ts)
// before a jump, and its result is a pseudo call at the start of the block behind it. The form of the kernel lists these places.

import { call, jump } from "../../../../compiler/ir/builder.js";
import { type Call, calleeOf, type Instruction } from "../../../../compiler/ir/instruction.js";
import { type Block, plainName, renameOrigins } from "../../../../compiler/ir/module.js";
import { i32, i64, voidType } from "../../../../compiler/ir/type.js";
import {
  BARRIER,
  BARRIER_REDUCE,
  GRID_BARRIER,
  REDUCE_RESULT,
  YIELD,
  WAIT,
  WARP_OP,
  WARP_RESULT,
} from "./abi.js";
import type { KernelForm, SyncKind, SyncPoint } from "./kernel-form.js";

/** The blocks, cut at waits, and the places where threads wait. */
export function splitAtWaits(blocks: readonly Block[]): KernelForm {
  const out: Block[] = [];
  const syncs: SyncPoint[] = [];
  const lastPart = new Map<string, string>();
  for (const block of blocks) {
    let part: { readonly label: string; readonly instructions: Instruction[] } = {
      label: block.label,
      instructions: [],
    };
    let count = 0;
    for (const i of block.instructions) {
      const callee = calleeOf(i);
      const kind = callee && KINDS.get(callee);
      if (i.op !== "call" || !callee || !kind) {
        part.instructions.push(i);
        continue;
      }
      const to = `%${plainName(block.label)}.sync${++count}`;
      syncs.push({ kind, from: part.label, to });
      part.instructions.push(waitFor(i), jump(to));
      out.push(part);
      part = { label: to, instructions: resultOf(i, callee) };
    }
    out.push(part);
    if (count > 0) lastPart.set(block.label, part.label);
  }
  // A phi names the block that control comes from, which is the last part of a block that was split.
  return { blocks: renameOrigins(out, lastPart), syncs };
}

const KINDS: ReadonlyMap<string, SyncKind> = new Map([
  [BARRIER, "barrier"],
  [BARRIER_REDUCE, "reduce"],
  [GRID_BARRIER, "grid"],
  [WARP_OP, "warp"],
  [YIELD, "yield"],
]);

// The operands stay where they are used, in a pseudo call that becomes stores into the thread's mailbox.
function waitFor({ args }: Call): Instruction {
  return call(
    undefined,
    voidType,
    WAIT,
    args.map(({ value }) => value),
  );
}

function resultOf({ result }: Call, callee: string): Instruction[] {
  if (result === undefined) return [];
  return [callee === WARP_OP ? call(result, i64, WARP_RESULT, []) : call(result, i32, REDUCE_RESULT, [])];
}
