import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readCuFile } from "./cu-file.js";
import { withoutHostCode } from "./host-code.js";
import { moduleText } from "./module-text.js";
import { moduleTypes } from "./module-types.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cuts-module-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Reads files of the test as one `.cu` file, the first, and its headers. */
function read(files: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return readCuFile(join(folder, Object.keys(files)[0] ?? ""));
}

const KERNELS = `typedef float real;
extern "C" __global__ void add(const real* a, real* out, int n) {}
namespace ns { __global__ void inner(double* x) {} }
template <typename T> __global__ void fill(T* x, T value) {}
__global__ void twice(float* x) {}
__global__ void twice(int* x) {}
__global__ void in(int* x) {}
`;

describe("a .cu file", () => {
  it("exports its kernels, but no templates, overloads or names that JavaScript keeps", () => {
    const file = read({ "k.cu": KERNELS });
    expect(file.kernels.map(({ qualifiedName }) => qualifiedName)).toEqual(["add", "ns::inner"]);
    const text = moduleText(file);
    expect(text).toContain('export const inner = code.kernel("ns::inner");');
    expect(text).toContain("export default code;");
    expect(text).not.toMatch(/load|import\.meta/);
  });

  it("carries the headers of its own, by the names that are asked for", () => {
    const file = read({
      "k.cu": '#include "util/a.h"\n#include <cuda_fp16.h>\n__global__ void k(float* x) { *x = A + B + C; }',
      "util/a.h": '#include "b.h"\n#include "../c.h"\n#define A 1',
      "util/b.h": '#include "a.h"\n#define B 2',
      "c.h": "#define C 3",
    });
    expect([...file.headers.keys()].sort()).toEqual(["../c.h", "a.h", "b.h", "c.h", "util/a.h", "util/b.h"]);
    expect(file.files).toHaveLength(4);
  });

  it("loads its functions of the host where the file is at hand, and refuses them elsewhere", () => {
    const file = read({
      "k.cu":
        'static int helper() { return 1 < 2; }\nextern "C" int f(int n) { k<<<1, 1>>>(n); return helper(); }\n__global__ void k(int n) {}',
    });
    const text = moduleText(file, { sourceUrl: '"/k.cu"' });
    expect(text).toContain('export const { f } = await load({ sources: "/k.cu" });');
    expect(text).not.toContain("<<<");
    expect(() => moduleText(file)).toThrow(
      /Cannot bundle k\.cu: functions of the host .*\(got f\)\nTry: load/,
    );
  });

  it("is refused when there is nothing to export", () => {
    expect(() => read({ "k.cu": "int main() {}" })).toThrow(/neither kernels nor extern "C" functions/);
    expect(() => read({ "k.cu": "#include <cuts/extension.h>\n" })).toThrow(/it is an addon/);
    expect(() => readCuFile(join(folder, "missing.cu"))).toThrow(/Cannot read the source/);
  });
});

describe("the types of a .cu file", () => {
  it("are declarations, with typedefs resolved", () => {
    const text = moduleTypes(read({ "k.cu": KERNELS }));
    expect(text).toContain(
      'KernelArguments<`extern "C" __global__ void add(const float* a, float* out, int n);`>',
    );
    expect(text).toContain("template <typename T> __global__ void fill(T* x, T value);");
    expect(text).toContain("declare const code: Module<Source>;");
  });

  it("know functions of the host, loosely where they take structs", () => {
    const text = moduleTypes(
      read({
        "k.cu":
          'struct P { int x; };\nextern "C" int f(float* x /*[n]*/, int n) { return 0; }\nextern "C" int g(P p) { return 0; }',
      }),
    );
    expect(text).toContain("export const f: NativeFunction<`int f(float x[n], int n)`>;");
    expect(text).toContain("export const g: LoadedFunction;");
  });
});

describe("a source without its host code", () => {
  it("keeps what a macro may have made device code", () => {
    const source =
      "DEV float a() { return 1; }\nAPI int b() { return 2; }\nUNKNOWN int c() { return 3; }\nint d() { return 4; }";
    const options = { headers: ["#define DEV __device__\n#define API extern\n"], names: new Set(["b"]) };
    expect(
      withoutHostCode(source, options)
        .split("\n")
        .map((line) => line.trim()),
    ).toEqual(["DEV float a() { return 1; }", "", "UNKNOWN int c() { return 3; }", ""]);
  });

  it("keeps device code, types and lines", () => {
    const source = [
      "struct S { float x; float get() const { return x; } };",
      "__device__ float twice(float x) { return 2 * x; }",
      "static void check(int status) {",
      "  if (status) { abort(); }",
      "}",
      "constexpr int N = 4; int table[] = { 1, 2 };",
      'extern "C" { void run() { k<<<1, N>>>(); } }',
      "__global__ void k() {}",
    ].join("\n");
    const lines = withoutHostCode(source).split("\n");
    expect(lines.map((line) => line.trim())).toEqual([
      "struct S { float x; float get() const { return x; } };",
      "__device__ float twice(float x) { return 2 * x; }",
      "",
      "",
      "",
      "constexpr int N = 4; int table[] = { 1, 2 };",
      expect.stringMatching(/^extern "C" \{\s+\}$/),
      "__global__ void k() {}",
    ]);
  });
});
