// Values that follow the asynchronous context: what a callback sets is seen by all that it starts, after `await` and in timers too.

import * as node from "./node/async-context.js";

/** One value. */
export interface AsyncContext<T> {
  /** Undefined where nobody has set it. */
  getStore(): T | undefined;
  /** Runs `body`, and whatever it starts, with another value. */
  run<R>(value: T, body: () => R): R;
}

export interface AsyncContexts {
  openAsyncContext<T>(this: void): AsyncContext<T>;
}

export const { openAsyncContext }: AsyncContexts = node;
