// What TypeScript refuses of a launch, from the CUDA source alone.

import { describe, expectTypeOf, it } from "vitest";
import { buffer, type NDArray } from "../../array/array.js";
import type { KernelArguments } from "../../cdecl/types/kernel-arguments.js";
import { type Kernel, kernel } from "./kernel.js";
import { module } from "../modules/module.js";

const add = kernel(`
  extern "C" __global__ void add_arrays(const float* a, const float* b, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = a[i] + b[i];
  }`);

declare const x: NDArray<"float32">;
declare const d: NDArray<"float64">;
declare const hostF32: Float32Array;
declare const hostF64: Float64Array;
const one = { grid: 1, block: 1 } as const;

describe("a launch", () => {
  it("takes what the source declares", () => {
    add(one, x, x, x, 4);
    add({ threads: [2, 2], shared: 16, timeoutMs: 5 }, x, null, x, 4);
    add({ threads: 4, block: 32 }, x, x, x, x.length);
  });

  it("refuses a wrong dtype", () => {
    // @ts-expect-error float64 for const float*
    add(one, d, x, x, 4);
    // @ts-expect-error float64 for float*
    add(one, x, x, d, 4);
  });

  it("refuses a missing or superfluous argument", () => {
    // @ts-expect-error n is missing
    add(one, x, x, x);
    // @ts-expect-error one too many
    add(one, x, x, x, 4, 5);
    // @ts-expect-error the configuration is missing
    add(x, x, x, 4);
  });

  it("refuses an array for a scalar and a scalar for an array", () => {
    // @ts-expect-error a typed array for int
    add(one, x, x, x, new Int32Array(1));
    // @ts-expect-error an array for int
    add(one, x, x, x, x);
    // @ts-expect-error a number for float*
    add(one, x, x, 3, 4);
    // @ts-expect-error a string for int
    add(one, x, x, x, "4");
  });

  it("refuses plain typed arrays, which run() takes", () => {
    // @ts-expect-error not on a device
    add(one, hostF32, x, x, 4);
    void add.run(one, hostF32, hostF32, hostF32, 4);
    void add.run(one, x, hostF32, x, 4);
    // @ts-expect-error float64 for const float*
    void add.run(one, hostF64, hostF32, hostF32, 4);
  });

  it("refuses a configuration that makes no sense", () => {
    // @ts-expect-error no block
    add({ grid: 1 }, x, x, x, 4);
    // @ts-expect-error threads choose the grid
    add({ grid: 1, threads: 1 }, x, x, x, 4);
    // @ts-expect-error misspelt
    add({ threads: 1, sharde: 1 }, x, x, x, 4);
    // @ts-expect-error must be a number or a list
    add({ threads: "1" }, x, x, x, 4);
  });

  it("takes vectors, bools and 64-bit integers", () => {
    const k = kernel("__global__ void k(float4 v, bool b, long long n, dim3 d, __half h) {}");
    k(one, [1, 2, 3, 4], true, 2n ** 40n, { x: 1, y: 2, z: 3 }, 0.5);
    // @ts-expect-error three of four
    k(one, [1, 2, 3], true, 1, [1, 1, 1], 0.5);
    // @ts-expect-error a number for bool
    k(one, [1, 2, 3, 4], 1, 1, [1, 1, 1], 0.5);
  });
});

describe("a module", () => {
  const m = module(`
    extern "C" __global__ void first(int n) {}
    template <typename T, int N> __global__ void scan(const T* in, T* out) {}
  `);

  it("knows its kernels, and the types of template instances", () => {
    m.kernel("first")(one, 3);
    m.kernel("scan<float, 256>")(one, x, x);
    m.kernel("scan<double, 32>")(one, d, d);
    // @ts-expect-error scan of float takes float32
    m.kernel("scan<float, 256>")(one, d, x);
    // @ts-expect-error no such kernel
    m.kernel("frist");
  });

  it("is loose where the source is not known at compile time", () => {
    const text: string = "read from a file";
    const loose = kernel(text);
    expectTypeOf(loose).toEqualTypeOf<Kernel>();
    loose(one, x, 3, null, 4n, new Uint8Array(8));
  });
});

describe("a buffer", () => {
  it("is typed by its dtype", () => {
    expectTypeOf(buffer("int64", 3)).toEqualTypeOf<NDArray<"int64">>();
    expectTypeOf(x.data()).resolves.toEqualTypeOf<Float32Array>();
    buffer("int64", [1, 2n]);
    buffer("float16", new Uint16Array(3));
    buffer("complex64", [{ re: 1, im: 2 }, 3]);
    // @ts-expect-error float64 data for float32
    buffer("float32", new Float64Array(3));
    // @ts-expect-error bigint for float32
    buffer("float32", [1n]);
    // @ts-expect-error no such dtype
    buffer("float99", 3);
    // @ts-expect-error bool wants true or false
    buffer("bool", [1]);
  });

  it("reads past lengths, in comments and as `cuts types` prints them", () => {
    type Commented = KernelArguments<"__global__ void k(float* x /*[n]*/, const int* y /*[2*n]*/, int n) {}">;
    type Printed = KernelArguments<"__global__ void k(float x[n], const int y[2*n], int n);">;
    expectTypeOf<Commented>().toEqualTypeOf<
      KernelArguments<"__global__ void k(float* x, const int* y, int n) {}">
    >();
    expectTypeOf<Printed[0]>().toEqualTypeOf<Commented[0]>();
  });
});
