// A bound C function, in the form that the different ways of calling it share.

import type { FunctionDeclaration } from "../cdecl/ast.js";
import { formatParameters } from "../cdecl/format.js";
import { ArgumentTypeError, DisposedError } from "../core/errors.js";
import { plural } from "../core/text.js";
import type { Converter } from "./converter.js";
import type { KoffiFunction, KoffiLibrary } from "./koffi.js";

/** A function of unknown type. */
export type AnyFunction = (...args: readonly unknown[]) => unknown;

/** What a bound function needs of its library. */
export interface LibraryState {
  readonly label: string;
  readonly handle: KoffiLibrary;
  closed: boolean;
  /** Whether errno is saved after every call. */
  readonly recordsErrno: boolean;
  errno: number;
  /** Begins a call, during which the library must not be unloaded. Call the returned function when the call is over. */
  enter(): () => void;
}

/** A bound function. */
export interface Call {
  readonly name: string;
  readonly library: LibraryState;
  readonly declaration: FunctionDeclaration;
  readonly converters: readonly Converter[];
  /** Throws if an object is passed twice that must not be (same-object.ts). */
  readonly checkObjects: ((args: readonly unknown[]) => void) | undefined;
  readonly native: KoffiFunction;
  /** Calls `native`, and saves errno if the library records it. */
  readonly invoke: AnyFunction;
  readonly finish: (value: unknown) => unknown;
}

/** The error for a call that is refused before its arguments are checked. */
export function refuseCall(call: Call, count: number): Error {
  const { name, library, declaration } = call;
  if (library.closed) {
    return new DisposedError(
      "CUTS_DISPOSED",
      `Cannot call ${name}: its library must be open (got ${library.label}, closed)`,
    );
  }
  const { parameters } = declaration;
  const list =
    parameters.length === 0
      ? "no arguments"
      : `${plural(parameters.length, "argument")} (${formatParameters(parameters)})`;
  return new ArgumentTypeError("CUTS_ARGUMENT_COUNT", `Cannot call ${name}: it takes ${list} (got ${count})`);
}
