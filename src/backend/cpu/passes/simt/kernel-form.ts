// A kernel on its way through the passes of kernel-passes.ts: its blocks, and what the passes have found out. After the last one coordinates are
// names instead of calls, `__shared__` variables are offsets from one base, and a block either runs to its terminator without waiting or waits
// exactly once, at its end.

import type { Layout } from "../../../../compiler/ir/layout.js";
import type { Block, IrModule, Parameter } from "../../../../compiler/ir/module.js";
import type { Shape } from "./lane-values.js";
import type { SharedLayout } from "./shared-memory.js";
import type { ReadsOthers } from "./waiting-loops.js";

/** "yield": threads do not wait for anything there, they let others go first. */
export type SyncKind = "barrier" | "reduce" | "grid" | "warp" | "yield";

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
  /** None before split-waits.ts. */
  readonly syncs: readonly SyncPoint[];
}

export interface Kernel extends KernelForm {
  readonly parameters: readonly Parameter[];
  /** Whether lanes hand each other values through plain memory without waiting (lockstep.ts). */
  readonly reliesOnLockstep: boolean;
  /** Bytes of a thread's context that locals take, from private-memory.ts on. */
  readonly localBytes: number;
  /** Whether threads have locals on the stack. */
  readonly hasStackLocals: boolean;
}

/** What is known of a kernel beside its code. */
export interface KernelFacts {
  /** The module that it is part of. */
  readonly module: IrModule;
  readonly layout: Layout;
  readonly shared: SharedLayout;
  /** Tells which functions that are not inlined look at what other threads write. */
  readonly readsOthers: ReadsOthers;
  /** The size of all blocks, where it is known. */
  readonly block: Shape | undefined;
  /** The code tells what it does while it runs: threads run one after the other, each with its own state. */
  readonly isWatched: boolean;
  /** The scheduler picks what runs, even where no thread waits. */
  readonly isOrdered: boolean;
}
