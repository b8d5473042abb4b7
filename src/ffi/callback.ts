// JavaScript functions that native code calls. A function passed as an argument can be called until the native function returns (or
// its promise settles); one registered with `callback()` can be called until it is disposed. If the JavaScript function throws,
// native code gets 0 or null, and guard.ts throws the error later. Calls from foreign threads are queued to the event loop, so
// blocking the event loop deadlocks them.

import type { CType } from "../cdecl/ast.js";
import type { NativePointer } from "../cdecl/types/native-pointer.js";
import { DisposedError, UnsupportedError } from "../core/errors.js";
import type { AnyFunction } from "./call.js";
import { afterCalls } from "./calls-under-way.js";
import { type Converter, type Place, wrongType } from "./converter.js";
import { endInPlace } from "./end-in-place.js";
import { raise, registered } from "./guard.js";
import type { KoffiType } from "./koffi.js";
import { takeTrampoline, type Trampoline } from "./trampoline.js";

/**
 * A JavaScript function as native code can keep it. It lives until disposed: native code may hold the pointer. Threads of
 * native code may go on calling it while the process ends.
 */
export interface Callback extends Disposable {
  /** The function pointer, which is what a callback parameter takes. @throws DisposedError */
  readonly pointer: NativePointer<"function">;
  readonly disposed: boolean;
  /** Frees the pointer: native code must not call it any more, except for calls that have started. Can be called twice. */
  dispose(): void;
}

export type CallbackType = CType & { readonly kind: "callback" };

/** How values are converted for one callback type; built by signature.ts, which knows all types. */
export interface CallbackSignature {
  readonly koffiType: KoffiType;
  /** Convert native arguments for the JavaScript function. */
  readonly parameters: readonly ((value: unknown) => unknown)[];
  /** Converts the function's result for koffi; throws if the result is wrong. */
  readonly result: (value: unknown) => unknown;
  /** What native code gets if the function throws. */
  readonly nothing: unknown;
}

/** Registers `fn` for native code; `onDispose` is called when it is disposed. @throws CutsError `CUTS_TOO_MANY_CALLBACKS` */
export function registerCallback(
  signature: CallbackSignature,
  fn: AnyFunction,
  onDispose: (callback: Callback) => void,
): Callback {
  return new RegisteredCallback(signature, fn, onDispose);
}

/** The converter of a callback parameter: a function, the pointer of a registered callback, or null. */
export function callbackConverter(signature: CallbackSignature, place: Place): Converter {
  const release: Converter["release"] = (value, pointer) => {
    if (typeof value === "function") transients.get(pointer)?.end();
  };
  const convert: Converter["convert"] = (value) => {
    if (typeof value === "function") return new TransientCallback(signature, value as AnyFunction).pointer;
    if (value === null || (typeof value === "bigint" && value >= 0n && value < 1n << 64n)) return value;
    const hint = value instanceof RegisteredCallback ? "its pointer property" : undefined;
    throw wrongType(
      "CUTS_ARGUMENT_TYPE",
      place,
      "it must be a function, the address of one, or null",
      value,
      hint,
    );
  };
  return {
    koffiType: signature.koffiType,
    convert,
    release,
    borrow: (value, borrowing) => {
      const pointer = convert(value);
      borrowing.keep({ release: () => release(value, pointer) });
      return pointer;
    },
    after: (value, pointer) => {
      if (typeof value === "function") transients.get(pointer)?.raise();
    },
  };
}

class RegisteredCallback implements Callback {
  readonly #trampoline: Trampoline;
  readonly #onDispose: (callback: Callback) => void;
  #disposed = false;

  constructor(signature: CallbackSignature, fn: AnyFunction, onDispose: (callback: Callback) => void) {
    const { koffiType, nothing } = signature;
    const entry = enter(signature, fn, (error) => {
      raise(error);
      return nothing;
    });
    this.#trampoline = takeTrampoline(koffiType, entry, nothing);
    this.#onDispose = onDispose;
    registered.count++;
    endInPlace(hasRegistered);
  }

  get pointer(): NativePointer<"function"> {
    if (!this.#disposed) return this.#trampoline.pointer as NativePointer<"function">;
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
    // A running call may still use it, and may even be the one that disposes it.
    afterCalls(() => this.#trampoline.release());
    this.#onDispose(this);
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}

/** The functions that are arguments of calls, by their pointers. */
const transients = new Map<unknown, TransientCallback>();

/** A function for the duration of one call. After it threw, it is not called again: its state is unknown. */
class TransientCallback {
  readonly #trampoline: Trampoline;
  #failed = false;
  #error: unknown;

  constructor(signature: CallbackSignature, fn: AnyFunction) {
    const { koffiType, nothing } = signature;
    const call = enter(signature, fn, (error) => {
      this.#failed = true;
      this.#error = error;
      return nothing;
    });
    const entry: AnyFunction = (...args) => (this.#failed ? nothing : call(...args));
    this.#trampoline = takeTrampoline(koffiType, entry, nothing);
    transients.set(this.#trampoline.pointer, this);
  }

  get pointer(): bigint {
    return this.#trampoline.pointer;
  }

  raise(): void {
    if (this.#failed) throw this.#error;
  }

  end(): void {
    transients.delete(this.#trampoline.pointer);
    this.#trampoline.release();
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

/** Throws because a callback cannot return a string: nothing would keep the string's memory alive for the caller. */
export function refuseStringResult(): never {
  throw new UnsupportedError(
    "CUTS_UNSUPPORTED_CALLBACK",
    "Cannot return a string from a callback: its memory would be gone when native code reads it (got const char*)\n" +
      "Try: declare the result char* and return addressOf(bytes) of bytes that you keep",
  );
}

function hasRegistered(): boolean {
  return registered.count > 0;
}
