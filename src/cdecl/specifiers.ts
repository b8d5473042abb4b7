// The part of a declaration before its name and stars: `const unsigned long`, `struct vec3`, `__device__ float`.

import type { CType } from "./ast.js";
import type { Token } from "./lexer.js";
import type { Reader } from "./reader.js";
import { addArithmeticWord, arithmeticType, arithmeticWords } from "./scalars.js";
import { type NamedType, parseOpaque, parseTypeName, resolveName } from "./type-name.js";
import { isConst, isReserved, isSilent, isTagWord } from "./words.js";

/** The part of a declaration before the declarator. */
export interface Specifiers {
  readonly type: CType;
  /** True if the type is const. */
  readonly readonly: boolean;
  /** From a typedef that names an array. */
  readonly count: number | undefined;
  /** The token `__device__`, if present. */
  readonly device: Token | undefined;
  /** The first token, for errors about the whole. */
  readonly first: Token;
  /** The token that names the type, for errors about it. */
  readonly named: Token;
  /** The tag after `struct` or `enum`. */
  readonly tag: Token | undefined;
}

/** Defines the struct or enum whose body begins at the cursor, and returns its type. Only used where bodies are allowed. */
export type TagDefiner = (keyword: Token, tag: Token | undefined) => CType;

/** Whether a token can begin a type, to distinguish `(int)` from `(name)`. */
export function beginsType(reader: Reader, token: Token): boolean {
  if (token.kind !== "identifier") return token.text === "::" || token.text === "...";
  return isReserved(token.text) || resolveName(reader.scope, token.text) !== undefined;
}

/** Reads specifiers; throws if there is no type among them. */
export function parseSpecifiers(reader: Reader, define?: TagDefiner): Specifiers {
  const first = reader.peek();
  let words = "";
  let named: Token | undefined;
  let found: NamedType | undefined;
  let readonly = false;
  let device: Token | undefined;
  for (;;) {
    const token = reader.peek();
    const word = token.text;
    if (token.kind !== "identifier" && word !== "::") break;
    if (token.problem !== undefined) throw reader.unexpected("a type");
    if (arithmeticWords.has(word) || (word === "complex" && isComplexMacro(reader, words))) {
      words = addWord(reader, words, found !== undefined, token);
      named ??= token;
    } else if (isConst(word)) readonly = true;
    else if (word === "__device__") device = token;
    else if (!isSilent(word)) {
      if (found !== undefined || words !== "") break;
      named = token;
      found = isTagWord(word) ? parseTag(reader, define) : parseTypeName(reader);
      continue;
    }
    reader.next();
  }
  found ??= { type: finishWords(reader, words, named) };
  if (named === undefined) throw reader.unexpected("a type");
  const { type, count, tag } = found;
  return { type, readonly: readonly || found.readonly === true, count, device, first, named, tag };
}

/** Whether `complex` is the macro of <complex.h> here and not the name of a parameter: it is, before a name or star. */
function isComplexMacro(reader: Reader, words: string): boolean {
  const after = reader.peek(1);
  return (words === "float" || words === "double") && (after.kind === "identifier" || after.text === "*");
}

function addWord(reader: Reader, words: string, hasName: boolean, token: Token): string {
  const next = hasName ? undefined : addArithmeticWord(words, token.text);
  if (next === undefined) {
    const rule = `"${token.text}" makes no type together with the words before it`;
    throw reader.error(token, "CUTS_DECLARATION_TYPE", rule);
  }
  if (arithmeticType(next) === "long double") {
    const rule =
      "`long double` has 8, 12 or 16 bytes, as the platform likes, and no JavaScript value has its precision";
    throw reader.error(token, "CUTS_DECLARATION_UNSUPPORTED", rule, "a C function that takes `double`");
  }
  return next;
}

function finishWords(reader: Reader, words: string, named: Token | undefined): CType {
  if (words === "") throw reader.unexpected("a type");
  const name = arithmeticType(words);
  if (name === undefined || name === "long double") {
    const rule = "`_Complex` must say of what";
    throw reader.error(
      named ?? reader.peek(),
      "CUTS_DECLARATION_TYPE",
      rule,
      "`float _Complex` or `double _Complex`",
    );
  }
  return name === "void" ? { kind: "void" } : { kind: "scalar", name };
}

function parseTag(reader: Reader, define: TagDefiner | undefined): NamedType {
  const keyword = reader.next();
  if (reader.scope.language === "cuda") return { type: parseOpaque(reader) };
  if (keyword.text === "union" || keyword.text === "class") {
    const rule =
      keyword.text === "union"
        ? "which member of a union is alive is not in its type"
        : "a class is no type of C";
    const advice = "`void*`, or a struct of bytes of the same size";
    throw reader.error(keyword, "CUTS_DECLARATION_UNSUPPORTED", rule, advice);
  }
  if (reader.at("__attribute__") || reader.at("alignas") || reader.at("_Alignas") || reader.at("__align__")) {
    const rule = "a struct with its own alignment or packing is not laid out here";
    throw reader.error(reader.peek(), "CUTS_DECLARATION_UNSUPPORTED", rule, "padding fields, or `void*`");
  }
  const isScoped = keyword.text === "enum" && (reader.accept("class") ?? reader.accept("struct"));
  const hasTag = reader.peek().kind === "identifier" && !isReserved(reader.peek().text);
  const tag = hasTag ? reader.next() : undefined;
  if (define !== undefined && (reader.at("{") || (reader.at(":") && keyword.text === "enum"))) {
    return { type: define(keyword, tag) };
  }
  if (tag === undefined || isScoped) throw reader.unexpected(`the name of the ${keyword.text}`);
  return { type: { kind: keyword.text === "enum" ? "enum" : "struct", name: tag.text }, tag };
}
