import { afterAll, describe, expect, it } from "vitest";
import { clang } from "../../compiler/clang/clang.js";
import { compileDeviceIr, type DeviceIrOptions } from "../../compiler/clang/device-ir.js";
import { findRecords } from "./find-records.js";
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
  const request: DeviceIrOptions = { debug: "none", nameExpressions: expressions };
  const source = CLASSES + kernels;
  const { ir } = await compileDeviceIr(source, request);
  return await findRecords(ir, source, request);
}

describe("findRecords", () => {
  afterAll(() => clang().stop());

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
      { index: 7, byteLength: 8, alignment: 4, isEmpty: false },
    ]);
  });

  it("finds them in instances of templates, between others of the same kind", async () => {
    const found = await find(
      "template <class... Ts> __global__ void k(int* o, Ts... ts) { *o = sizeof...(ts); }",
      ["k<Pointer, Empty, Zero, Pointer>", "k<Pointer, int*, Kind>"],
    );
    expect([...found.values()]).toEqual([[empty(2), { ...empty(3), byteLength: 0, alignment: 4 }]]);
  });

  it("asks the compiler nothing about kernels whose parameters are all there", async () => {
    const source = `${CLASSES}
      __global__ void numbers(const float* a, float* b, float* __restrict__ c, unsigned char d, long long e) { *c = d + e; }
      extern "C" __global__ void c(Pointer p, Kind kind, float4 v, int** q) { *p.p = v.x + (int)kind + **q; }`;
    const { ir } = await compileDeviceIr(source, { debug: "none" });
    clang().stop();
    expect((await findRecords(ir, source, {})).size).toBe(0);
    expect(clang().pids).toEqual([]);
  });

  it("is not misled by other names of types", async () => {
    const found = await find(`extern "C" __global__ void k(Array a, int n) { a[0] = n; }`);
    expect(found.get("k") ?? []).toEqual([]);
  });
});
