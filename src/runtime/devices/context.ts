// The current device, stream, scope and gradient mode, which apply to calls that name none. They follow the async context, so code
// after an `await` and in timers inside a callback sees them too. In a program that never sets any, a lookup costs one comparison.

import { ArgumentTypeError } from "../../core/errors.js";
import { formatValue } from "../../core/text.js";
import { openAsyncContext, type AsyncContext } from "../../host/async-context.js";
import type { DeviceCore, StreamCore } from "../order/stream-core.js";
import type { Scope } from "../lifetimes/handle-scope.js";
import { processState } from "../../core/process-state.js";

/** The settings that a callback runs with; undefined means not set. */
export interface RuntimeContext {
  readonly device: DeviceCore | undefined;
  readonly stream: StreamCore | undefined;
  readonly scope: Scope | undefined;
  /** "off" means that operations are not recorded for gradients. */
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

/** The current settings, or undefined if nothing was ever set. */
export function currentContext(): RuntimeContext | undefined {
  const { contexts } = state;
  return contexts === undefined ? undefined : contexts.getStore();
}

/** Runs `body` with some of the settings changed. */
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
