// What a kernel takes, from its source text; and that what cannot be read is loose and never wrong.

import { describe, expectTypeOf, it } from "vitest";
import type { ArrayArgument } from "../../core/array-argument.js";
import type { DType, TypedArray } from "../../core/dtype.js";
import type { ReadonlyTypedArray } from "../../core/readonly-typed-array.js";
import type { DeclarationTypeError } from "./declaration-type-error.js";
import type {
  ConstKernelPointer,
  ConstKernelRunPointer,
  KernelOpaqueValue,
  KernelPointer,
  KernelRunPointer,
} from "./kernel-argument-of.js";
import type {
  KernelArguments,
  KernelNames,
  KernelRunArguments,
  KernelSelector,
  LooseKernelArguments,
} from "./kernel-arguments.js";
import type { DevicePointer } from "./native-pointer.js";

type Loose = LooseKernelArguments<"launch">;

type AddArrays = `
  extern "C" __global__ void add_arrays(const float* a, const float* b, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = a[i] + b[i];
  }`;

declare const add: (...args: KernelArguments<AddArrays>) => void;
declare const run: (...args: KernelRunArguments<AddArrays>) => Promise<void>;
declare const floats: ArrayArgument<"float32">;
declare const onHost: ArrayArgument<"float32", "host">;
declare const onDevice: ArrayArgument<"float32", "device">;
declare const readOnly: ArrayArgument<"float32", "device", "read">;
declare const doubles: ArrayArgument<"float64">;
declare const readonlyFloats: ReadonlyTypedArray<Float32Array>;

describe("a launch", () => {
  it("takes the arrays and scalars of the signature", () => {
    expectTypeOf<KernelArguments<AddArrays>>().toEqualTypeOf<
      [
        a: ConstKernelPointer<"float32"> | null,
        b: ConstKernelPointer<"float32"> | null,
        out: KernelPointer<"float32"> | null,
        n: number,
      ]
    >();
    void (() => add(floats, readOnly, floats, 4));
    void (() => add(onHost, onDevice, onDevice, 4));
    void (() => add(0n as DevicePointer<"float32">, null, floats, 4));
  });

  it("refuses wrong arguments", () => {
    // @ts-expect-error another dtype
    void (() => add(floats, doubles, floats, 4));
    // @ts-expect-error a read-only array for float*
    void (() => add(floats, floats, readOnly, 4));
    // @ts-expect-error a typed array: that is for run()
    void (() => add(new Float32Array(4), floats, floats, 4));
    // @ts-expect-error n is missing
    void (() => add(floats, floats, floats));
    // @ts-expect-error an array for int n
    void (() => add(floats, floats, floats, floats));
    // @ts-expect-error a number for a pointer
    void (() => add(1, floats, floats, 4));
  });

  it("takes typed arrays in run()", () => {
    expectTypeOf<KernelRunArguments<AddArrays>>().toEqualTypeOf<
      [
        a: ConstKernelRunPointer<"float32"> | null,
        b: ConstKernelRunPointer<"float32"> | null,
        out: KernelRunPointer<"float32"> | null,
        n: number,
      ]
    >();
    void (() => run(new Float32Array(4), readonlyFloats, new Float32Array(4), 4));
    void (() => run(floats, new Float32Array(4), floats, 4));
    // @ts-expect-error another dtype
    void (() => run(new Float64Array(4), floats, floats, 4));
    // @ts-expect-error read-only data for float*
    void (() => run(floats, floats, readonlyFloats, 4));
  });

  it("maps scalars, vectors, structs and pointers of any kind", () => {
    type Args = KernelArguments<`
      struct Params { int a; float b; };
      __global__ void f(bool flag, unsigned long long seed, size_t n, __half h, float4 v, const int2* w, dim3 d,
                        Params p, const Params* q, void* x, float** rows) {}`>;
    type Vector = readonly [x: number, y: number, z: number, w: number];
    expectTypeOf<Args[0]>().toEqualTypeOf<boolean>();
    expectTypeOf<Args[1]>().toEqualTypeOf<number | bigint>();
    expectTypeOf<Args[2]>().toEqualTypeOf<number | bigint>();
    expectTypeOf<Args[3]>().toEqualTypeOf<number>();
    expectTypeOf<Vector>().toExtend<Args[4]>();
    expectTypeOf<{ x: number; y: number; z: number; w: number }>().toExtend<Args[4]>();
    expectTypeOf<number[]>().not.toExtend<Args[4]>();
    expectTypeOf<ArrayArgument<"int32">>().toExtend<Args[5]>();
    expectTypeOf<readonly [number, number, number]>().toExtend<Args[6]>();
    expectTypeOf<Args[7]>().toEqualTypeOf<KernelOpaqueValue | { readonly a: number; readonly b: number }>();
    expectTypeOf<Uint8Array | DataView>().toExtend<Args[7]>();
    expectTypeOf<ArrayArgument<DType, never, "read">>().toExtend<Args[8]>();
    expectTypeOf<typeof doubles>().toExtend<Args[9]>();
    expectTypeOf<typeof readOnly>().not.toExtend<Args[9]>();
    expectTypeOf<ArrayArgument<"uint64">>().toExtend<Args[10]>();
    expectTypeOf<ArrayArgument<"complex64">>().toExtend<
      KernelArguments<"__global__ void f(float2* z) {}">[0]
    >();
    expectTypeOf<ArrayArgument<"complex64">>().not.toExtend<
      KernelArguments<"__global__ void f(float4* z) {}">[0]
    >();
  });
});

