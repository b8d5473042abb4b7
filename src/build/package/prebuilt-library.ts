// Native libraries and addons that a package brings, built by `cuts build --prebuilt` on each platform it is meant for: found by
// what `load()` would build, opened where they are, never when anything that goes into them differs.

import { basename, join } from "node:path";
import { digestFields, digestOf, type Field } from "../../compiler/cache/digest.js";
import { prebuiltFolderOf, prebuiltVersion } from "../../compiler/prebuilt.js";
import { readPlainFile } from "../../host/plain-files.js";
import { textsOf } from "../../compiler/local-headers.js";
import { holdsLibraries, type Job } from "../load-job.js";

/** The path of the library that the package of a job's sources has for it; undefined where it has none. */
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

/** Everything that decides what is built; undefined where files that are not read here decide, too. */
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

/** What native code is for: `linux-x64`. */
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
