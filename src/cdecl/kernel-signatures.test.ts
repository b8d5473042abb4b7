import { describe, expect, it } from "vitest";
import { DeclarationError } from "../core/errors.js";
import { findKernels, selectKernel } from "./kernel-signatures.js";
import { intricateSources, type KernelSourceRow, kernelSources } from "./kernels.table.js";
import { formatLength } from "./length.js";
import { typeCode } from "./type-code.js";

function describeSearch(source: string): Omit<KernelSourceRow, "source"> {
  const { kernels, unreadable } = findKernels(source);
  return {
    kernels: kernels.map(({ name, qualifiedName, externC, template, parameters }) => ({
      name,
      ...(qualifiedName !== name && { qualified: qualifiedName }),
      ...(externC && { externC }),
      ...(template !== undefined && { template }),
      params: parameters.map(({ name: parameter = "", type, optional }) => {
        const named = optional ? `${parameter}?` : parameter;
        return type.kind === "pointer" && type.length !== undefined
          ? ([named, typeCode(type), formatLength(type.length)] as const)
          : ([named, typeCode(type)] as const);
      }),
    })),
    ...(unreadable.length > 0 && {
      unreadable: unreadable.map(({ name = "", error: { code, line, column } }) => ({
        name,
        code,
        line,
        column,
      })),
    }),
  };
}

describe("kernel sources of the table", () => {
  const rows: readonly KernelSourceRow[] = [...kernelSources, ...intricateSources];

  it.each(rows)("$source", ({ source, ...meaning }) => {
    expect(describeSearch(source)).toEqual(meaning);
  });
});

/** The codes of the first kernel's parameters, or the message of the first that cannot be read. */
function firstOf(source: string, defines: Readonly<Record<string, string>> = {}): readonly string[] | string {
  const { kernels, unreadable } = findKernels(source, { defines });
  const [broken] = unreadable;
  return (
    broken?.error.message ?? kernels[0]?.parameters.map((parameter) => typeCode(parameter.type)) ?? "none"
  );
}

describe("findKernels", () => {
  it("says where each name stands", () => {
    const { kernels } = findKernels(
      "\n\n  __global__ void\n  first(int n) {}\r\n__global__ void second() {}",
    );
    expect(kernels.map(({ name, line, column }) => [name, line, column])).toEqual([
      ["first", 4, 3],
      ["second", 5, 17],
    ]);
  });

  it("shows the line, the caret and what to try", () => {
    expect(firstOf("__global__ void f(\n    float& x) {}")).toBe(
      "Cannot read the kernel source: a kernel cannot take a reference (line 2, column 10)\n" +
        "      float& x) {}\n" +
        "           ^\n" +
        "Try: pass it by value, or a pointer",
    );
  });

  it("shows only a part of a very long line", () => {
    const message = String(
      firstOf(`/*${"-".repeat(5000)}*/ __global__ void f(float& x) {} /*${"-".repeat(5000)}*/`),
    );
    expect(Math.max(...message.split("\n").map((line) => line.length))).toBeLessThan(120);
    expect(message).toContain("(float& x)");
  });

  it("gives a definition its names, and a declaration its default arguments", () => {
    const { kernels } = findKernels(
      'extern "C" __global__ void f(int, float = 1);\n__global__ void f(int n, float s) {}',
    );
    expect(kernels).toMatchObject([
      { line: 2, externC: true, parameters: [{ name: "n" }, { name: "s", optional: true }] },
    ]);
  });

  it("lists overloads one by one", () => {
    const { kernels } = findKernels("__global__ void f(int n) {}\n__global__ void f(float x) {}");
    expect(kernels).toHaveLength(2);
  });
});

