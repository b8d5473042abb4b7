// The implementation of `load()`: builds the sources of a job with their toolchain and opens the result. No choice is silent: the
// loaded object tells it, and so does the progress line on the terminal.

import { basename, extname, resolve } from "node:path";
import { ArgumentTypeError } from "../core/errors.js";
import type { FileUrl } from "../core/host-types.js";
import { textsOf } from "../compiler/local-headers.js";
import { currentDevice, toDevice } from "../runtime/devices/devices.js";
import { type Addon, addonInfo, openAddon } from "./addon/open-addon.js";
import { checkFunctions } from "./library/check-functions.js";
import type { ExternCSearch } from "./library/declarations.js";
import { openNativeLibrary } from "./library/open-native-library.js";
import type { LoadAddonOptions, LoadOptions } from "./load-options.js";
import { chooseToolchain, type Job, pathOf, readJob, searchIn, usesCuda } from "./load-job.js";
import { loaded, type LoadInfo } from "./loaded.js";
import { findPrebuiltLibrary } from "./package/prebuilt-library.js";
import type { BuildProgress, BuildRequest } from "./toolchain/build-request.js";
import { buildShared } from "./toolchain/build-shared.js";
import { cudaIncludesFor } from "./toolchain/cuda-toolkit.js";
import { ProgressLine } from "./toolchain/progress-line.js";
import type { WasmSources } from "./wasm/place-library.js";

/** Builds and opens; see `load`. */
export async function loadSources(options: LoadOptions): Promise<object> {
  const job = readJob(options);
  const prebuilt = findPrebuiltLibrary(job);
  if (prebuilt === undefined && chooseToolchain(job) === "wasm") {
    const { functions, close, info } = await openWasm(job);
    return withMethods(functions, close, info);
  }
  const { info, searches } = await buildNative(job, prebuilt);
  return job.kind === "addon" ? openBuiltAddon(info) : openBuiltLibrary(info, searches);
}

/** Builds what `load` would open and returns the result; `cuts build` uses it. */
export async function buildAhead(options: LoadOptions): Promise<LoadInfo> {
  const job = readJob(options);
  if (chooseToolchain(job) === "wasm") {
    // Opened and closed again: where it lies in memory is part of what is linked.
    const { close, info } = await openWasm(job);
    close();
    return info;
  }
  return (await buildNative(job)).info;
}

/** A native build: what is known of it, and its path. */
interface Built {
  readonly info: LoadInfo & { readonly path: string };
  /** What each source declares; none for an addon. */
  readonly searches: readonly ExternCSearch[];
}

/** Builds the sources, unless their package ships the built file. */
async function buildNative(job: Job, prebuilt?: string): Promise<Built> {
  const { name, kind, device, sources, options } = job;
  const searches = kind === "addon" ? [] : declaredBy(job);
  const line = options.onProgress === undefined ? new ProgressLine() : undefined;
  try {
    const onProgress = options.onProgress ?? ((progress: BuildProgress) => line?.report(progress));
    const { path, files, isFresh } =
      prebuilt === undefined
        ? await buildShared(requestFor(job, onProgress))
        : { path: prebuilt, files: sources.map((source) => source.path), isFresh: false };
    return {
      info: { name, kind, device, toolchain: "native", path, files, isFresh, ...declarationsOf(searches) },
      searches,
    };
  } finally {
    line?.end();
  }
}

/** What each source declares, and what the program says of it. */
function declaredBy(job: Job): readonly ExternCSearch[] {
  const searches = job.sources.map((source) => searchIn(source, job));
  const { functions, types } = job.options;
  return functions === undefined ? searches : checkFunctions(job.name, functions, searches, types);
}

function declarationsOf(searches: readonly ExternCSearch[]): Pick<LoadInfo, "declarations" | "unreadable"> {
  return {
    declarations: searches.flatMap(({ functions }) => functions.map((one) => one.declaration)),
    unreadable: searches
      .flatMap((search) => [...search.unreadable, ...search.hidden])
      .map((one) => ({ name: one.name, reason: one.error.message })),
  };
}

