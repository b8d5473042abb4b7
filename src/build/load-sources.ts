// The work behind `load()`: what the sources are, which toolchain they go to, and how what comes back is called. No choice is
// silent: the loaded object tells it, and so does the line on the terminal.

import { readFileSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ArgumentTypeError, UnsupportedError } from "../core/errors.js";
import { formatValue } from "../core/text.js";
import { textsOf } from "../program/local-headers.js";
import { device as deviceById } from "../runtime/devices.js";
import { addonInfo, openAddon } from "./addon/open-addon.js";
import type { LoadOptions } from "./load.js";
import { loaded, type LoadInfo } from "./loaded.js";
import { type ExternCSearch, externCFunctions } from "./library/declarations.js";
import { openNativeLibrary } from "./library/open-native-library.js";
import type { BuildProgress, BuildRequest } from "./toolchain/build-request.js";
import { buildShared } from "./toolchain/build-shared.js";
import { readSource } from "./toolchain/compile-object.js";
import { findCompiler, type Language } from "./toolchain/compilers.js";
import { gpuArchitecture } from "./toolchain/gpu-architecture.js";
import { languageOf } from "./toolchain/languages.js";
import { ProgressLine } from "./toolchain/progress-line.js";

/** A source as it was read. */
interface Source {
  readonly path: string;
  readonly text: string;
  readonly language: Language;
}

/** What was asked for, looked up. */
interface Job {
  readonly name: string;
  readonly directory: string;
  readonly sources: readonly Source[];
  readonly includes: readonly string[];
  readonly device: string;
  readonly kind: LoadInfo["kind"];
  readonly options: LoadOptions;
}

/** Builds and opens; see `load`. */
export async function loadSources(options: LoadOptions): Promise<object> {
  const job = readJob(options);
  const toolchain = chooseToolchain(job);
  if (toolchain === "wasm") return loadWasm(job);
  const line = options.onProgress === undefined ? new ProgressLine() : undefined;
  try {
    return await loadNative(job, options.onProgress ?? ((progress) => line?.report(progress)));
  } finally {
    line?.end();
  }
}

function readJob(options: LoadOptions): Job {
  const { sources, name } = options;
  const directory = resolve(options.directory ?? ".");
  const list = typeof sources === "string" || sources instanceof URL ? [sources] : sources;
  if (!Array.isArray(list) || list.length === 0) {
    throw new ArgumentTypeError(
      "CUTS_SOURCES",
      `Cannot load a library: sources must name at least one file (got ${formatValue(sources)})`,
    );
  }
  const read = list.map((source: unknown): Source => {
    const path = resolve(directory, pathOf(source));
    return { path, language: languageOf(path), text: readSource(path) };
  });
  const includes = (options.includes ?? []).map((folder) => resolve(directory, folder));
  const first = read[0]?.path ?? "";
  return {
    name: name ?? basename(first, extname(first)),
    directory,
    sources: read,
    includes,
    device: deviceById(options.device).id,
    kind: read.some((source) => isAddon(source, includes)) ? "addon" : "library",
    options,
  };
}

function pathOf(source: unknown): string {
  if (source instanceof URL) return fileURLToPath(source);
  if (typeof source === "string" && source !== "")
    return source.startsWith("file:") ? fileURLToPath(source) : source;
  throw new ArgumentTypeError(
    "CUTS_SOURCES",
    `Cannot load a library: a source must be a path or a file: URL (got ${formatValue(source)})`,
  );
}

const EXTENSION = /^[ \t]*#[ \t]*include[ \t]*[<"]cuts\/extension\.h[>"]/m;

/** A source, or a header of its own, that includes cuts/extension.h makes an addon. */
function isAddon(source: Source, includes: readonly string[]): boolean {
  return textsOf(source, includes).some((text) => EXTENSION.test(text));
}

/**
 * Native or WebAssembly: CUDA sources follow the device, C and C++ take the compiler where there is one. An addon is always
 * native, and says what is missing where it cannot be.
 */
function chooseToolchain({ kind, options, sources, device, name }: Job): LoadInfo["toolchain"] {
  if (kind === "addon") {
    if (options.toolchain !== "wasm") return "native";
    throw new UnsupportedError(
      "CUTS_ADDON_WASM",
      `Cannot load ${name} as WebAssembly: an addon is native code (it includes cuts/extension.h)\nTry: extern "C" functions without it`,
    );
  }
  if (options.toolchain !== undefined) return options.toolchain;
  const languages = new Set(sources.map(({ language }) => language));
  if (languages.has("cuda")) return device === "cpu" ? "wasm" : "native";
  return [...languages].every((language) => findCompiler(language) !== undefined) ? "native" : "wasm";
}

