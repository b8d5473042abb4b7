// Analyzes a call of `load()`: reads the sources, decides whether they are a library or an addon and which toolchain builds them,
// and finds the functions that they declare. Nothing is built here.

import { basename, dirname, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { includes } from "../cdecl/includes.js";
import { ArgumentTypeError, CutsError } from "../core/errors.js";
import { readPlainText } from "../host/plain-files.js";
import { formatValue } from "../core/text.js";
import { textsOf } from "../compiler/local-headers.js";
import { currentDevice, toDevice } from "../runtime/devices/devices.js";
import { type ExternCSearch, externCFunctions } from "./library/declarations.js";
import { checkOptions, checkWord, type LoadOptions } from "./load-options.js";
import type { LoadInfo } from "./loaded.js";
import { readSource } from "./toolchain/compile-object.js";
import { findCompiler, type Language } from "./toolchain/compilers.js";
import { includeCuda } from "./toolchain/cuda-toolkit.js";
import { languageOf } from "./toolchain/languages.js";
import { foreignLibrary } from "./wasm/included-libraries.js";

/** A source file and its text. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly language: Language;
}

/** The request, with its sources read and its kind decided. */
export interface Job {
  readonly name: string;
  readonly directory: string;
  readonly sources: readonly Source[];
  readonly includes: readonly string[];
  readonly device: string;
  readonly kind: LoadInfo["kind"];
  readonly options: LoadOptions;
}

/**
 * Reads the sources and decides whether they are a library or an addon.
 * @throws TypeError `CUTS_SOURCES`, `CUTS_LOAD_OPTION`; CutsError `CUTS_SOURCE`
 */
export function readJob(options: LoadOptions): Job {
  checkOptions(options);
  const { sources, name } = options;
  const directory = resolve(options.directory ?? ".");
  const list = typeof sources === "string" || sources instanceof URL ? [sources] : sources;
  if (!Array.isArray(list) || list.length === 0) {
    throw new ArgumentTypeError(
      "CUTS_SOURCES",
      `Cannot load a library: sources must name at least one file (got ${formatValue(sources)})`,
    );
  }
  const read = Array.from<unknown, Source>(list, (source) => {
    const path = resolve(directory, pathOf(source));
    return { path, language: languageOf(path), text: readSource(path) };
  });
  const includes = (options.includes ?? []).map((folder) => resolve(directory, folder));
  const first = read[0]?.path ?? "";
  const kind = read.some((source) => isAddon(source, includes)) ? "addon" : "library";
  if (kind === "addon" && options.functions !== undefined) {
    throw new ArgumentTypeError(
      "CUTS_LOAD_OPTION",
      `Cannot load a library: the functions of an addon must be typed by T, since they are no C functions (got functions, and a source that includes cuts/extension.h)\nTry: the types that loadInfo(addon).types prints`,
    );
  }
  return {
    name: name ?? basename(first, extname(first)),
    directory,
    sources: read,
    includes,
    device: (options.device === undefined ? currentDevice() : toDevice(options.device)).id,
    kind,
    options,
  };
}

/** The path that a string or a `file:` URL names. @throws TypeError `CUTS_SOURCES` */
export function pathOf(source: unknown): string {
  const isUrl = source instanceof URL || (typeof source === "string" && source.startsWith("file:"));
  try {
    if (isUrl) return checkWord("a source", fileURLToPath(source));
    if (typeof source === "string" && source !== "") return checkWord("a source", source);
  } catch (error) {
    if (error instanceof CutsError) throw error;
    // A URL of something else.
  }
  throw new ArgumentTypeError(
    "CUTS_SOURCES",
    `Cannot load a library: a source must be a path or a file: URL (got ${isUrl ? String(source) : formatValue(source)})`,
  );
}

/** A source, or a header of its own, that includes cuts/extension.h makes an addon. */
function isAddon(source: Source, folders: readonly string[]): boolean {
  return textsOf(source, folders).some((text) => includes(text, "cuts/extension.h"));
}

/**
 * Chooses native or WebAssembly. Sources that use CUDA follow the device; other C and C++ use the native compiler if there is one.
 * C and C++ that use CUDA and need a library of the machine stay native.
 */
export function chooseToolchain(job: Job): LoadInfo["toolchain"] {
  const { options, sources, device } = job;
  if (options.toolchain !== undefined) return options.toolchain;
  const languages = new Set(sources.map(({ language }) => language));
  if (languages.has("cuda")) return holdsLibraries(device) ? "wasm" : "native";
  if (usesCuda(job)) {
    return holdsLibraries(device) && foreignLibrary(options.libraries) === undefined ? "wasm" : "native";
  }
  return [...languages].every((language) => findCompiler(language) !== undefined) ? "native" : "wasm";
}

/** Whether a device can run libraries in its memory. */
export function holdsLibraries(device: string): boolean {
  return toDevice(device).provider.libraries !== null;
}

/** Whether a source is CUDA or includes CUDA's headers. */
export function usesCuda({ sources, includes: folders }: Pick<Job, "sources" | "includes">): boolean {
  return sources.some((source) => source.language === "cuda" || includeCuda(textsOf(source, folders)));
}

/** The functions that a source of the job exports. */
export function searchIn({ path, text, language }: Source, { includes, options }: Job): ExternCSearch {
  const defines = Object.entries(options.defines ?? {}).flatMap(([name, value]) =>
    value === false ? [] : [[name, value === true ? "1" : String(value)] as const],
  );
  return externCFunctions(text, {
    language,
    fileName: basename(path),
    defines: Object.fromEntries([
      ...definesIn(language === "cuda" ? options.cudaOptions : options.options),
      ...defines,
    ]),
    readHeader: (name) => readFirst([dirname(path), ...includes].map((folder) => join(folder, name))),
  });
}

/** `-DNAME=value` among the options of a compiler. */
function definesIn(options: readonly string[] = []): readonly (readonly [string, string])[] {
  return options.flatMap((option) => {
    const match = /^-D(\w+)(?:=(.*))?$/s.exec(option);
    return match === null ? [] : [[match[1] ?? "", match[2] ?? "1"] as const];
  });
}

function readFirst(paths: readonly string[]): string | undefined {
  for (const path of paths) {
    try {
      return readPlainText(path);
    } catch {
      // Not there: the next folder.
    }
  }
  return undefined;
}
