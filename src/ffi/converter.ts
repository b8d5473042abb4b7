// What stands between a JavaScript value and a C parameter: a check that throws before anything native is entered, and
// the value as koffi takes it. One converter is built per parameter, when the library is opened.

import type { ArrayAccess, ArrayMode } from "../core/array-argument.js";
import { ArgumentRangeError, ArgumentTypeError, type ErrorCode } from "../core/errors.js";
import { formatValue } from "../core/text.js";
import type { KoffiType } from "./koffi.js";

/** The argument a message is about. */
export interface Place {
  /** `argument 1 (a) of launch_sum_kernel` */
  readonly what: string;
  /** The C type, `const float[n]`. */
  readonly type: string;
}

/** Takes care of the memory that one call on another thread uses. */
export interface Borrowing {
  /** Something that is released when the call is over. */
  keep(retained: { release(): void }): void;
  /** The host memory of an array object. */
  array(access: ArrayAccess, mode: ArrayMode): unknown;
  /** Where an array object is on a device. */
  deviceArray(access: ArrayAccess, mode: ArrayMode): unknown;
  /** A typed array or a DataView. @throws TypeError `CUTS_ARGUMENT_RESIZABLE` for memory that `resize` can take away. */
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
   * The same for a call on another thread: `borrowing` keeps all memory that is passed on until the call is over. It may return
   * something that stands for a value which is known when the call begins.
   */
  readonly borrow: (value: unknown, borrowing: Borrowing, args: readonly unknown[]) => unknown;
  /** Set for a pointer to structs that takes objects. */
  readonly objects?: ObjectPointer;
  /** What is left to do when the native function has returned: copying out, raising what a callback threw. */
  readonly after?: (value: unknown, converted: unknown) => void;
  /** Gives back what `convert` took, whatever became of the call. */
  readonly release?: (value: unknown, converted: unknown) => void;
}

/** Converts values of which native code keeps no address: koffi copies them, or they are addresses. */
export function withoutMemory(convert: Converter["convert"]): Pick<Converter, "convert" | "borrow"> {
  return { convert, borrow: (value, _borrowing, args) => convert(value, ...args) };
}

/** A wrong type of argument: "Cannot use argument 1 (a) of f as float*: it must be … (got …)". */
export function wrongType(
  code: ErrorCode,
  place: Place,
  rule: string,
  value: unknown,
  hint?: string,
): ArgumentTypeError {
  return new ArgumentTypeError(code, refusal(place, rule, formatValue(value), hint));
}

/** A right type of argument with a value out of range; `got` says which value. */
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
