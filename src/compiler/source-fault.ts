// Whether a compilation would fail again for the same source. Failures that may pass are a killed compiler, a full disk, and a time
// limit on a busy machine.

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
