// What `cuts/distributed` exports: re-exports only.

// See index.ts.
/// <reference lib="esnext.disposable" preserve="true" />

export { average, type AverageOptions } from "./average.js";
export type {
  Communicator,
  GatherOptions,
  MessageOptions,
  PartOptions,
  ReduceOptions,
  RootOptions,
  SplitOptions,
} from "./communicator.js";
export { init, type InitOptions } from "./init.js";
export { matmul, shard, type ShardedArray } from "./sharded-array.js";
export type { ReduceOperation } from "./transport.js";
