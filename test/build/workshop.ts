// A folder of sources and a cache of its own, for tests that build. `noCompiler` says why they are skipped.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findCompiler } from "../../src/build/toolchain/compilers.js";

/** Why tests that compile are skipped; undefined where there are compilers for C and C++. */
export const noCompiler: string | undefined =
  process.platform === "win32"
    ? "the sources here are written for Linux and macOS"
    : findCompiler("c") === undefined || findCompiler("c++") === undefined
      ? "no C and C++ compiler on this machine"
      : undefined;

/** Why tests that compile CUDA are skipped. */
export const noNvcc: string | undefined =
  noCompiler ?? (findCompiler("cuda") === undefined ? "no nvcc on this machine" : undefined);

/** What a title says of why its tests are skipped; nothing where they run. */
export const because = (reason: string | undefined): string =>
  reason === undefined ? "" : ` (skipped: ${reason})`;

/** A folder for sources and a cache; whoever makes one removes it. */
export class Workshop {
  readonly folder: string = mkdtempSync(join(tmpdir(), "cuts-workshop-"));
  readonly cache: string = join(this.folder, "cache");

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Makes this process use the workshop's cache; before anything is compiled. */
  useCache(): void {
    process.env["CUTS_CACHE_DIR"] = this.cache;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Writes a file, and waits until the cache trusts its time. */
  async write(name: string, text: string): Promise<string> {
    const path = this.path(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    await sleep(40);
    return path;
  }
}
