// JavaScript functions that native code calls. A function passed as an argument can be called until the native function
// returns (or its promise settles); one registered with `callback()` until it is disposed.
//
// What a JavaScript function throws never unwinds native frames: native code sees 0 or null, and the error is raised
// where it can be: by the call during which it happened, else, from a foreign thread, as an uncaught exception.
// Calls from foreign threads are queued to the event loop, so a blocked event loop dead-locks them.

import type { CType } from "../cdecl/ast.js";
import type { NativePointer } from "../cdecl/types/native-pointer.js";
import { DisposedError, UnsupportedError } from "../core/errors.js";
import type { AnyFunction, LibraryState } from "./call.js";
import { type Converter, type Place, wrongType } from "./converter.js";
import { type KoffiType, koffi } from "./koffi.js";

/** A JavaScript function as native code can keep it. It lives until disposed: native code may hold the pointer. */
export interface Callback extends Disposable {
  /** The function pointer, which is what a callback parameter takes. @throws DisposedError */
  readonly pointer: NativePointer<"function">;
  readonly disposed: boolean;
  /** Frees the slot; native code must not call the pointer any more. Can be called twice. */
  dispose(): void;
}

export type CallbackType = CType & { readonly kind: "callback" };

/** How values cross for one callback type: built by signature.ts, which knows all types. */
export interface CallbackSignature {
  readonly koffiType: KoffiType;
  /** Native arguments as the function gets them. */
  readonly parameters: readonly ((value: unknown) => unknown)[];
  /** The function's result as koffi takes it; throws when it is wrong. */
  readonly result: (value: unknown) => unknown;
  /** What native code gets when the function threw. */
  readonly nothing: unknown;
}

/** Registers `fn` for native code. */
export function registerCallback(signature: CallbackSignature, fn: AnyFunction): Callback {
  return new RegisteredCallback(signature, fn);
}

/** The converter of a callback parameter: a function, the pointer of a registered callback, or null. */
export function callbackConverter(signature: CallbackSignature, place: Place): Converter {
  return {
    koffiType: signature.koffiType,
    convert: (value) => {
      if (typeof value === "function") return new TransientCallback(signature, value as AnyFunction).entry;
      if (value === null || (typeof value === "bigint" && value >= 0n && value < 1n << 64n)) return value;
      const hint = value instanceof RegisteredCallback ? "its pointer property" : undefined;
      throw wrongType(
        "CUTS_ARGUMENT_TYPE",
        place,
        "it must be a function, the address of one, or null",
        value,
        hint,
      );
    },
    after: (_value, entry) => {
      if (typeof entry === "function") transients.get(entry)?.raise();
    },
  };
}

/** How many registered callbacks live: with none, a call needs no guard. */
export const registered = { count: 0 };

/**
 * Makes a native call during which JavaScript may run: what a registered callback throws is thrown by the call, and a
 * library that a callback closes is unloaded only when the call is over.
 */
export function guarded(library: LibraryState, native: AnyFunction, ...args: readonly unknown[]): unknown {
  const outer = current;
  const mine: Guard = { failures: [] };
  current = mine;
  const leave = library.enter();
  let result: unknown;
  try {
    result = native(...args);
  } finally {
    current = outer;
    leave();
  }
  if (mine.failures.length > 0) throw mine.failures[0];
  return result;
}

interface Guard {
  readonly failures: unknown[];
}

/** The synchronous native call that is running, if one is: no callback of a foreign thread can run meanwhile. */
let current: Guard | undefined;

class RegisteredCallback implements Callback {
  readonly #pointer: bigint;
  #disposed = false;

  constructor(signature: CallbackSignature, fn: AnyFunction) {
    const entry = enter(signature, fn, (error) => {
      if (current !== undefined) current.failures.push(error);
      else
        queueMicrotask(() => {
          throw error;
        });
      return signature.nothing;
    });
    this.#pointer = koffi().register(entry, signature.koffiType);
    registered.count++;
  }

  get pointer(): NativePointer<"function"> {
    if (!this.#disposed) return this.#pointer as NativePointer<"function">;
    throw new DisposedError(
      "CUTS_DISPOSED",
      "Cannot use a callback: it must not be disposed (got a disposed one)",
    );
  }

  get disposed(): boolean {
    return this.#disposed;
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    registered.count--;
    koffi().unregister(this.#pointer);
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}

const transients = new WeakMap<object, TransientCallback>();

/** A function for the duration of one call. After it threw, it is not called again: its state is unknown. */
class TransientCallback {
  readonly entry: AnyFunction;
  #failed = false;
  #error: unknown;

  constructor(signature: CallbackSignature, fn: AnyFunction) {
    const call = enter(signature, fn, (error) => {
      this.#failed = true;
      this.#error = error;
      return signature.nothing;
    });
    this.entry = (...args) => (this.#failed ? signature.nothing : call(...args));
    transients.set(this.entry, this);
  }

  raise(): void {
    if (this.#failed) throw this.#error;
  }
}

function enter(
  signature: CallbackSignature,
  fn: AnyFunction,
  fail: (error: unknown) => unknown,
): AnyFunction {
  const { parameters, result } = signature;
  return (...args) => {
    try {
      return result(fn(...parameters.map((convert, index) => convert(args[index]))));
    } catch (error) {
      return fail(error);
    }
  };
}

/** A callback cannot return a string: whoever called it would read memory that nobody keeps. */
export function refuseStringResult(): never {
  throw new UnsupportedError(
    "CUTS_UNSUPPORTED_CALLBACK",
    "Cannot return a string from a callback: its memory would be gone when native code reads it (got const char*)\n" +
      "Try: declare the result char* and return addressOf(bytes) of bytes that you keep",
  );
}
