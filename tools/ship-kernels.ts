// Compiles the built-in kernels for the cpu device into a folder of files that the package ships. What is in the disk
// cache already is taken from there, so only the first build takes long; the rest is compiled on all cores.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { builtinGroups } from "../src/array/catalogue.js";
import type { KernelGroup } from "../src/array/kernels/kernel-group.js";
import { SHIPPED_FOLDER, shippedFile } from "../src/backend/cpu/shipped-objects.js";
import { clang } from "../src/compiler/clang/clang.js";
import { compiledGroup, isCached } from "./compiled-group.js";

/** What was shipped. */
export interface ShippedTotals {
  readonly groups: number;
  readonly kernels: number;
  readonly byteLength: number;
}

const MAX_COMPILERS = 8;

/** Writes the compiled groups, all of them by default, below `dist`. */
export async function shipKernels(
  dist: string,
  groups: readonly KernelGroup[] = builtinGroups(),
): Promise<ShippedTotals> {
  await warmCache(groups.filter((group) => !isCached(group)));
  const folder = join(dist, SHIPPED_FOLDER);
  mkdirSync(folder, { recursive: true });
  let byteLength = 0;
  for (const group of groups) {
    for (const { source, options, object } of await compiledGroup(group)) {
      const { name, bytes } = shippedFile(source, options, object);
      writeFileSync(join(folder, name), bytes);
      byteLength += bytes.byteLength;
    }
  }
  clang().stop();
  const kernels = groups.reduce((sum, group) => sum + group.kernels.size, 0);
  return { groups: groups.length, kernels, byteLength };
}

/** Compiles groups in processes of their own, dealt out so that each gets about as many kernels. */
async function warmCache(groups: readonly KernelGroup[]): Promise<void> {
  const count = Math.min(availableParallelism(), MAX_COMPILERS, groups.length);
  const bySize = groups.toSorted((a, b) => b.kernels.size - a.kernels.size);
  const hands = Array.from({ length: count }, (_, hand) =>
    bySize.filter((_group, at) => at % count === hand),
  );
  await Promise.all(hands.map((hand) => compileElsewhere(hand.map(({ name }) => name))));
}

async function compileElsewhere(names: readonly string[]): Promise<void> {
  const program = fileURLToPath(new URL("warm-kernels.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", program, ...names], { stdio: "inherit" });
  const [status] = (await once(child, "exit")) as [number | null];
  if (status !== 0)
    throw new Error(`Cannot compile built-in kernels: the compiler process ended with ${status}`);
}