async function loadNative(job: Job, onProgress: (progress: BuildProgress) => void): Promise<object> {
  const { name, kind, directory, device, sources, includes, options } = job;
  const { flags, cudaFlags, linkFlags, defines, libraries } = options;
  const hasArchitecture = cudaFlags?.some((flag) => /^--?(?:arch|gencode|gpu-arch|generate-code)/.test(flag));
  const request: BuildRequest = {
    name,
    kind,
    directory,
    includes,
    sources: sources.map(({ path }) => path),
    onProgress,
    ...(flags && { flags }),
    ...(cudaFlags && { cudaFlags }),
    ...(linkFlags && { linkFlags }),
    ...(defines && { defines }),
    ...(libraries && { libraries }),
    ...(device !== "cpu" && !hasArchitecture && { archs: [gpuArchitecture(device)] }),
  };
  if (kind === "addon") return loadAddon(job, request);
  const searches = sources.map((source) => searchIn(source, job));
  const { path, files, isFresh } = await buildShared(request);
  const { functions, close } = openNativeLibrary(name, path, searches);
  const info: LoadInfo = { ...describe(job, searches), toolchain: "native", path, files, isFresh };
  return withMethods(name, functions, close, info);
}

function searchIn({ path, text, language }: Source, { includes, options }: Job): ExternCSearch {
  const defines = Object.entries(options.defines ?? {}).flatMap(([name, value]) =>
    value === false ? [] : [[name, value === true ? "1" : String(value)] as const],
  );
  return externCFunctions(text, {
    language,
    fileName: basename(path),
    defines: Object.fromEntries([
      ...definesIn(language === "cuda" ? options.cudaFlags : options.flags),
      ...defines,
    ]),
    readHeader: (name) => readFirst([dirname(path), ...includes].map((folder) => join(folder, name))),
  });
}

/** `-DNAME=value` among the options of a compiler. */
function definesIn(flags: readonly string[] = []): readonly (readonly [string, string])[] {
  return flags.flatMap((flag) => {
    const match = /^-D(\w+)(?:=(.*))?$/s.exec(flag);
    return match === null ? [] : [[match[1] ?? "", match[2] ?? "1"] as const];
  });
}

function readFirst(paths: readonly string[]): string | undefined {
  for (const path of paths) {
    try {
      return readFileSync(path, "utf8");
    } catch {
      // Not there: the next folder.
    }
  }
  return undefined;
}

function describe(
  { name, kind, device }: Job,
  searches: readonly ExternCSearch[],
): Pick<LoadInfo, "name" | "kind" | "device" | "declarations" | "unreadable"> {
  const unreadable = searches.flatMap((search) => search.unreadable);
  return {
    name,
    kind,
    device,
    declarations: searches.flatMap(({ functions }) => functions.map(({ declaration }) => declaration)),
    unreadable: unreadable.map(({ name, error }) => ({ name, reason: error.message })),
  };
}

/** The object that users hold. */
function withMethods(
  name: string,
  functions: Readonly<Record<string | symbol, unknown>>,
  close: () => void,
  info: LoadInfo,
): object {
  if ("dispose" in functions) {
    close();
    throw new ArgumentTypeError(
      "CUTS_RESERVED_NAME",
      `Cannot load ${name}: a function must not have the name of the library's own methods (got "dispose")\nTry: another name for it`,
    );
  }
  return Object.freeze({ ...functions, dispose: close, [Symbol.dispose]: close, [loaded]: info });
}

/** An addon stays loaded until the process ends: Node has no way to unload one. */
async function loadAddon(job: Job, request: BuildRequest): Promise<object> {
  const { path, files, isFresh } = await buildShared(request);
  const addon = openAddon(path, job.name);
  const own = addon[addonInfo];
  const info: LoadInfo = {
    ...describe(job, []),
    toolchain: "native",
    path,
    files,
    isFresh,
    get types() {
      return own.types;
    },
  };
  return withMethods(job.name, { ...addon, [addonInfo]: own }, () => undefined, info);
}

function loadWasm({ name }: Job): never {
  throw notThere(name, "sources without a native compiler");
}

function notThere(name: string, what: string): UnsupportedError {
  return new UnsupportedError("CUTS_NOT_YET", `Cannot load ${name}: ${what} are not supported yet`);
}
