// The times of a program's work on a GPU: what nvcc links is run over a runtime API of our own, so that no GPU is needed.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findNvcc } from "../../src/compiler/nvcc.js";
import { chromeTrace, type TracedWork } from "../../src/core/chrome-trace.js";
import {
  readTracedWork,
  TRACE_VARIABLE,
  traceLinkOptions,
  traceSource,
} from "../../src/backend/cuda/program/gpu-trace.js";
import { buildWithNvcc, runFromFile } from "../../src/backend/cuda/program/nvcc-program.js";
import { workTimes, workTimesText } from "../../src/program/work-times.js";

const folder = mkdtempSync(join(tmpdir(), "cuts-gpu-trace-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const canBuild = process.platform === "linux" && findNvcc() !== undefined;

const PROGRAM = `
#include <cstdio>
#include <cstdlib>
template <class T> __global__ void scale(T *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= 2;
}
namespace inner { __global__ void nothing() {} }
int main(int argc, char **argv) {
  float *data, values[64] = {3};
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMalloc(&data, sizeof values);
  cudaMemcpy(data, values, sizeof values, cudaMemcpyHostToDevice);
  for (int i = 0; i < atoi(argv[1]); i++) scale<<<2, 32>>>(data, 64);
  inner::nothing<<<dim3(1, 2, 3), 64, 128, stream>>>();
  cudaMemsetAsync(data, 0, 100, stream);
  cudaMemcpy(values, data, sizeof values, cudaMemcpyDeviceToHost);
  if (argc > 2) cudaDeviceReset();
  printf("%g\\n", values[63]);
  return 7;
}`;

describe.skipIf(!canBuild)(`a program that nvcc builds${canBuild ? "" : " (there is no nvcc)"}`, () => {
  let executable: Uint8Array;
  beforeAll(async () => {
    const path = join(folder, "work.cu");
    writeFileSync(path, PROGRAM);
    const runtime = fileURLToPath(new URL("fixtures/fake-cudart.c", import.meta.url));
    // Whichever the toolkit asks for.
    for (const version of [12, 13, 14])
      execFileSync("cc", ["-shared", "-fPIC", "-w", runtime, "-o", join(folder, `libcudart.so.${version}`)]);
    const options = ["-arch=sm_80", "-cudart", "shared", ...traceLinkOptions()];
    executable = await buildWithNvcc([{ path, text: PROGRAM }, traceSource()], options, folder, undefined);
  });

  async function trace(...args: string[]): Promise<ReturnType<typeof readTracedWork>> {
    const lines = join(folder, `${args.join(" ")}.json`);
    const end = await runFromFile(executable, ["work", ...args], {
      directory: folder,
      environment: { LD_LIBRARY_PATH: folder, [TRACE_VARIABLE]: lines },
      timeoutMs: undefined,
      signal: undefined,
      stdin: "",
      output: "collect",
    });
    expect([end.exitCode, end.stdout]).toEqual([7, "0\n"]);
    return readTracedWork(lines);
  }

  it.each([[["2"]], [["2", "reset"]]])("tells of its kernels, copies and fills: %s", async (args) => {
    const kernel = { name: "scale", stream: 0, args: { grid: [2, 1, 1], block: [32, 1, 1], sharedBytes: 0 } };
    expect(await trace(...args)).toMatchObject([
      { name: "copy", stream: 0, ts: 0, dur: 1000, args: { bytes: 256, kind: "host to device" } },
      { ...kernel, ts: 2000, dur: 1000 },
      { ...kernel, ts: 4000, dur: 1000 },
      {
        name: "inner::nothing",
        type: "kernel",
        stream: 1,
        args: { grid: [1, 2, 3], block: [64, 1, 1], sharedBytes: 128 },
      },
      { name: "fill", stream: 1, args: { bytes: 100 } },
      { name: "copy", stream: 0, ts: 10_000, args: { bytes: 256, kind: "device to host" } },
    ]);
  });

  it("uses its events again, and counts on from newer ones", async () => {
    const launches = 10_000;
    const work = await trace(String(launches));
    expect(work).toHaveLength(launches + 4);
    expect(work.map(({ ts }) => ts)).toEqual(work.map((_, at) => 2000 * at));
  });
});

const pieces: TracedWork[] = [
  { name: "scale", type: "kernel", stream: 0, ts: 0, dur: 2000, args: { grid: [1, 1, 1] } },
  { name: "scale", type: "kernel", stream: 2, ts: 2000, dur: 1000, args: { grid: [1, 1, 1] } },
  {
    name: "copy",
    type: "memcpy",
    stream: 0,
    ts: 3000,
    dur: 500,
    args: { bytes: 1e6, kind: "host to device" },
  },
];

describe("times", () => {
  it("are those of all launches of a kernel, the longest first", () => {
    expect(workTimes(pieces)).toEqual([
      { name: "scale", count: 2, milliseconds: 3, shortest: 1, longest: 2, bytes: 0 },
      { name: "copy host to device", count: 1, milliseconds: 0.5, shortest: 0.5, longest: 0.5, bytes: 1e6 },
    ]);
    expect(workTimes([])).toEqual([]);
  });

  it("are a table", () => {
    expect(workTimesText(workTimes(pieces))).toBe(
      [
        "    time  share  count      mean  shortest   longest",
        " 3.00 ms  85.7%      2   1.50 ms   1.00 ms   2.00 ms  | scale",
        "500.0 µs  14.3%      1  500.0 µs  500.0 µs  500.0 µs  | copy host to device, 976.6 KiB at 2.0 GB/s",
      ].join("\n"),
    );
  });
});

it("a trace has a row for each stream of each device", () => {
  const text = chromeTrace(["cuda:0", "cuda:1"], [...pieces, { ...pieces[0]!, device: 1 }]);
  const { traceEvents } = JSON.parse(text) as { traceEvents: Record<string, unknown>[] };
  const rows = traceEvents.filter(({ ph }) => ph === "M").map(({ pid, tid, args }) => [pid, tid, args]);
  expect(rows).toEqual([
    [0, 0, { name: "cuda:0" }],
    [1, 0, { name: "cuda:1" }],
    [0, 0, { name: "default stream" }],
    [0, 2, { name: "stream 2" }],
    [1, 0, { name: "default stream" }],
  ]);
});
