// The options of a communicator's calls.

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

/** The axis along which an array is split into parts. */
export interface PartOptions {
  /** The first axis by default. */
  readonly axis?: number;
}

/** How the arrays of ranks are joined. */
export interface GatherOptions extends PartOptions {
  /** Whether all ranks have the same length along the axis; then they do not exchange lengths first. */
  readonly equal?: boolean;
}

/** Which message of another rank to receive, or how one is tagged. */
export interface MessageOptions {
  /** 0 by default. A message goes to the receive with the same tag. */
  readonly tag?: number;
}

/** Which ranks form a communicator after a split. */
export interface SplitOptions {
  /** Ranks with the same color form one; a rank without a color is in none. */
  readonly color?: number;
  /** The order of ranks in the new communicator; by default their current order. */
  readonly key?: number;
}

/** The options of a call without options; it needs no check. @internal */
export const noOptions: Readonly<Record<string, never>> = {};

/** The option names of each call. @internal */
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
