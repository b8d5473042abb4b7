// Builds the native library or addon that a package ships.

import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { digestOf } from "../../compiler/cache/digest.js";
import type { PrebuiltLibrary } from "../../compiler/prebuilt.js";
import { UnsupportedError } from "../../core/errors.js";
import { buildAhead } from "../load.js";
import { readJob } from "../load-job.js";
import { architectureFlags } from "../toolchain/build-plan.js";
import type { PrebuildOptions } from "./prebuild-options.js";
import { keyOf, thisPlatform } from "./prebuilt-library.js";

/** Builds a package's library for this platform. */
export async function prebuildLibrary(
  options: PrebuildOptions,
): Promise<{ readonly entry: PrebuiltLibrary; readonly bytes: Uint8Array }> {
  const { archs = [], out: _out, ...rest } = options;
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
  const cudaOptions = isCuda ? [...architectureFlags(archs), ...(options.cudaOptions ?? [])] : undefined;
  const { path = "" } = await buildAhead({ ...load, ...(cudaOptions && { cudaOptions }) });
  const bytes = readFileSync(path);
  const digest = digestOf(bytes);
  const file = `${job.name}-${thisPlatform()}-${digest.slice(0, 16)}${extname(path)}`;
  return { bytes, entry: { name: job.name, key, platform: thisPlatform(), file, digest } };
}
