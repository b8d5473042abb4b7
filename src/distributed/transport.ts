// The port for moving arrays between ranks: MPI for host memory, NCCL for GPU memory. The caller has checked the arrays: they are
// contiguous, on the right device, and their shapes and counts match. Counts are the elements of each rank's part, in the order of
// ranks.

import type { NDArray } from "../array/ndarray.js";
import { promiseInTurn } from "../runtime/order/event-loop-turn.js";

/** How the elements of several ranks are combined; "mean" is the sum divided by the number of ranks. */
export type ReduceOperation = "sum" | "prod" | "max" | "min" | "mean";

/** A call that has begun, or that will begin in order. Work given to its arrays from now on runs after it. */
export interface StartedCall {
  /** Gives what follows, right behind it; settles with what that returns when the elements are there. */
  follow<T>(next: () => T): Promise<T>;
}

export interface Transport {
  readonly rank: number;
  readonly size: number;
  allReduce(x: NDArray, op: ReduceOperation): StartedCall;
  /** In place on the root. */
  reduce(x: NDArray, op: ReduceOperation, root: number): StartedCall;
  broadcast(x: NDArray, root: number): StartedCall;
  allGather(part: NDArray, all: NDArray, counts: readonly number[]): StartedCall;
  reduceScatter(all: NDArray, part: NDArray, counts: readonly number[], op: ReduceOperation): StartedCall;
  /** `all` on the root. */
  scatter(all: NDArray | undefined, part: NDArray, counts: readonly number[], root: number): StartedCall;
  gather(part: NDArray, all: NDArray | undefined, counts: readonly number[], root: number): StartedCall;
  /** Part i of `from` goes to rank i, and the part that came from rank i is part i of `into`. */
  allToAll(
    from: NDArray,
    fromCounts: readonly number[],
    into: NDArray,
    intoCounts: readonly number[],
  ): StartedCall;
  send(x: NDArray, to: number, tag: number): StartedCall;
  receive(x: NDArray, from: number, tag: number): StartedCall;
}

/** A call that ends when a promise settles; without a promise it has ended already. */
export function startedBy(done: Promise<void> | undefined): StartedCall {
  if (done === undefined) return doneCall;
  // Whoever follows gets the error.
  done.catch(() => {});
  return {
    follow: async (next) => {
      const result = next();
      await done;
      return result;
    },
  };
}

// Most short calls are done when they have begun: one promise each.
const doneCall: StartedCall = { follow: (next) => promiseInTurn(next()) };

/** A call with an action that runs directly after it. */
export function followedBy(call: StartedCall, after: () => void): StartedCall {
  return {
    follow: (next) =>
      call.follow(() => {
        after();
        return next();
      }),
  };
}
