// The compiled part of a check is that of its source, and what it leaves to JavaScript is found there.
import { expect, it } from "vitest";
import { fastPathDigest } from "../../src/backend/cpu/checking/fast-path.gen.js";
import * as cu from "../../src/index.js";
import { fastPathSource } from "../../tools/fast-path.js";

it("is compiled from fast-path.c as it is (npm run generate)", () => {
  expect(fastPathDigest).toBe(fastPathSource().digest);
});

// More variables of one thread than its table has room for.
const names = Array.from({ length: 20 }, (_, i) => `r${i}`);
const source = `
extern "C" __global__ void many(int* out, int n) {
  ${names.map((name) => `int ${name}[4];`).join(" ")}
  for (int k = 0; k < 4; k++) { ${names.map((name) => `${name}[(k + n) % 4] = k;`).join(" ")} }
  out[threadIdx.x + blockIdx.x * blockDim.x] = ${names.map((name) => `${name}[n]`).join(" + ")};
}
extern "C" __global__ void again(int* out) {
  int* p = (int*)malloc(64);
  for (int i = 0; i < 2; i++) {
    p[0] = i;
    if (i == 0) free(p);
  }
  out[0] = 1;
}`;
const module = cu.module(source, { fileName: "left.cu", device: "cpu" });

it("finds what is wrong with each of many variables, in every block", async () => {
  const many = module.kernel("many");
  const config = { grid: 3, block: 2 };
  expect(await many.check(config, new Int32Array(6), 3)).toEqual([]);
  const reports = await many.check(config, new Int32Array(6), 4);
  expect(reports.map(({ kind, variable, count }) => `${kind} ${variable} ${count}`).sort()).toEqual(
    names.map((name) => `out-of-bounds ${name} 6`).sort(),
  );
});

it("finds a use after free by the place that has used the memory before", async () => {
  const reports = await module.kernel("again").check({ grid: 1, block: 1 }, new Int32Array(1));
  expect(reports.map(({ kind, line }) => `${kind}:${line}`)).toEqual(["use-after-free:10"]);
});
