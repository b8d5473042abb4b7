// What a profile counts, against what is worked out by hand. Arrays begin at the start of a sector of 32 bytes; a warp that reads 4
// bytes a lane side by side moves 4 sectors.
import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";

const kernels = cu.module(readFileSync(new URL("profiled.cu", import.meta.url), "utf8"), { device: "cpu" });
afterAll(() => kernels.dispose());

async function profile(name: string, config: cu.LaunchConfig, ...args: unknown[]) {
  const kernel = kernels.kernel(name) as unknown as cu.Kernel<unknown[], unknown[]>;
  const found = await kernel.profile(config, ...args);
  return (mark: string) => {
    const line = found.lines.find(({ text }) => text.trimEnd().endsWith(`// ${mark}`));
    if (line === undefined) throw new Error(`${name} has no line ${mark}`);
    const { global, shared, atomics, lanes } = line;
    return { global: Object.values(global), shared: Object.values(shared), atomics, lanes };
  };
}

const floats = (length: number) => new Float32Array(length);
const one = { grid: 1, block: 32 };
const square = { grid: 1, block: [32, 32] };

describe("global memory: requests, sectors, ideal sectors, bytes", () => {
  it.each<[string, string, cu.LaunchConfig, unknown[], number[]]>([
    // 32 warps, each with a read and a write of 4 sectors.
    ["copy", "copy", { grid: 4, block: 256 }, [floats(1024), floats(1024)], [64, 256, 256, 8192]],
    // Every lane reads a sector of its own.
    ["strided", "strided", one, [floats(256), floats(32)], [2, 36, 8, 256]],
    // Bytes 4 to 132 lie in 5 sectors.
    ["shifted", "shifted", one, [floats(64), floats(32)], [2, 9, 8, 256]],
    ["vectors", "vectors", one, [floats(128), floats(128)], [2, 32, 32, 1024]],
    // One sector for all lanes, of which 4 bytes are asked for.
    ["broadcast", "broadcast", one, [floats(8), floats(32)], [2, 5, 5, 132]],
    // 32 warps, each with a read of 4 sectors and a write of 32.
    ["transpose", "naive", square, [floats(1024), floats(1024)], [64, 1152, 256, 8192]],
    // In each turn one lane, in a sector.
    ["onebyone", "one by one", one, [new Int32Array(32)], [32, 32, 32, 128]],
  ])("%s", async (name, mark, config, args, expected) => {
    expect((await profile(name, config, ...args))(mark).global).toEqual(expected);
  });
});

describe("shared memory: requests, wavefronts, conflicts", () => {
  it("a column of a tile is in one bank, unless rows are padded", async () => {
    const tiled = await profile("tiled", square, floats(1024), floats(1024));
    expect(tiled("tile in")).toMatchObject({ shared: [32, 32, 0], global: [32, 128, 128, 4096] });
    expect(tiled("tile out")).toMatchObject({ shared: [32, 1024, 992], global: [32, 128, 128, 4096] });
    const padded = await profile("padded", square, floats(1024), floats(1024));
    expect(padded("padded out").shared).toEqual([32, 32, 0]);
  });

  it("every second word takes two turns; 8 bytes a lane go in halves", async () => {
    const banks = await profile("banks", one, new Float64Array(32));
    expect(banks("every second").shared).toEqual([1, 2, 1]);
    expect(banks("doubles").shared).toEqual([1, 2, 0]);
  });
});

describe("lanes that take part", () => {
  it("of a reduction: in both warps to the end, or in ever fewer lanes of the first", async () => {
    const numbers = new Int32Array(64).fill(1);
    // Both warps with 16, 8, 4, 2, 1 lanes, then one lane of the first: 63 lanes in 11 instructions, 3 accesses each.
    const interleaved = (await profile("interleaved", { grid: 1, block: 64 }, numbers, new Int32Array(1)))(
      "interleaved",
    );
    expect(interleaved.lanes).toBeCloseTo(63 / 11, 12);
    expect(interleaved.shared).toEqual([33, 33, 0]);
    // The first warp with 32, 16, 8, 4, 2, 1 lanes.
    const sequential = (await profile("sequential", { grid: 1, block: 64 }, numbers, new Int32Array(1)))(
      "sequential",
    );
    expect(sequential.lanes).toBeCloseTo(63 / 6, 12);
    expect(sequential.shared).toEqual([18, 18, 0]);
  });

  it("of loops with different numbers of turns: lanes wait behind the loop", async () => {
    const turns = Int32Array.from({ length: 32 }, (_, lane) => lane % 4);
    const uneven = await profile("uneven", one, turns, new Int32Array(96));
    // 24, 16 and 8 lanes in three turns, which all read one word.
    expect(uneven("uneven")).toMatchObject({ lanes: 16, global: [3, 3, 3, 12] });
    expect(uneven("after")).toMatchObject({ lanes: 32, global: [1, 4, 4, 128] });
  });

  it("one lane in each turn is one lane an instruction", async () => {
    expect((await profile("onebyone", one, new Int32Array(32)))("one by one").lanes).toBe(1);
  });
});

describe("atomics", () => {
  it("at few addresses, and at one", async () => {
    const numbers = Int32Array.from({ length: 32 }, (_, i) => i);
    const bins = (await profile("histogram", one, numbers, new Int32Array(4)))("bins");
    expect(bins.atomics).toEqual({ operations: 32, collisions: 28 });
    const together = (await profile("together", { grid: 2, block: 64 }, new Int32Array(1)))("one address");
    expect(together).toMatchObject({ atomics: { operations: 128, collisions: 124 }, shared: [4, 4, 0] });
  });
});

it("the run computes what it must, and the text and the page have the lines", async () => {
  const out = new Int32Array(1);
  const numbers = Int32Array.from({ length: 64 }, (_, i) => i);
  const kernel = kernels.kernel("sequential") as unknown as cu.Kernel<unknown[], unknown[]>;
  const found = await kernel.profile({ grid: 1, block: 64 }, numbers, out);
  expect(out[0]).toBe(2016);
  expect(found).toMatchObject({ name: "sequential", grid: [1, 1, 1], block: [64, 1, 1], sharedBytes: 256 });
  expect(String(found)).toMatch(
    /^ *\d+ +10\.5 +18 +0 +\| +\d+ +x\[t\] \+= x\[t \+ s\]; {2}\/\/ sequential$/m,
  );
  expect(found.toHtml()).toContain("x[t] += x[t + s];  // sequential");
  expect(found.toHtml()).not.toMatch(/src=|href=/);
  expect(found.occupancy.find(({ capability }) => capability === "9.0")).toEqual({
    capability: "9.0",
    blocks: 32,
    warps: 64,
    share: 1,
    limit: "warps",
    registers: 32,
  });
});

it("nothing is counted where nobody asks: the code is another one", async () => {
  const kernel = kernels.kernel("copy");
  const out = floats(32);
  await kernel.run({ grid: 1, block: 32 }, floats(32).fill(2), out);
  expect(out[31]).toBe(2);
});
