// Brings a kernel into the form the pass works on: coordinates are names instead of calls, `__shared__` variables
// are offsets from one base, and every sync call ends its block. After this, a block either runs to its terminator
// without waiting or waits exactly once, at its end.

import type { Layout } from "../../../compiler/ir/layout.js";
import {
  BARRIER_REDUCE,
  BARRIER,
  COORDINATES,
  GRID_BARRIER,
  REDUCE_RESULT,
  SYNC_FUNCTIONS,
  TURN,
  WAIT,
  WARP_OP,
  WARP_RESULT,
} from "./abi.js";
import { call, jump } from "../../../compiler/ir/builder.js";
import { type Call, calleeOf, type Instruction } from "../../../compiler/ir/instruction.js";
import type { Block, IrFunction } from "../../../compiler/ir/module.js";
import { localsOf, mapLabels, mapOperands } from "../../../compiler/ir/operands.js";
import { i32, i64, voidType } from "../../../compiler/ir/type.js";
import type { Value } from "../../../compiler/ir/value.js";
import { giveTurns } from "./give-turns.js";
import type { Shape } from "./lane-values.js";
import { keepLockstep } from "./lockstep.js";
import type { SharedLayout } from "./shared-memory.js";
import { replaceSharedReferences } from "./shared-memory.js";
import type { ReadsOthers } from "./waiting-loops.js";

/** "turn": threads do not wait for anything there, they let others go first. */
export type SyncKind = "barrier" | "reduce" | "grid" | "warp" | "turn";

/** One place where threads wait. */
export interface SyncPoint {
  readonly kind: SyncKind;
  /** Label of the block that ends with the wait. */
  readonly from: string;
  /** Label of the block where threads go on. */
  readonly to: string;
}

export interface KernelForm {
  readonly blocks: readonly Block[];
  readonly syncs: readonly SyncPoint[];
}

/** The form of a kernel as the source has it. */
export interface SourceForm extends KernelForm {
  /** Whether lanes hand each other values through plain memory without waiting (lockstep.ts). */
  readonly reliesOnLockstep: boolean;
}

/** Rewrites the body of a kernel; the function itself is not changed. */
export function kernelForm(
  f: IrFunction,
  shared: SharedLayout,
  types: Layout,
  readsOthers: ReadsOthers = () => false,
  block?: Shape,
): SourceForm {
  const named = replaceCoordinates(plainSums(f.blocks));
  const based = replaceSharedReferences(named, shared);
  const lockstep = keepLockstep(based, types, block);
  return {
    ...splitAtSyncs(giveTurns(lockstep.blocks, readsOthers)),
    reliesOnLockstep: lockstep.isPlain,
  };
}

/** Renames local values in blocks; what is defined there keeps its name. */
export function renameLocals(blocks: readonly Block[], names: ReadonlyMap<string, string>): readonly Block[] {
  if (names.size === 0) return blocks;
  const renamed = (value: Value): Value =>
    value.kind === "local" ? { ...value, name: names.get(value.name) ?? value.name } : value;
  return blocks.map(({ label, instructions }) => ({
    label,
    instructions: instructions.map((i) =>
      localsOf(i).some((name) => names.has(name)) ? mapOperands(i, renamed) : i,
    ),
  }));
}

// LLVM writes a sum whose parts have no bit in common as an `or`, and forgets that it is a sum where it later narrows one of 64
// bits: threads side by side would no longer have addresses side by side.
function plainSums(blocks: readonly Block[]): Block[] {
  return blocks.map(({ label, instructions }) => ({
    label,
    instructions: instructions.map((i) =>
      i.op === "or" && i.left.type === i64 && i.flags.includes("disjoint")
        ? { ...i, op: "add", flags: ["nuw", "nsw"] }
        : i,
    ),
  }));
}

function replaceCoordinates(blocks: readonly Block[]): readonly Block[] {
  const names = new Map<string, string>();
  const kept = blocks.map((block) => ({
    label: block.label,
    instructions: block.instructions.filter((i) => {
      const coordinate = COORDINATES.get(calleeOf(i) ?? "");
      if (coordinate && i.result) names.set(i.result, coordinate);
      return !coordinate;
    }),
  }));
  return renameLocals(kept, names);
}

function splitAtSyncs(blocks: readonly Block[]): KernelForm {
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
      if (i.op !== "call" || !callee || !SYNC_FUNCTIONS.has(callee)) {
        part.instructions.push(i);
        continue;
      }
      const to = `%${block.label.slice(1).replaceAll('"', "")}.sync${++count}`;
      syncs.push({ kind: KINDS[callee] as SyncKind, from: part.label, to });
      part.instructions.push(waitFor(i), jump(to));
      out.push(part);
      part = { label: to, instructions: resultOf(i, callee) };
    }
    out.push(part);
    if (count > 0) lastPart.set(block.label, part.label);
  }
  return { blocks: relabelPhis(out, lastPart), syncs };
}

const KINDS: Record<string, SyncKind> = {
  [BARRIER]: "barrier",
  [BARRIER_REDUCE]: "reduce",
  [GRID_BARRIER]: "grid",
  [WARP_OP]: "warp",
  [TURN]: "turn",
};

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

// A phi names the block control came from, which is the last part of a block that was split.
function relabelPhis(blocks: readonly Block[], lastPart: ReadonlyMap<string, string>): Block[] {
  if (lastPart.size === 0) return [...blocks];
  return blocks.map(({ label, instructions }) => ({
    label,
    instructions: instructions.map((i) =>
      i.op === "phi" ? mapLabels(i, (from) => lastPart.get(from) ?? from) : i,
    ),
  }));
}
