// What a program drops without dispose() is given back, whatever it is and whether the program awaits anything or not. The
// limits below are a fraction of what each program makes in all.

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sharedPackage } from "../package/shared-package.js";
import { writeProgram } from "../package/write-program.js";

const folder = mkdtempSync(join(tmpdir(), "cuts-dropped-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let program: string;
beforeAll(async () => {
  const built = await sharedPackage();
  program = writeProgram(fileURLToPath(new URL("./dropped.ts", import.meta.url)), folder, built);
  return () => built.remove();
});

/** What a program had in use at most. */
interface Report {
  readonly name: string;
  readonly handles: number;
  readonly bytes: number;
}

async function run(names: readonly string[], memoryLimit: string, heapMebibytes = 128): Promise<Report[]> {
  const flags = [`--max-old-space-size=${heapMebibytes}`, program, ...names];
  const env = { ...process.env, CUTS_DEVICE: "cpu", CUTS_MEMORY_LIMIT: memoryLimit };
  const { stdout } = await promisify(execFile)(process.execPath, flags, { env });
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Report);
}

describe("memory of the device that is dropped is given back", () => {
  it.each([
    ["large arrays", "a chain of large arrays", "a generator"],
    ["a chain of large arrays, each awaited", "a chain of large arrays, each tenth awaited"],
    ["small buffers", "a scope", "an async scope"],
    ["a training loop", "a training loop, each step awaited", "a training loop in a context"],
  ])("%s, %s, …", async (...names) => {
    const reports = await run(names, "32MiB");
    expect(reports.map(({ name }) => name)).toEqual(names);
    // The device's own needs, stacks and code, are beside what arrays take.
    for (const { name, bytes } of reports) expect(bytes, name).toBeLessThan(96 << 20);
  });
});

describe("what is dropped leaves no objects of JavaScript behind in a loop that never awaits", () => {
  // V8 decides when to collect: half of what was made at the latest.
  it.each([
    { "small arrays": 75_000, "a chain of small arrays": 75_000, "small sums": 50_000 },
    { streams: 2000, views: 50_000, events: 50_000 },
  ])("%o", async (most) => {
    const reports = await run(Object.keys(most), "1GiB");
    expect(reports.map(({ name }) => name)).toEqual(Object.keys(most));
    for (const { name, handles } of reports) {
      expect(handles, name).toBeLessThan(most[name as keyof typeof most] as number);
    }
  });
});

describe("V8's heap stays small, however large it may get", () => {
  it.each(["many arrays", "many arrays, some awaited"])("%s", async (name) => {
    const [report] = await run([name], "1GiB", 4096);
    // The memory of the device is given out in pieces of 256 bytes.
    expect(report?.bytes).toBeLessThan(200_000 * 256);
  });
});

describe("the event loop", () => {
  it("turns while a program awaits small work on the cpu device", async () => {
    const [report] = await run(["timers"], "1GiB");
    expect(report?.handles).toBeGreaterThan(0);
  });
});
