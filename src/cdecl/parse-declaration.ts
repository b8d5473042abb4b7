// Parses the C declaration of one function, as `dlopen` takes it: `void(const float a[n], int n)`, with or without a name.

import type { FunctionDeclaration, TypeTable } from "./ast.js";
import { buildType, requireComplete } from "./build-type.js";
import { parseDeclarator } from "./declarator.js";
import { tokenize } from "./lexer.js";
import { noTypes, Reader } from "./reader.js";
import { SourceText } from "./source-text.js";
import { parseSpecifiers } from "./specifiers.js";

/**
 * Reads the declaration of a C function; `types` are the structs, enums and typedefs it may name. Throws a DeclarationError with
 * line and column for anything else.
 * @example parseDeclaration("double norm(const double x[n], size_t n)").result // { kind: "scalar", name: "float64" }
 */
export function parseDeclaration(text: string, types: TypeTable = noTypes): FunctionDeclaration {
  return readDeclaration(
    new Reader(new SourceText("the C declaration", text), tokenize(text), { language: "c", types }),
  );
}

/** Reads a declaration from all tokens of a reader. Throws a DeclarationError if they are not one. */
export function readDeclaration(reader: Reader): FunctionDeclaration {
  skipStorage(reader);
  const specifiers = parseSpecifiers(reader);
  const declarator = parseDeclarator(reader, true);
  const [list, ...rest] = declarator.modifiers;
  if (list?.kind !== "function") throw reader.unexpected('a parameter list, which begins with "(",');
  reader.accept(";");
  if (reader.peek().kind !== "end") throw reader.unexpected("the end of the declaration");
  // The result has no parameters around it, so a length there can name nothing.
  const built = buildType(reader, specifiers, rest, (length) => length.expression);
  if (built.isFunction || built.dimensions !== undefined) {
    const rule = `a function cannot return ${built.isFunction ? "a function" : "an array"}`;
    throw reader.error(list.token, "CUTS_DECLARATION_TYPE", rule, "return a pointer to it");
  }
  requireComplete(reader, built, specifiers);
  const { name } = declarator;
  return { ...(name && { name: name.text }), result: built.type, parameters: list.parameters };
}

/** Skips words that C headers write before a function and that do not matter to callers. */
function skipStorage(reader: Reader): void {
  if (reader.accept("extern") && reader.peek().kind === "string") reader.next();
  while (reader.at("static") || reader.at("inline")) reader.next();
}
