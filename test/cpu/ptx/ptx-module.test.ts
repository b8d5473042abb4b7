// Modules of PTX on the cpu device: what nvcc made of a source computes what the source does.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { translateModule } from "../../../src/backend/cpu/ptx/translate-module.js";
import { module, type Module } from "../../../src/runtime/modules/module.js";

const text = (name: string): string => readFileSync(new URL(name, import.meta.url), "utf8");
const declarations = `
  __constant__ float weights[3];
  __device__ int counter;
  struct Pair { double a; int b; };
  extern "C" __global__ void saxpy(const float* x, float* y, float a, int n);
  extern "C" __global__ void block_sum(const float* x, float* out, int n);
  extern "C" __global__ void mixed(long long* out, Pair pair, int which);
  extern "C" __global__ void count_even(const int* x, int* out);
  extern "C" __global__ void switches(const int* x, int* out);`;

/** All that the kernels compute. */
async function results(m: Module): Promise<readonly unknown[]> {
  const n = 1000;
  const x = Float32Array.from({ length: n }, (_, i) => i / 8);
  const y = new Float32Array(n).fill(1);
  await m.kernel("saxpy").run({ threads: n }, x, y, 2, n);
  m.global("weights").set([0.25, 0.5, 0.25]);
  const sums = new Float32Array(4);
  await m.kernel("block_sum").run({ grid: 4, block: 256, shared: 16 }, x, sums, n);
  const counter = await m.global("counter").data();
  const mixed: unknown[] = [];
  for (let which = 0; which < 8; which++) {
    const out = new BigInt64Array(32);
    await m.kernel("mixed").run({ grid: 1, block: 32 }, out, { a: 9.5, b: 7 }, which);
    mixed.push(out);
  }
  const integers = Int32Array.from({ length: 64 }, (_, i) => (i * 7) % 9);
  const even = new Int32Array(64);
  await m.kernel("count_even").run({ grid: 1, block: 64 }, integers, even);
  const switched = new Int32Array(64).fill(40);
  await m.kernel("switches").run({ grid: 1, block: 64 }, integers, switched);
  return [y, sums, counter, mixed, even, switched];
}

describe("a module of PTX on the cpu device", () => {
  it("computes what its source does: memory of all kinds, calls, switches, barriers, atomics, warps", async () => {
    using ptx = module(text("kernels.ptx"), { declarations, device: "cpu" });
    using source = module(text("kernels.cu"), { device: "cpu" });
    const computed = await results(ptx);
    const [y, sums] = computed;
    expect((y as Float32Array)[999]).toBe(2 * (999 / 8) + 1);
    expect((sums as Float32Array)[0]).toBe(32640 / 8 + 0.5);
    expect(computed).toEqual(await results(source));
  });

  it("tells of an assertion that fails, with its text", async () => {
    using ptx = module(text("kernels.ptx"), { declarations, device: "cpu" });
    const run = ptx.kernel("count_even").run({ grid: 1, block: 2 }, Int32Array.of(1, -1), new Int32Array(2));
    await expect(run).rejects.toThrow(/thread: \[1,0,0\] Assertion `x\[threadIdx\.x\] >= 0` failed/);
  });

  it.each([
    [".visible .entry f() { wgmma.fence.sync.aligned; ret; }", "wgmma.fence.sync.aligned"],
    [".visible .entry f() { call.uni somewhere, (); ret; }", "call.uni somewhere, ()"],
    [".global .u64 table = f;", "the initial value f"],
    [".visible .entry f(.param .texref t) { ret; }", ".param .texref t"],
    ["nonsense", "nonsense"],
  ])("refuses %s, and says what it does not know", (body, what) => {
    const make = (): string => translateModule(`.version 8.0\n.target sm_80\n${body}`, "f.ptx");
    expect(make).toThrow(`Cannot compile f.ptx: ${what}: this PTX has no meaning on the cpu device`);
  });
});
