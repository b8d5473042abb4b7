// The state of an open library: it binds functions and decides when the library is unloaded. It outlives the user's object while
// calls into the library are running.

import { toInteger } from "../core/dtype-value.js";
import { ArgumentTypeError, DisposedError } from "../core/errors.js";
import { formatValue } from "../core/text.js";
import { type BoundFunction, bindFunction } from "./bound-function.js";
import type { LibraryState } from "./call.js";
import { type Callback, registerCallback } from "./callback.js";
import { type DeclaredFunction, parseNamed } from "./declarations.js";
import { koffi } from "./koffi.js";
import type { LibraryMethods } from "./library.js";
import { findSymbol, type OpenedLibrary, symbolNotFound } from "./open-library.js";
import { callbackSignature, type TypeContext } from "./signature.js";

/** An open library. */
export class NativeLibrary implements LibraryState {
  readonly label: string;
  readonly handle: OpenedLibrary["handle"];
  readonly recordsErrno: boolean;
  closed = false;
  errno = 0;
  readonly #opened: OpenedLibrary;
  readonly #context: TypeContext;
  readonly #callbacks = new Set<Callback>();
  #pending = 0;

  constructor(opened: OpenedLibrary, context: TypeContext, recordsErrno: boolean) {
    this.label = opened.label;
    this.handle = opened.handle;
    this.recordsErrno = recordsErrno;
    this.#opened = opened;
    this.#context = context;
  }

  /** @throws LibraryNotFoundError `CUTS_SYMBOL_NOT_FOUND` */
  bind({ key, symbol, declaration }: DeclaredFunction): BoundFunction {
    if (findSymbol(this.#opened, symbol) === undefined) throw symbolNotFound(this.#opened, symbol);
    return bindFunction(this, key, symbol, declaration, this.#context);
  }

  /** The methods that users get besides the functions. */
  methods(): LibraryMethods {
    return {
      dispose: () => this.dispose(),
      [Symbol.dispose]: () => this.dispose(),
      errno: (value) => {
        if (value !== undefined) this.errno = koffi().errno(toInteger("int32", value, "errno"));
        return this.recordsErrno ? this.errno : koffi().errno();
      },
      callback: (declaration, fn) => {
        if (this.closed) {
          const rule = `its library must be open (got ${this.label}, closed)`;
          throw new DisposedError("CUTS_DISPOSED", `Cannot register a callback: ${rule}`);
        }
        const made = makeCallback(declaration, fn, this.#context, (one) => this.#callbacks.delete(one));
        this.#callbacks.add(made);
        return made;
      },
    };
  }

  enter(): () => void {
    this.#pending++;
    return () => {
      this.#pending--;
      if (this.closed) this.#unloadWhenIdle();
    };
  }

  dispose(): void {
    if (this.closed) return;
    this.closed = true;
    this.#unloadWhenIdle();
  }

  #unloadWhenIdle(): void {
    if (this.#pending > 0) return;
    for (const made of this.#callbacks) made.dispose();
    this.handle.unload();
  }
}

/** Registers a JavaScript function under a C declaration. */
export function makeCallback(
  declaration: string,
  fn: (...args: never[]) => unknown,
  context: TypeContext,
  onDispose: (callback: Callback) => void = () => {},
): Callback {
  if (typeof fn !== "function") {
    throw new ArgumentTypeError(
      "CUTS_ARGUMENT_TYPE",
      `Cannot register a callback: it must be a function (got ${formatValue(fn)})`,
    );
  }
  const { result, parameters } = parseNamed("a callback", declaration, context.types);
  const signature = callbackSignature({ kind: "callback", result, parameters }, "the callback", context);
  return registerCallback(signature, fn as (...args: readonly unknown[]) => unknown, onDispose);
}
