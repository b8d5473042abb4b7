// Kernels that launch kernels on the cpu device: what is launched runs before what follows the grid, in the order that CUDA
// promises.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";

const source = readFileSync(new URL("device-launches.cu", import.meta.url), "utf8");
const kernels = cu.withDevice("cpu", () => cu.module(source, { options: ["-rdc=true"] }));

/** The results of a launch over arrays. */
async function run(
  name: string,
  config: { readonly grid: number; readonly block: number },
  ...args: readonly (number | cu.NDArray)[]
): Promise<number[][]> {
  const kernel = kernels.kernel(name);
  kernel(config, ...args);
  const arrays = args.filter((arg) => typeof arg !== "number");
  return await Promise.all(arrays.map(async (array) => [...((await array.data()) as Int32Array)]));
}

const repeated = (value: number, count: number): number[] => Array.from({ length: count }, () => value);
const ints = (...values: number[]): cu.NDArray =>
  cu.withDevice("cpu", () => cu.array(values, { dtype: "int32" }));
const floats = (count: number, dtype: "float32" | "float64"): cu.NDArray =>
  cu.withDevice("cpu", () => cu.zeros([count], { dtype }));

describe("a kernel that launches kernels", () => {
  it("has them done before what reads its results", async () => {
    const values = cu.withDevice("cpu", () => cu.zeros([1000], { dtype: "int32" }));
    for (let i = 0; i < 3; i++) kernels.kernel("launch_each")({ grid: 50, block: 64 }, values, 1000);
    expect(await values.data()).toEqual(new Int32Array(1000).fill(150));
  });

  it("runs them in the order of a stream, each with all that it launches, and tail launches last", async () => {
    const [log] = await run("in_order", { grid: 1, block: 1 }, ints(...repeated(0, 16)));
    expect(log?.slice(0, 8)).toEqual([7, 10, 11, 20, 21, 30, 90, 91]);
  });

  it("goes 24 levels deep", async () => {
    const [counts] = await run("deep", { grid: 1, block: 1 }, ints(...repeated(0, 24)), 0);
    expect(counts).toEqual([1, 2, 4, 8, ...repeated(8, 20)]);
  });

  it("goes on by tail launches for as long as it likes", async () => {
    const [left] = await run("loop", { grid: 1, block: 1 }, ints(6000));
    expect(left).toEqual([0]);
  });

  it("passes structs, empty ones too, to instances of templates", async () => {
    const [narrow, wide] = await run(
      "by_value",
      { grid: 1, block: 1 },
      floats(8, "float32"),
      floats(8, "float64"),
    );
    expect(narrow).toEqual(repeated(1013.75, 8));
    expect(wide).toEqual(repeated(1260, 8));
  });

  it("makes streams and events, copies and fills, in order", async () => {
    const values = ints(1, 2, 3, 4, ...repeated(0, 8));
    const [got, status] = await run("with_streams", { grid: 1, block: 1 }, values, 4, ints(9, 9, 9, 9, 9));
    expect(got).toEqual([5, 4, 3, 2, 5, 4, 3, 2, -1, -1, -1, -1]);
    expect(status).toEqual([0, 0, 0, 0, 1]);
  });

  it("tells each thread of its own wrong launch, once", async () => {
    const [status] = await run("errors", { grid: 1, block: 4 }, ints(...repeated(-1, 9)));
    expect(status).toEqual([9, 9, 0, 0, 0, 0, 0, 0, 0]);
  });

  it("launches a kernel out of a table", async () => {
    expect(await run("by_table", { grid: 1, block: 1 }, ints(5, 5), 2, 0)).toEqual([[6, 6]]);
    expect(await run("by_table", { grid: 1, block: 1 }, ints(5, 5), 2, 1)).toEqual([[7, 7]]);
  });

  it("fails when one of them does, and names it", async () => {
    // What a kernel may have written is lost with it, so variables of a module too: it has one of its own.
    const own = cu.withDevice("cpu", () => cu.module(source, { options: ["-rdc=true"] }));
    const values = ints(0);
    own.kernel("launch_faulty")({ grid: 1, block: 1 }, values);
    await expect(values.data()).rejects.toMatchObject({
      code: "CUTS_KERNEL_ILLEGAL_ADDRESS",
      message: expect.stringMatching(/faulty/) as string,
    });
    expect(await run("by_table", { grid: 1, block: 1 }, ints(5), 1, 0)).toEqual([[6]]);
  });

  it("is refused without -rdc=true, as nvcc does", async () => {
    const plain = cu.withDevice("cpu", () => cu.module(source));
    const values = ints(0);
    plain.kernel("loop")({ grid: 1, block: 1 }, values);
    await expect(values.data()).rejects.toThrow(/:\d+:\d+: error: a launch from device code .*-rdc=true/);
  });
});