describe("sources with several kernels and templates", () => {
  type Two = `
    #include <cuda_fp16.h>
    namespace math {
      __global__ void __launch_bounds__(256, 2) twice(float* x, int n = 16) { x[0] *= 2; }
    }
    template <typename T, int BLOCK = 256>
    __global__ void scan(const T* __restrict__ in, T* out, T first, int n) {}`;

  it("knows the names", () => {
    expectTypeOf<KernelNames<Two>>().toEqualTypeOf<"twice" | "scan">();
    expectTypeOf<"twice" | "math::twice" | "scan" | "scan<float, 256>">().toExtend<KernelSelector<Two>>();
    expectTypeOf<"thrice">().not.toExtend<KernelSelector<Two>>();
    expectTypeOf<"thrice">().toExtend<KernelSelector<'#include "more.cuh"\n__global__ void twice() {}'>>();
  });

  it("selects one by name", () => {
    expectTypeOf<KernelArguments<Two, "twice">>().toEqualTypeOf<
      [x: KernelPointer<"float32"> | null, n: number]
    >();
    expectTypeOf<KernelArguments<Two, "math::twice">>().toEqualTypeOf<KernelArguments<Two, "twice">>();
  });

  it("fills in template parameters, and leaves them open without", () => {
    expectTypeOf<KernelArguments<Two, "scan<float, 256>">>().toEqualTypeOf<
      [
        in_: ConstKernelPointer<"float32"> | null,
        out: KernelPointer<"float32"> | null,
        first: number,
        n: number,
      ]
    >();
    expectTypeOf<KernelArguments<Two, "scan<long long>">[2]>().toEqualTypeOf<number | bigint>();
    expectTypeOf<
      KernelArguments<Two, "scan<double, 64>">[1]
    >().toEqualTypeOf<KernelPointer<"float64"> | null>();
    expectTypeOf<typeof floats | typeof doubles>().toExtend<KernelArguments<Two, "scan">[0]>();
    expectTypeOf<KernelArguments<Two, "scan">[2]>().toEqualTypeOf<KernelOpaqueValue>();
    expectTypeOf<KernelArguments<Two, "scan<my::pair, 8>">[2]>().toEqualTypeOf<KernelOpaqueValue>();
  });

  it("says what is wrong with a name", () => {
    expectTypeOf<KernelArguments<Two>>().toEqualTypeOf<
      [
        problem: DeclarationTypeError<"Cannot choose a kernel: the source has more than one, so it must be named">,
      ]
    >();
    expectTypeOf<KernelArguments<Two, "thrice">>().toEqualTypeOf<
      [problem: DeclarationTypeError<"Cannot find the kernel 'thrice': the source does not define it">]
    >();
    expectTypeOf<KernelArguments<"__device__ int f();">>().toEqualTypeOf<
      [problem: DeclarationTypeError<"Cannot find a kernel: the source has no __global__ function">]
    >();
  });

  it("follows typedefs and macros of the source", () => {
    type Source = `
      #ifndef GUARD
      #define REAL float
      #endif
      typedef unsigned long long u64; typedef double real;
      using vec = float4;
      __global__ void f(const REAL* x, u64 seed, real y, vec v) {}`;
    expectTypeOf<KernelArguments<Source>[0]>().toEqualTypeOf<ConstKernelPointer<"float32"> | null>();
    expectTypeOf<KernelArguments<Source>[1]>().toEqualTypeOf<number | bigint>();
    expectTypeOf<KernelArguments<Source>[2]>().toEqualTypeOf<number>();
    expectTypeOf<readonly [number, number, number, number]>().toExtend<KernelArguments<Source>[3]>();
  });
});

