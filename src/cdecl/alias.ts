// Reads aliases that a CUDA source gives to plain types at file or namespace level: `typedef float real;`, `using real = float;`.
// An alias of another type, or one with two meanings in a file, remains an opaque name.

import { DeclarationError } from "../core/errors.js";
import type { CType, TypedefDeclaration, TypeTable } from "./ast.js";
import { buildType } from "./build-type.js";
import { parseDeclarator } from "./declarator.js";
import type { Token } from "./lexer.js";
import { Reader } from "./reader.js";
import type { SourceText } from "./source-text.js";
import { parseSpecifiers } from "./specifiers.js";
import { typeCode } from "./type-code.js";

/** Adds the alias that a declaration defines to `typedefs`, if it defines one and its type is plain. */
export function readAlias(
  source: SourceText,
  tokens: readonly Token[],
  types: TypeTable,
  typedefs: Map<string, TypedefDeclaration>,
): void {
  const isTypedef = tokens[0]?.text === "typedef";
  const isUsing = tokens[0]?.text === "using" && tokens[1]?.kind === "identifier" && tokens[2]?.text === "=";
  if (!isTypedef && !isUsing) return;
  const reader = new Reader(source, tokens.slice(isTypedef ? 1 : 3), { language: "cuda", types });
  try {
    const specifiers = parseSpecifiers(reader);
    const declarator = parseDeclarator(reader);
    const name = isTypedef ? declarator.name?.text : tokens[1]?.text;
    if (name === undefined || reader.peek().kind !== "end") return;
    const built = buildType(reader, specifiers, declarator.modifiers, (length) => length.expression);
    const isPlain = built.dimensions === undefined && !built.isFunction && !hasOpaque(built.type);
    const old = typedefs.get(name);
    // Two namespaces, or two branches of an #if, may give one name to two types: then only the compiler knows.
    const isAmbiguous = old !== undefined && (!isPlain || typeCode(old.type) !== typeCode(built.type));
    const type: CType = isAmbiguous ? { kind: "opaque", text: name } : built.type;
    if (isPlain || isAmbiguous) typedefs.set(name, { type, ...(built.readonly && { readonly: true }) });
  } catch (error) {
    // A typedef that cannot be read is not an error. Its name remains a type that only the compiler knows.
    if (!(error instanceof DeclarationError)) throw error;
  }
}

function hasOpaque(type: CType): boolean {
  if (type.kind === "pointer") return hasOpaque(type.to);
  return type.kind === "opaque" || type.kind === "callback";
}
