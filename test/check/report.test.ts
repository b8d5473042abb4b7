// What a report says, and that it is the same each time.

import * as cu from "../../src/index.js";
import { expect, test } from "vitest";

const module = cu.module(
  `extern "C" __global__ void add_arrays(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[i] + b[i];
}
extern "C" __global__ void swap(int* a) {
  __shared__ int tile[64];
  tile[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = tile[threadIdx.x ^ 63];
}
__constant__ int factor;
extern "C" __global__ void scale(int* a) { a[threadIdx.x] *= factor; }
`,
  { fileName: "saxpy.cu", device: "cpu" },
);

test("a report has the line, the thread, the array, and a hint", async () => {
  const add = module.kernel("add_arrays");
  const [a, b] = [new Float32Array(1024), new Float32Array(1024)];
  const out = new Float32Array(1000);
  const reports = await add.check({ grid: 4, block: 256 }, a, b, out, 1000);
  expect(reports).toHaveLength(1);
  expect(reports[0]).toMatchObject({
    kind: "out-of-bounds",
    file: "saxpy.cu",
    line: 3,
    column: 3,
    kernel: "add_arrays",
    block: [3, 0, 0],
    thread: [232, 0, 0],
    space: "global",
    access: "write",
    byteLength: 4,
    variable: "out",
    index: 1000,
    allocation: { byteLength: 4000 },
    count: 24,
  });
  expect(cu.formatReports(reports)).toBe(`error: global write out of bounds in add_arrays (saxpy.cu:3:3)
  thread (232,0,0) of block (3,0,0) writes 4 bytes at out[1000], 0 bytes past the end of the 4000-byte allocation
     3 |   out[i] = a[i] + b[i];
       |   ^~~~~~
  and 23 more times like this
  Try: guard the access with if (i < 1000)

cuts check: 1 report (1 out-of-bounds)`);
  // The rest of the work is done all the same.
  expect(await add.check({ grid: 4, block: 256 }, a, b, out, 1000)).toEqual(reports);
});

test("a race has both lines", async () => {
  const reports = await module.kernel("swap").check({ grid: 1, block: 64 }, new Int32Array(64));
  const race = reports.find(({ kind }) => kind === "race");
  expect(new Set([race?.line, race?.other?.line])).toEqual(new Set([7, 8]));
  expect(race?.other?.text).toContain("tile[threadIdx.x");
});

test("variables of the module hold what they held", async () => {
  module.global("factor").set([3]);
  await module.ready();
  const a = Int32Array.of(1, 2, 3);
  expect(await module.kernel("scale").check({ grid: 1, block: 3 }, a)).toEqual([]);
  expect([...a]).toEqual([3, 6, 9]);
});

test("arrays of the device are checked where they are", async () => {
  const x = cu.zeros([10], { dtype: "int32", device: "cpu" });
  const reports = await module.kernel("scale").check({ grid: 1, block: 12 }, x);
  expect(reports.map(({ kind, index }) => [kind, index])).toEqual([["out-of-bounds", 10]]);
});
