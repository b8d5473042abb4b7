// Every kind of kernel parameter: what is written into the parameter block, and what is refused with which words.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { registerFake } from "../../../test/runtime/fake-backend.js";
import { type ArrayAccess, arrayArgument } from "../../core/array-argument.js";
import { dtypeNames } from "../../core/dtype.js";
import { buffer } from "../../array/array.js";
import { kernel } from "./kernel.js";
import type { Kernel } from "./kernel.js";

const places = (...list: readonly (readonly [number, number])[]) =>
  list.map(([offset, size]) => ({ offset, size, isPointer: undefined }));
const wide = registerFake("wide:0", { parameters: { opaque: places([0, 12], [16, 8]) } });
const narrow = registerFake("narrow:0", { dataModel: "ILP32" });
registerFake("other:0");
const devices = { LP64: wide, ILP32: narrow };

const source = (parameters: string): string => `extern "C" __global__ void k(${parameters}) {}`;

/** The parameter block of a first launch, which packs before the kernel is known to be compiled. */
function launch(parameters: string, args: readonly unknown[], model: "LP64" | "ILP32" = "LP64"): Buffer {
  const backend = devices[model];
  const made = kernel(source(parameters), { device: backend.id }) as Kernel<readonly unknown[]>;
  backend.clearLog();
  made({ grid: 1, block: 1 }, ...args);
  made.dispose();
  return Buffer.from(backend.launches[0]?.parameters ?? []);
}

/** The parameter block of a launch of a kernel that is ready: the fast path. */
async function launchReady(
  parameters: string,
  args: readonly unknown[],
  model: "LP64" | "ILP32" = "LP64",
): Promise<Buffer> {
  const backend = devices[model];
  const made = kernel(source(parameters), { device: backend.id }) as Kernel<readonly unknown[]>;
  await made.ready();
  backend.clearLog();
  made({ grid: 1, block: 1 }, ...args);
  made.dispose();
  return Buffer.from(backend.launches[0]?.parameters ?? []);
}

