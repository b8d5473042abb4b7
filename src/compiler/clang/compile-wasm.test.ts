import { afterAll, describe, expect, it } from "vitest";
import { Clang } from "./clang.js";
import { compileWasm } from "./compile-wasm.js";
import type { WasmImage } from "./wasm-image.js";
import { placeImage } from "./wasm-image.js";

const clang = new Clang();
afterAll(() => {
  clang.stop();
});

type Exports = Record<string, (...args: number[]) => number>;

/** The image at an address of a memory that it shares with nobody. */
function instantiate(
  image: WasmImage,
  address: number,
  memory: WebAssembly.Memory,
  imports: WebAssembly.ModuleImports = {},
): Exports {
  const { module, data } = placeImage(image, address);
  new Uint8Array(memory.buffer).set(data, address);
  const stackPointer = new WebAssembly.Global({ value: "i32", mutable: true }, address - 256);
  const env = { memory, __stack_pointer: stackPointer, ...imports };
  return new WebAssembly.Instance(new WebAssembly.Module(module), { env }).exports as Exports;
}

const newMemory = (): WebAssembly.Memory =>
  new WebAssembly.Memory({ initial: 64, maximum: 65_536, shared: true });

const IR = `
@counter = global i32 5, align 4
@table = global [65536 x float] zeroinitializer, align 16
@pointer = global ptr @counter, align 4
@function = global ptr @twice
@text = private constant [6 x i8] c"hello\\00"
declare i32 @report(ptr)
define internal i32 @twice(i32 %x) { %y = mul i32 %x, 2 ret i32 %y }
define i32 @call_pointer(i32 %x) { %f = load volatile ptr, ptr @function %r = call i32 %f(i32 %x) ret i32 %r }
define i32 @bump() { %p = load volatile ptr, ptr @pointer %o = atomicrmw add ptr %p, i32 1 seq_cst ret i32 %o }
define float @at(i32 %i) { %p = getelementptr inbounds nuw [65536 x float], ptr @table, i32 0, i32 %i %v = load float, ptr %p ret float %v }
define i32 @say() { %r = call i32 @report(ptr @text) ret i32 %r }
define i32 @stack(i32 %n) { %b = alloca [64 x i32] %p = getelementptr i32, ptr %b, i32 %n store volatile i32 7, ptr %p %a = ptrtoint ptr %b to i32 ret i32 %a }
`;

