// The options of `load()`, and the checks that need no file: their types, and that each word can be passed to a compiler.

import type { FileUrl } from "../core/host-types.js";
import { ArgumentTypeError } from "../core/errors.js";
import { formatValue } from "../core/text.js";
import type { Device } from "../runtime/devices/device.js";
import type { BuildProgress, Defines } from "./toolchain/build-request.js";

/** Options of {@link loadAddon}. */
export interface LoadAddonOptions {
  /** What messages call it; the file's name by default. */
  readonly name?: string;
}

/** What to load and how to build it. */
export interface LoadOptions {
  /** `.c`, C++ and `.cu` files, as paths or `file:` URLs. */
  readonly sources: string | FileUrl | readonly (string | FileUrl)[];
  /** What messages call it; the first source's name by default. */
  readonly name?: string;
  /** Where relative paths start; the current directory by default. */
  readonly directory?: string;
  /** What `.cu` sources are compiled for: `cpu`, `cuda`, `cuda:1`, or a Device; the current device by default. */
  readonly device?: string | Device;
  /** Options of the C and C++ compiler. */
  readonly options?: readonly string[];
  /** Options of nvcc. */
  readonly cudaOptions?: readonly string[];
  /** Options of the link step, as the C++ compiler spells them. */
  readonly linkOptions?: readonly string[];
  /** Folders with headers. */
  readonly includes?: readonly string[];
  /** Macros: `{ N: 4, FAST: true }`. */
  readonly defines?: Defines;
  /** Static archives and shared libraries by path, others by bare name: `"./libfast.a"`, `"m"`. */
  readonly libraries?: readonly string[];
  /** "native" or "wasm"; decided by the sources, the device and the compilers of this machine by default. */
  readonly toolchain?: "native" | "wasm";
  /**
   * The C declarations of functions, which also give their TypeScript types, as with `dlopen`: `{ add: "int(int a, int b)" }`.
   * They are checked against the sources. They may add the length of an array where the source does not have it.
   */
  readonly functions?: Readonly<Record<string, string>>;
  /** C text with the structs, enums and typedefs that `functions` name, for their TypeScript types. */
  readonly types?: string;
  /** Called with each step of the build. Without it, a long build shows a progress line on the terminal. */
  readonly onProgress?: (progress: BuildProgress) => void;
}

/** Options that are lists of words: one string would be taken apart, or silently mean something else. */
const LISTS = ["options", "cudaOptions", "linkOptions", "includes", "libraries"] as const;

/** Throws unless the options are valid. @throws TypeError `CUTS_LOAD_OPTION` */
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
  for (const option of ["name", "directory", "types"] as const) {
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

/** Returns the word if it can be passed to a program as an argument. @throws TypeError `CUTS_LOAD_OPTION` */
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
