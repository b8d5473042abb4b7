// What is current: the device, the stream and the scope that calls without an explicit one use. It follows the async
// context, so `await` and timers inside a callback still see it. Nothing is looked up before the first callback has
// been run: a program that never sets anything pays one comparison.

import { AsyncLocalStorage } from "node:async_hooks";
import { ArgumentTypeError } from "../../core/errors.js";
import { formatValue } from "../../core/text.js";
import type { DeviceCore, StreamCore } from "../order/stream-core.js";
import type { Scope } from "../lifetimes/handle-scope.js";
import { processState } from "../../core/process-state.js";

/** What a callback runs under; what is undefined is not set. */
export interface RuntimeContext {
  readonly device: DeviceCore | undefined;
  readonly stream: StreamCore | undefined;
  readonly scope: Scope | undefined;
  /** "off" where operations are not recorded for gradients. */
  readonly gradients: "on" | "off" | undefined;
}

const nothing: RuntimeContext = {
  device: undefined,
  stream: undefined,
  scope: undefined,
  gradients: undefined,
};
const state = processState(() => ({
  contexts: undefined as AsyncLocalStorage<RuntimeContext> | undefined,
}));

/** What is current here, or undefined when nothing was ever set. */
export function currentContext(): RuntimeContext | undefined {
  const { contexts } = state;
  return contexts === undefined ? undefined : contexts.getStore();
}

/** Runs `body` with some of the context changed. */
export function runInContext<T>(change: Partial<RuntimeContext>, body: () => T): T {
  if (typeof body !== "function") {
    throw new ArgumentTypeError(
      "CUTS_FUNCTION",
      `Cannot run this: it must be a function (got ${formatValue(body)})\nTry: () => { … }`,
    );
  }
  const contexts = (state.contexts ??= new AsyncLocalStorage());
  return contexts.run({ ...(contexts.getStore() ?? nothing), ...change }, body);
}
