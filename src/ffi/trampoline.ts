// Function pointers that lead to JavaScript. A process has 8,192 of them, and native code may call one that it should have
// forgotten, so a pointer that is given back stays with its type and leads to an error until it is used again. Worker threads
// give theirs back to koffi at once, which loses those of a thread that ends.

import { CutsError } from "../core/errors.js";
import { isMainThread } from "../host/threads.js";
import type { AnyFunction } from "./call.js";
import { actEarly } from "./calls-under-way.js";
import { calledDisposed, isInCall, raise } from "./guard.js";
import { explained } from "./koffi-types.js";
import { type KoffiType, koffi } from "./koffi.js";

/** A function pointer for native code. */
export interface Trampoline {
  readonly pointer: bigint;
  /** Gives it back. */
  release(): void;
}

/**
 * A function pointer of a type that leads to `target`. `nothing` is what native code gets from it after it was given back.
 * @throws CutsError `CUTS_TOO_MANY_CALLBACKS`
 */
export function takeTrampoline(type: KoffiType, target: AnyFunction, nothing: unknown): Trampoline {
  const slot = idle.get(type)?.shift() ?? makeSlot(type);
  slot.target = target;
  return { pointer: slot.pointer, release: () => putBack(slot, type, nothing) };
}

interface Slot {
  readonly pointer: bigint;
  /** Whether it was made within a native call: koffi can use it only there. */
  readonly isNested: boolean;
  target: AnyFunction;
}

/** Slots that nobody uses, by their types, those first that have waited longest. */
const idle = new Map<KoffiType, Slot[]>();

function putBack(slot: Slot, type: KoffiType, nothing: unknown): void {
  if (!isMainThread() || slot.isNested) {
    koffi().unregister(slot.pointer);
    return;
  }
  slot.target = () => {
    raise(calledDisposed());
    return nothing;
  };
  const slots = idle.get(type);
  if (slots === undefined) idle.set(type, [slot]);
  else slots.push(slot);
}

function makeSlot(type: KoffiType): Slot {
  const entry: AnyFunction = (...args) => slot.target(...args);
  const slot: Slot = {
    pointer: register(entry, type),
    isNested: isInCall(),
    target: () => undefined,
  };
  return slot;
}

function register(entry: AnyFunction, type: KoffiType): bigint {
  for (;;) {
    try {
      return explained("register a callback", () => koffi().register(entry, type));
    } catch (error) {
      if (!(error as Error).message.includes("Too many callbacks")) throw error;
      // A native call that never ends must not keep all pointers that were disposed since it began.
      if (!dropIdle() && !actEarly()) throw tooMany(error);
    }
  }
}

/** Lets koffi have a slot of another type back; false where there is none. */
function dropIdle(): boolean {
  for (const slots of idle.values()) {
    const slot = slots.shift();
    if (slot === undefined) continue;
    koffi().unregister(slot.pointer);
    return true;
  }
  return false;
}

function tooMany(cause: unknown): CutsError {
  return new CutsError(
    "CUTS_TOO_MANY_CALLBACKS",
    "Cannot register a callback: a process can have 8192 of them at a time, and all are in use\n" +
      "Try: dispose() those that native code has let go of",
    { cause },
  );
}
