// Native calls during which JavaScript may run. Errors of callbacks never unwind native frames: they are thrown by the native call
// during which they happened, or, for a callback from a foreign thread, as an uncaught exception.

import { CutsError, DisposedError } from "../core/errors.js";
import type { Call } from "./call.js";
import { enterCall, leaveCall } from "./calls-under-way.js";
import { processState } from "../core/process-state.js";

/** The number of registered callbacks. If there are none, a call needs no guard. */
export const registered = { count: 0 };

interface Guard {
  readonly failures: unknown[];
}

/** The synchronous native call that is running, if any. Callbacks from foreign threads cannot run during it. */
const state = processState(() => ({ current: undefined as Guard | undefined }));

/**
 * Makes a native call during which JavaScript may run. The call throws what a registered callback throws, and a library that a
 * callback closes is unloaded only when the call is over.
 */
export function guarded(call: Call, ...args: readonly unknown[]): unknown {
  const outer = state.current;
  const mine: Guard = { failures: [] };
  state.current = mine;
  const ticket = enterCall();
  const leave = call.library.enter();
  let result: unknown;
  try {
    result = call.invoke(...args);
  } catch (error) {
    throw refusedByKoffi(call, error);
  } finally {
    state.current = outer;
    leaveCall(ticket);
    leave();
  }
  if (mine.failures.length > 0) throw mine.failures[0];
  return result;
}

/** Whether a synchronous native call is running, so that the caller runs in its callback. */
export function isInCall(): boolean {
  return state.current !== undefined;
}

/** Throws an error of a callback: by the running native call, or as an uncaught exception if there is none. */
export function raise(error: unknown): void {
  if (state.current !== undefined) state.current.failures.push(error);
  else
    queueMicrotask(() => {
      throw error;
    });
}

/** Converts an error of koffi, thrown instead of making a call, to one of ours. */
export function refusedByKoffi({ name }: Call, cause: unknown): unknown {
  if (cause instanceof CutsError || !(cause instanceof Error)) return cause;
  if (cause.message.startsWith("Cannot use non-registered callback")) return calledDisposed(name);
  return new CutsError("CUTS_NATIVE_CALL", `Cannot call ${name}: ${cause.message}`, { cause });
}

/** The error for native code that called the pointer of a disposed callback. */
export function calledDisposed(name?: string): DisposedError {
  return new DisposedError(
    "CUTS_DISPOSED",
    `Cannot ${name === undefined ? "run a callback" : `finish ${name}`}: native code called a callback that was disposed, ` +
      "or a function that was an argument of an earlier call\n" +
      "Try: callback(declaration, fn), and dispose it when native code has let go of it",
  );
}
