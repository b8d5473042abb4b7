// What calls of a communicator can be told.

import { optionNames } from "../core/options.js";
import type { ReduceOperation } from "./transport.js";

/** How the elements of several ranks are combined. */
export interface ReduceOptions {
  /** "sum" by default. The sum of `bool` is true if any element is. */
  readonly op?: ReduceOperation;
}

/** Which rank sends to the others, or receives from them. */
export interface RootOptions {
  /** Rank 0 by default. */
  readonly root?: number;
}

/** The axis along which an array is cut into parts. */
export interface PartOptions {
  /** The first axis by default. */
  readonly axis?: number;
}

/** How the arrays of ranks are joined. */
export interface GatherOptions extends PartOptions {
  /** Whether all ranks have the same length along the axis; then they do not exchange lengths first. */
  readonly equal?: boolean;
}

/** Which message of another rank is meant. */
export interface MessageOptions {
  /** 0 by default. A message goes to the receive with the same tag. */
  readonly tag?: number;
}

/** Which ranks form a communicator after a split. */
export interface SplitOptions {
  /** Ranks with the same color form one; a rank without a color is in none. */
  readonly color?: number;
  /** The order of ranks in it; by default their order now. */
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