function requestFor(job: Job, onProgress: (progress: BuildProgress) => void): BuildRequest {
  const { name, kind, directory, device, sources, includes, options } = job;
  const { options: own, cudaOptions, linkOptions, defines, libraries } = options;
  const hasArchitecture = cudaOptions?.some((flag) =>
    /^--?(?:arch|gencode|gpu-arch|generate-code)/.test(flag),
  );
  const hostSources = sources.filter(({ language }) => language !== "cuda");
  const systemIncludes = cudaIncludesFor(hostSources.flatMap((source) => textsOf(source, includes)));
  const isCuda = sources.some(({ language }) => language === "cuda");
  const { prebuilder } = toDevice(device).provider;
  const architecture = isCuda && hasArchitecture !== true ? prebuilder?.architectureOf(device) : undefined;
  return {
    name,
    kind,
    directory,
    includes,
    sources: sources.map(({ path }) => path),
    onProgress,
    ...(systemIncludes.length > 0 && { systemIncludes }),
    ...(own && { options: own }),
    ...(cudaOptions && { cudaOptions }),
    ...(linkOptions && { linkOptions }),
    ...(defines && { defines }),
    ...(libraries && { libraries }),
    ...(architecture != null && { archs: [architecture] }),
  };
}

function openBuiltLibrary(info: Built["info"], searches: Built["searches"]): object {
  const { functions, close } = openNativeLibrary(info.name, info.path, searches);
  return withMethods(functions, close, info);
}

/** Opens an addon that another tool built; see `loadAddon`. */
export function openBuilt(path: string | FileUrl, { name }: LoadAddonOptions): object {
  const file = resolve(pathOf(path));
  return openBuiltAddon({
    name: name ?? basename(file, extname(file)),
    kind: "addon",
    toolchain: "native",
    device: currentDevice().id,
    path: file,
    files: [file],
    isFresh: false,
    declarations: [],
    unreadable: [],
  });
}

/** An addon stays loaded until the process ends: Node has no way to unload one. */
function openBuiltAddon(info: Built["info"]): object {
  const addon = openAddon(info.path, info.name);
  return withMethods({ ...addon, [addonInfo]: addon[addonInfo] }, () => undefined, typedBy(addon, info));
}

function typedBy(addon: Addon, info: LoadInfo): LoadInfo {
  const own = addon[addonInfo];
  return {
    ...info,
    get types() {
      return own.types;
    },
  };
}

/** The object that users hold. */
function withMethods(
  functions: Readonly<Record<string | symbol, unknown>>,
  close: () => void,
  info: LoadInfo,
): object {
  if ("dispose" in functions) {
    close();
    throw new ArgumentTypeError(
      "CUTS_RESERVED_NAME",
      `Cannot load ${info.name}: a function must not have the name of the library's own methods (got "dispose")\nTry: another name for it`,
    );
  }
  return Object.freeze({ ...functions, dispose: close, [Symbol.dispose]: close, [loaded]: info });
}

/** Sources that run as WebAssembly, opened. */
interface OpenedSources {
  readonly functions: Readonly<Record<string | symbol, unknown>>;
  readonly close: () => void;
  readonly info: LoadInfo;
}

async function openWasm(job: Job): Promise<OpenedSources> {
  const { name, kind, device, sources, options, directory, includes } = job;
  const searches = kind === "addon" ? [] : declaredBy(job);
  const { openWasmAddon, openWasmLibrary, wasmOptions } = await import("./wasm/wasm-library.js");
  const line = options.onProgress === undefined ? new ProgressLine() : undefined;
  const report = options.onProgress ?? ((progress: BuildProgress) => line?.report(progress));
  const request: WasmSources = {
    name,
    sources,
    directory,
    options: wasmOptions(name, options, includes),
    onCompile: () =>
      report({
        name,
        step: "compile",
        subject: sources[0]?.path ?? name,
        tool: "clang (WebAssembly)",
        done: 0,
        total: sources.length + 1,
      }),
  };
  const infoOf = (isFresh: boolean): LoadInfo => ({
    name,
    kind,
    device,
    toolchain: "wasm",
    files: sources.map(({ path }) => path),
    isFresh,
    ...declarationsOf(searches),
  });
  try {
    if (kind === "addon") {
      const { addon, close, isFresh } = await openWasmAddon(request, usesCuda(job));
      const functions = { ...addon, [addonInfo]: addon[addonInfo] };
      return { functions, close, info: typedBy(addon, infoOf(isFresh)) };
    }
    const { functions, close, isFresh } = await openWasmLibrary({ ...request, searches });
    return { functions, close, info: infoOf(isFresh) };
  } finally {
    line?.end();
  }
}
