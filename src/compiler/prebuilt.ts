// Compiled code in a user's package, made by `cuts build --prebuilt`, so that its kernels need no compiler where it is installed.
// `cuts-prebuilt.json` beside package.json names the folder. Each file is named by a hash of everything that the compiler would be
// given, so code of another source or another version of CuTS is never used.

import { lazy } from "../core/lazy.js";
import type { FileUrl } from "../core/host-types.js";
import { packageFolder } from "../host/assets.js";
import { readText, statusOf } from "../host/files.js";
import { basename, dirname, join, pathOfUrl, resolve } from "../host/paths.js";
import { readPlainFile, readPlainText } from "../host/plain-files.js";
import { type RequestKey, requestKey } from "./cache/key.js";
import { type ObjectCode, objectFromRecord, objectRecord } from "./cache/object-code.js";
import { decodeRecord, encodeRecord } from "./cache/record.js";

/** The name of the file that tells what a package has prebuilt. */
export const PREBUILT_FILE = "cuts-prebuilt.json";

/** What {@link PREBUILT_FILE} says. */
export interface PrebuiltManifest {
  /** Which CuTS it is for, major and minor: `0.1`. */
  readonly cuts: string;
  /** Where the compiled code is, from the folder of this file. */
  readonly folder: string;
  /** The sources, and what they were compiled for; for people. */
  readonly kernels: readonly { readonly source: string; readonly targets: readonly string[] }[];
  /** Native libraries and addons by what went into them. */
  readonly libraries: readonly PrebuiltLibrary[];
}

/** A native library or addon of a package. */
export interface PrebuiltLibrary {
  readonly name: string;
  /** The digest of all that was built. */
  readonly key: string;
  /** `linux-x64`; sources and options make different libraries on each. */
  readonly platform: string;
  /** Its name in the folder. */
  readonly file: string;
  /** The digest of its contents. */
  readonly digest: string;
}

/** A manifest and where it was found. */
export interface PrebuiltFolder {
  readonly path: string;
  readonly manifest: PrebuiltManifest;
}

/** A source and all that decides what becomes of it. */
export interface PrebuiltRequest {
  /** `wasm-lp64`, or an architecture: `sm_90`. */
  readonly target: string;
  readonly source: string;
  readonly options?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly fileName?: string;
  /** What the code must have symbols for. */
  readonly nameExpressions?: readonly string[];
}

const known = new Map<string, PrebuiltFolder>();

/**
 * Uses the compiled code that comes with the package of a file, if it has some: modules that `cuts build` writes call it with
 * their own address. Says whether there is any.
 * @example usePrebuilt(import.meta.url)
 */
export function usePrebuilt(file: string | FileUrl): boolean {
  return prebuiltFolderOf(file) !== undefined;
}

/** The prebuilt code of the package that a file belongs to. */
export function prebuiltFolderOf(file: string | FileUrl): PrebuiltFolder | undefined {
  const isUrl = typeof file !== "string" || file.startsWith("file:");
  // Code that a bundler moved has no package: what it brings is in the bundle.
  if (typeof file === "string" && !isUrl && /^\w{2,}:/.test(file)) return undefined;
  const root = packageRoot(dirname(isUrl ? pathOfUrl(file) : resolve(file)));
  if (root === undefined) return undefined;
  const manifest = readManifest(root);
  if (manifest === undefined) return undefined;
  const found: PrebuiltFolder = { path: join(root, manifest.folder), manifest };
  known.set(root, found);
  return found;
}

/** The compiled code of a source that a package in use brought; undefined where there is none for exactly this. */
export function findPrebuilt(request: PrebuiltRequest): ObjectCode | undefined {
  if (known.size === 0 || readsFiles(request)) return undefined;
  const key = keyOf(request);
  for (const { path } of known.values()) {
    const object = readObject(join(path, key.place), key);
    if (object !== undefined && request.nameExpressions?.every((name) => object.names.has(name)) !== false)
      return object;
  }
  return undefined;
}

/** The name and the bytes of the file that holds the compiled code of a source. */
export function prebuiltFile(
  request: PrebuiltRequest,
  object: ObjectCode,
): { readonly name: string; readonly bytes: Uint8Array } {
  const { place, text } = keyOf(request);
  return { name: place, bytes: encodeRecord(place, objectRecord(object, text)) };
}

/** The CuTS that compiled code is for: a patch release runs what another made, all else may not. */
export const prebuiltVersion = lazy(() => /^\d+\.\d+/.exec(versionIn(packageFolder()))?.[0] ?? "");

function keyOf({ target, source, options = [], headers, fileName }: PrebuiltRequest): RequestKey {
  return requestKey({
    compiler: "prebuilt",
    compilerVersion: prebuiltVersion(),
    target,
    options,
    source,
    directory: null,
    ...(headers === undefined ? {} : { headers: new Map(Object.entries(headers)) }),
    // Where the package lies is not known when it is built.
    ...(fileName === undefined ? {} : { sourceName: basename(fileName) }),
  });
}

/** Headers from the disk are not in the key. */
function readsFiles({ options = [] }: PrebuiltRequest): boolean {
  return options.some((option) => /^(?:-I|-isystem|--?include)/.test(option));
}

function readObject(path: string, { place, text }: RequestKey): ObjectCode | undefined {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(readPlainFile(path));
  } catch {
    return undefined;
  }
  const record = decodeRecord(place, bytes);
  return record?.kind === "object" && record.request === text ? objectFromRecord(record) : undefined;
}

/** The nearest folder upwards with a package.json. */
export function packageRoot(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (statusOf(join(at, "package.json"))?.isFile() === true) return at;
    if (at === dirname(at)) return undefined;
  }
}

function readManifest(root: string): PrebuiltManifest | undefined {
  try {
    const manifest = JSON.parse(readPlainText(join(root, PREBUILT_FILE))) as PrebuiltManifest;
    return manifest.cuts === prebuiltVersion() ? manifest : undefined;
  } catch {
    return undefined;
  }
}

function versionIn(folder: string): string {
  return (JSON.parse(readText(join(folder, "package.json"))) as { version: string }).version;
}