describe("an image", () => {
  it("is linked from several texts, which share variables", async () => {
    const parts = [
      `@counter = hidden global i32 5, align 4
@table = hidden addrspace(0) constant [2 x ptr] [ptr @twice, ptr @twice]
define internal i32 @twice(i32 %x) { %y = mul i32 %x, 2 ret i32 %y }
define i32 @bump() { %o = atomicrmw add ptr @counter, i32 1 seq_cst ret i32 %o }`,
      `@counter = external hidden global i32
@table = external hidden constant [2 x ptr]
define internal i32 @twice(i32 %x) { %y = mul i32 %x, 3 ret i32 %y }
define i32 @read() { %v = load i32, ptr @counter ret i32 %v }
define i32 @own(i32 %x) { %y = call i32 @twice(i32 %x) ret i32 %y }
define i32 @through(i32 %i) { %p = getelementptr ptr, ptr @table, i32 %i %f = load ptr, ptr %p %r = call i32 %f(i32 21) ret i32 %r }`,
    ];
    const two = new Clang({ processes: 2 });
    const image = await compileWasm(parts, {
      clang: two,
      target: "wasm32",
      exports: ["bump", "read", "own", "through"],
    });
    two.stop();
    const code = instantiate(image, 131_072, newMemory());
    expect(code["bump"]?.()).toBe(5);
    expect(code["read"]?.()).toBe(6);
    expect(code["own"]?.(5)).toBe(15);
    expect(code["through"]?.(1)).toBe(42);
  });

  it.each(["full", "low"] as const)(
    "works at several addresses of one memory, each with its own variables, stack and function table (%s effort)",
    async (effort) => {
      const image = await compileWasm(IR, {
        clang,
        target: "wasm32",
        effort,
        exports: ["call_pointer", "bump", "at", "say", "stack"],
        variables: ["counter", "table"],
        imports: ["report"],
      });
      const { counter = -1, table = -1 } = Object.fromEntries(image.symbols);
      expect(image.byteLength).toBeGreaterThanOrEqual(table + 4 * 65_536);
      expect(image.data.length).toBeLessThan(200);
      const memory = newMemory();
      const words = new DataView(memory.buffer);
      for (const address of [65_536, 1_048_576]) {
        let said = "";
        const report = (at: number): number => {
          said = Buffer.from(new Uint8Array(memory.buffer).slice(at, at + 5)).toString();
          return 5;
        };
        const kernel = instantiate(image, address, memory, { report });
        expect(kernel["call_pointer"]?.(21)).toBe(42);
        expect([kernel["bump"]?.(), kernel["bump"]?.()]).toEqual([5, 6]);
        expect(words.getInt32(address + counter, true)).toBe(7);
        words.setFloat32(address + table + 40, 3.5, true);
        expect(kernel["at"]?.(10)).toBe(3.5);
        expect([kernel["say"]?.(), said]).toEqual([5, "hello"]);
        expect(kernel["stack"]?.(3)).toBe(address - 512);
      }
    },
  );

  it("imports memory, stack pointer and what was allowed", async () => {
    const image = await compileWasm(IR, {
      clang,
      target: "wasm32",
      exports: ["say", "stack"],
      imports: ["report", "unused"],
    });
    const module = new WebAssembly.Module(image.module);
    expect(WebAssembly.Module.imports(module).map((i) => `${i.module}.${i.name}`)).toEqual([
      "env.report",
      "env.memory",
      "env.__stack_pointer",
    ]);
    expect(WebAssembly.Module.exports(module).map((e) => e.name)).toEqual(["say", "stack"]);
  });

  it("uses SIMD for a loop whose accesses are said to be parallel", async () => {
    const image = await compileWasm(
      `define void @add(ptr %a, ptr %b, ptr %c, i32 %n) {
      entry: br label %loop
      loop:
        %i = phi i32 [ 0, %entry ], [ %j, %loop ]
        %p = getelementptr float, ptr %a, i32 %i
        %v = load float, ptr %p, !llvm.access.group !1
        %q = getelementptr float, ptr %b, i32 %i
        %w = load float, ptr %q, !llvm.access.group !1
        %s = fadd float %v, %w
        %r = getelementptr float, ptr %c, i32 %i
        store float %s, ptr %r, !llvm.access.group !1
        %j = add nuw i32 %i, 1
        %more = icmp ult i32 %j, %n
        br i1 %more, label %loop, label %exit, !llvm.loop !0
      exit: ret void }
      !0 = distinct !{!0, !{!"llvm.loop.parallel_accesses", !1}}
      !1 = distinct !{}`,
      { clang, target: "wasm32", exports: ["add"] },
    );
    // 0xfd 0xe4 0x01 is f32x4.add.
    expect(Buffer.from(image.module).includes(Buffer.from([0xfd, 0xe4, 0x01]))).toBe(true);
    const memory = newMemory();
    const floats = new Float32Array(memory.buffer, 0, 300).map((_, i) => i);
    new Float32Array(memory.buffer, 0, 300).set(floats);
    instantiate(image, 65_536, memory)["add"]?.(0, 400, 800, 99);
    const sums = Array.from({ length: 99 }, (_, i) => 100 + 2 * i);
    expect([...new Float32Array(memory.buffer, 800, 99)]).toEqual(sums);
  });
});

describe("atomic operations", () => {
  it("of every kind are compiled, float and double too", async () => {
    const operations = [
      "fadd float",
      "fadd double",
      "umax i32",
      "min i64",
      "uinc_wrap i32",
      "xchg i64",
      "nand i32",
    ];
    const functions = operations.map((operation, index) => {
      const [kind = "", type = ""] = operation.split(" ");
      return `define ${type} @f${index}(ptr %p, ${type} %v) { %o = atomicrmw ${kind} ptr %p, ${type} %v seq_cst ret ${type} %o }`;
    });
    const image = await compileWasm(functions.join("\n"), {
      clang,
      target: "wasm32",
      exports: operations.map((_, i) => `f${i}`),
    });
    const memory = newMemory();
    const kernel = instantiate(image, 65_536, memory);
    const words = new DataView(memory.buffer);
    words.setFloat32(0, 1.5, true);
    expect(kernel["f0"]?.(0, 2)).toBe(1.5);
    expect(words.getFloat32(0, true)).toBe(3.5);
    words.setUint32(8, 7, true);
    expect(kernel["f4"]?.(8, 7)).toBe(7);
    expect(words.getUint32(8, true)).toBe(0);
  });
});

/** Functions of one argument that JavaScript has too. */
const UNARY =
  "sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp expm1 log log2 log10 log1p cbrt floor ceil trunc sqrt";

