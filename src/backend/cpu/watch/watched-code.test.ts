// Watched code: what its calls tell, and where.
import { afterAll, expect, test } from "vitest";
import type { ObjectCode } from "../../../compiler/cache.js";
import { clang } from "../../../compiler/clang/clang.js";
import { compileSource } from "../compile-source.js";
import { requestFor } from "../compile-request.js";
import { fromObjectCode } from "../stored-object.js";

afterAll(() => clang().stop());

const SOURCE = `
__device__ int twice(const int* from, int i) { return 2 * from[i]; }
extern "C" __global__ void k(const int* a, int* out, int n) {
  __shared__ int tile[32];
  int r[4];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = twice(a, i);
  __syncthreads();
  r[i % 4] = tile[31 - threadIdx.x];
  if (i < n) atomicAdd_block(&out[0], r[n & 3]);
}`;

test("a site tells file, line, column and the functions it is in", async () => {
  const compiled = await compileSource(SOURCE, { watch: "check" });
  const { watched, kernels } = fromObjectCode(compiled as ObjectCode);
  const seen = watched?.sites.map(({ fact, place, functions }) => {
    const known = watched.facts[fact];
    const what = known?.is === "access" ? `${known.how} ${known.bytes}` : known?.is;
    return `${what} ${place?.file}:${place?.line}:${place?.column} ${functions.join(" < ")}`;
  });
  expect(seen).toEqual([
    "local kernel.cu:5:3 k",
    "read 4 kernel.cu:2:59 twice < k",
    "overflow kernel.cu:2:57 twice < k",
    "write 4 kernel.cu:7:3 k",
    "wait kernel.cu:8:3 __syncthreads < k",
    "read 4 kernel.cu:9:14 k",
    "write 4 kernel.cu:9:3 k",
    "read 4 kernel.cu:10:39 k",
    "atomic 4 kernel.cu:10:14 cuts_atomic_add<int> < atomicAdd<int> < atomicAdd_block<int> < k",
    "exit kernel.cu:11:1 k",
  ]);
  expect(watched?.lines["kernel.cu:2"]).toContain("twice(const int* from");
  expect(kernels[0]?.tier).toBe("threads");
  expect(kernels[0]?.shared).toEqual([{ name: "_ZZ1kE4tile", offset: 0, byteLength: 128 }]);
});

test("code that is not watched has no calls, and another key", async () => {
  const compiled = await compileSource(SOURCE, {});
  const imported = WebAssembly.Module.imports(new WebAssembly.Module(compiled.code)).map(({ name }) => name);
  expect(imported.filter((name) => name.includes("watch"))).toEqual([]);
  expect(requestFor(SOURCE, {}).target).not.toBe(requestFor(SOURCE, { watch: "check" }).target);
});
