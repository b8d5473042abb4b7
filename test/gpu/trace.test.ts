// The times and the trace of a program on a GPU, by events.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";
import { noGpu } from "./device.js";

const source = fileURLToPath(new URL("../check/programs/observed.cu", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "cuts-gpu-trace-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(noGpu !== undefined)(`a program on a GPU${noGpu === undefined ? "" : ` (${noGpu})`}`, () => {
  it("has the times of its kernels and copies", async () => {
    const { stdout, times = [] } = await cu.program(source, { profile: true, device: "cuda:0" }).run();
    expect(stdout).toBe("1\n");
    const counts = Object.fromEntries(times.map(({ name, count }) => [name, count]));
    expect(counts).toMatchObject({ copy: 3, spread: 1, fill: 1 });
    for (const { milliseconds } of times) expect(milliseconds).toBeGreaterThan(0);
  });

  it("writes a trace", async () => {
    const file = join(folder, "trace.json");
    const { stdout } = await cu.program(source, { device: "cuda:0" }).run([], { trace: file });
    expect(stdout).toBe("1\n");
    const { traceEvents } = JSON.parse(readFileSync(file, "utf8")) as {
      traceEvents: { ph: string; name: string; tid: number }[];
    };
    expect(traceEvents.filter(({ ph, name }) => ph === "X" && name === "spread")).toHaveLength(1);
    expect(new Set(traceEvents.map(({ tid }) => tid)).size).toBeGreaterThan(1);
  });
});
