// Converts a JavaScript value to a C parameter: a check that throws before native code is entered, and the value in the form that
// koffi takes. One converter is built for each parameter when the library is opened.

import type { ArrayAccess, ArrayMode } from "../core/array-argument.js";
import { ArgumentRangeError, ArgumentTypeError, type ErrorCode } from "../core/errors.js";
import { formatValue } from "../core/text.js";
import type { KoffiType } from "./koffi.js";

/** The argument that a message is about. */
export interface Place {
  /** `argument 1 (a) of launch_sum_kernel` */
  readonly what: string;
  /** The C type, `const float[n]`. */
  readonly type: string;
}

/** Keeps the memory alive that one call on another thread uses. */
export interface Borrowing {
  /** Adds an object that is released when the call is over. */
  keep(retained: { release(): void }): void;
  /** The host memory of an array object. */
  array(access: ArrayAccess, mode: ArrayMode): unknown;
  /** The device address of an array object. */
  deviceArray(access: ArrayAccess, mode: ArrayMode): unknown;
  /** The memory of a typed array or a DataView. @throws TypeError `CUTS_ARGUMENT_RESIZABLE` for memory that `resize` can shrink. */
  view(view: ArrayBufferView, mode: ArrayMode, place: Place): unknown;
}

/** A pointer to structs that takes objects. */
export interface ObjectPointer {
  readonly place: Place;
  readonly mode: ArrayMode;
}

/** Checks and converts one argument. */
export interface Converter {
  readonly koffiType: KoffiType;
  /** Returns what koffi takes for `value`, or throws; `args` are all arguments of the call, for lengths. */
  readonly convert: (value: unknown, ...args: readonly unknown[]) => unknown;
  /**
   * The same for a call on another thread: `borrowing` keeps the memory alive until the call is over. May return a placeholder for
   * a value that is known only when the call begins.
   */
  readonly borrow: (value: unknown, borrowing: Borrowing, args: readonly unknown[]) => unknown;
  /** Set for a pointer to structs that takes objects. */
  readonly objects?: ObjectPointer;
  /** Called when the native function has returned: copies results out, or throws what a callback threw. */
  readonly after?: (value: unknown, converted: unknown) => void;
  /** Releases what `convert` took, even if the call failed. */
  readonly release?: (value: unknown, converted: unknown) => void;
}

/** A converter for values that need no memory kept alive: koffi copies them, or they are addresses. */
export function withoutMemory(convert: Converter["convert"]): Pick<Converter, "convert" | "borrow"> {
  return { convert, borrow: (value, _borrowing, args) => convert(value, ...args) };
}

/** The error for an argument of the wrong type: "Cannot use argument 1 (a) of f as float*: it must be … (got …)". */
export function wrongType(
  code: ErrorCode,
  place: Place,
  rule: string,
  value: unknown,
  hint?: string,
): ArgumentTypeError {
  return new ArgumentTypeError(code, refusal(place, rule, formatValue(value), hint));
}

/** The error for an argument whose value is out of range; `got` describes the value. */
export function outOfRange(
  code: ErrorCode,
  place: Place,
  rule: string,
  got: string,
  hint?: string,
): ArgumentRangeError {
  return new ArgumentRangeError(code, refusal(place, rule, got, hint));
}

/** The wording of a refused argument. */
export function refusal(place: Place, rule: string, got: string, hint?: string): string {
  return `Cannot use ${place.what} as ${place.type}: ${rule} (got ${got})${hint === undefined ? "" : `\nTry: ${hint}`}`;
}
