// Native libraries and addons that a package brings, built by `cuts build --prebuilt` on each platform it is meant for: found by
// what `load()` would build, opened where they are, never when anything that goes into them differs.

import { readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { digestFields, digestOf, type Field } from "../../compiler/cache/digest.js";
import { prebuiltFolderOf, type PrebuiltLibrary, prebuiltVersion } from "../../compiler/prebuilt.js";
import { UnsupportedError } from "../../core/errors.js";
import { readPlainFile } from "../../core/plain-file.js";
import { textsOf } from "../../program/local-headers.js";
import { buildAhead } from "../load.js";
import { type Job, readJob } from "../load-job.js";
import type { PrebuildOptions } from "../package.js";
import { architectureFlags } from "../toolchain/build-plan.js";

/** The path of the library that the package of a job's sources has for it; undefined where it has none. */
export function findPrebuiltLibrary(job: Job): string | undefined {
  const { sources, options, device, kind } = job;
  if (options.toolchain === "wasm") return undefined;
  const isCuda = sources.some(({ language }) => language === "cuda");
  // Code for a GPU where there is none: that is for WebAssembly.
  if (isCuda && kind === "library" && device === "cpu" && options.toolchain === undefined) return undefined;
  const folder = prebuiltFolderOf(sources[0]?.path ?? "");
  if (folder === undefined || folder.manifest.libraries.length === 0) return undefined;
  const key = keyOf(job);
  const found = folder.manifest.libraries.find((one) => one.key === key && one.platform === thisPlatform());
  if (found === undefined) return undefined;
  const path = join(folder.path, basename(found.file));
  return isWhole(path, found.digest) ? path : undefined;
}

/** Builds a library for this platform: what a package ships of it. */
export async function prebuildLibrary(
  options: PrebuildOptions,
): Promise<{ readonly entry: PrebuiltLibrary; readonly bytes: Uint8Array }> {
  const { archs = [], onStep: _, out: _out, ...rest } = options;
  const load = { ...rest, toolchain: "native" as const };
  const job = readJob(load);
  const key = keyOf(job);
  if (key === undefined) {
    throw new UnsupportedError(
      "CUTS_PREBUILT",
      `Cannot prebuild ${job.name}: libraries that are linked must be those of the system, by name (got ${JSON.stringify(options.libraries)})`,
    );
  }
  const isCuda = job.sources.some(({ language }) => language === "cuda");
  const cudaFlags = isCuda ? [...architectureFlags(archs), ...(options.cudaFlags ?? [])] : undefined;
  const { path = "" } = await buildAhead({ ...load, ...(cudaFlags && { cudaFlags }) });
  const bytes = readFileSync(path);
  const digest = digestOf(bytes);
  const file = `${job.name}-${thisPlatform()}-${digest.slice(0, 16)}${extname(path)}`;
  return { bytes, entry: { name: job.name, key, platform: thisPlatform(), file, digest } };
}

/** Everything that decides what is built; undefined where files that are not read here decide, too. */
function keyOf({ kind, sources, includes, options }: Job): string | undefined {
  const { flags = [], cudaFlags = [], linkFlags = [], libraries = [], defines = {} } = options;
  if (libraries.some((library) => /[/\\.]/.test(library))) return undefined;
  const fields: Field[] = [
    ["cuts", prebuiltVersion()],
    ["kind", kind],
    ["options", JSON.stringify([flags, cudaFlags, linkFlags, libraries, Object.entries(defines)])],
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
