// Whether anything watches operations: recorded gradients, or hooks. If not, a call of an operation costs one comparison more than
// its implementation.

import { CutsError } from "../../core/errors.js";
import { refuseTracedBy } from "../../runtime/order/traced.js";

/** A call, as a hook sees it. */
export interface OperatorCall {
  /** The name of the operation, such as "cuts::add". */
  readonly name: string;
  readonly args: readonly unknown[];
}

/**
 * Wraps calls of operations: `run` computes the result, which the hook returns or replaces; `run(args)` computes it for other
 * arguments.
 */
export type DispatchHook = (call: OperatorCall, run: (args?: readonly unknown[]) => unknown) => unknown;

/** Records all calls of operations, including those of gradients; fuse() uses this to replay them. */
export interface CallRecorder {
  /** An operation is about to be computed: what it writes is still as it was. An answer takes the place of computing it. */
  calling(operator: RecordedOperator, args: readonly unknown[]): { readonly result: unknown } | undefined;
  /** An operation was computed. */
  called(operator: RecordedOperator, args: readonly unknown[], result: unknown): void;
  /** Whether it records nothing to replay, because a tracked array was used: the function then runs at each call. */
  readonly isFollowed: boolean;
  /** Something was done that cannot be replayed; the recording fails even if the function catches the error. */
  failed(error: Error): void;
}

/** The operation of a recorded call. */
export interface RecordedOperator {
  readonly name: string;
  readonly gradient: unknown;
  readonly implementation: (...args: readonly unknown[]) => unknown;
}

/** What watches now. */
export const watching = {
  recorder: undefined as CallRecorder | undefined,
  /** How many watch: arrays that want gradients, functions that are being differentiated, hooks. */
  count: 0,
  /** Whether an implementation, or a gradient that nobody differentiates again, is running: what it calls is nobody's business. */
  isInside: false,
  hooks: [] as readonly DispatchHook[],
  /** Whether a hook is running: it does not see what it calls itself. */
  isInHook: false,
  /** How many implementations of the library are replaced: kernels that compute several operations at once do without them. */
  overridden: 0,
  /** Where arrays are put that an operation uses and that gradients follow, though it is not recorded. */
  used: undefined as Set<object> | undefined,
};

/** Runs `body` as part of an operation, which nothing watches. `body` must be sync. */
export function inside<T>(body: () => T): T {
  const before = watching.isInside;
  watching.isInside = true;
  try {
    return body();
  } finally {
    watching.isInside = before;
  }
}

/** Throws while calls are recorded for replay, for actions whose result would then be reused in every later call. */
export function refuseWhileRecorded(action: string, instead: string): void {
  if (watching.recorder === undefined || watching.isInside) return;
  const error = new CutsError(
    "CUTS_FUSE",
    `Cannot ${action} in a function that fuse() traces: it is run once, and what it computed is computed again for later calls\nTry: ${instead}`,
  );
  watching.recorder.failed(error);
  throw error;
}

refuseTracedBy(refuseWhileRecorded);

/** Runs `body` as if it were not part of an operation. */
export function outside<T>(body: () => T): T {
  const before = watching.isInside;
  watching.isInside = false;
  try {
    return body();
  } finally {
    watching.isInside = before;
  }
}
