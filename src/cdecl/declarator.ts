// Parses declarators, the part of a declaration around its name (`(*cmp)(const void*, const void*)`, `*rows[n]`), and the parameter
// lists inside them. The two are mutually recursive, so they are in one file.

import type { LengthExpression, Parameter } from "./ast.js";
import { buildType, type Modifier, parameterType } from "./build-type.js";
import { evaluateConstant, lookupIn } from "./constant-expression.js";
import { parseLength, substituteConstants, type WrittenLength } from "./length.js";
import type { Token } from "./lexer.js";
import { maximumNesting, type Reader } from "./reader.js";
import { isIntegerScalar } from "./scalars.js";
import { beginsType, parseSpecifiers, type Specifiers } from "./specifiers.js";
import { isConst, isReserved, isSilent } from "./words.js";

/** The name, if there is one, and the modifiers around it, from the name outwards. */
export interface Declarator {
  readonly name: Token | undefined;
  readonly modifiers: readonly Modifier[];
}

/** Reads a declarator, with or without a name. At the `top` of a declaration, `(x` begins a parameter list. */
export function parseDeclarator(reader: Reader, top = false): Declarator {
  const start = reader.peek();
  const declarator = reader.nest(() => {
    const pointers = parsePointers(reader);
    refuseReference(reader);
    let inner: Declarator | undefined;
    let name: Token | undefined;
    if (reader.at("(") && beginsGroup(reader, top)) {
      reader.next();
      inner = parseDeclarator(reader);
      reader.expect(")");
    } else if (reader.peek().kind === "identifier") {
      const { text, problem } = reader.peek();
      if (isReserved(text) || problem !== undefined) throw reader.unexpected("a name");
      name = reader.next();
    }
    const modifiers = inner === undefined ? [] : [...inner.modifiers];
    parseSuffixes(reader, modifiers);
    for (let star = pointers.pop(); star !== undefined; star = pointers.pop()) modifiers.push(star);
    return { name: name ?? inner?.name, modifiers };
  });
  if (declarator.modifiers.length > maximumNesting) throw reader.tooDeep(start);
  return declarator;
}

/** Reads parameters up to and including the closing parenthesis. */
export function parseParameters(reader: Reader): readonly Parameter[] {
  const written: WrittenParameter[] = [];
  if (reader.accept(")")) return [];
  do {
    refuseVariadic(reader);
    const specifiers = parseSpecifiers(reader);
    refuseVariadic(reader);
    const declarator = parseDeclarator(reader);
    if (specifiers.type.kind === "void" && declarator.modifiers.length === 0) {
      const isAlone =
        written.length === 0 && specifiers.first === specifiers.named && declarator.name === undefined;
      if (isAlone && reader.accept(")")) return [];
      const rule = "a parameter cannot be void";
      throw reader.error(
        specifiers.first,
        "CUTS_DECLARATION_TYPE",
        rule,
        "`void*` for a pointer to anything",
      );
    }
    written.push({ specifiers, declarator, optional: skipDefault(reader) });
  } while (reader.accept(","));
  reader.expect(")", '"," or ")"');
  return finishParameters(reader, written);
}

interface WrittenParameter {
  readonly specifiers: Specifiers;
  readonly declarator: Declarator;
  readonly optional: boolean;
}

function parsePointers(reader: Reader): Modifier[] {
  const pointers: Modifier[] = [];
  for (;;) {
    const token = reader.accept("*");
    if (token === undefined) return pointers;
    let readonly = false;
    let device = false;
    for (;;) {
      const word = reader.peek().text;
      if (isConst(word)) readonly = true;
      else if (word === "__device__") device = true;
      else if (!isSilent(word)) break;
      reader.next();
    }
    pointers.push({ kind: "pointer", readonly, device, token });
  }
}

function refuseReference(reader: Reader): void {
  if (!reader.at("&") && !reader.at("&&")) return;
  const isKernel = reader.scope.language === "cuda";
  const rule = isKernel ? "a kernel cannot take a reference" : "a reference is no type of C";
  const advice = isKernel
    ? "pass it by value, or a pointer"
    : "a pointer: that is what a reference is when called";
  throw reader.error(reader.peek(), "CUTS_DECLARATION_UNSUPPORTED", rule, advice);
}

function refuseVariadic(reader: Reader): void {
  if (!reader.at("...")) return;
  const isKernel = reader.scope.language === "cuda";
  const rule = isKernel
    ? "a kernel must have a fixed list of parameters"
    : "a variadic function cannot be checked";
  const advice = isKernel
    ? "a kernel without a parameter pack"
    : "declare the fixed form that you call, such as `int(const char* format, int value)`; " +
      "on Apple silicon, where variadic arguments travel another way, a C function around it";
  throw reader.error(reader.peek(), "CUTS_DECLARATION_VARIADIC", rule, advice);
}

/** Whether the `(` at the cursor groups, as in `(*f)`, or begins a parameter list. */
function beginsGroup(reader: Reader, top: boolean): boolean {
  const token = reader.peek(1);
  if (token.kind === "punctuator") return ["*", "(", "[", "&", "&&"].includes(token.text);
  if (token.kind !== "identifier" || beginsType(reader, token)) return false;
  // `(name)` and `(name[n])` group; `(FILE* f)` is a parameter of an undeclared type, which the error should say.
  if (!top) return reader.at(")", 2) || reader.at("[", 2) || reader.at("(", 2);
  return reader.at(")", 2) && reader.at("(", 3);
}

