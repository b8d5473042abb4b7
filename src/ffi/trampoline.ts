// Function pointers for native code that call JavaScript. A process can have 8,192 of them. Native code may call a pointer after it
// was released, so the pointer stays allocated for its type and raises an error until it is reused. Worker threads return theirs to
// koffi at once, because those of a thread that ends would be lost.

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
  /** Releases the pointer for reuse. */
  release(): void;
}

/**
 * A function pointer of a type that calls `target`. After its release it returns `nothing` to native code.
 * @throws CutsError `CUTS_TOO_MANY_CALLBACKS`
 */
export function takeTrampoline(type: KoffiType, target: AnyFunction, nothing: unknown): Trampoline {
  const slot = idle.get(type)?.shift() ?? makeSlot(type);
  slot.target = target;
  return { pointer: slot.pointer, release: () => putBack(slot, type, nothing) };
}

interface Slot {
  readonly pointer: bigint;
  /** Whether it was made during a native call. koffi can use it only in that call. */
  readonly isNested: boolean;
  target: AnyFunction;
}

/** Unused slots by their types, oldest first. */
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
      // A native call that never returns must not hold all pointers that were disposed since it began.
      if (!dropIdle() && !actEarly()) throw tooMany(error);
    }
  }
}

/** Returns an unused slot of any type to koffi; false if there is none. */
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
