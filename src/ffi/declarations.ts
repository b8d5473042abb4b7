// Reads the table of declarations that `dlopen` takes.

import type { FunctionDeclaration, TypeTable } from "../cdecl/ast.js";
import { parseDeclaration } from "../cdecl/parse-declaration.js";
import { parseTypes } from "../cdecl/parse-types.js";
import { ArgumentTypeError, DeclarationError } from "../core/errors.js";
import { formatValue } from "../core/text.js";
import type { Declarations, LibraryMethods } from "./library.js";

/** One function to bind. */
export interface DeclaredFunction {
  /** Its name in JavaScript. */
  readonly key: string;
  /** Its name in the library: the name in the declaration, else the key. */
  readonly symbol: string;
  readonly declaration: FunctionDeclaration;
}

/** Reads the types that options declare; `action` as in "Cannot <action>". @throws DeclarationError, TypeError */
export function readTypes(options: { readonly types?: string }, action: string): TypeTable {
  if (typeof options !== "object" || options === null) {
    throw wrong(action, "the options must be an object", options);
  }
  const { types = "" } = options;
  if (typeof types !== "string") throw wrong(action, "options.types must be a string of C", types);
  return parseTypes(types);
}

function wrong(action: string, rule: string, value: unknown): ArgumentTypeError {
  return new ArgumentTypeError("CUTS_ARGUMENT_TYPE", `Cannot ${action}: ${rule} (got ${formatValue(value)})`);
}

/** Reads a table. @throws DeclarationError that also names the function. */
export function readDeclarations(declarations: Declarations, types: TypeTable): readonly DeclaredFunction[] {
  if (typeof declarations !== "object" || declarations === null || Array.isArray(declarations)) {
    throw wrong("open a library", "the declarations must be an object, { name: declaration }", declarations);
  }
  return Object.entries(declarations).map(([key, text]) => read(key, text, types));
}

const reserved: ReadonlySet<string> = new Set([
  "dispose",
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
  const declaration = parseNamed(key, text, types);
  return { key, symbol: declaration.name ?? key, declaration };
}

/** Reads a declaration; errors in it also name its key. */
export function parseNamed(key: string, text: string, types: TypeTable): FunctionDeclaration {
  if (typeof text !== "string") throw wrong(`declare ${key}`, "the declaration must be a string of C", text);
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