describe("what the types cannot tell", () => {
  it("is loose", () => {
    expectTypeOf<KernelArguments<string>>().toEqualTypeOf<Loose>();
    expectTypeOf<KernelNames<string>>().toEqualTypeOf<string>();
    expectTypeOf<KernelArguments<AddArrays, string>>().toEqualTypeOf<Loose>();
    expectTypeOf<KernelArguments<'#include "k.cuh"\n', "f">>().toEqualTypeOf<Loose>();
  });

  it("is loose where macros or templates hide the signature", () => {
    expectTypeOf<
      KernelArguments<"#define ARGS int n, float* x\n__global__ void f(ARGS) {}">
    >().toEqualTypeOf<Loose>();
    expectTypeOf<KernelArguments<"__global__ void f(ARGS) {}">>().toEqualTypeOf<Loose>();
    expectTypeOf<KernelArguments<"__global__ void NAME(f)(int n) {}">>().toEqualTypeOf<Loose>();
    expectTypeOf<KernelArguments<"__global__ void f(float* RESTRICT x) {}">>().toEqualTypeOf<Loose>();
    expectTypeOf<
      KernelArguments<"template <class T, class = enable<T>> __global__ void f(T* x) {}">
    >().toEqualTypeOf<Loose>();
    expectTypeOf<
      KernelArguments<"template <> __global__ void f<float>(float* x) {}">
    >().toEqualTypeOf<Loose>();
    expectTypeOf<KernelArguments<"__global__ void f(float* x) {}\n#error don't \"">>().toEqualTypeOf<Loose>();
  });

  it("takes any dtype where a type name may mean several", () => {
    type Either =
      "#ifdef D\n#define R double\n#else\n#define R float\n#endif\n__global__ void f(R* x, int n) {}";
    type Given = "#ifndef R\n#define R float\n#endif\n__global__ void f(R* x, int n) {}";
    type Aliases =
      "#if D\nusing R = double;\n#else\nusing R = float;\n#endif\n__global__ void f(R* x, int n) {}";
    expectTypeOf<[typeof floats | typeof doubles, number]>().toExtend<KernelArguments<Either>>();
    expectTypeOf<[typeof floats | typeof doubles, number]>().toExtend<KernelArguments<Given>>();
    expectTypeOf<[typeof floats | typeof doubles, number]>().toExtend<KernelArguments<Aliases>>();
    expectTypeOf<[number, number]>().not.toExtend<KernelArguments<Given>>();
  });

  it("ignores comments, strings and quote characters", () => {
    type Source = `
      // "__global__ void no1(int n)
      /* __global__ void no2(int n) " */
      const char* a = "__global__ void no3(int n) \\" // /*";
      const char* b = R"x(__global__ void no4(int n) ")x";
      const char c = '"', d = '\\"';
      __global__ void yes(int /* count */ n, // of elements
                          float x) { printf("// %d /* \\n", n / 2); }`;
    expectTypeOf<KernelNames<Source>>().toEqualTypeOf<"yes">();
    expectTypeOf<KernelArguments<Source>>().toEqualTypeOf<[n: number, x: number]>();
  });
});

