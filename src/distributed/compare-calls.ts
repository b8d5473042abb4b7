// The debug mode: before each call, all ranks exchange what they are about to do. If they differ, every rank throws an error that
// names the ranks and shapes, instead of hanging or corrupting memory.

import type { DType } from "../core/dtype.js";
import { CutsError } from "../core/errors.js";

/** The call that a rank is about to make. */
export interface PlannedCall {
  readonly name: string;
  readonly dtype?: DType;
  /** The sizes that must agree; null for one that may differ. */
  readonly shape?: readonly (number | null)[];
  readonly op?: string;
  readonly root?: number;
  readonly axis?: number;
}

const BYTES = 512;

/** A call as bytes for the other ranks. */
export function plannedBytes(own: PlannedCall): Uint8Array {
  const bytes = Buffer.alloc(BYTES);
  bytes.write(describe(own));
  return bytes;
}

/** Compares a call with the calls of all other ranks. @throws CutsError `CUTS_RANKS_DIFFER` */
export function compareCalls(own: PlannedCall, all: readonly Uint8Array[]): void {
  const texts = all.map((one) => Buffer.from(one).toString("utf8").replace(/\0+$/, ""));
  if (new Set(texts).size === 1) return;
  const lines = texts.map((text, rank) => `\n  rank ${rank}: ${text}`).join("");
  throw new CutsError(
    "CUTS_RANKS_DIFFER",
    `Cannot ${own.name}: all ranks must make the same call, with the same dtype and shape (got${lines})`,
  );
}

function describe({ name, dtype, shape, ...rest }: PlannedCall): string {
  const sizes = shape === undefined ? "" : `[${shape.map((size) => size ?? "?").join(", ")}]`;
  const others = Object.entries(rest).map(([key, value]) => ` ${key} ${String(value)}`);
  return `${name} ${dtype ?? ""}${sizes}${others.join("")}`.slice(0, BYTES - 1);
}
