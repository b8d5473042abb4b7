// What moves arrays between ranks: MPI for memory of the host, NCCL for that of GPUs. Arrays here are without gaps and of the
// right device, shapes and counts are checked. Counts are elements of each rank's part, in the order of ranks. A promise settles when the caller may go
// on: on the cpu device when the elements are there, on a GPU when the work is in the stream.

import type { NDArray } from "../array/ndarray.js";

/** How elements of several ranks become one; "mean" is the sum over the number of ranks. */
export type ReduceOperation = "sum" | "prod" | "max" | "min" | "mean";

/** Operations that transports have. */
export type NativeOperation = Exclude<ReduceOperation, "mean">;

export interface Transport {
  readonly rank: number;
  readonly size: number;
  allReduce(x: NDArray, op: NativeOperation): Promise<void>;
  /** In place on the root. */
  reduce(x: NDArray, op: NativeOperation, root: number): Promise<void>;
  broadcast(x: NDArray, root: number): Promise<void>;
  allGather(part: NDArray, all: NDArray, counts: readonly number[]): Promise<void>;
  reduceScatter(all: NDArray, part: NDArray, counts: readonly number[], op: NativeOperation): Promise<void>;
  /** `all` on the root. */
  scatter(all: NDArray | undefined, part: NDArray, counts: readonly number[], root: number): Promise<void>;
  gather(part: NDArray, all: NDArray | undefined, counts: readonly number[], root: number): Promise<void>;
  /** Part i of `from` goes to rank i, and the part that came from rank i is part i of `into`. */
  allToAll(
    from: NDArray,
    fromCounts: readonly number[],
    into: NDArray,
    intoCounts: readonly number[],
  ): Promise<void>;
  send(x: NDArray, to: number, tag: number): Promise<void>;
  receive(x: NDArray, from: number, tag: number): Promise<void>;
}
