// Temporary folders for compiler output, removed when a build ends. The folder of a killed process is removed by a later build, an
// hour after it was last written to.

import { lazy } from "../../core/lazy.js";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const staleAfterMs = 3_600_000;
const name = /^cuts-build-\w{6}$/;

/** Runs `action` with a new folder, and removes it. */
export async function withBuildFolder<T>(action: (folder: string) => Promise<T>): Promise<T> {
  removeStale();
  const folder = mkdtempSync(join(tmpdir(), "cuts-build-"));
  try {
    return await action(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A folder that lasts as long as this process, for builds without a cache. */
export const processFolder = lazy(() => {
  const folder = mkdtempSync(join(tmpdir(), "cuts-session-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
});

/** Age is the only sign: nobody compiles one thing for an hour, and a folder in use is touched by what is written in it. */
function removeStale(): void {
  for (const entry of readdirSync(tmpdir())) {
    if (!name.test(entry)) continue;
    const path = join(tmpdir(), entry);
    try {
      const { mtimeMs, uid } = statSync(path);
      if (uid !== process.getuid?.() || Date.now() - mtimeMs < staleAfterMs) continue;
      rmSync(path, { recursive: true, force: true });
    } catch {
      // Gone meanwhile, or somebody else's.
    }
  }
}
