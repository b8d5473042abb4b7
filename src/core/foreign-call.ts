// Calls of code that gradients do not go through: kernels, C functions, addons. Who records gradients is told of them here.

import { Hook } from "./hook.js";

type Watcher = (what: string, args: readonly unknown[], isRead: (at: number) => boolean) => boolean;

/** Set by gradients when they are loaded. */
const watcher = new Hook<Watcher>();

/** Who records gradients says so here. */
export function watchForeignCalls(own: Watcher): void {
  watcher.call = own;
}

/**
 * Tells of a call; `isRead` says whether an argument, counted from 0, is only read. Gives whether the call reads arrays that
 * gradients follow. @throws CutsError `CUTS_GRADIENT_REFUSED` where it may write one.
 */
export function beginForeignCall(
  what: string,
  args: readonly unknown[],
  isRead: (at: number) => boolean,
): boolean {
  return watcher.call?.(what, args, isRead) ?? false;
}