describe("mathematical functions", () => {
  it("link and agree with those of JavaScript", async () => {
    const names = UNARY.split(" ").flatMap((name) => [name, `${name}f`]);
    const type = (name: string): string => (name.endsWith("f") ? "float" : "double");
    const ir = names.map(
      (name) =>
        `declare ${type(name)} @${name}(${type(name)})\ndefine ${type(name)} @call_${name}(${type(name)} %x) { ` +
        `%r = call ${type(name)} @${name}(${type(name)} %x) ret ${type(name)} %r }`,
    );
    const image = await compileWasm(ir.join("\n"), {
      clang,
      target: "wasm32",
      exports: names.map((name) => `call_${name}`),
    });
    const kernel = instantiate(image, 65_536, newMemory());
    for (const name of names) {
      const single = name.endsWith("f");
      const exact = Math[name.replace(/f$/, "") as "sin"];
      for (const x of [0.25, 0.75, 1, 1.5, 20, -0.5]) {
        // Both are libm of good quality; a few units in the last place are all they may differ by.
        const tolerance = Math.abs(exact(x)) * (single ? 2 ** -22 : 2 ** -50);
        const got = kernel[`call_${name}`]?.(x) ?? 0;
        if (Number.isFinite(exact(x))) {
          expect(Math.abs(got - exact(x)), `${name}(${x})`).toBeLessThanOrEqual(tolerance);
        } else {
          expect(got, `${name}(${x})`).toBe(exact(x));
        }
      }
    }
  });

  it("of two arguments, gamma, error and Bessel functions link and work", async () => {
    const binary = ["pow", "fmod", "atan2", "hypot", "fmax", "remainder", "nextafter", "copysign", "fdim"];
    const unary = ["lgamma", "tgamma", "erf", "erfc", "j0", "y1", "exp10", "exp2", "round", "rint", "logb"];
    const ir = [
      ...binary.map(
        (name) =>
          `declare double @${name}(double, double)\ndefine double @call_${name}(double %x, double %y) { ` +
          `%r = call double @${name}(double %x, double %y) ret double %r }`,
      ),
      ...unary.map(
        (name) =>
          `declare double @${name}(double)\ndefine double @call_${name}(double %x) { %r = call double @${name}(double %x) ret double %r }`,
      ),
      "declare void @sincosf(float, ptr, ptr)",
      "define void @call_sincosf(float %x, ptr %s, ptr %c) { call void @sincosf(float %x, ptr %s, ptr %c) ret void }",
    ];
    const exports = [...binary, ...unary, "sincosf"].map((name) => `call_${name}`);
    const memory = newMemory();
    const kernel = instantiate(
      await compileWasm(ir.join("\n"), { clang, target: "wasm32", exports }),
      65_536,
      memory,
    );
    const call = (name: string, ...args: number[]): number => kernel[`call_${name}`]?.(...args) ?? Number.NaN;
    expect(call("pow", 2.5, 3.5)).toBeCloseTo(2.5 ** 3.5, 12);
    expect(call("fmod", 7.5, 2)).toBe(1.5);
    expect(call("atan2", 1, -1)).toBeCloseTo(Math.atan2(1, -1), 14);
    expect(call("remainder", 7, 4)).toBe(-1);
    expect(call("tgamma", 5)).toBeCloseTo(24, 10);
    expect(call("lgamma", 0.5)).toBeCloseTo(Math.log(Math.sqrt(Math.PI)), 12);
    expect(call("erf", 0.5) + call("erfc", 0.5)).toBeCloseTo(1, 14);
    expect(call("exp10", 2)).toBe(100);
    call("sincosf", 1, 0, 4);
    expect([...new Float32Array(memory.buffer, 0, 2)]).toEqual([
      Math.fround(Math.sin(1)),
      Math.fround(Math.cos(1)),
    ]);
  });
});

describe("what is missing", () => {
  it("is named: no function of libc is linked behind the user's back", async () => {
    for (const name of ["malloc", "printf", "my_function"]) {
      const ir = `declare i32 @${name}(i32)\ndefine i32 @k(i32 %x) { %r = call i32 @${name}(i32 %x) ret i32 %r }`;
      await expect(
        compileWasm(ir, { clang, target: "wasm32", exports: ["k"], name: "demo.cu" }),
      ).rejects.toMatchObject({
        code: "CUTS_COMPILE_LINK",
        message: `Cannot link demo.cu: ${name} is declared and used, and defined nowhere in device code`,
      });
    }
  });

  it("is told of wrong IR, too", async () => {
    const wrong = compileWasm("define i32 @k() { ret i64 0 }", { clang, target: "wasm32", exports: ["k"] });
    await expect(wrong).rejects.toThrow(
      "Cannot compile the kernels: value doesn't match function result type 'i32'",
    );
  });
});
