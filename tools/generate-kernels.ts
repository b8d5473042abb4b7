// `npm run generate:kernels`: writes kernels.gen.ts beside the .cuh files of each folder, from which src/ has their texts and
// launches them by the names of their parameters.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { generatedModules } from "./kernel-modules.js";
import { root } from "./manifest.js";

/** Writes the modules. */
export function generateKernels(): void {
  for (const [path, text] of generatedModules()) writeFileSync(join(root, path), text);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) generateKernels();
