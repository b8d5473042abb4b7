import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Compilation, type CompileCache, type OpenCacheOptions, openCache } from "./compile-cache.js";
import type { FileRead } from "./files-read.js";
import type { CompileRequest } from "./key.js";

let root: string;
let directory: string;
let warnings: string[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cuts-cache-"));
  directory = join(root, "cache");
  warnings = [];
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A cache as a new process would open it. */
function open(options: OpenCacheOptions = {}): CompileCache {
  return openCache({ directory, enabled: true, onWarning: (message) => warnings.push(message), ...options });
}

function request(source: string): CompileRequest {
  return { compiler: "test", compilerVersion: "1", target: "none", options: [], source, directory: root };
}

const compiled = (text: string, files: readonly FileRead[] = []): Compilation => ({
  code: new Uint8Array(Buffer.from(text)),
  names: new Map([["k<int>", `_Z_${text}`]]),
  info: { text },
  blobs: new Map([["ptx", new Uint8Array(Buffer.from(`ptx of ${text}`))]]),
  files,
});

const textOf = (object: { readonly code: Uint8Array } | undefined) =>
  object && Buffer.from(object.code).toString();

function entryPaths(): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => name.length === 2)
    .flatMap((folder) => readdirSync(join(directory, folder)).map((name) => join(directory, folder, name)));
}

const neverCompile = () => {
  throw new Error("compiled although there is an entry");
};

describe("getOrCompile", () => {
  it("compiles once, and later processes read what it made", async () => {
    const first = await open().getOrCompile(request("a"), async () => compiled("A"));
    const second = await open().getOrCompile(request("a"), neverCompile);
    expect(second).toEqual(first);
    expect(open().getOrCompileSync(request("a"), neverCompile)).toEqual(first);
    expect(open().findSync(request("a"))).toEqual(first);
    expect(open().findSync(request("b"))).toBeUndefined();
    expect(warnings).toEqual([]);
  });

  it("has a blocking twin that writes the same entries", async () => {
    const first = open().getOrCompileSync(request("a"), () => compiled("A"));
    expect(await open().getOrCompile(request("a"), neverCompile)).toEqual(first);
  });

  it("compiles equal requests that arrive together once", async () => {
    const cache = open();
    const compile = vi.fn(async () => {
      await sleep(5);
      return compiled("A");
    });
    const results = await Promise.all([1, 2, 3, 4].map(() => cache.getOrCompile(request("a"), compile)));
    expect(compile).toHaveBeenCalledTimes(1);
    expect(new Set(results).size).toBe(1);
  });

  it("passes a failed compilation on to all who wait, stores nothing, and tries again next time", async () => {
    const cache = open();
    const failing = vi.fn(async (): Promise<Compilation> => {
      throw new Error("no such type: flaot");
    });
    const results = await Promise.allSettled([
      cache.getOrCompile(request("a"), failing),
      cache.getOrCompile(request("a"), failing),
    ]);
    expect(results.map((result) => result.status)).toEqual(["rejected", "rejected"]);
    expect(failing).toHaveBeenCalledTimes(1);
    expect(entryPaths()).toEqual([]);
    expect(textOf(await cache.getOrCompile(request("a"), async () => compiled("A")))).toBe("A");
  });

  it("compiles again and replaces the entry when forced", async () => {
    await open().getOrCompile(request("a"), () => compiled("old"));
    await open().getOrCompile(request("a"), () => compiled("new"), { force: true });
    expect(textOf(open().findSync(request("a")))).toBe("new");
    open().getOrCompileSync(request("a"), () => compiled("newest"), { force: true });
    expect(textOf(open().findSync(request("a")))).toBe("newest");
  });

  it("leaves the directory and its files to the user alone", async () => {
    await open().getOrCompile(request("a"), () => compiled("A"));
    const modes = [directory, join(directory, "tmp"), ...entryPaths()].map(
      (path) => statSync(path).mode & 0o077,
    );
    expect(modes).toEqual(process.platform === "win32" ? expect.anything() : [0, 0, 0]);
    expect(readdirSync(join(directory, "tmp"))).toEqual([]);
  });

  it("goes on after somebody has deleted the directory", async () => {
    const cache = open();
    await cache.getOrCompile(request("a"), () => compiled("A"));
    rmSync(directory, { recursive: true });
    await cache.getOrCompile(request("a"), () => compiled("A"));
    rmSync(directory, { recursive: true });
    cache.getOrCompileSync(request("a"), () => compiled("A"));
    expect(textOf(open().findSync(request("a")))).toBe("A");
    expect(warnings).toEqual([]);
  });
});

