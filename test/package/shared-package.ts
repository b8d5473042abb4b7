// The package as it is published, built once for all test files of a run: a process that loads it starts in a tenth of the time
// that src/ takes. Nobody writes into it.

import { mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { setTimeout } from "node:timers/promises";
import { inject } from "vitest";
import { type BuiltPackage, buildPackage } from "./built-package.js";

declare module "vitest" {
  interface ProvidedContext {
    /** A folder of this run, which shared-package-setup.ts makes and removes. */
    readonly sharedFolder?: string;
  }
}

/** The package; it finds in the disk cache what the code in src/ has compiled. */
export async function sharedPackage(): Promise<BuiltPackage> {
  const folder = inject("sharedFolder");
  // Tests of another configuration build their own.
  if (folder === undefined) return buildPackage({ sharesCache: true });
  const place = join(folder, "package");
  const failure = join(folder, "failure");
  if (await isFirst(join(folder, "begun"))) {
    try {
      // Moved in one go: whoever sees it sees all of it.
      await rename((await buildPackage({ sharesCache: true, within: folder })).folder, place);
    } catch (error) {
      await writeFile(failure, String(error));
      throw error;
    }
  }
  while (!(await isThere(place))) {
    if (await isThere(failure)) throw new Error(await readFile(failure, "utf8"));
    await setTimeout(50);
  }
  return {
    folder: place,
    index: pathToFileURL(join(place, "dist", "index.js")).href,
    // The others need it.
    remove: () => Promise.resolve(),
  };
}

/** Whether this process is the first to make a folder. */
async function isFirst(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
