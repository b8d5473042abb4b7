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
__constant__ int table[4];
extern "C" __global__ void look(int* a, int i) { a[threadIdx.x] = table[i]; }
extern "C" __global__ void copy(const int* a, int* b, int n) {
  for (int i = 0; i < n; i++) b[i] = a[i];
}
extern "C" __global__ void at(int* a, int i) { a[i] = 1; }
extern "C" __global__ void neighbour(int* a) {
  __shared__ int tile[65];
  tile[threadIdx.x] = a[blockIdx.x * 64 + threadIdx.x];
  a[blockIdx.x * 64 + threadIdx.x] = threadIdx.x == 63 ? 0 : tile[threadIdx.x + 1];
}
struct Body { float x, y, mass; };
extern "C" __global__ void weigh(Body* bodies, int i) { bodies[i].mass = 1; }
extern "C" __global__ void corner(int* a, int y, int x) {
  __shared__ int tile[4][8];
  tile[y][x] = 1;
  a[0] = tile[y][x];
}
extern "C" __global__ void row(int* a, int pitch, int x) {
  int* row = a + pitch;
  row[x] = 1;
}
extern "C" __global__ void late(int* a) {
  int* own = new int[2];
  own[0] = 1;
  delete[] own;
  a[0] = own[0];
}
extern "C" __global__ void chase(const int* next, int* out) {
  int i = 0;
  while (i >= 0) i = next[i];
  out[0] = i;
}
extern "C" __global__ void pairs(int* a) { a[(blockIdx.x * blockDim.x + threadIdx.x) / 2] = blockIdx.x + threadIdx.x; }
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

test("what is told names the kind of memory, and the index as it was meant", async () => {
  const a = new Int32Array(4);
  const one = { grid: 1, block: 1 };
  expect(await module.kernel("look").check(one, a, 4)).toMatchObject([
    { message: "constant read out of bounds", space: "constant", index: 4 },
  ]);
  expect(await module.kernel("at").check(one, a, -1)).toMatchObject([
    { index: -1, hint: "guard the access with if (i >= 0)" },
  ]);
  expect(await module.kernel("at").check(one, a, -500_000_000)).toMatchObject([{ index: -500_000_000 }]);
  const [far] = await module.kernel("at").check(one, a, -1_000_000_000);
  expect(far?.detail).toContain(
    "writes 4 bytes at a[i], further from the 16-byte allocation than memory reaches",
  );
  expect(far?.hint).toBe("guard the access with if (i >= 0 && i < 4)");
  expect(far).not.toHaveProperty("index");
});

test("the hint of a race is for the threads that are furthest from each other", async () => {
  const a = new Int32Array(64);
  const reports = await module.kernel("neighbour").check({ grid: 1, block: 64 }, a);
  const race = reports.find(({ kind }) => kind === "race");
  expect(race?.message).toBe("race in shared memory between threads of one block");
  expect(race?.hint).toContain("__syncthreads()");
  const inOneWarp = await module.kernel("neighbour").check({ grid: 2, block: 32 }, a.subarray(0, 64));
  expect(inOneWarp.find(({ kind }) => kind === "race")?.hint).toContain("__syncwarp()");
});

test("of a view its own elements may be used; views that overlap are one", async () => {
  const x = cu.zeros([16], { dtype: "int32", device: "cpu" });
  const at = module.kernel("at");
  const one = { grid: 1, block: 1 };
  const view = x.slice("4:8");
  expect(await at.check(one, view, 3)).toEqual([]);
  expect(await at.check(one, view, 4)).toMatchObject([
    { kind: "out-of-bounds", index: 4, allocation: { byteLength: 16 } },
  ]);
  expect(await at.check(one, view, -1)).toMatchObject([{ kind: "out-of-bounds", index: -1 }]);
  const copy = module.kernel("copy");
  expect(await copy.check(one, x.slice("0:4"), x.slice("4:8"), 4)).toEqual([]);
  expect(await copy.check(one, x.slice("0:4"), x.slice("4:8"), 5)).toMatchObject([
    { kind: "out-of-bounds", index: 4 },
    { kind: "out-of-bounds", index: 4 },
  ]);
  expect(await copy.check(one, x, view, 4)).toEqual([]);
});

test("a limit is told only for an index that counts from the beginning of the memory on", async () => {
  const a = new Int32Array(12);
  const one = { grid: 1, block: 1 };
  const hintsOf = (reports: readonly cu.CheckReport[]): string[] => reports.map(({ hint }) => hint);
  const row = module.kernel("row");
  expect(hintsOf(await row.check(one, a, 0, 12))).toEqual(["guard the access with if (x < 12)"]);
  expect(hintsOf(await row.check(one, a, 12, 0))).toEqual([
    "check where row points to: its first element is outside already",
  ]);
  expect(hintsOf(await row.check(one, a, 4, 8))).toEqual([
    "check the index against the size of the allocation",
  ]);
  // 4 elements of 12 bytes: not "i < 12".
  expect(hintsOf(await module.kernel("weigh").check(one, new Float32Array(12), 4))).toEqual([
    "check the index against the size of the allocation",
  ]);
  expect(hintsOf(await module.kernel("corner").check(one, a, 4, 0))[0]).toBe(
    "check each index against the size of the variable",
  );
  expect(hintsOf(await module.kernel("late").check(one, a))).toEqual([
    "free it after its last use, behind a barrier where other threads use it too",
  ]);
});

test("two that write the same element are told to write their own", async () => {
  const hintOf = async (grid: number, block: number): Promise<string | undefined> =>
    (await module.kernel("pairs").check({ grid, block }, new Int32Array(8)))[0]?.hint;
  expect(await hintOf(1, 8)).toContain("let each lane write an element of its own");
  expect(await hintOf(8, 1)).toContain("let each thread write an element of its own");
});

test("what was found is told also where the kernel does not end by it, and an error without it stays one", async () => {
  const config = { grid: 1, block: 1, timeoutMs: 500 };
  const chase = module.kernel("chase");
  // The read behind the end gives 0: round and round.
  const reports = await chase.check(config, new Int32Array([1, 2, 3]), new Int32Array(1));
  expect(reports).toMatchObject([
    { kind: "out-of-bounds", variable: "next", index: 3 },
    { kind: "fault", kernel: "chase", message: "kernel that did not finish" },
  ]);
  expect(cu.formatReports(reports)).toContain("it ran longer than 500 ms");
  await expect(chase.check(config, new Int32Array([1, 0]), new Int32Array(1))).rejects.toThrow(
    "it ran longer than 500 ms",
  );
});