describe("a parameter block", () => {
  it.each<[string, readonly unknown[], string, ("LP64" | "ILP32")?]>([
    ["bool a, bool b", [true, false], "0100"],
    ["char a, char b, char c", [-1, 255, 65], "ffff41"],
    ["signed char a, unsigned char b", [-128, 255], "80ff"],
    ["short a, unsigned short b", [-2, 65535], "feffffff"],
    ["int a, unsigned b", [-1, 2 ** 32 - 1], "ffffffffffffffff"],
    ["int a", [2 ** 31 - 1], "ffffff7f"],
    ["int a", [5n], "05000000"],
    ["long a", [-1], "ffffffffffffffff"],
    ["long a", [-1], "ffffffff", "ILP32"],
    ["size_t a", [2 ** 40], "0000000000010000"],
    ["size_t a", [2 ** 32 - 1], "ffffffff", "ILP32"],
    ["long long a", [-(2 ** 40)], "0000000000ffffff"],
    ["long long a", [-(2n ** 63n)], "0000000000000080"],
    ["unsigned long long a", [2n ** 64n - 1n], "ffffffffffffffff"],
    ["unsigned long long a", [2 ** 53 - 1], "ffffffffffff1f00"],
    ["float a", [1.5], "0000c03f"],
    ["float a", [0.1], "cdcccc3d"],
    ["double a", [-2], "00000000000000c0"],
    ["__half a, __nv_bfloat16 b", [1, -2.5], "003c20c0"],
    ["char a, double b", [1, 1], "0100000000000000000000000000f03f"],
    ["float2 a", [[1, 2]], "0000803f00000040"],
    ["float4 a", [{ x: 1, y: 0, z: 0, w: 2 }], "0000803f000000000000000000000040"],
    ["int3 a, int b", [[1, 2, 3], 4], "01000000020000000300000004000000"],
    ["char a, float4 b", [1, new Uint8Array(16).fill(7)], `01${"00".repeat(15)}${"07".repeat(16)}`],
    ["dim3 a", [[1, 2, 3]], "010000000200000003000000"],
    ["half2 a", [[1, -1]], "003c00bc"],
    ["float* a, int b", [null, 1], "000000000000000001000000"],
    ["float* a, int b", [null, 1], "0000000001000000", "ILP32"],
    ["const float* a", [0x1234n], "3412000000000000"],
    ["void (*f)(int)", [16n], "1000000000000000"],
    ["", [], ""],
  ])("of (%s) holds the arguments (case %#)", async (parameters, args, hex, model) => {
    expect(launch(parameters, args, model).toString("hex")).toBe(hex);
    expect((await launchReady(parameters, args, model)).toString("hex")).toBe(hex);
  });

  it("holds addresses of any size", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (address) => {
        expect(launch("float* a", [BigInt(address)]).readBigUInt64LE()).toBe(BigInt(address));
      }),
      { numRuns: 50 },
    );
  });

  it("holds the address of an array, with its offset, in the device's own size", () => {
    using x = buffer("float32", 8, { device: "wide:0" });
    using part = x.subarray(3);
    expect(launch("const float* a", [part]).readBigUInt64LE()).toBe(x.address + 12n);
    using y = buffer("float32", 8, { device: "narrow:0" });
    expect(launch("float* a, int n", [y, 8], "ILP32").readUInt32LE()).toBe(Number(y.address));
  });

  it("takes structs as bytes, in the place that the compiler says", () => {
    const made = kernel('struct P { int a[3]; }; extern "C" __global__ void opaque(P p, double d) {}', {
      device: "wide:0",
    });
    const one = { grid: 1, block: 1 };
    wide.clearLog();
    made(
      one,
      Uint8Array.from({ length: 12 }, (_, index) => index),
      1,
    );
    made(one, new Float32Array(3), 1);
    made(one, new ArrayBuffer(12), 1);
    const hex = wide.launches.map(({ parameters }) => Buffer.from(parameters).toString("hex"));
    expect(hex[0]).toBe("000102030405060708090a0b00000000000000000000f03f");
    expect(hex[2]).toBe(hex[1]);
    expect(() => made(one, new Uint8Array(11), 1)).toThrow(
      "Cannot use argument 1 (p) of opaque as P: it must have exactly 12 bytes (got 11 in Uint8Array(11))",
    );
    expect(() => made(one, 3, 1)).toThrow(
      "Cannot use argument 1 (p) of opaque as P: it must be an object with the fields a, or the bytes of one (got 3)",
    );
  });

  it("looks into structs of structs only as far as a value has them", () => {
    const levels = Array.from({ length: 60 }, (_, i) => `struct s${i + 1} { s${i} a, b; };`);
    const source = (level: number): string =>
      `struct s0 { char x; }; ${levels.join("\n")} extern "C" __global__ void deep(s${level} p) {}`;
    const one = { grid: 1, block: 1 };
    const fits = kernel(source(14), { device: "wide:0" });
    expect(() => fits(one, { a: { a: 1 }, b: {} } as never)).toThrow(
      "Cannot use a of a of argument 1 (p) of deep as struct s12: it must be an object with the fields a, b, or the bytes of one (got 1)",
    );
    const large = kernel(source(60), { device: "wide:0" });
    expect(() => large(one, {})).toThrow(
      /^Cannot launch deep: argument 1 \(p\) of deep must have at most 32764 bytes, as all/,
    );
  });

  it("is one and the same for all launches of a kernel", () => {
    const made = kernel(source("int a"), { device: "wide:0" });
    const blocks = new Set<ArrayBufferLike>();
    wide.onLaunch = (parameters) => blocks.add(parameters.buffer);
    for (let i = 0; i < 5; i++) made({ threads: 1 }, i);
    wide.onLaunch = () => {};
    expect(blocks.size).toBe(1);
  });
});

