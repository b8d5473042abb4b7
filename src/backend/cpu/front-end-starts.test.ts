// How often clang's front end starts for a kernel, and how often our reader reads each text of IR: once.
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { Clang, clang } from "../../compiler/clang/clang.js";
import { compileSource } from "./compile-source.js";
import type { CpuCompileOptions } from "./cpu-object.js";
import type * as ParseModule from "../../compiler/ir/parse-module.js";

const reads = vi.hoisted(() => new Map<string, number>());
vi.mock("../../compiler/ir/parse-module.js", async (importOriginal) => {
  const original = await importOriginal<typeof ParseModule>();
  return {
    ...original,
    parseModule: (text: string) => {
      reads.set(text, (reads.get(text) ?? 0) + 1);
      return original.parseModule(text);
    },
  };
});

/** Compiles, whether that works or not, and tells what it took. */
async function countsFor(
  source: string,
  options: CpuCompileOptions = {},
): Promise<{ frontEnd: number; reads: number; error: string }> {
  const run = vi.spyOn(Clang.prototype, "run").mockClear();
  reads.clear();
  const error = await compileSource(source, options).then(
    () => "",
    ({ message }: Error) => message,
  );
  const frontEnd = run.mock.calls
    .flatMap(([{ steps }]) => steps)
    // Precompiled headers are made once for all kernels.
    .filter(
      ({ tool, args }) =>
        tool === "clang" && !args.join(" ").includes("-x ir") && !args.includes("-emit-pch"),
    ).length;
  return { frontEnd, reads: Math.max(0, ...reads.values()), error };
}

describe("compiling for the cpu device", () => {
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => clang().stop());

  const once = { frontEnd: 1, reads: 1, error: "" };
  const functors = `struct Twice { __device__ float operator()(float x) const { return 2 * x; } };
    template <class T, class F> __global__ void map(T* x, F f) { x[threadIdx.x] = f(x[threadIdx.x]); }`;

  it("reads a plain kernel once", async () => {
    const source =
      "__global__ void scale(float* x, float s, long long n) { if (threadIdx.x < n) x[threadIdx.x] *= s; }";
    expect(await countsFor(source)).toEqual(once);
  });

  it("reads a kernel for one size of blocks once", async () => {
    const source = `extern "C" __global__ void scale(float* x) { x[threadIdx.x] *= blockDim.x; }`;
    expect(await countsFor(source, { only: { symbol: "scale", block: [32, 1, 1] } })).toEqual(once);
  });

  it("reads templates once, with parameters that WebAssembly does not pass", async () => {
    expect(await countsFor(functors, { nameExpressions: ["map<float, Twice>"] })).toEqual(once);
  });

  it("reads a source with an error once, with name expressions or without", async () => {
    const failed = { frontEnd: 1, reads: 0 };
    expect(await countsFor("__global__ void k(int* p) { *p = q; }")).toMatchObject(failed);
    const open = await countsFor("template <class T> __global__ void k(T* p) {\n  *p = 1;\n", {
      nameExpressions: ["k<int>", "k<float>"],
    });
    expect(open).toMatchObject(failed);
    expect(open.error).toMatchInlineSnapshot(`
      "Cannot compile kernel.cu: expected '}'
      kernel.cu:2:10: error: expected '}'
          2 |   *p = 1;
            |          ^
      kernel.cu:1:44: note: to match this '{'
          1 | template <class T> __global__ void k(T* p) {
            |                                            ^"
    `);
    const unknown = await countsFor(functors, { nameExpressions: ["map<float, Thrice>"] });
    expect(unknown).toMatchObject(failed);
    expect(unknown.error).toContain("name expression:1:12: error: unknown type name 'Thrice'");
  });

  it("reads once more what hides that it is a kernel, and gets its parameters right", async () => {
    const source = functors.replace("__global__", "__attribute__((global))");
    const { frontEnd, error } = await countsFor(source, { nameExpressions: ["map<float, Twice>"] });
    expect({ frontEnd, error }).toEqual({ frontEnd: 2, error: "" });
  });
});
