// Shuffles whose pattern is known when compiling: all lanes take part, and from which lane each one reads is a constant.
// Such a shuffle is one shuffle of a vector of 32 values in the mailboxes of a warp, instead of a call that asks each lane.

import { CONTEXT, CONTEXT_HEADER_BYTES, MAILBOX, PADDED } from "./abi.js";
import { textOf } from "./ir.js";
import type { Block } from "./ir.js";
import type { SyncPoint } from "./kernel-form.js";

const LANES = 32;

export interface ConstantShuffle {
  /** The mailbox that holds the values. 32 bits have one of their own: lanes must not touch each other's bytes. */
  readonly field: "argument" | "value";
  readonly type: "i32" | "i64";
  /** For each lane the lane it reads from. */
  readonly sources: readonly number[];
}

/** The shuffle at a wait, if it is one with a known pattern. */
export function constantShuffle(sync: SyncPoint, blocks: readonly Block[]): ConstantShuffle | undefined {
  if (sync.kind !== "warp") return undefined;
  const from = blocks.find((b) => b.label === sync.from);
  const wait = /\(i32 ([1-4]), i32 -1, i64 (\S+), i32 (\d+)\)$/.exec(textOf(from?.instructions.at(-2)) ?? "");
  if (!wait) return undefined;
  const [, operation, value, argument] = wait as unknown as [string, string, string, string];
  const isNarrow = blocks.some((b) =>
    b.instructions.some((i) => i.result === value && /^zext (?:nneg )?i32 /.test(textOf(i))),
  );
  return {
    field: isNarrow ? "argument" : "value",
    type: isNarrow ? "i32" : "i64",
    sources: Array.from({ length: LANES }, (_, lane) =>
      sourceLane(Number(operation), lane, Number(argument) >>> 16, Number(argument) & 0xffff),
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

/** Lines that shuffle the values of the warp whose first thread is `first`; `prefix` makes their names unique. */
export function shuffleLines(s: ConstantShuffle, first: string, prefix: string): string[] {
  const vector = `<${LANES} x ${s.type}>`;
  const mask = s.sources.map((lane) => `i32 ${lane}`).join(", ");
  return [
    `  ${prefix}.base = mul nuw nsw i32 ${PADDED}, ${MAILBOX[s.field]}`,
    `  ${prefix}.array = getelementptr inbounds i8, ptr ${CONTEXT}, i32 ${prefix}.base`,
    `  ${prefix}.past = getelementptr inbounds i8, ptr ${prefix}.array, i32 ${CONTEXT_HEADER_BYTES}`,
    `  ${prefix}.at = getelementptr inbounds ${s.type}, ptr ${prefix}.past, i32 ${first}`,
    `  ${prefix}.old = load ${vector}, ptr ${prefix}.at, align 4`,
    `  ${prefix}.new = shufflevector ${vector} ${prefix}.old, ${vector} poison, <${LANES} x i32> <${mask}>`,
    `  store ${vector} ${prefix}.new, ptr ${prefix}.at, align 4`,
  ];
}
