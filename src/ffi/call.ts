// One bound C function, as the ways to call it share it.

import type { FunctionDeclaration } from "../cdecl/ast.js";
import { formatParameters } from "../cdecl/format.js";
import { ArgumentTypeError, DisposedError } from "../core/errors.js";
import { plural } from "../core/text.js";
import type { Converter } from "./converter.js";
import type { KoffiFunction, KoffiLibrary } from "./koffi.js";

/** A function of which nothing is known. */
export type AnyFunction = (...args: readonly unknown[]) => unknown;

/** The library that functions belong to: what they must know of it. */
export interface LibraryState {
  readonly label: string;
  readonly handle: KoffiLibrary;
  closed: boolean;
  /** Whether errno is saved after every call. */
  readonly recordsErrno: boolean;
  errno: number;
  /** A call begins during which the library must not be unloaded; the function it returns says that it is over. */
  enter(): () => void;
}

/** A bound function. */
export interface Call {
  readonly name: string;
  readonly library: LibraryState;
  readonly declaration: FunctionDeclaration;
  readonly converters: readonly Converter[];
  /** Refuses objects that may not be given twice. */
  readonly checkObjects: ((args: readonly unknown[]) => void) | undefined;
  readonly native: KoffiFunction;
  /** `native`, with errno saved where that is asked for. */
  readonly invoke: AnyFunction;
  readonly finish: (value: unknown) => unknown;
}

/** Why a call is refused before its arguments are looked at. */
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