describe("included files", () => {
  let header: string;
  beforeEach(async () => {
    header = join(root, "a.h");
    writeFileSync(header, "1");
    // Older than the cache's doubt about files written in the same tick as the compilation.
    await sleep(40);
  });

  /** Compiles to the text of the headers, as a compiler that includes them would. */
  const including = (...paths: string[]) =>
    compiled(
      paths.map((path) => readFileSync(path, "utf8")).join("+"),
      paths.map((path) => ({ path, contents: readFileSync(path) })),
    );

  it("are found again by content, without a compiler", async () => {
    const seen: string[] = [];
    for (const text of ["1", "2", "1", "2"]) {
      writeFileSync(header, text);
      const object = await open().getOrCompile(request("a"), () => {
        seen.push(text);
        return including(header);
      });
      expect(textOf(object)).toBe(text);
    }
    expect(seen).toEqual(["1", "2"]);
  });

  it("may come and go between versions of the text", async () => {
    const other = join(root, "b.h");
    writeFileSync(other, "other");
    await open().getOrCompile(request("a"), () => including(header));
    writeFileSync(header, "2");
    await open().getOrCompile(request("a"), () => including(header, other));
    expect(textOf(await open().getOrCompile(request("a"), neverCompile))).toBe("2+other");
    writeFileSync(header, "1");
    expect(textOf(await open().getOrCompile(request("a"), neverCompile))).toBe("1");
  });

  it("are a miss when one is gone", async () => {
    await open().getOrCompile(request("a"), () => including(header));
    rmSync(header);
    expect(open().findSync(request("a"))).toBeUndefined();
  });

  it("are a miss when one appears where the compiler had looked in vain", async () => {
    const nearer = join(root, "nearer", "a.h");
    const files = [
      { path: nearer, contents: null },
      { path: header, contents: "1" },
    ];
    await open().getOrCompile(request("a"), () => compiled("far", files));
    expect(textOf(open().findSync(request("a")))).toBe("far");
    mkdirSync(join(root, "nearer"));
    writeFileSync(nearer, "near");
    expect(open().findSync(request("a"))).toBeUndefined();
  });

  it("are hashed by the cache when only paths are given, relative ones from the request's directory", async () => {
    await open().getOrCompile(request("a"), () => compiled("A", ["a.h"]));
    expect(textOf(open().findSync(request("a")))).toBe("A");
    writeFileSync(header, "2");
    expect(open().findSync(request("a"))).toBeUndefined();
  });

  it("that change while the compiler runs keep the result out of the cache", async () => {
    const object = await open().getOrCompile(request("a"), () => {
      writeFileSync(header, "edited meanwhile");
      return compiled("A", [header]);
    });
    expect(textOf(object)).toBe("A");
    expect(entryPaths()).toEqual([]);
  });

  it("with relative paths need a directory", async () => {
    const nowhere = { ...request("a"), directory: null };
    const compile = () => compiled("A", ["a.h"]);
    await expect(open().getOrCompile(nowhere, compile)).rejects.toThrow(/absolute paths only \(got "a.h"\)/);
    expect(() => open().getOrCompileSync(nowhere, compile)).toThrow(TypeError);
  });
});

