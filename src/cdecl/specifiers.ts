// The part of a declaration before its name and stars: `const unsigned long`, `struct vec3`, `__device__ float`.

import { suggest } from "../core/text.js";
import type { CType, ScalarName, TypedefDeclaration, TypeTable } from "./ast.js";
import { joinTokens, type Token } from "./lexer.js";
import { clip, type Reader } from "./reader.js";
import { addArithmeticWord, arithmeticType, arithmeticWords, refusedNames, scalarNames } from "./scalars.js";
import { vectorTypes } from "./vectors.js";

/** What stands before the declarator. */
export interface Specifiers {
  readonly type: CType;
  /** True when that type is const. */
  readonly readonly: boolean;
  /** From a typedef that names an array. */
  readonly count: number | undefined;
  /** The word `__device__`, where it stands. */
  readonly device: Token | undefined;
  /** The first token, for errors about the whole. */
  readonly first: Token;
  /** The token that names the type, for errors about it. */
  readonly named: Token;
  /** The tag after `struct` or `enum`. */
  readonly tag: Token | undefined;
}

/** Defines a struct or enum whose body stands at the cursor, where bodies are allowed; returns its type. */
export type TagDefiner = (keyword: Token, tag: Token | undefined) => CType;

const constWords: ReadonlySet<string> = new Set(["const", "__const", "__const__"]);
/** Words that change nothing for who calls. */
const silentWords: ReadonlySet<string> = new Set([
  "volatile",
  "__volatile__",
  "register",
  "restrict",
  "__restrict__",
  "__restrict",
  "__grid_constant__",
  "__extension__",
]);
const tagWords: ReadonlySet<string> = new Set(["struct", "union", "enum", "class"]);
/** Words that no parameter, field or type can have as its name. */
const reservedWords: ReadonlySet<string> = new Set([
  ...arithmeticWords,
  ...constWords,
  ...silentWords,
  ...tagWords,
  "typedef",
  "typename",
  "static",
  "extern",
  "inline",
  "sizeof",
  "return",
  "auto",
  "decltype",
  "operator",
  "__device__",
  "__global__",
  "template",
  "using",
  "namespace",
  "alignas",
  "_Alignas",
  "__attribute__",
]);

/** True for a word of the language, which cannot be a name. */
export function isReserved(word: string): boolean {
  return reservedWords.has(word);
}

/** True for `const` in any spelling. */
export function isConst(word: string): boolean {
  return constWords.has(word);
}

/** True for a qualifier that changes nothing for who calls. */
export function isSilent(word: string): boolean {
  return silentWords.has(word);
}

/** True when a token can begin a type: used to tell `(int)` from `(name)`. */
export function beginsType(reader: Reader, token: Token): boolean {
  if (token.kind !== "identifier") return token.text === "::" || token.text === "...";
  return reservedWords.has(token.text) || resolveName(reader, token.text) !== undefined;
}

/** Reads specifiers; throws when there is no type among them. */
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
    } else if (constWords.has(word)) readonly = true;
    else if (word === "__device__") device = token;
    else if (!silentWords.has(word)) {
      if (found !== undefined || words !== "") break;
      named = token;
      found = tagWords.has(word) ? parseTag(reader, define) : parseTypeName(reader);
      continue;
    }
    reader.next();
  }
  found ??= { type: finishWords(reader, words, named) };
  if (named === undefined) throw reader.unexpected("a type");
  const { type, count, tag } = found;
  return { type, readonly: readonly || found.readonly === true, count, device, first, named, tag };
}

/** A type that a name stands for, and what comes with it. */
interface NamedType extends TypedefDeclaration {
  readonly tag?: Token;
}

/** `complex` is a macro of <complex.h>, and also a good name for a parameter: it is the former before a name or star. */
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
  return name === "void" ? { kind: "void" } : scalar(name);
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

function parseTypeName(reader: Reader): NamedType {
  const start = reader.peek();
  if (reader.scope.language === "cuda") {
    const name = qualifiedWord(reader);
    const isPlain = name !== undefined && !reader.at("<", name.length) && !reader.at("::", name.length);
    const known = isPlain ? resolveName(reader, name.word) : undefined;
    if (known === undefined) return { type: parseOpaque(reader) };
    for (let i = 0; i < (name?.length ?? 0); i++) reader.next();
    return known;
  }
  if (isReserved(start.text)) throw reader.unexpected("a type");
  const name = qualifiedWord(reader);
  const known = name === undefined ? undefined : resolveName(reader, name.word);
  if (name === undefined || known === undefined) throw unknownType(reader, start, name?.word);
  for (let i = 0; i < name.length; i++) reader.next();
  return known;
}

/** `size_t`, `::size_t`, `std::size_t`, `cuda::std::size_t` at the cursor: the last word, and how many tokens it is. */
function qualifiedWord(reader: Reader): { readonly word: string; readonly length: number } | undefined {
  let length = reader.at("::") ? 1 : 0;
  if (reader.at("cuda", length) && reader.at("::", length + 1)) length += 2;
  if (reader.at("std", length) && reader.at("::", length + 1)) length += 2;
  const token = reader.peek(length);
  if (token.kind !== "identifier" || reader.at("::", length + 1)) return undefined;
  return { word: token.text, length: length + 1 };
}

function resolveName(reader: Reader, name: string): NamedType | undefined {
  const { types, templateNames } = reader.scope;
  if (templateNames?.has(name)) return undefined;
  const typedef = types.typedefs.get(name);
  if (typedef !== undefined) return typedef;
  // C++ needs no `struct` before the name, and people write their declarations that way.
  if (types.structs.has(name)) return { type: { kind: "struct", name } };
  if (types.enums.has(name)) return { type: { kind: "enum", name } };
  const scalarName = scalarNames.get(name);
  if (scalarName !== undefined) return { type: scalar(scalarName) };
  const vector = vectorTypes.get(name);
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

/** The name at the cursor as it stands there, `std::string`; of one without end, the beginning. */
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
function parseOpaque(reader: Reader): CType {
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
    if (reader.accept("template")) continue;
  }
}

function scalar(name: ScalarName): CType {
  return { kind: "scalar", name };
}
