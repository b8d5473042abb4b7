// Names that a CUDA source gives to plain types and numbers at file or namespace level: `typedef float real;`,
// `using real = float;`, `constexpr int N = 16;`. One that is not plain, or that means two things in one file, stays a name.

import { DeclarationError } from "../core/errors.js";
import type { CType, TypedefDeclaration, TypeTable } from "./ast.js";
import { buildType } from "./build-type.js";
import { evaluateConstant, lookupIn } from "./constant-expression.js";
import { parseDeclarator } from "./declarator.js";
import type { Token } from "./lexer.js";
import { Reader } from "./reader.js";
import type { SourceText } from "./source-text.js";
import { parseSpecifiers } from "./specifiers.js";
import { typeCode } from "./type-code.js";

/** Adds to `typedefs` the name that a declaration gives to a type, if it does and the type is plain. */
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
    // A typedef that cannot be read is no error: the name then stays what it is, a type only the compiler knows.
    if (!(error instanceof DeclarationError)) throw error;
  }
}

/** Adds to `constants` the name that a declaration gives to an integer, if it does and the value is known. */
export function readConstant(tokens: readonly Token[], constants: Map<string, number>): void {
  const equals = tokens.findIndex((token) => token.text === "=");
  const before = tokens.slice(0, Math.max(equals, 0));
  const isConstant = before.some((token) => token.text === "constexpr" || token.text === "const");
  const name = before.at(-1)?.text;
  if (!isConstant || name === undefined || !before.every((token) => isIntegerWord(token))) return;
  const value = evaluateConstant(tokens.slice(equals + 1), lookupIn(constants));
  const old = constants.get(name);
  const isKnown = value !== undefined && Number.isSafeInteger(Number(value));
  if (old === undefined && isKnown) constants.set(name, Number(value));
  // As for types: a name with two values is one that only the compiler knows, and NaN is never a length.
  else if (old !== undefined && (!isKnown || Number(value) !== old)) constants.set(name, Number.NaN);
}

function isIntegerWord({ kind, text }: Token): boolean {
  return kind === "identifier" && text !== "float" && text !== "double" && text !== "template";
}

function hasOpaque(type: CType): boolean {
  if (type.kind === "pointer") return hasOpaque(type.to);
  return type.kind === "opaque" || type.kind === "callback";
}
