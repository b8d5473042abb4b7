// What moves arrays between ranks: MPI for memory of the host, NCCL for that of GPUs. Arrays here are without gaps and of the
// right device, shapes and counts are checked. Counts are elements of each rank's part, in the order of ranks.

import type { NDArray } from "../array/ndarray.js";
import { promiseInTurn } from "../runtime/order/event-loop-turn.js";

/** How elements of several ranks become one; "mean" is the sum over the number of ranks. */
export type ReduceOperation = "sum" | "prod" | "max" | "min" | "mean";

/** A call that has begun, or will: what is given to its arrays from now on comes after it. */
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

/** A call that is done when a promise settles; without one it is done already. */
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

/** A call with something right behind it. */
export function followedBy(call: StartedCall, after: () => void): StartedCall {
  return {
    follow: (next) =>
      call.follow(() => {
        after();
        return next();
      }),
  };
}
