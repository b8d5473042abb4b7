// Compiles the built-in kernels for the cpu device into a folder of files that the package ships. What is in the disk
// cache already is taken from there, so only the first build takes long.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { builtinGroups } from "../src/array/catalogue.js";
import { builtinOptions } from "../src/array/kernels/builtin-kernel.js";
import type { KernelGroup } from "../src/array/kernels/kernel-group.js";
import { requestFor } from "../src/backend/cpu/compile-request.js";
import { compileSource } from "../src/backend/cpu/compile-source.js";
import { SHIPPED_FOLDER, shippedFile } from "../src/backend/cpu/shipped-objects.js";
import { defaultCache } from "../src/compiler/cache.js";
import { clang } from "../src/compiler/clang/clang.js";

/** What was shipped. */
export interface ShippedTotals {
  readonly groups: number;
  readonly kernels: number;
  readonly byteLength: number;
}

/** Writes the compiled groups, all of them unless told, below `dist`. */
export async function shipKernels(
  dist: string,
  groups: readonly KernelGroup[] = builtinGroups(),
): Promise<ShippedTotals> {
  const folder = join(dist, SHIPPED_FOLDER);
  mkdirSync(folder, { recursive: true });
  let byteLength = 0;
  try {
    for (const group of groups) {
      const source = group.sourceOf(group.kernels.keys());
      const options = builtinOptions(group, 32, 1);
      const object = await defaultCache().getOrCompile(requestFor(source, options), () =>
        compileSource(source, options),
      );
      const { name, bytes } = shippedFile(source, options, object);
      writeFileSync(join(folder, name), bytes);
      byteLength += bytes.byteLength;
    }
  } finally {
    clang().stop();
  }
  return {
    groups: groups.length,
    kernels: groups.reduce((sum, { kernels }) => sum + kernels.size, 0),
    byteLength,
  };
}
