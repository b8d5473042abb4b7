// Names of integer constants at file or namespace level: `constexpr int N = 16;`, `enum { N = 16 };`, `#define N 16`. A name with
// two meanings in one file gets the value NaN, which is never a length: only the compiler knows its value.

import { splitList } from "./brackets.js";
import { evaluateConstant, lookupIn } from "./constant-expression.js";
import type { Token } from "./lexer.js";
import type { Preprocessed } from "./preprocess.js";
import { maximumNesting } from "./reader.js";
import type { FileDeclaration } from "./scan-declarations.js";

/** Adds the integer constants with known values that a declaration defines to `constants`. */
export function readConstants(declaration: FileDeclaration, constants: Map<string, number>): void {
  const { tokens, hasBody } = declaration;
  if (tokens[0]?.text === "enum") {
    const isScoped = tokens[1]?.text === "class" || tokens[1]?.text === "struct";
    if (hasBody && !isScoped) readEnumerators(declaration.body, constants);
    return;
  }
  const [first = [], ...others] = splitList(tokens.slice(0, -1));
  const equals = first.findIndex(({ text }) => text === "=");
  const before = equals === -1 ? first : first.slice(0, equals);
  const isConstant = before.some(({ text }) => text === "constexpr" || text === "const");
  const name = before.at(-1)?.text;
  if (!isConstant || name === undefined || !before.every(isIntegerWord)) return;
  if (equals === -1) {
    // `constexpr int N{16};`
    if (hasBody) add(name, evaluate(declaration.body, constants), constants);
    return;
  }
  add(name, evaluate(first.slice(equals + 1), constants), constants);
  for (const [named, sign, ...rest] of others)
    if (named?.kind === "identifier" && sign?.text === "=")
      add(named.text, evaluate(rest, constants), constants);
}

/**
 * Adds the macros that are integers to `constants`, with NaN for those that the text redefines. Returns the macros that are not
 * integers, depend on an `#if`, or are undefined at the end.
 */
export function readMacros(
  { macros, undefined: undefinedMacros }: Preprocessed,
  constants: Map<string, number>,
): ReadonlySet<string> {
  const others = new Set<string>();
  const lookup = lookupIn(constants);
  const read = (name: string, depth: number): bigint | undefined => {
    const macro = macros.get(name);
    if (macro === undefined || constants.has(name)) return lookup(name);
    if (macro.takesArguments || macro.isUncertain || others.has(name) || depth > maximumNesting) {
      others.add(name);
      return undefined;
    }
    // A macro that names itself is not looked up again.
    others.add(name);
    const value = evaluateConstant(macro.body, (word) => read(word, depth + 1));
    if (value === undefined || !Number.isSafeInteger(Number(value))) return undefined;
    others.delete(name);
    constants.set(name, macro.isChanged ? Number.NaN : Number(value));
    return lookup(name);
  };
  for (const name of macros.keys()) read(name, 0);
  for (const name of undefinedMacros) if (!macros.has(name)) others.add(name);
  return others;
}

function readEnumerators(body: readonly Token[], constants: Map<string, number>): void {
  let next: number | undefined = 0;
  for (const [name, sign, ...rest] of splitList(body)) {
    if (name?.kind !== "identifier") return;
    if (sign?.text === "=") next = evaluate(rest, constants);
    add(name.text, next, constants);
    if (next !== undefined) next++;
  }
}

function evaluate(tokens: readonly Token[], constants: ReadonlyMap<string, number>): number | undefined {
  const value = evaluateConstant(tokens, lookupIn(constants));
  return value !== undefined && Number.isSafeInteger(Number(value)) ? Number(value) : undefined;
}

function add(name: string, value: number | undefined, constants: Map<string, number>): void {
  const old = constants.get(name);
  if (old === undefined && value !== undefined) constants.set(name, value);
  else if (old !== undefined && value !== old) constants.set(name, Number.NaN);
}

function isIntegerWord({ kind, text }: Token): boolean {
  return kind === "identifier" && text !== "float" && text !== "double" && text !== "template";
}