/** 22 lines with what sources have: comments of both kinds, strings, a template, divisions, a quote character. */
type Part<I extends string> = `
// Kernel ${I}: don't trust "quotes" here.
/* a block comment with __global__ void fake${I}(int z) {} and a // inside
   over two lines */
template <typename T, int TILE = 16>
__device__ __forceinline__ T twist${I}(T x) {
  // half of it / and more
  return x / T(2) + T(TILE) / T(4);
}

extern "C" __global__ void __launch_bounds__(256, 2) saxpy${I}(
    const float* __restrict__ x,  // input
    float* y,                     /* output */
    float a, int n, unsigned long long seed) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    y[i] = a * x[i] + twist${I}<float, 8>(y[i]) / 2.0f;  // update
    if (i == 0) printf("kernel \\"${I}\\" // %d of %d\\n", i, n);
    char c = '"';
    y[i] /= (float)(c + seed % 7);
  }
}`;

type Ten<D extends string> =
  `${Part<`${D}0`>}${Part<`${D}1`>}${Part<`${D}2`>}${Part<`${D}3`>}${Part<`${D}4`>}${Part<`${D}5`>}${Part<`${D}6`>}${Part<`${D}7`>}${Part<`${D}8`>}${Part<`${D}9`>}`;

type Hundred<D extends string> =
  `${Ten<`${D}0`>}${Ten<`${D}1`>}${Ten<`${D}2`>}${Ten<`${D}3`>}${Ten<`${D}4`>}${Ten<`${D}5`>}${Ten<`${D}6`>}${Ten<`${D}7`>}${Ten<`${D}8`>}${Ten<`${D}9`>}`;

describe("long sources", () => {
  type Signature = [
    x: ConstKernelPointer<"float32"> | null,
    y: KernelPointer<"float32"> | null,
    a: number,
    n: number,
    seed: number | bigint,
  ];

  it("reads 440 lines with 20 kernels", () => {
    type Source = `${Ten<"0">}${Ten<"1">}`;
    expectTypeOf<KernelNames<Source>>().toExtend<`saxpy${number}`>();
    expectTypeOf<KernelArguments<Source, "saxpy19">>().toEqualTypeOf<Signature>();
  });

  it("reads 2,200 lines with 100 kernels", () => {
    expectTypeOf<KernelArguments<Hundred<"1">, "saxpy199">>().toEqualTypeOf<Signature>();
  });

  it("gives up at 4,400 lines, and is loose then", () => {
    type Source = `${Hundred<"1">}${Hundred<"2">}`;
    expectTypeOf<KernelArguments<Source, "saxpy100">>().toEqualTypeOf<Loose>();
    expectTypeOf<KernelNames<Source>>().toEqualTypeOf<string>();
  });

  it("takes structs by the fields that the source declares", () => {
    type Source = `typedef struct { float* data; int n; } span;
      struct box
      {
        span inner; double weights[3], other; unsigned long long id; float* rows [2];
      };
      struct clever { int a; __device__ int twice() const { return 2 * a; } };
      __global__ void f(box b, span s, clever c) {}`;
    type Args = KernelArguments<Source>;
    type Fields<T> = Exclude<T, KernelOpaqueValue>;
    type Box = Fields<Args[0]>;
    expectTypeOf<keyof Box>().toEqualTypeOf<"inner" | "weights" | "other" | "id" | "rows">();
    expectTypeOf<Box["other"]>().toEqualTypeOf<number>();
    expectTypeOf<Box["rows"]>().toEqualTypeOf<
      readonly (KernelPointer<"float32", "rows"> | null)[] | TypedArray
    >();
    expectTypeOf<Box["id"]>().toEqualTypeOf<number | bigint>();
    expectTypeOf<Box["inner"]>().toEqualTypeOf<Args[1]>();
    expectTypeOf<readonly number[]>().toExtend<Box["weights"]>();
    expectTypeOf<Fields<Args[1]>["n"]>().toEqualTypeOf<number>();
    expectTypeOf<Fields<Args[1]>["data"]>().toEqualTypeOf<KernelPointer<"float32", "data"> | null>();
    expectTypeOf<Args[2]>().toEqualTypeOf<KernelOpaqueValue>();
  });
});