describe("a damaged entry", () => {
  it.each<[string, (path: string) => void]>([
    ["cut off", (path) => truncateSync(path, 100)],
    ["empty", (path) => truncateSync(path, 0)],
    ["overwritten", (path) => writeFileSync(path, "x".repeat(statSync(path).size))],
    ["longer than memory", (path) => truncateSync(path, 2 ** 40)],
  ])("that is %s is a miss, and the next compilation repairs it", async (_, damage) => {
    await open().getOrCompile(request("a"), () => compiled("A"));
    for (const path of entryPaths()) damage(path);
    expect(open().findSync(request("a"))).toBeUndefined();
    await open().getOrCompile(request("a"), () => compiled("A"));
    expect(textOf(open().findSync(request("a")))).toBe("A");
    expect(warnings).toEqual([]);
  });

  it("is removed when it is read", async () => {
    await open().getOrCompile(request("a"), () => compiled("A"));
    for (const path of entryPaths()) truncateSync(path, 100);
    open().findSync(request("a"));
    expect(entryPaths()).toEqual([]);
  });

  it("behind an include list is a miss too", async () => {
    const files = [{ path: join(root, "no.h"), contents: null }];
    await open().getOrCompile(request("a"), () => compiled("A", files));
    expect(entryPaths()).toHaveLength(2);
    for (const path of entryPaths()) truncateSync(path, statSync(path).size - 1);
    expect(open().findSync(request("a"))).toBeUndefined();
    await open().getOrCompile(request("a"), () => compiled("A", files));
    expect(textOf(open().findSync(request("a")))).toBe("A");
  });
});

describe("the size limit", () => {
  const entry = (name: string) => ({ code: new Uint8Array(10_000), info: name });

  it("holds: what was used longest ago goes first", async () => {
    const cache = open({ maxByteLength: 64_000 });
    for (const name of ["a", "b", "c", "d", "e", "f"]) {
      await cache.getOrCompile(request(name), () => entry(name));
      for (const path of entryPaths()) backdate(path, 10_000);
    }
    // A hit counts as use, although only the first in an hour is written down.
    backdateAll(2 * 3_600_000);
    expect(cache.findSync(request("a"))).toBeDefined();
    await cache.getOrCompile(request("g"), () => entry("g"));
    await cache.idle();

    expect((await cache.statistics()).byteLength).toBeLessThanOrEqual(64_000);
    const kept = ["a", "b", "c", "d", "e", "f", "g"].filter((name) => cache.findSync(request(name)));
    expect(kept).toEqual(["a", "d", "e", "f", "g"]);
  });

  it("holds for entries stored while a sweep runs", async () => {
    const cache = open({ maxByteLength: 64_000 });
    const names = Array.from({ length: 30 }, (_, index) => `${index}`);
    await Promise.all(names.map((name) => cache.getOrCompile(request(name), () => entry(name))));
    await cache.idle();
    expect((await cache.statistics()).byteLength).toBeLessThanOrEqual(64_000);
    expect(entryPaths().length).toBeGreaterThanOrEqual(5);
  });

  it("keeps out what does not fit at all, and says so once", async () => {
    const cache = open({ maxByteLength: 5_000 });
    await cache.getOrCompile(request("a"), () => entry("a"));
    cache.getOrCompileSync(request("b"), () => entry("b"));
    expect(entryPaths()).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining("which holds 4.9 KiB (got 10.0 KiB)")]);
  });

  it("takes away what writers left when they died, after an hour", async () => {
    const cache = open({ maxByteLength: 64_000 });
    await cache.getOrCompile(request("a"), () => entry("a"));
    const left = join(directory, "tmp", "123-00000000-0000-4000-8000-000000000000");
    const fresh = join(directory, "tmp", "124-00000000-0000-4000-8000-000000000000");
    for (const path of [left, fresh]) writeFileSync(path, "half an entry");
    backdate(left, 2 * 3_600_000);
    await cache.getOrCompile(request("b"), () => entry("b"));
    await cache.idle();
    expect([existsSync(left), existsSync(fresh)]).toEqual([false, true]);
  });

  function backdate(path: string, byMs: number): void {
    const time = (statSync(path).mtimeMs - byMs) / 1000;
    utimesSync(path, time, time);
  }
  function backdateAll(byMs: number): void {
    for (const path of entryPaths()) backdate(path, byMs);
  }
});

