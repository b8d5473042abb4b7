// The table of declarations that `dlopen` takes, read.

import type { FunctionDeclaration, TypeTable } from "../cdecl/ast.js";
import { parseDeclaration } from "../cdecl/parse-declaration.js";
import { ArgumentTypeError, DeclarationError } from "../core/errors.js";
import { formatValue } from "../core/text.js";
import type { Declarations, LibraryMethods } from "./library.js";

/** One function to bind. */
export interface DeclaredFunction {
  /** Its name in JavaScript. */
  readonly key: string;
  /** Its name in the library: the one in the declaration, else the key. */
  readonly symbol: string;
  readonly declaration: FunctionDeclaration;
}

/** Reads a table. @throws DeclarationError that also names the function. */
export function readDeclarations(declarations: Declarations, types: TypeTable): readonly DeclaredFunction[] {
  return Object.entries(declarations).map(([key, text]) => read(key, text, types));
}

const reserved: ReadonlySet<string> = new Set([
  "close",
  "errno",
  "callback",
] satisfies (keyof LibraryMethods)[]);

function read(key: string, text: string, types: TypeTable): DeclaredFunction {
  if (reserved.has(key)) {
    throw new ArgumentTypeError(
      "CUTS_RESERVED_NAME",
      `Cannot declare a function: its name must not be one of the library's own methods (got "${key}")\n` +
        `Try: another key with the symbol in the declaration, { ${key}_: "int ${key}(…)" }`,
    );
  }
  if (typeof text !== "string") {
    throw new ArgumentTypeError(
      "CUTS_ARGUMENT_TYPE",
      `Cannot declare ${key}: the declaration must be a string of C (got ${formatValue(text)})`,
    );
  }
  const declaration = parseNamed(key, text, types);
  return { key, symbol: declaration.name ?? key, declaration };
}

/** Reads a declaration; a mistake in it also tells whose declaration it is. */
export function parseNamed(key: string, text: string, types: TypeTable): FunctionDeclaration {
  try {
    return parseDeclaration(text, types);
  } catch (error) {
    if (!(error instanceof DeclarationError)) throw error;
    throw new DeclarationError(
      error.code,
      `${error.message}\nin the declaration of ${key}`,
      error.line,
      error.column,
    );
  }
}
