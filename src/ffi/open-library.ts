// Opens a shared library by name or path and finds symbols in it. Errors list every place that was tried with the loader's reason,
// and the nearest names that the library exports. It knows nothing of declarations.

import type { FileUrl } from "../core/host-types.js";
import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { ArgumentTypeError, LibraryNotFoundError } from "../core/errors.js";
import { formatValue, suggestAll } from "../core/text.js";
import { readElfSymbols } from "./elf-symbols.js";
import { type KoffiLibrary, koffi } from "./koffi.js";
import { isPath, libraryCandidates, versionsOf } from "./library-path.js";

/** A library to open: a path, a bare name that the system's loader searches, a `file:` URL, or null for the process. */
export type LibraryName = string | FileUrl | null;

/** How the loader resolves symbols; the defaults are `RTLD_NOW | RTLD_LOCAL`. Windows ignores both. */
export interface OpenOptions {
  /** Resolve functions when they are first called. */
  readonly lazy?: boolean;
  /** Make the symbols available to libraries loaded later. */
  readonly global?: boolean;
}

/** A place that was tried, and why it failed. */
interface LoadAttempt {
  readonly candidate: string;
  readonly reason: string;
}

/** A library that is open. */
export interface OpenedLibrary {
  /** Its name in messages: `libz.so.1`, or `this process`. */
  readonly label: string;
  /** The name or path that the loader accepted; null for the process itself. */
  readonly path: string | null;
  readonly handle: KoffiLibrary;
}

/** The first library that could be opened, or the reasons why none could. */
export type LoadResult =
  | { readonly library: OpenedLibrary; readonly attempts: readonly LoadAttempt[] }
  | { readonly library: undefined; readonly attempts: readonly LoadAttempt[] };

/** Tries to open `names` in order, by the naming rules of the platform. Does not throw if none can be opened. */
export function tryOpenLibrary(
  names: LibraryName | readonly LibraryName[],
  options: OpenOptions = {},
): LoadResult {
  const attempts: LoadAttempt[] = [];
  for (const candidate of (isList(names) ? names : [names]).flatMap((name) =>
    libraryCandidates(plain(name)),
  )) {
    try {
      const handle = koffi().load(candidate, {
        lazy: options.lazy ?? false,
        global: options.global ?? false,
      });
      return { library: { label: label(candidate), path: candidate, handle }, attempts };
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith(KOFFI_LOAD_PREFIX)) throw error;
      attempts.push({ candidate: String(candidate), reason: error.message.slice(KOFFI_LOAD_PREFIX.length) });
    }
  }
  return { library: undefined, attempts };
}

/**
 * Opens the first of `names` that can be opened.
 * @throws LibraryNotFoundError `CUTS_LIBRARY_NOT_FOUND`, with every place tried and the loader's reason.
 */
export function openLibrary(
  names: LibraryName | readonly LibraryName[],
  options?: OpenOptions,
): OpenedLibrary {
  const { library, attempts } = tryOpenLibrary(names, options);
  if (library !== undefined) return library;
  const wanted = (isList(names) ? names : [names]).map((name) => JSON.stringify(plain(name))).join(" or ");
  const tried = attempts.map(({ candidate, reason }) => `\n  ${candidate}: ${reason}`).join("");
  throw new LibraryNotFoundError(
    "CUTS_LIBRARY_NOT_FOUND",
    `Cannot open library ${wanted}: no place that was tried has one that loads${tried}\nTry: ${advice(attempts)}`,
  );
}

/** The address of `symbol`, or undefined if the library does not export it. */
export function findSymbol(library: OpenedLibrary, symbol: string): bigint | undefined {
  // The loader would ignore everything from a NUL on.
  if (symbol.includes("\0")) return undefined;
  try {
    return library.handle.symbol(symbol);
  } catch {
    return undefined;
  }
}

