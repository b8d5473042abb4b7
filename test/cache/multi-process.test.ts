// Many processes on one cache: eight write the same and different entries, two read all the time, one is killed in
// the middle of a write.

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { openCache } from "../../src/compiler/cache.js";
import { compile, ownNames, requestFor, sharedNames, verify } from "./cache-worker.js";

// One file, which Node starts at once: with a loader for TypeScript each of the processes takes a second more.
const programs = mkdtempSync(join(tmpdir(), "cuts-cache-worker-"));
const worker = join(programs, "cache-worker.mjs");
buildSync({
  entryPoints: [fileURLToPath(new URL("./cache-worker.ts", import.meta.url))],
  outfile: worker,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20.19",
  packages: "external",
});
afterAll(() => rmSync(programs, { recursive: true, force: true }));
const hourMs = 3_600_000;

let root: string;
let children: ChildProcess[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cuts-processes-"));
  writeFileSync(join(root, "header.h"), "int a;");
  children = [];
});
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(root, { recursive: true, force: true });
});

function start(role: "writer" | "reader" | "stuck", maxByteLength: number, number = 0): ChildProcess {
  const child = fork(worker, [role, root, String(maxByteLength), String(number)], { execArgv: [] });
  children.push(child);
  return child;
}

async function exitOf(child: ChildProcess): Promise<number | NodeJS.Signals | null> {
  const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  return code ?? signal;
}

async function stop(reader: ChildProcess): Promise<number> {
  const answer = once(reader, "message");
  const exit = exitOf(reader);
  reader.send("stop");
  const [{ hits }] = (await answer) as [{ hits: number }];
  expect(await exit).toBe(0);
  return hits;
}

describe("a cache used by many processes", () => {
  it("loses and tears no entry, and no writer waits for a dead one", async () => {
    const maxByteLength = 2 ** 30;
    const stuck = start("stuck", maxByteLength);
    const stuckExit = exitOf(stuck);
    const readers = [start("reader", maxByteLength), start("reader", maxByteLength)];
    await Promise.all(readers.map((reader) => once(reader, "message")));
    const writers = Array.from({ length: 8 }, (_, number) => start("writer", maxByteLength, number));
    const writerExits = writers.map(exitOf);

    while (!existsSync(join(root, "stuck"))) await sleep(20);
    stuck.kill("SIGKILL");
    expect(await stuckExit).toBe("SIGKILL");
    expect(await Promise.all(writerExits)).toEqual(writers.map(() => 0));
    for (const reader of readers) expect(await stop(reader)).toBeGreaterThan(0);

    const cache = openCache({ directory: join(root, "cache"), enabled: true });
    const names = [...sharedNames, ...writers.flatMap((_, number) => ownNames(number))];
    for (const name of names) {
      const object = cache.findSync(requestFor(name, root));
      if (object === undefined) expect.fail(`the entry of ${name} is lost`);
      verify(name, object);
    }

    const temporary = join(root, "cache", "tmp");
    const left = readdirSync(temporary);
    expect(left).toEqual([expect.stringMatching(`^${stuck.pid}-`)]);
    const longAgo = (Date.now() - 2 * hourMs) / 1000;
    for (const name of left) utimesSync(join(temporary, name), longAgo, longAgo);
    await cache.clear();
    expect(readdirSync(temporary)).toEqual([]);
  });

  it("stays within its size while all of them evict, and never gives a wrong value", async () => {
    const maxByteLength = 400_000;
    const reader = start("reader", maxByteLength);
    await once(reader, "message");
    const exits = Array.from({ length: 3 }, (_, number) => exitOf(start("writer", maxByteLength, number)));
    expect(await Promise.all(exits)).toEqual([0, 0, 0]);
    await stop(reader);

    const cache = openCache({ directory: join(root, "cache"), maxByteLength, enabled: true });
    await cache.getOrCompile(requestFor("last", root), () => compile("last"));
    await cache.idle();
    expect((await cache.statistics()).byteLength).toBeLessThanOrEqual(maxByteLength);
    expect(cache.findSync(requestFor("last", root))).toBeDefined();
  });
});
