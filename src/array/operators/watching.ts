// Whether anybody watches operations: gradients that are recorded, hooks. While nobody does, a call of an operation costs one
// comparison more than its implementation.

/** What a hook sees of a call. */
export interface OperatorCall {
  /** The name of the operation, such as "cuts::add". */
  readonly name: string;
  readonly args: readonly unknown[];
}

/**
 * Wraps calls of operations: `run` computes the result, which the hook returns, or another one; `run(args)` that of other
 * arguments.
 */
export type DispatchHook = (call: OperatorCall, run: (args?: readonly unknown[]) => unknown) => unknown;

/** Who watches. */
export const watching = {
  /** How many watch: arrays that want gradients, functions that are being differentiated, hooks. */
  count: 0,
  /** Whether an implementation, or a gradient that nobody differentiates again, is running: what it calls is nobody's business. */
  isInside: false,
  hooks: [] as readonly DispatchHook[],
  /** Where arrays are put that an operation uses and that gradients follow, though it is not recorded. */
  used: undefined as Set<object> | undefined,
};

/** Runs `body` as the inside of an operation. It must not await anything. */
export function inside<T>(body: () => T): T {
  const before = watching.isInside;
  watching.isInside = true;
  try {
    return body();
  } finally {
    watching.isInside = before;
  }
}

/** Runs `body` as if it were not inside an operation. */
export function outside<T>(body: () => T): T {
  const before = watching.isInside;
  watching.isInside = false;
  try {
    return body();
  } finally {
    watching.isInside = before;
  }
}
