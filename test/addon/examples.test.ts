// The examples of addons, run as their users do.

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ones } from "../../src/array/creation.js";
import type { NDArray } from "../../src/array/ndarray.js";
import { load } from "../../src/build/load.js";
import { loadInfo } from "../../src/build/loaded.js";
import { devices } from "../../src/runtime/devices/devices.js";
import { findCompiler } from "../../src/build/toolchain/compilers.js";
import type { BuiltPackage } from "../package/built-package.js";
import { sharedPackage } from "../package/shared-package.js";
import { writeProgram } from "../package/write-program.js";
import { noCompiler } from "./build-fixture.js";

const folder = (name: string): string => fileURLToPath(new URL(`../../examples/${name}`, import.meta.url));

const programs = mkdtempSync(join(tmpdir(), "cuts-examples-"));
afterAll(() => rmSync(programs, { recursive: true, force: true }));

let built: BuiltPackage;
beforeAll(async () => {
  built = await sharedPackage();
  return () => built.remove();
});

async function run(name: string): Promise<readonly string[]> {
  const program = writeProgram(join(folder(name), "main.ts"), programs, built);
  const env = { ...process.env, CUTS_DEVICE: "cpu" };
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env });
  return stdout.trim().split("\n");
}

describe.skipIf(noCompiler)(`examples of addons${noCompiler === undefined ? "" : ` (${noCompiler})`}`, () => {
  it("python-module-style", async () => {
    expect(await run("python-module-style")).toEqual([
      "Hello from C++",
      "fib(50) = 12586269025n",
      "trace of the matrix: 12 and of its mirror: 12",
      "vector_add: [ 10, 11, 12, 13 ]",
      "vector_add_cuda: [ 10, 11, 12, 13 ] on cpu",
    ]);
  });

  it("inplace", async () => {
    expect(await run("inplace")).toEqual([
      "[ 2, 4, 6 ]",
      "[ 1, 2, 3 ]",
      'Cannot use argument 1 (x) of myfunc as NDArray<"float64">: it must be an array of float64 (got float32[3] on cpu)',
    ]);
  });

  it("tensor-extension", async () => {
    expect(await run("tensor-extension")).toEqual(["[ 1000000 ] cpu 1000000"]);
  });

  const noNvcc = findCompiler("cuda") === undefined ? "no nvcc on this machine" : undefined;
  it.skipIf(noNvcc)(
    `what nvcc has built, with arrays on the cpu${noNvcc === undefined ? "" : ` (${noNvcc})`}`,
    async () => {
      const addon = await load<{ sum_cuda(a: NDArray, b: NDArray): NDArray }>({
        name: "sum",
        directory: folder("tensor-extension"),
        sources: ["wrapper.cpp", "kernel.cu"],
        device: "cpu",
        toolchain: "native",
        onProgress: () => {},
      });
      using a = ones([4], { device: "cpu" });
      expect(() => addon.sum_cuda(a, a)).toThrow(
        /^Cannot call sum_cuda: a and b must be on a GPU \(got cpu and cpu\) \(wrapper.cpp:\d+\)$/,
      );
      // And one without checks does not give memory that no kernel has written.
      const source = join(programs, "fill.cu");
      writeFileSync(
        source,
        `#include <cuts/extension.h>
       __global__ void fill_kernel(float* x, int n) { if (threadIdx.x < n) x[threadIdx.x] = 7; }
       CUTS_MODULE(m) {
         m.def("fill", [](cuts::Tensor x) { fill_kernel<<<1, 32>>>(x.data_ptr<float>(), int(x.numel())); return x; });
       }`,
      );
      const unchecked = await load<{ fill(x: NDArray): NDArray }>({
        sources: source,
        device: "cpu",
        toolchain: "native",
        onProgress: () => {},
      });
      // A GPU that sees the host's memory writes it.
      if (!devices().some(({ id }) => id.startsWith("cuda")))
        expect(() => unchecked.fill(a)).toThrow(/launch of CUDA in it failed and it went on: cudaError/);
      expect(loadInfo(addon)).toMatchObject({ kind: "addon", toolchain: "native", name: "sum" });
      expect(loadInfo(addon).types).toBe(
        'import type { NDArray } from "cuts";\n\n/** Adds two arrays on their GPU. */\n' +
          "export declare function sum_cuda(a: NDArray, b: NDArray): NDArray;\n",
      );
    },
  );
});