describe("names of the file", () => {
  it("leaves to the compiler what one name means twice", () => {
    const types = "namespace a { using real = float; }\nnamespace b { using real = double; }\n";
    expect(firstOf(`${types}__global__ void f(real* x) {}`)).toEqual(["opaque real*"]);
    const numbers = "namespace a { constexpr int N = 4; }\nnamespace b { constexpr int N = 8; }\n";
    const [kernel] = findKernels(`${numbers}__global__ void f(float x[N]) {}`).kernels;
    expect(kernel?.parameters).toEqual([
      {
        name: "x",
        type: { kind: "pointer", to: { kind: "scalar", name: "float32" }, readonly: false, device: false },
      },
    ]);
  });

  // The first parameter of a kernel with a length comment, as its length; "unchecked" where it has none.
  const lengthOf = (before: string, length: string): string => {
    const text = `${before}\n__global__ void f(float* x /*[${length}]*/, int n /* [count] */) {}`;
    const { kernels, unreadable } = findKernels(text);
    if (unreadable[0]) throw unreadable[0].error;
    const type = kernels[0]?.parameters[0]?.type;
    return type?.kind === "pointer" && type.length ? formatLength(type.length) : "unchecked";
  };

  it.each([
    ["#define W 4", "n + W", "n+4"],
    ["#define W (1 << 4)\n#define V (2 * W + 1)", "V", "33"],
    ["#define V (W + 1)\nconstexpr int W = 4;", "n*V", "n*5"],
    ["constexpr unsigned W{4u};", "n + W", "n+4"],
    ["const int V = 2, W = V * 2;", "n + W", "n+4"],
    ["namespace a { static constexpr int W = 4; }", "n + a::W", "n+4"],
    ["enum { U, W = 4, V };", "n + V", "n+5"],
    ["enum Size : int { W = 4 };", "n + W", "n+4"],
    ["__device__ int f() { const int W = 3; return W; }\n#define W 4", "W", "4"],
  ])("are read in length comments: %j, [%s]", (before, length, expected) => {
    expect(lengthOf(before, length)).toBe(expected);
  });

  it.each([
    ["#define W 1.5f", "n + W"],
    ["#define W(x) x", "n + W"],
    ["#define W W", "n + W"],
    ["#define W V\n#define V W", "n + W"],
    ["#define W 4\n#undef W\n#define W 8", "n + W"],
    ["#define W 4\n#define W 8", "n + W"],
    ["#define W 4\n#undef W", "n + W"],
    ["#ifdef __ABC__\n#define W 4\n#endif", "n + W"],
    ["namespace a { enum { W = 1 }; }\nnamespace b { enum { W = 2 }; }", "n + W"],
    ['#include "sizes.h"', "n + W"],
  ])("whose value only the compiler knows leave a length unchecked: %j, [%s]", (before, length) => {
    expect(lengthOf(before, length)).toBe("unchecked");
  });

  it("that nobody declares are an error in a length", () => {
    expect(() => lengthOf("", "n + W")).toThrow('a length can name parameters only (got "W")');
    expect(() => lengthOf("enum class E { W = 4 };", "n + W")).toThrow('(got "W")');
    expect(() => lengthOf("constexpr float W = 4;", "n + W")).toThrow('(got "W")');
  });

  it("lets a template parameter hide a name of the file", () => {
    expect(firstOf("using real = float;\ntemplate <typename real> __global__ void f(real x) {}")).toEqual([
      "opaque real",
    ]);
  });
});

