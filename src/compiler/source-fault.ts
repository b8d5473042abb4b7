// Which failures of a compilation will come again for the same source, and which may not: a compiler that was killed, a
// disk that was full, a time limit on a busy machine.

import {
  ArgumentRangeError,
  ArgumentTypeError,
  CompileError,
  DeclarationError,
  UnsupportedError,
} from "../core/errors.js";

const KINDS = [CompileError, UnsupportedError, ArgumentTypeError, ArgumentRangeError, DeclarationError];

/** Whether an error is about the source or its options: compiling it again is of no use. */
export function isSourceFault(error: unknown): boolean {
  return KINDS.some((kind) => error instanceof kind);
}
