// Reports calls of code that gradients cannot differentiate: kernels, C functions, addons. The gradient layer receives the reports.

import { Hook } from "./hook.js";

type Watcher = (what: string, args: readonly unknown[], isRead: (at: number) => boolean) => boolean;

/** Set by gradients when they are loaded. */
const watcher = new Hook<Watcher>();

/** Sets the receiver of the reports. */
export function watchForeignCalls(own: Watcher): void {
  watcher.call = own;
}

/**
 * Reports a call; `isRead` tells whether the argument with an index is only read. Returns whether the call reads arrays that
 * gradients are recorded for. @throws CutsError `CUTS_GRADIENT_REFUSED` if it may write one.
 */
export function beginForeignCall(
  what: string,
  args: readonly unknown[],
  isRead: (at: number) => boolean,
): boolean {
  return watcher.call?.(what, args, isRead) ?? false;
}