describe("macros and conditions", () => {
  it("takes the branch that the text decides", () => {
    const source =
      "#ifdef DOUBLE\n#define REAL double\n#else\n#define REAL float\n#endif\n__global__ void f(REAL* x) {}";
    expect(firstOf(source)).toEqual(["float32*"]);
    expect(firstOf(source, { DOUBLE: "" })).toEqual(["float64*"]);
    expect(firstOf(`#define DOUBLE\n${source}`)).toEqual(["float64*"]);
    expect(firstOf(`#define DOUBLE\n#undef DOUBLE\n${source}`)).toEqual(["float32*"]);
  });

  it("evaluates #if and #elif", () => {
    const source =
      "#if BITS == 16\n#define T half\n#elif defined(BITS) && BITS >= 64\n#define T double\n#else\n#define T float\n#endif\n__global__ void f(T x) {}";
    expect(firstOf(source)).toEqual(["float32"]);
    expect(firstOf(source, { BITS: "16" })).toEqual(["float16"]);
    expect(firstOf(source, { BITS: "(32 * 2)" })).toEqual(["float64"]);
  });

  it("does not guess what a header may have defined", () => {
    const source =
      '#include "config.h"\n#ifdef DOUBLE\n#define REAL double\n#else\n#define REAL float\n#endif\n__global__ void f(REAL* x) {}';
    expect(firstOf(source)).toContain(
      'the macro "REAL" depends on an #if that cannot be decided from this text',
    );
    expect(firstOf(source, { DOUBLE: "1" })).toEqual(["float64*"]);
    expect(firstOf(source.replace('"config.h"', "<cuda_fp16.h>"))).toEqual(["float32*"]);
  });

  it("does not guess what the compiler defines, but knows that it compiles C++", () => {
    const architecture =
      "#if __CUDA_ARCH__ >= 800\n#define T half\n#else\n#define T float\n#endif\n__global__ void f(T x) {}";
    expect(firstOf(architecture)).toContain('the macro "T" depends on an #if');
    const guarded =
      '#ifdef __cplusplus\nextern "C" {\n#endif\n__global__ void f(int n) {}\n#ifdef __cplusplus\n}\n#endif\n__global__ void g() {}';
    expect(findKernels(guarded).kernels).toMatchObject([
      { name: "f", externC: true },
      { name: "g", externC: false },
    ]);
  });

  it("reads a kernel that may not be compiled, but not one that is different in each branch", () => {
    const one = "#ifdef __HIP__\n__global__ void f(int n) {}\n#endif\n__global__ void g() {}";
    expect(findKernels(one).kernels.map((kernel) => kernel.name)).toEqual(["f", "g"]);
    const same =
      "#ifdef __HIP__\n__global__ void f(int n) { a(); }\n#else\n__global__ void f(int m) { b(); }\n#endif";
    expect(findKernels(same).kernels).toHaveLength(1);
    const different =
      "#ifdef __HIP__\n__global__ void f(int n) {\n#else\n__global__ void f(float n) {\n#endif\n}\n__global__ void g() {}";
    const found = findKernels(different);
    expect(found.kernels.map((kernel) => kernel.name)).toEqual(["g"]);
    expect(found.unreadable).toMatchObject([
      { name: "f", error: { code: "CUTS_DECLARATION_UNSUPPORTED", line: 2, column: 17 } },
    ]);
  });

  it("does not read a parameter list with a condition inside, unless it can decide it", () => {
    const source = "__global__ void f(int n\n#ifdef DEBUG_\n, int* log\n#endif\n) {}";
    expect(firstOf(source)).toEqual(["int32"]);
    expect(firstOf(source, { DEBUG_: "" })).toEqual(["int32", "int32*"]);
    expect(firstOf(source.replace("DEBUG_", "_DEBUG"))).toContain("depends on an #if that cannot be decided");
  });

  it("lets launch bounds depend on the architecture", () => {
    expect(
      firstOf("__global__ void\n#if __CUDA_ARCH__ >= 700\n__launch_bounds__(1024)\n#endif\nf(int n) {}"),
    ).toEqual(["int32"]);
    expect(firstOf('#ifdef __X\nextern "C"\n#endif\n__global__ void f(int n) {}')).toContain(
      "depends on an #if",
    );
  });

  it("passes an include guard", () => {
    const source =
      '// header\n#ifndef KERNELS_H\n#define KERNELS_H\n#include "x.h"\n#define REAL float\n__global__ void f(REAL x) {}\n#endif';
    expect(firstOf(source)).toEqual(["float32"]);
  });

  it("reports a kernel that a macro with arguments makes", () => {
    const source =
      "#define KERNEL(name, T) __global__ void name(T* x) { }\n#define ALL(T) KERNEL(f, T)\nALL(float)\n__global__ void g() {}";
    const found = findKernels(source);
    expect(found.kernels.map((kernel) => kernel.name)).toEqual(["g"]);
    expect(found.unreadable).toMatchObject([
      { error: { line: 3, column: 1, code: "CUTS_DECLARATION_UNSUPPORTED" } },
    ]);
    expect(() => selectKernel(found, "f")).toThrow('a kernel is made by the macro "ALL"');
  });

  it("reports a macro with arguments in a signature, and not in a body or a launch bound", () => {
    const macro = "#define PTR(T) T*\n#define MAX(a, b) a\n";
    expect(firstOf(`${macro}__global__ void f(PTR(float) x) {}`)).toContain(
      'the macro "PTR" takes arguments',
    );
    expect(
      firstOf(`${macro}__global__ __launch_bounds__(MAX(1, 2)) void f(int n) { PTR(float) y; }`),
    ).toEqual(["int32"]);
  });
});

