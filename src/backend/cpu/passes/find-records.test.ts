import { afterAll, describe, expect, it } from "vitest";
import { clang } from "../../../compiler/clang/clang.js";
import { compileDeviceIr, type DeviceIrOptions } from "../../../compiler/clang/device-ir.js";
import { hasOtherKernels, mayTakeRecords, readRecords } from "./find-records.js";
import type { RecordParameters } from "./simt/record-parameters.js";

const CLASSES = `
  struct Empty { static int shared; using type = int; __device__ int operator()(int x) const { return x; } };
  struct Derived : Empty {};
  struct Zero { int none[0]; };
  struct alignas(32) Wide {};
  struct Member { Empty e; };
  struct Pointer { int* p; };
  struct Copied { char a; double b[2]; __device__ Copied(const Copied& o) : a(o.a) {} };
  struct Virtual { int a; __device__ virtual int f() const { return a; } };
  enum class Kind : short { A };
  typedef int* Array;
`;

async function find(kernels: string, expressions: readonly string[] = []): Promise<RecordParameters> {
  const request: DeviceIrOptions = { debug: "types", nameExpressions: expressions };
  const source = CLASSES + kernels;
  expect(mayTakeRecords(source, request)).toBe(true);
  return readRecords((await compileDeviceIr(source, request)).module);
}

afterAll(() => clang().stop());

describe("readRecords", () => {
  const empty = (index: number, size = 1) => ({ index, byteLength: size, alignment: size, isEmpty: true });

  it("finds objects without members and objects that are passed by address", async () => {
    const found = await find(
      `extern "C" __global__ void k(Empty a, int* o, const Derived b, Member c, Wide d, Pointer e, Copied f, Virtual g) {
        *o = *e.p + f.a + g.a;
      }`,
    );
    expect(found.get("k")).toEqual([
      empty(0),
      empty(2),
      empty(4, 32),
      { index: 6, byteLength: 24, alignment: 8, isEmpty: false },
      { index: 7, byteLength: 16, alignment: 8, isEmpty: false },
    ]);
  });

  it("finds them in instances of templates, between others of the same kind", async () => {
    const found = await find(
      "template <class... Ts> __global__ void k(int* o, Ts... ts) { *o = sizeof...(ts); }",
      ["k<Pointer, Empty, Zero, Pointer>", "k<Pointer, int*, Kind>"],
    );
    expect([...found.values()]).toEqual([[empty(2), { ...empty(3), byteLength: 0, alignment: 4 }]]);
  });

  it("is not misled by other names of types", async () => {
    const found = await find(
      `extern "C" __global__ void k(Array a, Kind kind, float4 v) { a[0] = (int)kind + v.x; }`,
    );
    expect([...found]).toEqual([]);
  });
});

describe("mayTakeRecords", () => {
  const plain = `__global__ void numbers(const float* a, float** b, float* __restrict__ c, unsigned char d, long long e) {}
    template <class T> __global__ void scan(const T* x, int n) {}`;

  it("is false for kernels of numbers and pointers, templates too", () => {
    expect(mayTakeRecords(plain, {})).toBe(false);
    expect(mayTakeRecords(`#include <cuda_runtime.h>\n${plain}`, {})).toBe(false);
    expect(mayTakeRecords("__global__ void k(REAL x) {}", { options: ["-DREAL=float"] })).toBe(false);
  });

  it("is true for kernels of anything else", () => {
    expect(mayTakeRecords("template <class F> __global__ void k(F f) {}", {})).toBe(true);
    expect(mayTakeRecords("struct S {}; __global__ void k(S s) {}", {})).toBe(true);
    expect(mayTakeRecords("#define K(T) __global__ void k(T s) {}\nK(int)", {})).toBe(true);
    expect(mayTakeRecords("__global__ void k(int x) {}", { options: ["-Dint=S"] })).toBe(true);
  });

  it("is true where files may have kernels", () => {
    expect(mayTakeRecords(`#include "kernels.cuh"\n${plain}`, {})).toBe(true);
    expect(mayTakeRecords(`#include <thrust/sort.h>\n${plain}`, {})).toBe(true);
    expect(mayTakeRecords(`# include FILE\n${plain}`, {})).toBe(true);
    expect(mayTakeRecords(`#include <mine.h>\n${plain}`, { options: ["-Ihere"] })).toBe(true);
    expect(mayTakeRecords(`#include <mine.h>\n${plain}`, { headers: new Map([["mine.h", ""]]) })).toBe(true);
    expect(mayTakeRecords(plain, { options: ["-include", "mine.h"] })).toBe(true);
  });
});

describe("hasOtherKernels", () => {
  it("finds kernels that the text does not call so", async () => {
    const source = `${CLASSES} namespace n { __global__ void plain(int* o, long long x) { *o = x; } }`;
    const hidden = `${source} __attribute__((global)) void k(Empty a, int* o) { *o = 1; }`;
    const { module } = await compileDeviceIr(hidden);
    expect(hasOtherKernels(module, hidden, {})).toBe(true);
    expect(hasOtherKernels((await compileDeviceIr(source)).module, source, {})).toBe(false);
  });
});
