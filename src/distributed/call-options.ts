// What calls of a communicator can be told.

import { optionNames } from "../core/options.js";
import type { ReduceOperation } from "./transport.js";

/** How elements of ranks become one. */
export interface ReduceOptions {
  /** "sum" by default. The sum of truths is true where one is. */
  readonly op?: ReduceOperation;
}

/** Which rank gives or gets. */
export interface RootOptions {
  /** Rank 0 by default. */
  readonly root?: number;
}

/** Along which axis parts lie. */
export interface PartOptions {
  /** The first by default. */
  readonly axis?: number;
}

/** How parts are put together. */
export interface GatherOptions extends PartOptions {
  /** Whether all ranks have as much, so that they need not tell each other how much first. */
  readonly equal?: boolean;
}

/** Which message of another rank. */
export interface MessageOptions {
  /** Told apart by this, 0 by default. */
  readonly tag?: number;
}

/** Who works together after a split. */
export interface SplitOptions {
  /** Ranks with the same color; a rank without one is in none. */
  readonly color?: number;
  /** The order within it; that of ranks by default. */
  readonly key?: number;
}

/** What a call is told where the user says nothing: known to be right. @internal */
export const noOptions: Readonly<Record<string, never>> = {};

/** The names of options, for each call. @internal */
export const callOptions = {
  allReduce: optionNames<ReduceOptions>({ op: true }),
  reduce: optionNames<ReduceOptions & RootOptions>({ op: true, root: true }),
  broadcast: optionNames<RootOptions>({ root: true }),
  allGather: optionNames<GatherOptions>({ axis: true, equal: true }),
  gather: optionNames<GatherOptions & RootOptions>({ axis: true, equal: true, root: true }),
  scatter: optionNames<PartOptions & RootOptions>({ axis: true, root: true }),
  reduceScatter: optionNames<ReduceOptions & PartOptions>({ op: true, axis: true }),
  allToAll: optionNames<PartOptions>({ axis: true }),
  message: optionNames<MessageOptions>({ tag: true }),
  split: optionNames<SplitOptions>({ color: true, key: true }),
};
