import { existsSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openCache } from "./compile-cache.js";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cuts-kept-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const open = (enabled = true) => openCache({ directory: join(root, "cache"), enabled });
const bytes = new Uint8Array(1000).fill(7);

describe("kept files", () => {
  it("are found by name, in any process, and are the user's alone", async () => {
    const path = (await open().keepFile("my sum!", ".so", bytes)) ?? "";
    expect(basename(path)).toMatch(/^my_sum_-[0-9a-f]{64}\.so$/);
    expect(open().findFile(basename(path))).toBe(path);
    expect(await open().keepFile("my sum!", ".so", bytes)).toBe(path);
    if (process.platform !== "win32") expect(statSync(path).mode & 0o077).toBe(0);
  });

  it("that are damaged are not found, and are repaired when kept again", async () => {
    const path = (await open().keepFile("sum", ".so", bytes)) ?? "";
    truncateSync(path, 10);
    expect(open().findFile(basename(path))).toBeUndefined();
    expect(await open().keepFile("sum", ".so", bytes)).toBe(path);
    expect(statSync(path).size).toBe(1000);
  });

  it("outside the folder are never found", () => {
    writeFileSync(join(root, "x.so"), "");
    expect(open().findFile("../../x.so")).toBeUndefined();
  });

  it("count as entries and go with them", async () => {
    const cache = open();
    const path = (await cache.keepFile("sum", ".so", bytes)) ?? "";
    expect(await cache.statistics()).toEqual({ entries: 1, byteLength: 1000 });
    expect(await cache.clear()).toEqual({ entries: 1, byteLength: 1000 });
    expect(existsSync(path)).toBe(false);
  });

  it("are evicted with the rest, oldest use first", async () => {
    const cache = openCache({ directory: join(root, "cache"), enabled: true, maxByteLength: 5000 });
    for (let i = 0; i < 20; i++) await cache.keepFile(`f${i}`, ".so", new Uint8Array(1000).fill(i));
    await cache.idle();
    expect((await cache.statistics()).byteLength).toBeLessThanOrEqual(5000);
  });

  it("are none where the cache is off", async () => {
    expect(await open(false).keepFile("sum", ".so", bytes)).toBeUndefined();
    expect(existsSync(join(root, "cache"))).toBe(false);
  });
});
