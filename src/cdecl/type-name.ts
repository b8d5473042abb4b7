// Types that have a name: `uint8_t`, `float4`, `point`, `std::size_t`; and, in C++ text, names that only the compiler knows.

import { suggest } from "../core/text.js";
import type { CType, TypedefDeclaration, TypeTable } from "./ast.js";
import { handleNames } from "./handles.js";
import { joinTokens, type Token } from "./lexer.js";
import { clip, type Reader, type Scope } from "./reader.js";
import { arithmeticWords, refusedNames, scalarNames } from "./scalars.js";
import { vectorTypes } from "./vectors.js";
import { isReserved } from "./words.js";

/** The type of a name, with its constness and count. */
export interface NamedType extends TypedefDeclaration {
  readonly tag?: Token;
}

/** Reads a type name other than arithmetic words; throws if it is unknown. */
export function parseTypeName(reader: Reader): NamedType {
  const start = reader.peek();
  if (reader.scope.language === "cuda") {
    const name = qualifiedWord(reader);
    const isPlain = name !== undefined && !reader.at("<", name.length) && !reader.at("::", name.length);
    const known = isPlain ? resolveName(reader.scope, name.word) : undefined;
    if (known === undefined) return { type: parseOpaque(reader) };
    for (let i = 0; i < (name?.length ?? 0); i++) reader.next();
    return known;
  }
  if (isReserved(start.text)) throw reader.unexpected("a type");
  const name = qualifiedWord(reader);
  const known = name === undefined ? undefined : resolveName(reader.scope, name.word);
  if (name === undefined || known === undefined) throw unknownType(reader, start, name?.word);
  for (let i = 0; i < name.length; i++) reader.next();
  return known;
}

/** `size_t`, `::size_t`, `std::size_t`, `cuda::std::size_t` at the cursor: returns the last word and the number of tokens. */
function qualifiedWord(reader: Reader): { readonly word: string; readonly length: number } | undefined {
  let length = reader.at("::") ? 1 : 0;
  if (reader.at("cuda", length) && reader.at("::", length + 1)) length += 2;
  if (reader.at("std", length) && reader.at("::", length + 1)) length += 2;
  const token = reader.peek(length);
  if (token.kind !== "identifier" || reader.at("::", length + 1)) return undefined;
  return { word: token.text, length: length + 1 };
}

/** The type of a single name, or undefined. */
export function resolveName({ types, templateNames }: Scope, name: string): NamedType | undefined {
  if (templateNames?.has(name)) return undefined;
  const typedef = types.typedefs.get(name);
  if (typedef !== undefined) return typedef;
  // C++ needs no `struct` before the name, and people write their declarations that way.
  if (types.structs.has(name)) return { type: { kind: "struct", name } };
  if (types.enums.has(name)) return { type: { kind: "enum", name } };
  const scalarName = scalarNames.get(name);
  if (scalarName !== undefined) return { type: { kind: "scalar", name: scalarName } };
  const handle = handleNames.get(name);
  if (handle !== undefined) {
    return {
      type: { kind: "pointer", to: { kind: "struct", name: handle }, readonly: false, device: false },
    };
  }
  const vector = vectorTypes().get(name);
  return vector && { type: vector };
}

function unknownType(reader: Reader, token: Token, word: string | undefined): Error {
  const refused = word === undefined ? undefined : refusedNames.get(word);
  if (refused !== undefined) {
    const [reason, advice] = refused;
    return reader.error(
      token,
      "CUTS_DECLARATION_UNSUPPORTED",
      `\`${word}\` cannot be used: ${reason}`,
      advice,
    );
  }
  const name = writtenName(reader);
  const near = suggest(name, knownNames(reader.scope.types));
  const advice =
    near === undefined ? "`void*` for a pointer that only C looks into, or declare the type" : `\`${near}\``;
  return reader.error(token, "CUTS_DECLARATION_UNKNOWN_TYPE", `"${name}" is not a known type`, advice);
}

/** The text of the name at the cursor, such as `std::string`, shortened if it is very long. */
function writtenName(reader: Reader): string {
  const tokens = [reader.next()];
  while (tokens.length < 8 && (reader.at("::") || tokens.at(-1)?.text === "::")) tokens.push(reader.next());
  return clip(joinTokens(tokens));
}

function* knownNames(types: TypeTable): Generator<string> {
  yield* types.typedefs.keys();
  yield* types.structs.keys();
  yield* types.enums.keys();
  yield* scalarNames.keys();
  yield* arithmeticWords;
}

/** A C++ type that only the compiler knows: `T`, `ns::pair<int, 3>`, `typename X<T>::type`. */
export function parseOpaque(reader: Reader): CType {
  const tokens: Token[] = [];
  const start = reader.peek();
  if (reader.accept("typename")) reader.accept("template");
  if (reader.at("::")) tokens.push(reader.next());
  for (;;) {
    const word = reader.peek();
    if (word.kind !== "identifier" || word.problem !== undefined)
      throw reader.unexpected("the name of a type");
    if (isReserved(word.text) && word.text !== "decltype") {
      if (word === start && word.text === "auto") {
        throw reader.error(word, "CUTS_DECLARATION_UNSUPPORTED", "`auto` does not say which type it is");
      }
      throw reader.unexpected("the name of a type");
    }
    tokens.push(reader.next());
    if (reader.at(word.text === "decltype" ? "(" : "<")) {
      for (const token of reader.takeBrackets()) tokens.push(token);
    }
    if (!reader.at("::")) return { kind: "opaque", text: joinTokens(tokens) };
    tokens.push(reader.next());
    reader.accept("template");
  }
}
