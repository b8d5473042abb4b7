// Whole programs that are profiled, traced, or stopped while they are checked.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as cu from "../../src/index.js";
import { runCli } from "../../src/cli/run-cli.js";
import { afterAll, expect, test } from "vitest";

const source = (name: string): string => fileURLToPath(new URL(`./programs/${name}.cu`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "cuts-observe-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function cuts(...argv: string[]): Promise<{ readonly code: number; readonly err: string }> {
  let err = "";
  const io = {
    out: { write: () => {} },
    err: { write: (text: string) => void (err += text) },
    environment: {},
  };
  return { code: await runCli(argv, io), err };
}

test("a profile counts launches of a kernel together", async () => {
  const { profiles = [], stdout } = await cu.program(source("observed"), { profile: true }).run();
  expect(stdout).toBe("1\n");
  const seen = profiles.map(({ name, launches = 1, total }) => [
    name,
    launches,
    total.global.sectors,
    total.global.idealSectors,
  ]);
  // A warp with 4 bytes a lane side by side moves 4 sectors; with 32 bytes between them, one a lane.
  expect(seen).toEqual([
    ["copy", 3, 3 * (4 + 4), 3 * (4 + 4)],
    ["spread", 1, 32, 4],
  ]);
  expect(String(profiles[0])).toContain("copy: 3 launches, grid [1, 1, 1]");
  expect(String(profiles[0])).toContain("to[threadIdx.x] = from[threadIdx.x];");
});

test("cuts run --profile shows it beside the source, --html on a page", async () => {
  const page = join(folder, "profile.html");
  expect((await cuts("run", "--profile", source("observed"))).err).toContain("spread: grid [1, 1, 1]");
  expect(await cuts("run", "--html", page, source("observed"))).toMatchObject({ code: 0, err: "" });
  expect(readFileSync(page, "utf8").match(/<h1>/g)).toHaveLength(2);
});

test("cuts run --trace writes bars in a row for each stream", async () => {
  const file = join(folder, "trace.json");
  expect(await cuts("run", "--trace", file, source("observed"))).toMatchObject({ code: 0, err: "" });
  const { traceEvents } = JSON.parse(readFileSync(file, "utf8")) as {
    traceEvents: {
      ph: string;
      name: string;
      tid: number;
      ts: number;
      dur: number;
      args: Record<string, unknown>;
    }[];
  };
  const rows = new Map(
    traceEvents.filter(({ name }) => name === "thread_name").map(({ tid, args }) => [tid, args["name"]]),
  );
  const bars = traceEvents.filter(({ ph }) => ph === "X");
  expect(bars.map(({ name, tid }) => [name, rows.get(tid)])).toEqual([
    ["fill", "default stream"],
    ...Array.from({ length: 3 }, () => ["copy", "default stream"]),
    ["spread", "stream 3"],
    ["copy", "stream 3"],
  ]);
  expect(bars[1]?.args).toEqual({ grid: [1, 1, 1], block: [32, 1, 1], sharedBytes: 0 });
  expect(bars[5]?.args).toEqual({ bytes: 1024 });
  expect(
    bars.every(({ ts, dur }, at) => dur >= 0 && ts >= (bars[at - 1]?.ts ?? 0) + (bars[at - 1]?.dur ?? 0)),
  ).toBe(true);
});

test.each([
  ["run", "--profile", "--trace", "a.json", "a.cu"],
  ["run", "--html", "a.html", "--device", "cuda", "a.cu"],
  ["run", "--trace"],
  ["run", "--html=", "a.cu"],
])("cuts %s %s %s is refused", async (...argv) => {
  const { code, err } = await cuts(...argv);
  expect(code).toBe(2);
  expect(err).toMatch(/^error: Cannot run a program: --/);
});

test("a program that is checked and takes too long ends with 124", async () => {
  const { code, err } = await cuts("check", "--timeout", "1ms", source("saxpy"));
  expect(code).toBe(124);
  expect(err).toMatch(/^error: Cannot finish saxpy\.cu: it ran longer than 1 ms and was stopped/);
});

test.each([
  ["run", [], "while it waited for the device; the last kernel that it launched is spin\nTry: "],
  ["check", [], "while it waited for the device; the last kernel that it launched is spin\nTry: "],
  ["run", ["--", "host"], "in code of the host, after it launched begin"],
] as const)("cuts %s with a time limit tells where the program was %j", async (command, args, where) => {
  const device = command === "run" ? ["--device", "cpu"] : [];
  const { code, err } = await cuts(command, ...device, "--timeout", "5s", source("endless"), ...args);
  expect(code).toBe(124);
  expect(err).toContain(`Cannot finish endless.cu: it ran longer than 5000 ms and was stopped ${where}`);
});

test("a program is checked or profiled", () => {
  expect(() => cu.program(source("saxpy"), { check: true, profile: true })).toThrow("not both at once");
});
