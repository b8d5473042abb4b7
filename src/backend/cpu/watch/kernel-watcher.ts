// The interface of what watches a kernel, such as a checker or a profiler. It learns of the launch, of everything that the code reports
// while it runs, and of the end.

import type { BackendLaunch } from "../../backend.js";
import type { CpuKernel, WatchTable } from "../cpu-object.js";
import type { KernelStop } from "../launch-errors.js";

/** A launch of watched code, and the memory that it has for itself. Addresses are those of the device. */
export interface WatchedLaunch {
  readonly name: string;
  readonly kernel: CpuKernel;
  readonly launch: BackendLaunch;
  readonly parameters: Uint8Array;
  readonly table: WatchTable;
  /** Where the module has its variables and constants. */
  readonly module: ModulePlace;
  /** The stack of the thread. */
  readonly stack: { readonly address: number; readonly byteLength: number };
}

/** Where the data of a module lies, and the variables in it that have a name. */
export interface ModulePlace {
  readonly address: number;
  readonly byteLength: number;
  readonly globals: readonly {
    readonly name: string;
    readonly address: number;
    readonly byteLength: number;
    /** Whether it is one of `__constant__`. */
    readonly isConstant: boolean;
  }[];
}

/** The memory of the block that runs. */
export interface WatchedBlock {
  readonly index: number;
  readonly shared: number;
  readonly sharedBytes: number;
  readonly context: number;
  readonly contextBytes: number;
}

/** How a launch has ended: 0, or what a block has returned (machine/control.js), or what has stopped it. */
export interface WatchedEnd {
  readonly status: number;
  readonly stop?: KernelStop;
}

/** The functions that watched code calls (passes/watch-calls.ts). */
export interface WatchHooks {
  access(address: number, root: number, site: number): number;
  range(address: number, root: number, byteLength: number, site: number): number;
  local(address: number, site: number): void;
  wait(operation: number, mask: number, argument: number, site: number): void;
  overflow(site: number): void;
  exit(site: number): void;
  visit(site: number): void;
  thread(thread: number, x: number, y: number, z: number, region: number): void;
}

export interface KernelWatcher {
  readonly hooks: WatchHooks;
  begin(launch: WatchedLaunch): void;
  /** A block begins, or goes on after a wait for the grid. */
  beginBlock(block: WatchedBlock): void;
  /** Returns whether what has ended it is told; else it is an error of the launch. */
  end(end: WatchedEnd): boolean;
  /** Memory that a kernel takes from the device's heap, and gives back. */
  allocated?(address: number, byteLength: number): void;
  /** Returns false for what must not be given back. */
  freed?(address: number): boolean;
}
