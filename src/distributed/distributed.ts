// What `cuts/distributed` exports: re-exports only.

// See index.ts.
/// <reference lib="esnext.disposable" preserve="true" />

export { average } from "./average.js";
export type { BucketOptions } from "./bucket-plan.js";
export type {
  GatherOptions,
  MessageOptions,
  PartOptions,
  ReduceOptions,
  RootOptions,
  SplitOptions,
} from "./call-options.js";
export type { Communicator } from "./communicator.js";
export { type DataParallel, dataParallel, valueAndGrad } from "./data-parallel.js";
export { init, type InitOptions } from "./init.js";
export { matmul, shard, type ShardedArray } from "./sharded-array.js";
export type { ReduceOperation } from "./transport.js";