describe("an argument is refused", () => {
  const on = { device: "wide:0" };
  const disposed = buffer("float32", 1, on);
  disposed.dispose();

  it.each<[string, readonly unknown[], string, string, ("LP64" | "ILP32")?]>([
    [
      "int a, int b",
      [1],
      "CUTS_ARGUMENT_COUNT",
      "Cannot launch k: it takes 2 arguments, (int a, int b) (got 1)",
    ],
    ["int a", [1, 2], "CUTS_ARGUMENT_COUNT", "it takes 1 argument, (int a) (got 2)"],
    ["int a, int b = 3", [1], "CUTS_ARGUMENT_COUNT", "default arguments do not apply to launches"],
    [
      "int n",
      [1.5],
      "CUTS_NOT_AN_INTEGER",
      "Cannot use argument 1 (n) of k as int32: it must be a whole number (got 1.5)",
    ],
    [
      "float* x, int n",
      [null, Number.NaN],
      "CUTS_NOT_AN_INTEGER",
      "argument 2 (n) of k as int32: it must be a whole number (got NaN)",
    ],
    [
      "int n",
      [2 ** 31],
      "CUTS_INTEGER_RANGE",
      "it must be between -2147483648 and 2147483647 (got 2147483648)",
    ],
    ["unsigned n", [-1], "CUTS_INTEGER_RANGE", "it must be between 0 and 4294967295 (got -1)"],
    [
      "int",
      ["3"],
      "CUTS_NOT_AN_INTEGER",
      'Cannot use argument 1 of k as int32: it must be a number or a bigint (got "3")',
    ],
    ["char c", [256], "CUTS_INTEGER_RANGE", "(got 256)"],
    ["unsigned char c", [300], "CUTS_INTEGER_RANGE", "between 0 and 255 (got 300)"],
    [
      "long n",
      [2 ** 31],
      "CUTS_INTEGER_RANGE",
      "as int32: it must be between -2147483648 and 2147483647",
      "ILP32",
    ],
    ["size_t n", [-1], "CUTS_INTEGER_RANGE", "as uint64: it must be between 0 and"],
    ["long long n", [2 ** 53], "CUTS_INTEGER_RANGE", "lost digits"],
    ["long long n", [2n ** 63n], "CUTS_INTEGER_RANGE", "(got 9223372036854775808n)"],
    [
      "bool b",
      [1],
      "CUTS_NOT_A_BOOLEAN",
      "Cannot use argument 1 (b) of k as bool: it must be true or false (got 1)",
    ],
    ["float x", [1n], "CUTS_NOT_A_NUMBER", "it must be a number (got 1n)"],
    ["float x", [undefined], "CUTS_NOT_A_NUMBER", "(got undefined)"],
    ["__half x", ["1"], "CUTS_NOT_A_NUMBER", "as float16"],
    ["int n", [new Int32Array(1)], "CUTS_NOT_AN_INTEGER", "(got Int32Array(1))"],
    [
      "float4 v",
      [[1, 2, 3]],
      "CUTS_ARGUMENT_TYPE",
      "Cannot use argument 1 (v) of k as float4: it must be [x, y, z, w] or { x, y, z, w } (got [1, 2, 3])",
    ],
    [
      "float4 v",
      [{ x: 1, y: 2, z: 3 }],
      "CUTS_NOT_A_NUMBER",
      "Cannot use w of argument 1 (v) of k as float32",
    ],
    ["int2 v", [[1, 0.5]], "CUTS_NOT_AN_INTEGER", "y of argument 1 (v)"],
    ["float2 v", [4], "CUTS_ARGUMENT_TYPE", "(got 4)"],
    [
      "float2 v",
      [new Float32Array(3)],
      "CUTS_ARGUMENT_LENGTH",
      "it must have exactly 8 bytes (got 12 in Float32Array(3))",
    ],
    [
      "float* x",
      [new Float32Array(2)],
      "CUTS_ARGUMENT_TYPE",
      "Cannot use argument 1 (x) of k as float*: it must be an array on wide:0, an address or null (got Float32Array(2))\nTry: await kernel.run(…)",
    ],
    ["float* x", [undefined], "CUTS_ARGUMENT_TYPE", "(got undefined)"],
    ["float* x", [0], "CUTS_ARGUMENT_TYPE", "(got 0)"],
    ["float* x", [-1n], "CUTS_ARGUMENT_TYPE", "(got -1n)"],
    ["float* x", [2n ** 32n], "CUTS_ARGUMENT_TYPE", "(got 4294967296n)", "ILP32"],
    [
      "float* x",
      [disposed],
      "CUTS_ARGUMENT_DISPOSED",
      "Cannot use argument 1 (x) of k as float*: the array must not be disposed (got float32[1] on wide:0)",
    ],
    ["void (*f)(int)", [3], "CUTS_ARGUMENT_TYPE", "it must be an address or null (got 3)"],
  ])("by (%s), case %#", async (parameters, args, code, message, model) => {
    const run = (): unknown => launch(parameters, args, model);
    expect(run).toThrow(expect.objectContaining({ code }));
    expect(run).toThrow(message);
    await expect(launchReady(parameters, args, model)).rejects.toThrow(message);
    expect(devices[model ?? "LP64"].launches).toEqual([]);
  });

  it("when it is on another device", async () => {
    using x = buffer("float32", 1, { device: "other:0" });
    const message =
      'it must be on wide:0, where the kernel is launched (got float32[1] on other:0)\nTry: x.to("wide:0"), or withDevice("other:0", …)';
    expect(() => launch("float* x", [x])).toThrow(message);
    await expect(launchReady("float* x", [x])).rejects.toThrow(message);
  });

  it("when its dtype is not the declared one", async () => {
    const right: Readonly<Record<string, readonly string[]>> = {
      "float* x": ["float32"],
      "const double* x": ["float64"],
      "int* x": ["int32"],
      "unsigned char* x": ["uint8"],
      "char* x": ["int8", "uint8"],
      "bool* x": ["bool"],
      "__half* x": ["float16"],
      "long* x": ["int64"],
      "float4* x": ["float32"],
      "float2* x": ["float32", "complex64"],
      "float** x": ["uint64"],
      "void* x": dtypeNames,
      "const P* x": dtypeNames,
    };
    for (const [parameter, accepted] of Object.entries(right)) {
      for (const dtype of dtypeNames) {
        using x = buffer(dtype, 4, on);
        const run = (): unknown => launch(parameter, [x]);
        if (accepted.includes(dtype)) {
          expect(await launchReady(parameter, [x])).toEqual(launch(parameter, [x]));
          continue;
        }
        const message = `its dtype must be ${accepted.join(" or ")} (got ${dtype}[4] on wide:0)`;
        expect(run).toThrow(message);
        await expect(launchReady(parameter, [x])).rejects.toThrow(message);
      }
    }
  });

  it("when `long` means another dtype on the device", () => {
    using x = buffer("int64", 1, { device: "narrow:0" });
    expect(() => launch("long* x", [x], "ILP32")).toThrow("its dtype must be int32");
  });

  it("when a vector type would be misaligned, or a declared length is not there", () => {
    using x = buffer("float32", 8, on);
    using odd = x.subarray(1);
    expect(() => launch("const float4* x", [odd])).toThrow(
      "its first element must be at a multiple of 16 bytes",
    );
    expect(() => launch("float3* x", [odd])).not.toThrow();
    expect(() => launch("const float x[9]", [x])).toThrow(
      "it must have at least 9 elements (got float32[8] on wide:0)",
    );
    expect(() => launch("const float x[8]", [x])).not.toThrow();
  });

  it("when an array of another library does not fit, and taken when it does", () => {
    const access: ArrayAccess = {
      dtype: "float32",
      length: 2,
      contiguous: true,
      readonly: true,
      disposed: false,
      location: "wide:0" as never,
      typedArray: undefined,
      deviceAddress: 0x700n,
      retain: () => expect.fail("a launch holds nothing"),
    };
    const foreign = (change: Partial<ArrayAccess>) => ({ [arrayArgument]: { ...access, ...change } });
    expect(launch("const float* x", [foreign({})]).readBigUInt64LE()).toBe(0x700n);
    expect(launch("const float* x", [foreign({ location: "managed" })]).readBigUInt64LE()).toBe(0x700n);
    for (const [change, message] of [
      [{ location: "host", deviceAddress: undefined }, "it must be on wide:0"],
      [{ dtype: "int32" }, "its dtype must be float32"],
      [{ contiguous: false }, "in C order without gaps"],
      [{ disposed: true }, "must not be disposed"],
    ] as const) {
      expect(() => launch("const float* x", [foreign(change)])).toThrow(message);
    }
    expect(() => launch("float* x", [foreign({})])).toThrow("the array is read-only");
  });
});

