// Native calls during which JavaScript may run: what a callback throws never unwinds native frames. It is raised where it can
// be: by the call during which it happened, else, from a foreign thread, as an uncaught exception.

import { CutsError, DisposedError } from "../core/errors.js";
import type { Call } from "./call.js";
import { enterCall, leaveCall } from "./calls-under-way.js";
import { processState } from "../core/process-state.js";

/** How many registered callbacks live: with none, a call needs no guard. */
export const registered = { count: 0 };

interface Guard {
  readonly failures: unknown[];
}

/** The synchronous native call that is running, if one is: no callback of a foreign thread can run meanwhile. */
const state = processState(() => ({ current: undefined as Guard | undefined }));

/**
 * Makes a native call during which JavaScript may run: what a registered callback throws is thrown by the call, and a
 * library that a callback closes is unloaded only when the call is over.
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

/** Whether a synchronous native call is running: JavaScript runs as its callback. */
export function isInCall(): boolean {
  return state.current !== undefined;
}

/** Raises what a callback threw that belongs to no call in particular. */
export function raise(error: unknown): void {
  if (state.current !== undefined) state.current.failures.push(error);
  else
    queueMicrotask(() => {
      throw error;
    });
}

/** What koffi throws instead of making a call, in our words. */
export function refusedByKoffi({ name }: Call, cause: unknown): unknown {
  if (cause instanceof CutsError || !(cause instanceof Error)) return cause;
  if (cause.message.startsWith("Cannot use non-registered callback")) return calledDisposed(name);
  return new CutsError("CUTS_NATIVE_CALL", `Cannot call ${name}: ${cause.message}`, { cause });
}

/** Native code has called a function pointer that leads nowhere any more. */
export function calledDisposed(name?: string): DisposedError {
  return new DisposedError(
    "CUTS_DISPOSED",
    `Cannot ${name === undefined ? "run a callback" : `finish ${name}`}: native code called a callback that was disposed, ` +
      "or a function that was an argument of an earlier call\n" +
      "Try: callback(declaration, fn), and dispose it when native code has let go of it",
  );
}
