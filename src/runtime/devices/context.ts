// The current device, stream, scope and gradient mode: what calls use that name none. They follow the async context, so code after
// an `await` and in timers inside a callback sees them too. A program that never sets any pays one comparison per lookup.

import { ArgumentTypeError } from "../../core/errors.js";
import { formatValue } from "../../core/text.js";
import { openAsyncContext, type AsyncContext } from "../../host/async-context.js";
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
  contexts: undefined as AsyncContext<RuntimeContext> | undefined,
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
  const contexts = (state.contexts ??= openAsyncContext());
  return contexts.run({ ...(contexts.getStore() ?? nothing), ...change }, body);
}