describe("the compiled kernel", () => {
  it("is held against what was read of its source", () => {
    const read = (name: string, parameters: readonly (readonly [number, number])[]): (() => void) => {
      registerFake(`${name}:0`, { parameters: { k: places(...parameters) } });
      const made = kernel(source("float a, double b"), { device: `${name}:0` });
      return () => made({ threads: 1 }, 1, 2);
    };
    expect(
      read("same", [
        [0, 4],
        [8, 8],
      ]),
    ).not.toThrow();
    expect(
      read("size", [
        [0, 4],
        [8, 4],
      ]),
    ).toThrow(
      "Cannot use the kernel k: argument 2 (b) of k is declared as double, 8 bytes at 8, but the compiled code has 4 bytes at 8\nTry: the declaration",
    );
    expect(
      read("place", [
        [0, 4],
        [4, 8],
      ]),
    ).toThrow("but the compiled code has 8 bytes at 4");
    expect(read("count", [[0, 4]])).toThrow("the compiled code has 1 parameter, but it is declared with 2");
  });

  it("must tell the size of what only the compiler knows", () => {
    const made = kernel(source("P p"), { device: "narrow:0" });
    expect(() => made({ threads: 1 }, new Uint8Array(4))).toThrow("this device cannot tell it");
  });
});

