// A text that is being parsed, and errors that point into it. Lines and columns count from 1; a column is a UTF-16 unit.

import { DeclarationError } from "../core/errors.js";

/** The codes of the errors that reading C text raises. */
export type DeclarationErrorCode =
  /** An unexpected word or sign. */
  | "CUTS_DECLARATION_SYNTAX"
  /** A type name that nothing declares. */
  | "CUTS_DECLARATION_UNKNOWN_TYPE"
  /** Words that do not form a type, or a type that is not allowed there. */
  | "CUTS_DECLARATION_TYPE"
  /** An array length that names no integer parameter. */
  | "CUTS_DECLARATION_LENGTH"
  /** A name declared twice. */
  | "CUTS_DECLARATION_DUPLICATE"
  /** `...` in a parameter list. */
  | "CUTS_DECLARATION_VARIADIC"
  /** Valid C or C++ that CuTS cannot call, because its layout depends on the compiler or there is no safe way. */
  | "CUTS_DECLARATION_UNSUPPORTED"
  /** No kernel of that name, or more than one. */
  | "CUTS_KERNEL_UNKNOWN";

/** A place in a text, counting from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

const excerptWidth = 96;

/** A text, with its name in messages ("the C declaration"). */
export class SourceText {
  readonly subject: string;
  readonly text: string;
  #lineStarts: number[] | undefined;

  constructor(subject: string, text: string) {
    this.subject = subject;
    this.text = text;
  }

  /** The line and column of an offset. */
  positionOf(offset: number): TextPosition {
    const starts = (this.#lineStarts ??= findLineStarts(this.text));
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  }

  /**
   * An error with the rule that the text breaks, the line with a caret, and what to try instead. It is returned, not thrown, so
   * that the caller's `throw` shows where control flow ends.
   */
  error(offset: number, code: DeclarationErrorCode, rule: string, advice?: string): DeclarationError {
    const { line, column } = this.positionOf(offset);
    const place = `Cannot read ${this.subject}: ${rule} (line ${line}, column ${column})`;
    const message = `${place}\n${this.#excerpt(line, column)}${advice === undefined ? "" : `\nTry: ${advice}`}`;
    return new DeclarationError(code, message, line, column);
  }

  #excerpt(line: number, column: number): string {
    const start = this.#lineStarts?.[line - 1] ?? 0;
    const newline = this.text.indexOf("\n", start);
    const whole = this.text.slice(start, newline === -1 ? undefined : newline).replace(/\r$/, "");
    // A minified source has one line of many thousand characters: show the neighborhood only.
    const from = whole.length <= excerptWidth ? 0 : Math.max(0, column - 1 - excerptWidth / 2);
    const shown = whole.slice(from, from + excerptWidth);
    const indent = shown.slice(0, column - 1 - from).replace(/[^\t]/g, " ");
    return `  ${shown}\n  ${indent}^`;
  }
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
