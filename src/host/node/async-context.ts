// Values that follow the asynchronous context, by Node.

import { AsyncLocalStorage } from "node:async_hooks";

export function openAsyncContext<T>(): AsyncLocalStorage<T> {
  return new AsyncLocalStorage();
}
