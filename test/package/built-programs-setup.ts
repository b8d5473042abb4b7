// The programs that CuTS starts by path, built once for all test files of a run: from src/ each start takes half a second more.
// They find what they compile in the cache under the same keys. built-programs.ts tells each test file of them.

import { cp, mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { toolFingerprint } from "../../src/backend/cpu/compile-request.js";
import { bundlePrograms } from "../../tools/bundle.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cache = join(root, "node_modules", ".cache");
  await mkdir(cache, { recursive: true });
  const folder = await realpath(await mkdtemp(join(cache, "cuts-programs-")));
  for (const name of ["package.json", "include", "libraries"]) {
    await cp(join(root, name), join(folder, name), { recursive: true });
  }
  const dist = join(folder, "dist");
  await bundlePrograms(dist, toolFingerprint());
  project.provide("builtPrograms", dist);
  return () => rm(folder, { recursive: true, force: true });
}