function parseSuffixes(reader: Reader, suffixes: Modifier[]): void {
  for (;;) {
    if (reader.accept("[")) suffixes.push(parseArray(reader));
    else if (reader.at("(")) {
      const token = reader.next();
      suffixes.push({ kind: "function", parameters: reader.nest(() => parseParameters(reader)), token });
    } else return;
  }
}

function parseArray(reader: Reader): Modifier {
  while (reader.at("static") || isConst(reader.peek().text) || isSilent(reader.peek().text)) reader.next();
  if (reader.at("*") && reader.at("]", 1)) reader.next();
  if (reader.at("]")) return { kind: "array", length: undefined, token: reader.next() };
  const length = reader.scope.language === "cuda" ? constantLength(reader) : parseLength(reader);
  return { kind: "array", length, token: reader.expect("]") };
}

/** Reads a length in C++, which may be any constant expression. Undefined if its value is unknown here. */
function constantLength(reader: Reader): WrittenLength | undefined {
  const tokens: Token[] = [];
  while (!reader.at("]")) {
    if (reader.at("[") || reader.at("(") || reader.at("{")) {
      for (const token of reader.takeBrackets()) tokens.push(token);
    } else if (["end", "invalid", "condition"].includes(reader.peek().kind)) throw reader.unexpected('"]"');
    else tokens.push(reader.next());
  }
  const { constants } = reader.scope.types;
  const value = evaluateConstant(tokens, lookupIn(constants));
  if (value === undefined || value < 0n || value > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
  return { expression: { kind: "number", value: Number(value) }, names: new Map() };
}

/** Skips the default argument `= value` of a C++ parameter; true if there is one. */
function skipDefault(reader: Reader): boolean {
  if (reader.scope.language !== "cuda" || !reader.accept("=")) return false;
  let angles = 0;
  while (!reader.at(")")) {
    const token = reader.peek();
    if (["end", "invalid", "condition"].includes(token.kind)) throw reader.unexpected('")"');
    if (reader.at("(") || reader.at("[") || reader.at("{")) {
      reader.takeBrackets();
      continue;
    }
    if (reader.at("<")) angles++;
    else if (reader.at(">")) angles--;
    else if (reader.at(",")) {
      if (angles <= 0) break;
      // `f(int a = b < c, int d = e > 1)` or one template argument list: only a compiler can tell.
      const rule = "a comma after `<` in a default argument may end the argument or not";
      throw reader.error(
        token,
        "CUTS_DECLARATION_UNSUPPORTED",
        rule,
        "put the default argument in parentheses",
      );
    }
    reader.next();
  }
  return true;
}

function finishParameters(reader: Reader, written: readonly WrittenParameter[]): readonly Parameter[] {
  const byName = new Map<string, WrittenParameter>();
  for (const parameter of written) {
    const { name } = parameter.declarator;
    if (name === undefined) continue;
    if (byName.has(name.text)) {
      const rule = `two parameters cannot have the name "${name.text}"`;
      throw reader.error(name, "CUTS_DECLARATION_DUPLICATE", rule);
    }
    byName.set(name.text, parameter);
  }
  const resolve = (length: WrittenLength): LengthExpression => resolveLength(reader, length, byName);
  return written.map(({ specifiers, declarator, optional }) => {
    const type = parameterType(
      reader,
      buildType(reader, specifiers, declarator.modifiers, resolve),
      specifiers,
    );
    const name = declarator.name?.text;
    if (optional) return name === undefined ? { type, optional } : { name, type, optional };
    return name === undefined ? { type } : { name, type };
  });
}

/** Checks that a length names integer parameters and constants only, and replaces the constants. */
function resolveLength(
  reader: Reader,
  length: WrittenLength,
  parameters: ReadonlyMap<string, WrittenParameter>,
): LengthExpression {
  const { constants } = reader.scope.types;
  const used = new Map<string, number>();
  for (const [name, token] of length.names) {
    const parameter = parameters.get(name);
    const constant = constants.get(name);
    if (parameter === undefined && constant === undefined) {
      const rule = `a length can name parameters only (got "${name}")`;
      const integers = [...parameters].filter(([, parameter]) => isInteger(parameter));
      const names = integers.map(([integer]) => integer).join(", ");
      throw reader.error(
        token,
        "CUTS_DECLARATION_LENGTH",
        rule,
        names === "" ? undefined : `one of ${names}`,
      );
    }
    if (parameter !== undefined && !isInteger(parameter)) {
      const rule = `a length can name integer parameters only, and "${name}" is none`;
      throw reader.error(token, "CUTS_DECLARATION_LENGTH", rule);
    }
    if (parameter === undefined && constant !== undefined) used.set(name, constant);
  }
  return used.size === 0 ? length.expression : substituteConstants(length.expression, used);
}

function isInteger({ specifiers, declarator }: WrittenParameter): boolean {
  const { type, count } = specifiers;
  const isValue = declarator.modifiers.length === 0 && count === undefined;
  return isValue && type.kind === "scalar" && isIntegerScalar(type.name);
}
