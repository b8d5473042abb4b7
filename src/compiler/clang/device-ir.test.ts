import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { printModule } from "../ir/print.js";
import { Clang } from "./clang.js";
import type { DeviceIr, DeviceIrOptions } from "./device-ir.js";
import { compileDeviceIr } from "./device-ir.js";

const clang = new Clang();
const deviceHeaders = {
  directory: fileURLToPath(new URL("./fixtures/", import.meta.url)),
  entry: "cuts_device.h",
};
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "cuts-ir-"));
  process.env["CUTS_CACHE_DIR"] = join(folder, "cache");
});
afterAll(() => {
  clang.stop();
  rmSync(folder, { recursive: true });
});

async function compile(
  source: string,
  options: DeviceIrOptions = {},
): Promise<Omit<DeviceIr, "module"> & { readonly ir: string }> {
  const { module, ...rest } = await compileDeviceIr(source, { clang, deviceHeaders, ...options });
  return { ...rest, ir: printModule(module) };
}

const functionIn = (ir: string, symbol: string): string =>
  new RegExp(`^define [^\\n]*@${symbol}\\([^]*?^}`, "m").exec(ir)?.[0] ?? "";

describe("the IR", () => {
  it("keeps shared memory shared over a barrier", async () => {
    const { ir } = await compile(`
      extern "C" __global__ void k(int* o) {
        __shared__ int s;
        if (threadIdx.x == 0) s = o[0];
        __syncthreads();
        o[threadIdx.x] = s;
      }`);
    expect(ir).toMatch(/@\S+ = internal .*addrspace\(9\) global i32 undef/);
    const body = functionIn(ir, "k");
    const [before, after] = body.split("call void @__cuts_barrier");
    expect(before).toMatch(/store i32 .*addrspace\(9\)/);
    expect(after).toMatch(/load i32, .*addrspace\(9\)/);
    expect(body).not.toContain("alloca");
  });

  it("has variables in the address space of their kind", async () => {
    const { ir } = await compile(`
      __device__ int counter; __constant__ float coef[4]; static __device__ float table[2] = {1, 2};
      extern __shared__ float dynamic[];
      __global__ void k(float* o) { dynamic[0] = coef[1]; o[counter] = dynamic[2] + table[threadIdx.x]; }`);
    expect(ir).toMatch(/^@counter = addrspace\(7\) externally_initialized global i32 0/m);
    expect(ir).toMatch(/^@coef = addrspace\(8\) externally_initialized constant \[4 x float\]/m);
    expect(ir).toMatch(/^@dynamic = external .*addrspace\(9\) global \[0 x float\]/m);
    expect(ir).not.toMatch(/^@llvm\.(compiler\.)?used/m);
  });

  it("has device functions inlined, recursion apart, and kernels marked", async () => {
    const { ir } = await compile(`
      __device__ float wait(float x) { for (int i = 0; i < 100; i++) { __syncthreads(); x = x * x + i; } return x; }
      __device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
      extern "C" __global__ void k(float* o) { o[0] = wait(wait(o[0])) + wait(o[1]) + fib(threadIdx.x); }`);
    const calls = [...functionIn(ir, "k").matchAll(/call .*?@(\w+)/g)].map((match) => match[1]);
    expect(new Set(calls)).toEqual(new Set(["__cuts_barrier", "__cuts_tid_x", "_Z3fibi"]));
    const attributes = /@k\(.*#(\d+)/.exec(ir)?.[1];
    expect(ir).toMatch(new RegExp(`^attributes #${attributes} = .*"uniform-work-group-size"="true"`, "m"));
  });

  it("calls a coordinate once, and never vectorises", async () => {
    const { ir } = await compile(
      `extern "C" __global__ void k(float* o) { for (int i = 0; i < 1000; i++) o[i] += threadIdx.x * threadIdx.x; }`,
    );
    expect(functionIn(ir, "k").match(/call .*@__cuts_tid_x/g)).toHaveLength(1);
    expect(ir).not.toMatch(/<\d+ x /);
  });

  it("unrolls as told; a pragma always counts", async () => {
    const loop = (pragma: string): string =>
      `extern "C" __global__ void k(float* o) {\n${pragma}\nfor (int i = 0; i < 8; i++) { __syncthreads(); o[i] += 1; } }`;
    const barriers = async (pragma: string, unrollThreshold: number): Promise<number> =>
      (await compile(loop(pragma), { unrollThreshold })).ir.match(/call void @__cuts_barrier/g)?.length ?? 0;
    expect(await barriers("", 0)).toBe(1);
    expect(await barriers("#pragma unroll", 0)).toBe(8);
    expect(await barriers("", 1000)).toBe(8);
  });

  it("has exact source lines", async () => {
    const { ir } = await compile(`#include <cuda_runtime.h>
extern "C" __global__ void k(int* o) {

  o[FROM_CUDA_RUNTIME] = 1;
}`);
    const location = /store i32 1, .*!dbg !(\d+)/.exec(ir)?.[1];
    expect(ir).toMatch(new RegExp(`^!${location} = !DILocation\\(line: 4, column: 24`, "m"));
    expect(ir).toContain('!DIFile(filename: "kernel.cu"');
    expect((await compile("__global__ void k(int* o) { *o = 1; }", { debug: "none" })).ir).not.toContain(
      "!dbg",
    );
  });

  it("has variadic calls", async () => {
    const { ir } = await compile(`extern "C" __global__ void k(float x) { printf("%f %d\\n", x, 3); }`);
    expect(ir).toMatch(/call i32 \(ptr, \.\.\.\) @printf\(ptr .*, double .*, i32 noundef 3\)/);
  });
});

describe("name expressions", () => {
  const SOURCE = `
    namespace ns { template <typename T, int N> __global__ void scan(T* x) { x[threadIdx.x] += N; } }
    template <typename T> __constant__ T coef[4];
    __global__ void plain(int* q) { *q = 1; }
    static __global__ void hidden(int* q) { *q = 2; }`;

  it("instantiate templates and give their symbols", async () => {
    const nameExpressions = ["ns::scan<float, 256>", "coef<double>", "plain", "hidden", "plain"];
    const { ir, names } = await compile(SOURCE, { nameExpressions });
    expect(Object.fromEntries(names)).toEqual({
      "ns::scan<float, 256>": "_ZN2ns4scanIfLi256EEEvPT_",
      "coef<double>": "_Z4coefIdE",
      plain: "_Z5plainPi",
      hidden: "_ZL6hiddenPi",
    });
    for (const symbol of ["_ZN2ns4scanIfLi256EEEvPT_", "_Z5plainPi", "_ZL6hiddenPi"]) {
      expect(functionIn(ir, symbol)).not.toBe("");
    }
    expect(ir).not.toContain("__cuts_name_");
  });

  it("that are wrong show themselves", async () => {
    await expect(compile(SOURCE, { nameExpressions: ["ns::scam<float, 1>"] })).rejects.toMatchObject({
      code: "CUTS_COMPILE",
      message: expect.stringContaining(
        "name expression:1:5: error: no template named 'scam' in namespace 'ns'",
      ),
    });
  });

  it("are not blamed for a brace that the source forgot", async () => {
    const broken = compile("__global__ void k(int* p) {\n  p[0] = 1;\n", { nameExpressions: ["k"] });
    await expect(broken).rejects.toThrow(
      /^Cannot compile kernel.cu: expected '}'\nkernel.cu:\d+:\d+: error: expected '}'/,
    );
    await expect(broken).rejects.not.toThrow("name expression");
  });
});

describe("messages", () => {
  it("show file, line, caret and clang's words", async () => {
    const error = await compile("#include <cuda_runtime.h>\n__global__ void k(int* p) {\n  p[0] = q;\n}", {
      fileName: "demo.cu",
      options: ["-DUNUSED=1"],
    }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: "CUTS_COMPILE" });
    expect((error as Error).message).toMatchInlineSnapshot(`
      "Cannot compile demo.cu: use of undeclared identifier 'q'
      demo.cu:3:10: error: use of undeclared identifier 'q'
          3 |   p[0] = q;
            |          ^"
    `);
  });

  it("of a compilation that works are warnings", async () => {
    const { diagnostics } = await compile("__device__ int f() { }\n__global__ void k(int* p) { *p = f(); }");
    expect(diagnostics.map((d) => [d.file, d.line, d.severity, d.message])).toEqual([
      ["kernel.cu", 1, "warning", "non-void function does not return a value [-Wreturn-type]"],
    ]);
    const source = "__device__ int f() { }\n__global__ void k(int* p) { *p = f(); }";
    expect((await compile(source, { options: ["-w"] })).diagnostics).toEqual([]);
  });
});