/** The error for a symbol that is not there (`CUTS_SYMBOL_NOT_FOUND`), with the nearest ones that are. */
export function symbolNotFound(library: OpenedLibrary, symbol: string): LibraryNotFoundError {
  const names = exportedNames(library);
  const mangled = names.find((name) => name.startsWith("_Z") && name.includes(`${symbol.length}${symbol}`));
  const nearest = suggestAll(
    symbol,
    symbol.startsWith("_Z") ? names : names.filter((name) => !name.startsWith("_Z")),
  );
  const advice =
    mangled !== undefined
      ? `\nTry: declare it extern "C" in the C++ source (it is exported as ${mangled})`
      : nearest.length > 0
        ? `\nTry: ${nearest.join(", ")}`
        : "";
  return new LibraryNotFoundError(
    "CUTS_SYMBOL_NOT_FOUND",
    `Cannot find a symbol in ${library.label}: the library must export it (got ${JSON.stringify(symbol)})${advice}`,
  );
}

const KOFFI_LOAD_PREFIX = "Failed to load shared library: ";

function isList(names: LibraryName | readonly LibraryName[]): names is readonly LibraryName[] {
  return Array.isArray(names);
}

/** koffi silently truncates longer names. */
const MAX_NAME_BYTES = 4095;

/** The name of a library as text, or null. @throws TypeError `CUTS_LIBRARY_NAME` for any other value. */
function plain(name: LibraryName): string | null {
  if (name === null) return null;
  if (name instanceof URL) {
    try {
      return checkName(fileURLToPath(name));
    } catch (error) {
      if (error instanceof ArgumentTypeError) throw error;
      throw wrongName("a URL must be that of a file of this machine", name.href);
    }
  }
  if (typeof name === "string") return checkName(name);
  throw wrongName("its name must be a string, a file: URL, or null for this process", name);
}

function checkName(name: string): string {
  if (name === "") throw wrongName("its name must not be empty", name, "null, for this process");
  if (name.includes("\0")) throw wrongName("its name must not contain a NUL", name);
  const byteLength = Buffer.byteLength(name);
  if (byteLength <= MAX_NAME_BYTES) return name;
  throw wrongName(`its name must have at most ${MAX_NAME_BYTES} bytes`, name);
}

function wrongName(rule: string, name: unknown, hint?: string): ArgumentTypeError {
  return new ArgumentTypeError(
    "CUTS_LIBRARY_NAME",
    `Cannot open a library: ${rule} (got ${formatValue(name)})${hint === undefined ? "" : `\nTry: ${hint}`}`,
  );
}

function label(candidate: string | null): string {
  return candidate === null ? "this process" : isPath(candidate) ? basename(candidate) : candidate;
}

function advice(attempts: readonly LoadAttempt[]): string {
  for (const { candidate } of attempts) {
    if (isPath(candidate)) {
      if (existsSync(candidate))
        return "check that the file is a library for this machine and that its own dependencies are there";
      continue;
    }
    if (existsSync(candidate)) return `"./${candidate}": the loader does not look into the current folder`;
    const installed = process.platform === "linux" ? versionsOf(candidate)[0] : undefined;
    if (installed !== undefined) return `"${installed}", which is installed`;
  }
  return attempts.every(({ candidate }) => isPath(candidate))
    ? "check the path; it is relative to the current folder"
    : `the path of the file, or add its folder to ${searchVariable()}`;
}

function searchVariable(): string {
  if (process.platform === "win32") return "PATH";
  return process.platform === "darwin" ? "DYLD_LIBRARY_PATH" : "LD_LIBRARY_PATH";
}

/** The names that the library exports, if they can be read: for ELF files, which are found among the mapped files. */
function exportedNames(library: OpenedLibrary): readonly string[] {
  if (library.path !== null && isPath(library.path)) return readElfSymbols(library.path);
  if (process.platform !== "linux") return [];
  const files = [...new Set(readFileSync("/proc/self/maps", "utf8").match(/\/\S+$/gm) ?? [])];
  const stem = library.path?.replace(/\.so[.\d]*$/, "");
  return files
    .filter((file) => stem === undefined || isVersionOf(basename(file), stem))
    .flatMap(readElfSymbols);
}

/** Whether a mapped file (`libz.so.1.2.13`, `libm-2.31.so`) is the library that was asked for as `libz`, `libm`. */
function isVersionOf(file: string, stem: string): boolean {
  return file.startsWith(`${stem}.so`) || file.startsWith(`${stem}-`);
}
