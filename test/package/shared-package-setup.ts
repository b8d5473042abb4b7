// The folder of the package that test files share (shared-package.ts): made before the tests of a run, removed after them.

import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Below node_modules, so that the dependencies of the package are found.
  const cache = fileURLToPath(new URL("../../node_modules/.cache", import.meta.url));
  await mkdir(cache, { recursive: true });
  const folder = await realpath(await mkdtemp(join(cache, "cuts-shared-")));
  project.provide("sharedFolder", folder);
  return () => rm(folder, { recursive: true, force: true });
}
