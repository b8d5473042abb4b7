// Every error CuTS throws on purpose. A `code` is stable and is what programs test; the message is for people:
// "Cannot <action> <thing>: <rule> (got <value>)", then a line "Try: …" where there is something to try.
// A broken invariant of our own starts with "internal:". Codes are those of error-codes.ts, and this file depends on nothing else.

import type { ErrorCode } from "./error-codes.js";

export type { ErrorCode };

/**
 * Base class of all CuTS errors that are not about a wrong argument. Those extend TypeError, RangeError or SyntaxError, and
 * count as CutsErrors too: `error instanceof CutsError` tells every error of CuTS.
 */
export class CutsError extends Error {
  /** Stable identifier, such as `CUTS_LIBRARY_NOT_FOUND`. */
  readonly code: ErrorCode;

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isErrorOf(this, value);
  }

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.name = new.target.name;
  }
}

// Not in the class: bundlers rename a class that names itself, and its name is what users see.
function isErrorOf(kind: typeof CutsError, value: unknown): boolean {
  if (Function.prototype[Symbol.hasInstance].call(kind, value)) return true;
  if (kind !== CutsError) return false;
  return [ArgumentTypeError, ArgumentRangeError, DeclarationError].some((one) => value instanceof one);
}

/** A CUDA library call returned a status other than success. */
export class CudaError extends CutsError {}

/** Source text did not compile. `log` is the compiler's own text. */
export class CompileError extends CutsError {
  readonly log: string;

  constructor(code: ErrorCode, message: string, log: string, options?: ErrorOptions) {
    super(code, message, options);
    this.log = log;
  }
}

/** A kernel could not be launched, or failed while it ran. */
export class LaunchError extends CutsError {}

/** A shared library, or a symbol in it, was not found. */
export class LibraryNotFoundError extends CutsError {}

/** The device asked for does not exist or does not answer. */
export class DeviceUnavailableError extends CutsError {}

/** A feature this backend or platform does not have. */
export class UnsupportedError extends CutsError {}

/** A function of an addon threw. */
export class AddonError extends CutsError {}

/** Something was used after `dispose()`. */
export class DisposedError extends CutsError {}

/** A `TypeError` with a stable code: an argument of the wrong type, dtype, shape or device. */
export class ArgumentTypeError extends TypeError {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.name = "TypeError";
  }
}

/** A `RangeError` with a stable code: an argument of the right type and a value out of its range. */
export class ArgumentRangeError extends RangeError {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.name = "RangeError";
  }
}

/** A `SyntaxError` with a stable code and a place: text that cannot be read. Line and column count from 1. */
export class DeclarationError extends SyntaxError {
  readonly code: ErrorCode;
  readonly line: number;
  readonly column: number;

  constructor(code: ErrorCode, message: string, line: number, column: number) {
    super(message);
    this.code = code;
    this.line = line;
    this.column = column;
    this.name = "SyntaxError";
  }
}
