// Before: a shuffle is a call that asks each lane. After: where all lanes take part, and the lane that each one reads from is a constant, it is one
// shuffle of a vector of the 32 values in the mailboxes of a warp.

import { definitionOf, definitionsIn } from "../../../../compiler/ir/definitions.js";
import { shuffle } from "../../../../compiler/ir/builder.js";
import { MAILBOX } from "./abi.js";
import type { Code } from "../../../../compiler/ir/code.js";
import { contextArray } from "./context-array.js";
import type { Block } from "../../../../compiler/ir/module.js";
import { i32, i64, type IntType, vectorType } from "../../../../compiler/ir/type.js";
import { literal, type Local, local, numberOf } from "../../../../compiler/ir/value.js";
import type { SyncPoint } from "./kernel-form.js";

const LANES = 32;

export interface ConstantShuffle {
  /** The mailbox that holds the values. 32 bits have one of their own: lanes must not touch each other's bytes. */
  readonly field: "argument" | "value";
  readonly type: IntType;
  /** For each lane the lane it reads from. */
  readonly sources: readonly number[];
}

/** The shuffle at a wait, if it is one with a known pattern. */
export function constantShuffle(sync: SyncPoint, blocks: readonly Block[]): ConstantShuffle | undefined {
  if (sync.kind !== "warp") return undefined;
  const from = blocks.find((b) => b.label === sync.from);
  const wait = from?.instructions.at(-2);
  if (wait?.op !== "call") return undefined;
  const [first, mask, value, last] = wait.args.map((arg) => arg.value);
  const operation = first && numberOf(first);
  const argument = last && numberOf(last);
  if (operation === undefined || operation < 1 || operation > 4 || argument === undefined || argument < 0)
    return undefined;
  if (mask === undefined || numberOf(mask) !== -1) return undefined;
  const extended = definitionOf(value, definitionsIn({ blocks }));
  const isNarrow = extended?.op === "zext" && extended.value.type === i32;
  return {
    field: isNarrow ? "argument" : "value",
    type: isNarrow ? i32 : i64,
    sources: Array.from({ length: LANES }, (_, lane) =>
      sourceLane(operation, lane, argument >>> 16, argument & 0xffff),
    ),
  };
}

// As shuffle_source in include/cuts/cuda/cuts_scheduler.h.
function sourceLane(operation: number, lane: number, width: number, by: number): number {
  const first = lane & ~(width - 1);
  if (operation === 1) return first | (by & (width - 1));
  if (operation === 2) return lane >= first + by ? lane - by : lane;
  if (operation === 3) return lane + by < first + width ? lane + by : lane;
  return (lane ^ by) < first + width ? lane ^ by : lane;
}

/** Shuffles the values of the warp whose first thread is `first`; `prefix` makes names unique. */
export function shuffleWarp(code: Code, s: ConstantShuffle, first: Local, prefix: string): void {
  const vector = vectorType(LANES, s.type);
  const past = contextArray(code, MAILBOX[s.field], {
    base: `${prefix}.base`,
    array: `${prefix}.array`,
    result: `${prefix}.past`,
  });
  const at = code.element(`${prefix}.at`, s.type, past, first);
  const old = code.load(`${prefix}.old`, vector, at, 4);
  code.push(shuffle(`${prefix}.new`, old, literal(vector, "poison"), s.sources));
  code.store(local(`${prefix}.new`, vector), at, 4);
}