describe("headers and options", () => {
  it("come from memory and from disk, and what was read is told", async () => {
    const include = join(folder, "include");
    const source = join(folder, "project", "kernel.cu");
    for (const directory of [include, join(folder, "project", "empty")])
      mkdirSync(directory, { recursive: true });
    writeFileSync(join(include, "disk.h"), "#define DISK 1\n");
    writeFileSync(join(folder, "project", "beside.h"), '#include "../include/disk.h"\n#define BESIDE 2\n');
    const { ir, files } = await compile(
      '#include "beside.h"\n#include "in/memory.h"\n#include <disk.h>\nint __device__ x = DISK + BESIDE + MEMORY + N;',
      {
        fileName: source,
        headers: new Map([["in/memory.h", "#define MEMORY 4\n"]]),
        directory: folder,
        options: ["-I", "project/empty", "-Iinclude", "-DN=8", "-std=c++20"],
      },
    );
    expect(ir).toMatch(/^@x = .*externally_initialized global i32 15,/m);
    const found = files.filter((file) => typeof file === "string");
    expect(found.map((path) => path.slice(folder.length))).toEqual(["/project/beside.h", "/include/disk.h"]);
    expect(files).toContainEqual({ path: join(folder, "project", "empty", "disk.h"), contents: null });
  });

  it("are checked: an error in a header of the host has its path", async () => {
    writeFileSync(join(folder, "bad.h"), "int __device__ y = z;\n");
    const bad = compile('#include "bad.h"', { options: ["-I", folder] });
    await expect(bad).rejects.toThrow(
      `${join(folder, "bad.h")}:1:20: error: use of undeclared identifier 'z'`,
    );
  });
});