describe("a length in a comment", () => {
  const list = "float* x /*[n]*/, const float2* w /*[rows][2*n]*/, int n, int rows /*[not a pointer's]*/";

  it("is held to at every launch, also before the kernel is compiled", async () => {
    using x = buffer("float32", 3, { device: "wide:0" });
    using w = buffer("float32", 24, { device: "wide:0" });
    for (const run of [launch, launchReady]) {
      const tried = async (...args: readonly unknown[]): Promise<unknown> => run(list, args);
      await expect(tried(x, w, 3, 2)).resolves.toBeDefined();
      await expect(tried(x, w, 4, 1)).rejects.toThrow(
        "Cannot use argument 1 (x) of k as float[n]: it must have at least n = 4 elements (got float32[3])",
      );
      await expect(tried(x, w, 3, 3)).rejects.toThrow(
        "it must have at least rows*(2*n) = 18 elements (got float32[24])",
      );
      await expect(tried(x, w, -1, 3)).rejects.toMatchObject({ code: "CUTS_LENGTH_RANGE" });
      // Nobody knows how much memory is at an address.
      await expect(tried(x, 4096n, 3, 9)).resolves.toBeDefined();
      await expect(tried(null, w, 0, 9)).resolves.toBeDefined();
      await expect(tried(null, w, 1, 1)).rejects.toMatchObject({ code: "CUTS_ARGUMENT_NULL" });
    }
  });

  it("takes complex numbers as pairs", () => {
    using pairs = buffer("complex64", 4, { device: "wide:0" });
    expect(launch("float2* x /*[n]*/, int n", [pairs, 4])).toBeDefined();
    expect(() => launch("float2* x /*[n]*/, int n", [pairs, 5])).toThrow("n = 5 elements");
  });

  it("names parameters and constants of the source; words of other tools and of templates say nothing", () => {
    using x = buffer("float32", 3, { device: "wide:0" });
    expect(() => launch("float* x /*[m]*/, int n", [x, 4])).toThrow("m");
    expect(() => launch("int n /*__device__*/", [4])).toThrow("only a pointer can live on a device");
    const made = (defines: string): Kernel<readonly unknown[]> => {
      const text: string = `${defines}\n${source("const float* x /*[n + W]*/, int n /* [count] */")}`;
      return kernel(text, { device: "wide:0" }) as Kernel<readonly unknown[]>;
    };
    expect(() => made("#define W 4")({ threads: 1 }, x, 0)).toThrow(
      "it must have at least n+4 = 4 elements (got float32[3])",
    );
    expect(() => made("#define W V")({ threads: 1 }, x, 0)).not.toThrow();
    expect(launch("float* x /*[out]*/, int n", [x, 4])).toBeDefined();
  });
});
