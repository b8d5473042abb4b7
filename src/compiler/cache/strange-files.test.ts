// Things in the cache's folder, or among the headers, that are no files: each is a miss, and nothing waits for it.

import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CompileCache, openCache } from "./compile-cache.js";
import type { CompileRequest } from "./key.js";

let root: string;
let warnings: string[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cuts-strange-"));
  warnings = [];
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const open = (): CompileCache =>
  openCache({
    directory: join(root, "cache"),
    enabled: true,
    onWarning: (message) => warnings.push(message),
  });
const request = (source: string): CompileRequest => ({
  compiler: "test",
  compilerVersion: "1",
  target: "none",
  options: [],
  source,
  directory: root,
});
const bytes = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text));

/** What can be where a file should be; each returns what takes it away again. */
const strange: Readonly<Record<string, (path: string) => (() => unknown) | undefined>> = {
  "a FIFO": (path) => void spawnSync("mkfifo", [path]),
  "a link to a FIFO": (path) => {
    spawnSync("mkfifo", [`${path}-fifo`]);
    symlinkSync(`${path}-fifo`, path);
    return undefined;
  },
  "a socket": (path) => {
    // The longest path of a socket is short.
    const here = process.cwd();
    process.chdir(dirname(path));
    const server = createServer().listen(basename(path));
    process.chdir(here);
    return () => new Promise((resolve) => server.close(resolve));
  },
  "a device": (path) => {
    symlinkSync("/dev/zero", path);
    return undefined;
  },
  "a directory": (path) => {
    mkdirSync(path);
    return undefined;
  },
  "a link to nothing": (path) => {
    symlinkSync("nowhere", path);
    return undefined;
  },
  "a file that cannot be read": (path) => {
    writeFileSync(path, "secret");
    chmodSync(path, 0);
    return undefined;
  },
};

describe.skipIf(process.platform === "win32")(
  "in the place of a file (skipped on Windows: it has none)",
  () => {
    it.each(Object.keys(strange))("%s is a miss", async (kind) => {
      await open().getOrCompile(request("a"), () => ({ code: bytes("A") }));
      const kept = (await open().keepFile("sum", ".so", bytes("library"))) ?? "";
      const [entry = ""] = readdirSync(join(root, "cache"), { recursive: true, encoding: "utf8" }).filter(
        (name) => /^..\/[0-9a-f]+$/.test(name),
      );
      const ends: ((() => unknown) | undefined)[] = [];
      for (const path of [join(root, "cache", entry), kept]) {
        rmSync(path);
        ends.push(strange[kind]?.(path));
      }

      const cache = open();
      expect(cache.findSync(request("a"))).toBeUndefined();
      expect(cache.findFile(basename(kept))).toBeUndefined();
      const { code } = await cache.getOrCompile(request("a"), () => ({ code: bytes("B") }));
      expect(Buffer.from(code).toString()).toBe("B");
      await cache.statistics();
      // A directory cannot be replaced by a file; anything else is.
      const isReplaced = kind !== "a directory";
      expect(cache.findSync(request("a")) !== undefined).toBe(isReplaced);
      expect((await cache.keepFile("sum", ".so", bytes("library"))) !== undefined).toBe(isReplaced);
      expect(warnings).toHaveLength(isReplaced ? 0 : 1);
      for (const end of ends) await end?.();
    });

    it.each(Object.keys(strange))("%s instead of a header is a miss", async (kind) => {
      const header = join(root, "a.h");
      writeFileSync(header, "int a;");
      const compiled = () => ({ code: bytes("A"), files: [{ path: header, contents: "int a;" }] });
      await open().getOrCompile(request("a"), compiled);
      expect(open().findSync(request("a"))).toBeDefined();
      rmSync(header);
      const end = strange[kind]?.(header);
      expect(open().findSync(request("a"))).toBeUndefined();
      await open().getOrCompile(request("b"), () => ({ code: bytes("B"), files: [header] }));
      await end?.();
    });
  },
);