describe("broken text", () => {
  it("says that a comment never ends, since it may hide kernels", () => {
    const { kernels, unreadable } = findKernels("__global__ void f() {}\n/* __global__ void g() {}");
    expect(kernels).toHaveLength(1);
    expect(unreadable).toMatchObject([{ error: { line: 2, column: 1 } }]);
  });

  it("says that a brace is never closed when kernels follow it", () => {
    const { kernels, unreadable } = findKernels("__global__ void f() {\n__global__ void g() {}");
    expect(kernels.map((kernel) => kernel.name)).toEqual(["f"]);
    expect(unreadable).toMatchObject([{ error: { line: 1, column: 21 } }]);
    expect(findKernels("__global__ void f() {").unreadable).toEqual([]);
  });

  it("goes on after a kernel it cannot read", () => {
    const { kernels, unreadable } = findKernels(
      "__global__ void f(int n { }\n__global__ void (*p)(int);\n__global__ void g() {}",
    );
    expect(kernels.map((kernel) => kernel.name)).toEqual(["g"]);
    expect(unreadable.map(({ name }) => name)).toEqual(["f", undefined]);
  });
});

describe("selectKernel", () => {
  const found = findKernels(`
    namespace a { __global__ void f(int n) {} __global__ void only(float x) {} }
    namespace b { __global__ void f(float x) {} }
    template <typename T> __global__ void scan(T* x) {}
    template <> __global__ void scan<double>(double* x) {}
    using real = float;
    __global__ void bad(int& n) {}
    __global__ void twice(int n) {}
    __global__ void twice(float n) {}
  `);

  it("finds a kernel by its name, its qualified name and its template arguments", () => {
    expect(selectKernel(found, "only").qualifiedName).toBe("a::only");
    expect(selectKernel(found, "b::f").qualifiedName).toBe("b::f");
    expect(selectKernel(found, "::a::f").qualifiedName).toBe("a::f");
    expect(selectKernel(found, "scan< float >").parameters).toMatchObject([
      { type: { to: { name: "float32" } } },
    ]);
    expect(selectKernel(found, "scan<real>").parameters).toMatchObject([
      { type: { to: { name: "float32" } } },
    ]);
    expect(selectKernel(found, "scan<double>").name).toBe("scan<double>");
    expect(selectKernel(found, "scan").template).toBe("typename T");
  });

  it.each([
    ["f", /more than one kernel has that name \(a::f in line 2, b::f in line 3\)/],
    ["twice", /more than one kernel has that name/],
    ["bad", /a kernel cannot take a reference/],
    ["onyl", /the kernels are a::f, .*\nTry: "only"/s],
    ["", /Cannot find the kernel ""/],
  ])("refuses %j", (expression, message) => {
    expect(() => selectKernel(found, expression)).toThrow(DeclarationError);
    expect(() => selectKernel(found, expression)).toThrow(message);
  });

  it("says that there is no kernel at all", () => {
    expect(() => selectKernel(findKernels("int x;"), "f")).toThrow(
      "the source has no kernel that can be read",
    );
  });
});

describe("structs of a source", () => {
  const fieldsOf = (text: string, name: string): readonly string[] | undefined =>
    findKernels(text)
      .structs()
      .structs.get(name)
      ?.fields.map((field) => field.name);

  it("are known by their fields where they are plain", () => {
    const text = `
      #define N 3
      typedef struct { float* data; int n; } span;
      struct box { span in; double weights[N]; };
      struct clever { int a; __device__ int twice() const { return 2 * a; } };
      struct derived : box { int b; };
      __global__ void f(box b, clever c) {}`;
    expect(fieldsOf(text, "span")).toEqual(["data", "n"]);
    expect(fieldsOf(text, "box")).toEqual(["in", "weights"]);
    expect(fieldsOf(text, "clever")).toBeUndefined();
    expect(fieldsOf(text, "derived")).toBeUndefined();
  });

  it("are not where a name may mean two things", () => {
    const twice = "struct p { int a; }; namespace n { struct p { float b; }; __global__ void f(p x) {} }";
    expect(fieldsOf(twice, "p")).toBeUndefined();
    const branches =
      "#if __CUDA_ARCH__ >= 800\nstruct p { int a; };\n#else\nstruct p { float b; };\n#endif\n__global__ void f(p x) {}";
    expect(fieldsOf(branches, "p")).toBeUndefined();
    expect(fieldsOf("#pragma pack(1)\nstruct p { char a; int b; };", "p")).toBeUndefined();
    expect(fieldsOf("struct alignas(16) p { int a; };", "p")).toBeUndefined();
  });
});
