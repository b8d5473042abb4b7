// Values that follow the asynchronous context: a value that is set for a callback is also seen by everything that the callback
// starts, after `await` and in timers.

import * as node from "./node/async-context.js";

/** One value. */
export interface AsyncContext<T> {
  /** The current value; undefined if none was set. */
  getStore(): T | undefined;
  /** Runs `body`, and everything it starts, with another value. */
  run<R>(value: T, body: () => R): R;
}

export interface AsyncContexts {
  openAsyncContext<T>(this: void): AsyncContext<T>;
}

export const { openAsyncContext }: AsyncContexts = node;
