// Finds native libraries and addons that a package ships, built by `cuts build --prebuilt` on each supported platform. A shipped
// file is opened in place, and only if its sources and options are exactly those that `load()` would build.

import { basename, join } from "node:path";
import { digestFields, digestOf, type Field } from "../../compiler/cache/digest.js";
import { prebuiltFolderOf, prebuiltVersion } from "../../compiler/prebuilt.js";
import { readPlainFile } from "../../host/plain-files.js";
import { textsOf } from "../../compiler/local-headers.js";
import { holdsLibraries, type Job } from "../load-job.js";

/** The path of the shipped library for a job; undefined if the package has none. */
export function findPrebuiltLibrary(job: Job): string | undefined {
  const { sources, options, device, kind } = job;
  if (options.toolchain === "wasm") return undefined;
  const isCuda = sources.some(({ language }) => language === "cuda");
  // Code for a GPU where there is none: that is for WebAssembly.
  if (isCuda && kind === "library" && holdsLibraries(device) && options.toolchain === undefined)
    return undefined;
  const folder = prebuiltFolderOf(sources[0]?.path ?? "");
  if (folder === undefined || folder.manifest.libraries.length === 0) return undefined;
  const key = keyOf(job);
  const found = folder.manifest.libraries.find((one) => one.key === key && one.platform === thisPlatform());
  if (found === undefined) return undefined;
  const path = join(folder.path, basename(found.file));
  return isWhole(path, found.digest) ? path : undefined;
}

/** A key of everything that decides the build; undefined if it also depends on files that are not read here. */
export function keyOf({ kind, sources, includes, options }: Job): string | undefined {
  const { options: own = [], cudaOptions = [], linkOptions = [], libraries = [], defines = {} } = options;
  if (libraries.some((library) => /[/\\.]/.test(library))) return undefined;
  const fields: Field[] = [
    ["cuts", prebuiltVersion()],
    ["kind", kind],
    ["options", JSON.stringify([own, cudaOptions, linkOptions, libraries, Object.entries(defines)])],
  ];
  for (const source of sources) {
    fields.push(["source", basename(source.path)]);
    for (const text of textsOf(source, includes)) fields.push(["text", text]);
  }
  return digestFields(fields);
}

/** The platform and architecture of native code: `linux-x64`. */
export function thisPlatform(): string {
  return `${process.platform}-${process.arch}`;
}

function isWhole(path: string, digest: string): boolean {
  try {
    return digestOf(readPlainFile(path)) === digest;
  } catch {
    return false;
  }
}
