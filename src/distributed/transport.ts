// What moves arrays between ranks: MPI for memory of the host, NCCL for that of GPUs. Arrays here are without gaps and of the
// right device, shapes and counts are checked. Counts are elements of each rank's part, in the order of ranks.

import type { NDArray } from "../array/ndarray.js";

/** How elements of several ranks become one; "mean" is the sum over the number of ranks. */
export type ReduceOperation = "sum" | "prod" | "max" | "min" | "mean";

/** A call whose work is in a stream, or will be: what follows is given right behind it, and waits for nobody. */
export interface StartedCall {
  /** Gives what follows; settles with what that returns when the elements are there. */
  follow<T>(next: () => T): Promise<T>;
}

/** A call that has begun. A promise settles when the elements are there; what follows must wait for it. */
export type BegunCall = Promise<void> | StartedCall;

export interface Transport {
  readonly rank: number;
  readonly size: number;
  /** Whether it takes "mean"; others take the sum. */
  readonly hasMean: boolean;
  allReduce(x: NDArray, op: ReduceOperation): BegunCall;
  /** In place on the root. */
  reduce(x: NDArray, op: ReduceOperation, root: number): BegunCall;
  broadcast(x: NDArray, root: number): BegunCall;
  allGather(part: NDArray, all: NDArray, counts: readonly number[]): BegunCall;
  reduceScatter(all: NDArray, part: NDArray, counts: readonly number[], op: ReduceOperation): BegunCall;
  /** `all` on the root. */
  scatter(all: NDArray | undefined, part: NDArray, counts: readonly number[], root: number): BegunCall;
  gather(part: NDArray, all: NDArray | undefined, counts: readonly number[], root: number): BegunCall;
  /** Part i of `from` goes to rank i, and the part that came from rank i is part i of `into`. */
  allToAll(
    from: NDArray,
    fromCounts: readonly number[],
    into: NDArray,
    intoCounts: readonly number[],
  ): BegunCall;
  send(x: NDArray, to: number, tag: number): BegunCall;
  receive(x: NDArray, from: number, tag: number): BegunCall;
}

/** What follows a call: at once where its work is in a stream, else when it is done. */
export async function follow<T>(call: BegunCall, next: () => T): Promise<T> {
  if ("follow" in call) return call.follow(next);
  await call;
  return next();
}
