// The options of `load()` that must be right before anything is read: their types, and words that a compiler can be given.

import { ArgumentTypeError } from "../core/errors.js";
import { formatValue } from "../core/text.js";
import type { LoadOptions } from "./load.js";

/** Options that are lists of words: one string would be taken apart, or silently mean something else. */
const LISTS = ["flags", "cudaFlags", "linkFlags", "includes", "libraries"] as const;

/** Throws unless the options are ones. @throws TypeError `CUTS_LOAD_OPTION` */
export function checkOptions(options: LoadOptions): void {
  const given: unknown = options;
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw wrong("the options must be an object", given, '{ sources: "add.c" }');
  }
  for (const option of LISTS) {
    const value: unknown = options[option];
    if (value === undefined) continue;
    if (!Array.isArray(value) || !Array.from<unknown>(value).every((one) => typeof one === "string")) {
      const hint = typeof value === "string" ? `${option}: ${JSON.stringify(value.split(/\s+/))}` : undefined;
      throw wrong(`${option} must be a list of strings`, value, hint);
    }
    for (const word of value as readonly string[]) checkWord(option, word);
  }
  for (const option of ["name", "directory"] as const) {
    const value: unknown = options[option];
    if (value === undefined) continue;
    if (typeof value !== "string") throw wrong(`${option} must be a string`, value);
    checkWord(option, value);
  }
  checkDefines(options.defines);
  checkDeclarations(options.functions);
  const { toolchain, onProgress } = options;
  if (toolchain !== undefined && toolchain !== "native" && toolchain !== "wasm") {
    throw wrong('toolchain must be "native" or "wasm"', toolchain);
  }
  if (onProgress !== undefined && typeof onProgress !== "function") {
    throw wrong("onProgress must be a function", onProgress);
  }
}

/** The word, where it is one that a program can be given. @throws TypeError `CUTS_LOAD_OPTION` */
export function checkWord(option: string, word: string): string {
  if (!word.includes("\0")) return word;
  throw wrong(`${option} must not contain a NUL`, word);
}

function checkDefines(defines: unknown): void {
  if (defines === undefined) return;
  if (typeof defines !== "object" || defines === null || Array.isArray(defines)) {
    throw wrong("defines must be an object", defines, "{ N: 4, FAST: true }");
  }
  for (const [name, value] of Object.entries(defines)) {
    if (!["string", "number", "boolean"].includes(typeof value)) {
      throw wrong(`the macro ${name} must be a string, a number or a boolean`, value);
    }
    checkWord("defines", `${name}=${value}`);
  }
}

function checkDeclarations(functions: unknown): void {
  if (functions === undefined) return;
  if (typeof functions !== "object" || functions === null || Array.isArray(functions)) {
    throw wrong("functions must be an object", functions, '{ add: "int(int a, int b)" }');
  }
  for (const [name, declaration] of Object.entries(functions)) {
    if (typeof declaration !== "string")
      throw wrong(`the declaration of ${name} must be a string`, declaration);
  }
}

function wrong(rule: string, value: unknown, hint?: string): ArgumentTypeError {
  return new ArgumentTypeError(
    "CUTS_LOAD_OPTION",
    `Cannot load a library: ${rule} (got ${formatValue(value)})${hint === undefined ? "" : `\nTry: ${hint}`}`,
  );
}