describe("statistics and clear", () => {
  it("count and remove the entries and nothing else", async () => {
    const cache = open();
    expect(await cache.statistics()).toEqual({ entries: 0, byteLength: 0 });
    expect(existsSync(directory)).toBe(false);
    await cache.getOrCompile(request("a"), () => compiled("A"));
    await cache.getOrCompile(request("b"), () => compiled("B"));
    writeFileSync(join(directory, "notes.txt"), "the user's");
    const byteLength = entryPaths().reduce((sum, path) => sum + statSync(path).size, 0);

    expect(await cache.statistics()).toEqual({ entries: 2, byteLength });
    expect(await cache.clear()).toEqual({ entries: 2, byteLength });
    expect(await cache.statistics()).toEqual({ entries: 0, byteLength: 0 });
    expect(existsSync(join(directory, "notes.txt"))).toBe(true);
    await cache.getOrCompile(request("a"), () => compiled("A"));
    expect(textOf(cache.findSync(request("a")))).toBe("A");
  });
});

describe("a cache that cannot be used", () => {
  async function compilesTwiceWithoutCaching(cache: CompileCache): Promise<void> {
    const compile = vi.fn(() => compiled("A"));
    await cache.getOrCompile(request("a"), compile);
    expect(textOf(cache.getOrCompileSync(request("a"), compile))).toBe("A");
    expect(compile).toHaveBeenCalledTimes(2);
    expect(await cache.statistics()).toEqual({ entries: 0, byteLength: 0 });
    expect(await cache.clear()).toEqual({ entries: 0, byteLength: 0 });
  }

  it("because it is off says nothing and makes nothing", async () => {
    const cache = open({ enabled: false });
    await compilesTwiceWithoutCaching(cache);
    expect(cache.offReason).toBe("CUTS_CACHE is 0");
    expect(existsSync(directory)).toBe(false);
    expect(warnings).toEqual([]);
  });

  it("because a file is in its place says so once", async () => {
    writeFileSync(directory, "");
    const cache = open();
    await compilesTwiceWithoutCaching(cache);
    expect(warnings).toEqual([expect.stringContaining("must be a directory")]);
    expect(cache.offReason).toBe(warnings[0]);
  });

  it("because it cannot be made says so once", async () => {
    writeFileSync(join(root, "file"), "");
    await compilesTwiceWithoutCaching(open({ directory: join(root, "file", "cache") }));
    expect(warnings).toEqual([
      expect.stringMatching(/^Cannot (use|write) the compile cache at .*ENOTDIR.*\nTry: /),
    ]);
  });

  it("because files in it cannot be made says so once", async () => {
    mkdirSync(directory, { mode: 0o700 });
    writeFileSync(join(directory, "tmp"), "in the way");
    await compilesTwiceWithoutCaching(open());
    expect(warnings).toEqual([
      expect.stringMatching(/^Cannot write the compile cache at .*\nTry: CUTS_CACHE_DIR/),
    ]);
  });

  it.skipIf(process.platform === "win32")(
    "because others may write it is neither read nor written (no modes on Windows)",
    async () => {
      await open().getOrCompile(request("a"), () => compiled("planted"));
      chmodSync(directory, 0o777);
      const cache = open();
      expect(cache.findSync(request("a"))).toBeUndefined();
      await compilesTwiceWithoutCaching(cache);
      expect(warnings).toEqual([expect.stringContaining("only its owner may write to it (got mode 777)")]);
    },
  );

  it.skipIf(process.platform === "win32" || process.getuid?.() === 0)(
    "because it is read-only still serves what is there (root writes anywhere, Windows has no modes)",
    async () => {
      await open().getOrCompile(request("a"), () => compiled("A"));
      for (const path of [directory, join(directory, "tmp")]) chmodSync(path, 0o500);
      const cache = open();
      expect(textOf(cache.findSync(request("a")))).toBe("A");
      expect(textOf(await cache.getOrCompile(request("b"), () => compiled("B")))).toBe("B");
      expect(warnings).toEqual([expect.stringMatching(/^Cannot write the compile cache.*EACCES/)]);
      for (const path of [directory, join(directory, "tmp")]) chmodSync(path, 0o700);
    },
  );
});
