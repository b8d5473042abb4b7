import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { readOptions } from "../../../../compiler/clang/options.js";

const folders: string[] = [];

/** As another process with this cache would have it. */
async function freshly(
  directory: string,
): Promise<(batch: number, words?: readonly string[]) => Promise<boolean>> {
  vi.resetModules();
  vi.stubEnv("CUTS_CACHE_DIR", directory);
  const { sparesHeaders } = await import("./spare-headers.js");
  return (batch, words = []) => sparesHeaders(readOptions(words, "/"), batch);
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "cuts-spare-"));
  folders.push(folder);
  return folder;
}

beforeEach(() => vi.unstubAllEnvs());
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

describe("sparesHeaders", () => {
  it("is so for the first two programs with a cache, whatever process they are in", async () => {
    const folder = newFolder();
    const answers: boolean[] = [];
    for (let program = 0; program < 4; program++) answers.push(await (await freshly(folder))(1));
    expect(answers).toEqual([true, true, false, false]);
  });

  it("is not so for sources of a program that has many: together they pay", async () => {
    const spares = await freshly(newFolder());
    expect(await spares(3)).toBe(false);
    expect(await spares(2)).toBe(true);
  });

  it("counts for each standard of C++, which has headers of its own", async () => {
    const folder = newFolder();
    for (let program = 0; program < 2; program++) await (await freshly(folder))(1);
    expect(await (await freshly(folder))(1)).toBe(false);
    expect(await (await freshly(folder))(1, ["-std=c++20"])).toBe(true);
  });

  it("ends in one process without a cache", async () => {
    vi.stubEnv("CUTS_CACHE", "0");
    const spares = await freshly(newFolder());
    expect([await spares(1), await spares(1), await spares(1)]).toEqual([true, true, false]);
  });
});
