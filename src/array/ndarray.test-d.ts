// What TypeScript knows of arrays: dtypes of results, refusals at compile time.

import { describe, expectTypeOf, it } from "vitest";
import { kernel } from "../runtime/kernels/kernel.js";
import * as cu from "./array.js";

declare const f32: cu.NDArray<"float32">;
declare const i32: cu.NDArray<"int32">;
declare const i64: cu.NDArray<"int64">;
declare const c64: cu.NDArray<"complex64">;
declare const some: cu.NDArray;
declare const count: number;
declare const bool: cu.NDArray<"bool">;
declare const i8: cu.NDArray<"int8">;
declare const u8: cu.NDArray<"uint8">;
declare const either: cu.NDArray<"int32"> | cu.NDArray<"float32">;

describe("dtypes", () => {
  it("are float32 by default", () => {
    expectTypeOf(cu.ones([2])).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(cu.arange(3, { dtype: "int64" })).toEqualTypeOf<cu.NDArray<"int64">>();
    expectTypeOf(cu.array([1, 2])).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(cu.array([[1], [2]], { dtype: "int8" })).toEqualTypeOf<cu.NDArray<"int8">>();
  });

  it("of new arrays are not what the place wants", () => {
    // @ts-expect-error It is float32.
    const ones: cu.NDArray<"int32"> = cu.ones(3);
    // @ts-expect-error It is float32.
    const range: cu.NDArray<"float64"> = cu.arange(3);
    // @ts-expect-error It is float32.
    const drawn: cu.NDArray<"float64"> = cu.random.normal([3]);
    // @ts-expect-error It is float64.
    const given: cu.NDArray<"float32"> = cu.asarray(new Float64Array(3));
    void [ones, range, drawn, given];
    expectTypeOf(cu.full([2], 1, { dtype: "int8" })).toEqualTypeOf<cu.NDArray<"int8">>();
    expectTypeOf(cu.eye(3)).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(cu.linspace(0, 1, 5, { dtype: "float64" })).toEqualTypeOf<cu.NDArray<"float64">>();
    expectTypeOf(cu.random.integers(1, 7)).toEqualTypeOf<cu.NDArray<"int32">>();
  });

  it("of new arrays are said by a value, not by a type argument alone", () => {
    // @ts-expect-error the dtype is not given
    cu.zeros<"int32">(3);
    // @ts-expect-error the dtype is not given
    cu.ones<"int32">([3]);
    // @ts-expect-error the dtype is not given
    cu.empty<"int32">(3);
    // @ts-expect-error the dtype is not given
    cu.full<"int32">(3, 1);
    // @ts-expect-error the dtype is not given
    cu.eye<"int32">(3);
    // @ts-expect-error the dtype is not given
    cu.eye<"int32">(3, 4);
    // @ts-expect-error the dtype is not given
    cu.identity<"int32">(3);
    // @ts-expect-error the dtype is not given
    cu.tri<"int32">(3);
    // @ts-expect-error the dtype is not given
    cu.indices<"int32">(3);
    // @ts-expect-error the dtype is not given
    cu.arange<"int32">(3);
    // @ts-expect-error the dtype is not given
    cu.arange<"int32">(0n, 3n);
    // @ts-expect-error the dtype is not given
    cu.arange<"int32">(0, 3, 1);
    // @ts-expect-error the dtype is not given
    cu.linspace<"int32">(0, 1);
    // @ts-expect-error the dtype is not given
    cu.logspace<"int32">(0, 1, 3);
    // @ts-expect-error the dtype is not given
    cu.geomspace<"int32">(1, 2, 3);
    // @ts-expect-error the dtype is not given
    cu.array<"int32">([1]);
    // @ts-expect-error the dtype is not given
    cu.asarray<"int32">([1]);
    // @ts-expect-error it is that of the other array
    cu.zerosLike<"int32">(f32);
    // @ts-expect-error the dtype is not given
    cu.fft.fftfreq<"float64">(3);
    // @ts-expect-error the dtype is not given
    cu.fft.rfftfreq<"float64">(3);
    // @ts-expect-error the dtype is not given
    cu.random.random<"float64">(3);
    // @ts-expect-error the dtype is not given
    cu.random.uniform<"float64">(3);
    // @ts-expect-error the dtype is not given
    cu.random.normal<"float64">(3);
    // @ts-expect-error the dtype is not given
    cu.random.exponential<"float64">(3);
    // @ts-expect-error the dtype is not given
    cu.random.integers<"int8">(0, 3);
    // @ts-expect-error the dtype is not given
    void cu.loadNpy<"int8">("x.npy");
    // @ts-expect-error the dtype is not given
    void cu.parseNpy<"int8">(new Uint8Array(3));
  });

  it("of new arrays are known where they are given, and open where they may be", () => {
    const open: cu.ArrayOptions = {};
    expectTypeOf(cu.zeros<"int32">(3, { dtype: "int32" })).toEqualTypeOf<cu.NDArray<"int32">>();
    expectTypeOf(cu.zeros(3, { device: "cpu" })).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(cu.zeros(3, open)).toEqualTypeOf<cu.NDArray>();
    expectTypeOf(cu.full(3, 1n)).toEqualTypeOf<cu.NDArray<"int64">>();
    expectTypeOf(cu.full(3, 1, { memory: "managed" })).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(cu.full(3, 1n, { dtype: "uint64" })).toEqualTypeOf<cu.NDArray<"uint64">>();
    expectTypeOf(cu.eye(3, 4, { k: 1 })).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(cu.eye(3, { dtype: "int8", k: 1 })).toEqualTypeOf<cu.NDArray<"int8">>();
    expectTypeOf(cu.arange(0, 4, 2)).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(cu.arange(3n)).toEqualTypeOf<cu.NDArray<"int64">>();
    expectTypeOf(cu.arange(0, 4, open)).toEqualTypeOf<cu.NDArray>();
    expectTypeOf(cu.arange(0n, 4n, { dtype: "uint64" })).toEqualTypeOf<cu.NDArray<"uint64">>();
    expectTypeOf(cu.indices([2, 2])).toEqualTypeOf<cu.NDArray<"int64">>();
    expectTypeOf(cu.random.uniform([2], { low: 1 })).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(cu.random.normal([2], { dtype: "float64" })).toEqualTypeOf<cu.NDArray<"float64">>();
    expectTypeOf(cu.random.integers(0, 9, 3, { dtype: "uint8" })).toEqualTypeOf<cu.NDArray<"uint8">>();
    expectTypeOf(cu.loadNpy("x.npy", { dtype: "int8" })).resolves.toEqualTypeOf<cu.NDArray<"int8">>();
    expectTypeOf(cu.loadNpy("x.npy")).resolves.toEqualTypeOf<cu.NDArray>();
    // @ts-expect-error no such dtype
    cu.zeros(3, { dtype: "int33" });
    // @ts-expect-error no such option
    cu.zeros(3, { dtyp: "int32" });
    // @ts-expect-error It is float32.
    const sum: cu.NDArray<"float64"> = f32.sum();
    // @ts-expect-error It is float32.
    const mean: cu.NDArray<"float64"> = cu.mean(f32, 0);
    void [sum, mean];
  });

  it("are those of a kernel's pointers", () => {
    const scale = kernel('extern "C" __global__ void scale(double* x, int n) {}');
    // @ts-expect-error It is float32.
    scale({ threads: 4 }, cu.zeros(4), 4);
    scale({ threads: 4 }, cu.zeros(4, { dtype: "float64" }), 4);
    const plain = kernel('extern "C" __global__ void plain(float* x, const float* y) {}');
    plain({ threads: 4 }, cu.array([[1, 2]]).div(2), cu.asarray([1, 2, 3]).pow(2));
  });

  it("of values are read from them", () => {
    expectTypeOf(
      cu.array([
        [1, 2],
        [3, 4],
      ]),
    ).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(cu.array([[[1n]], [[2n]]])).toEqualTypeOf<cu.NDArray<"int64">>();
    expectTypeOf(cu.array([true, false])).toEqualTypeOf<cu.NDArray<"bool">>();
    expectTypeOf(cu.array({ re: 1, im: 2 })).toEqualTypeOf<cu.NDArray<"complex64">>();
    expectTypeOf(cu.array([])).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(cu.array(new Uint16Array(2))).toEqualTypeOf<cu.NDArray<"uint16">>();
    expectTypeOf(cu.array(i64)).toEqualTypeOf<cu.NDArray<"int64">>();
    expectTypeOf(cu.asarray([1, 2, 3])).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(cu.asarray(i32)).toEqualTypeOf<cu.NDArray<"int32">>();
    expectTypeOf(cu.asarray(i32, { dtype: "int64" })).toEqualTypeOf<cu.NDArray<"int64">>();
    expectTypeOf(cu.array([1] as cu.NestedList)).toEqualTypeOf<cu.NDArray>();
    expectTypeOf(cu.array([new Float64Array(2)])).toEqualTypeOf<cu.NDArray<"float64">>();
    expectTypeOf(cu.array([[new Uint8Array(2)]])).toEqualTypeOf<cu.NDArray<"uint8">>();
  });

  it("of quotients, powers and functions of two", () => {
    expectTypeOf(i32.div(i32)).toEqualTypeOf<cu.NDArray<"float64">>();
    expectTypeOf(f32.div(2)).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(cu.div(1, f32)).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(i32.pow(2)).toEqualTypeOf<cu.NDArray<"int32">>();
    expectTypeOf(f32.pow(0.5)).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(i32.hypot(i32)).toEqualTypeOf<cu.NDArray<"float64">>();
    expectTypeOf(cu.arctan2(f32, f32)).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(f32.clip(0, 1)).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(i32.clip(0, null)).toEqualTypeOf<cu.NDArray<"int32">>();
    expectTypeOf(cu.clip(i32, 0.5)).toEqualTypeOf<cu.NDArray<"float64">>();
  });

  it("of methods are those of functions", () => {
    expectTypeOf(c64.angle()).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(cu.angle(i32)).toEqualTypeOf<cu.NDArray<"float64">>();
    expectTypeOf(c64.absolute()).toEqualTypeOf(cu.abs(c64));
    expectTypeOf(i32.subtract(f32)).toEqualTypeOf(cu.sub(i32, f32));
    expectTypeOf(i32.floor()).toEqualTypeOf<cu.NDArray<"int32">>();
    expectTypeOf(i32.isnan()).toEqualTypeOf<cu.NDArray<"bool">>();
    expectTypeOf(i32.gelu({ approximate: "tanh" })).toEqualTypeOf<cu.NDArray<"float64">>();
    expectTypeOf(i32.addInplace(1)).toEqualTypeOf<cu.NDArray<"int32">>();
    // @ts-expect-error There is no such method.
    void i32.addedInplace;
    // @ts-expect-error A question is answered by bool.
    f32.isinf({ out: f32 });
  });

  it("of truth values are those of int8 where numbers are computed", () => {
    expectTypeOf(bool.square()).toEqualTypeOf<cu.NDArray<"int8">>();
    expectTypeOf(cu.conj(bool)).toEqualTypeOf<cu.NDArray<"int8">>();
    expectTypeOf(bool.floorDivide(bool)).toEqualTypeOf<cu.NDArray<"int8">>();
    expectTypeOf(cu.leftShift(bool, true)).toEqualTypeOf<cu.NDArray<"int8">>();
    expectTypeOf(bool.add(bool)).toEqualTypeOf<cu.NDArray<"bool">>();
    expectTypeOf(bool.floor()).toEqualTypeOf<cu.NDArray<"bool">>();
    expectTypeOf(bool.add(2)).toEqualTypeOf<cu.NDArray<"int64">>();
  });

  it("of functions of floats are those of floats that meet", () => {
    expectTypeOf(i8.hypot(u8)).toEqualTypeOf<cu.NDArray<"float16">>();
    expectTypeOf(cu.arctan2(i8, 1)).toEqualTypeOf<cu.NDArray<"float16">>();
  });

  it("of a union of arrays are a union", () => {
    expectTypeOf(either.add(1)).toEqualTypeOf<cu.NDArray<"int32" | "float32">>();
    expectTypeOf(either.sqrt()).toEqualTypeOf<cu.NDArray<"float64" | "float32">>();
    expectTypeOf(either.floor({ out: either })).toEqualTypeOf<cu.NDArray<"int32" | "float32">>();
    expectTypeOf(either.clip(0, 1)).toEqualTypeOf<cu.NDArray<"int32" | "float32">>();
    expectTypeOf(either.addInplace(1)).toEqualTypeOf<cu.NDArray<"int32" | "float32">>();
  });

  it("are known to code that is generic in them", () => {
    const half = <D extends "float32" | "float64">(x: cu.NDArray<D>): cu.NDArray<D> => x.floor({ out: x });
    const masked = <D extends "uint8" | "uint16">(x: cu.NDArray<D>) => x.bitwiseAnd(x).sub(1);
    expectTypeOf(half(f32)).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(masked(u8)).toEqualTypeOf<cu.NDArray<"uint8">>();
  });

  it("that a function is not defined for give nothing to work with", () => {
    expectTypeOf(c64.floor()).toEqualTypeOf<cu.NotDefinedFor<"complex64" | "complex128">>();
    // @ts-expect-error Complex numbers have no floor.
    void cu.floor(c64).tolist();
    // @ts-expect-error Floats have no bits.
    void f32.bitwiseAnd(1).tolist();
    // @ts-expect-error Truth values have no sign.
    void bool.negative().tolist();
    // @ts-expect-error
    void c64.gelu().tolist();
    // @ts-expect-error
    void c64.mod(2).tolist();
    expectTypeOf(bool.subtract(i8)).toEqualTypeOf<cu.NDArray<"int8">>();
    expectTypeOf(some.floor()).toEqualTypeOf<cu.NDArray>();
    expectTypeOf(i32.bitwiseAnd(1)).toEqualTypeOf<cu.NDArray<"int32">>();
  });

  it("of `out` are those of the result, or any where that is open", () => {
    // @ts-expect-error It is float32.
    cu.floor(f32, { out: i32 });
    // @ts-expect-error It is float64.
    i32.sqrt({ out: f32 });
    expectTypeOf(cu.sqrt(some, { out: some })).toExtend<cu.NDArray>();
  });

  it("are not told by a type argument", () => {
    // @ts-expect-error The array is float32.
    f32.sqrt<"float64">();
    // @ts-expect-error The array is float32.
    f32.sum<"int8">();
    // @ts-expect-error The dtype is not given.
    f32.cumsum<"float32", "int8">().dtype satisfies "int8";
  });

  it("promote as NumPy's do", () => {
    expectTypeOf(f32.add(i32)).toEqualTypeOf<cu.NDArray<"float64">>();
    expectTypeOf(cu.add(i32, i64)).toEqualTypeOf<cu.NDArray<"int64">>();
    expectTypeOf(c64.mul(f32)).toEqualTypeOf<cu.NDArray<"complex64">>();
    expectTypeOf(f32.less(i32)).toEqualTypeOf<cu.NDArray<"bool">>();
    expectTypeOf(i32.sqrt()).toEqualTypeOf<cu.NDArray<"float64">>();
    expectTypeOf(c64.abs()).toEqualTypeOf<cu.NDArray<"float32">>();
  });

  it("of numbers are weak", () => {
    expectTypeOf(f32.add(count)).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(i32.add(1)).toEqualTypeOf<cu.NDArray<"int32">>();
    expectTypeOf(i32.add(1.5)).toEqualTypeOf<cu.NDArray<"float64">>();
    expectTypeOf(i64.mul(2n)).toEqualTypeOf<cu.NDArray<"int64">>();
    expectTypeOf(i32.add(1e-9)).toEqualTypeOf<cu.NDArray<"float64">>();
  });

  it("decide what elements are", () => {
    expectTypeOf(i64.data()).resolves.toEqualTypeOf<BigInt64Array>();
    expectTypeOf(i64.item()).resolves.toEqualTypeOf<bigint>();
    expectTypeOf(f32.itemSync()).toEqualTypeOf<number>();
  });

  it("of an array may be left open", () => {
    expectTypeOf(f32).toExtend<cu.NDArray>();
    expectTypeOf(some.slice("1:")).toEqualTypeOf<cu.NDArray>();
  });
});

describe("memory", () => {
  it("of every kind is in the same class", () => {
    expectTypeOf(cu.buffer("int64", 3)).toEqualTypeOf<cu.NDArray<"int64">>();
    expectTypeOf(cu.managed("float32", [1, 2])).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(cu.openIpc(f32.ipcHandle())).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(cu.zeros(3, { memory: "pinned", ipc: false })).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(i32.subarray(1, -1)).toEqualTypeOf<cu.NDArray<"int32">>();
    // @ts-expect-error no such memory
    cu.zeros(3, { memory: "paged" });
  });

  it("is seen as what the dtype stores", () => {
    expectTypeOf(f32.hostView()).toEqualTypeOf<Float32Array>();
    expectTypeOf(f32.length).toEqualTypeOf<number>();
    i32.set([1, 2], 3);
    expectTypeOf(i32.setFrom([1, 2], 3)).toEqualTypeOf<Promise<void>>();
    // @ts-expect-error float64 data for float32
    void f32.setFrom(new Float64Array(2), 1);
  });

  it("is taken by kernels for pointers of its dtype", () => {
    const scale = kernel('extern "C" __global__ void scale(float* x, int n) {}');
    scale({ threads: 4 }, cu.buffer("float32", 4), 4);
    void scale.run({ threads: 4 }, cu.managed("float32", 4), 4);
    // @ts-expect-error It is float64.
    scale({ threads: 4 }, cu.buffer("float64", 4), 4);
  });
});

describe("indexing and joining", () => {
  it("keep the dtype", () => {
    expectTypeOf(i32.slice([[0, 2], ":", i64])).toEqualTypeOf<cu.NDArray<"int32">>();
    expectTypeOf(f32.take([1, 2], { axis: 0, mode: "wrap" })).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(i64.takeAlongAxis(i32)).toEqualTypeOf<cu.NDArray<"int64">>();
    expectTypeOf(cu.pad(c64, 1, { mode: "edge" })).toEqualTypeOf<cu.NDArray<"complex64">>();
    expectTypeOf(cu.split(i32, 2)).toEqualTypeOf<cu.NDArray<"int32">[]>();
    expectTypeOf(cu.concatenate([f32, f32])).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(cu.concatenate([f32, i32])).toEqualTypeOf<cu.NDArray>();
  });

  it("whose size depends on values are promises", () => {
    expectTypeOf(f32.masked(f32.less(0))).resolves.toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(f32.nonzero()).resolves.toEqualTypeOf<cu.NDArray<"int64">[]>();
    expectTypeOf(cu.where(f32)).resolves.toEqualTypeOf<cu.NDArray<"int64">[]>();
    expectTypeOf(cu.where(f32, f32, i32)).toEqualTypeOf<cu.NDArray<"float64">>();
  });

  it("refuse what is no index and no value", () => {
    // @ts-expect-error -- a boolean is no index
    f32.slice(true);
    // @ts-expect-error -- floats are no indices
    f32.take(new Float32Array(2));
    f32.take(new Uint8Array(2));
    // @ts-expect-error -- a mode that is not there
    f32.take([0], { mode: "nearest" });
    // @ts-expect-error -- a text is no value
    f32.setAt([0], "1");
    expectTypeOf(cu.fromFunction((i, j) => i.add(j), [2, 2])).toEqualTypeOf<cu.NDArray<"float32">>();
  });
});

describe("classes of users", () => {
  it("keep their dtype", () => {
    class Image extends cu.NDArray<"uint8"> {}
    const image = {} as Image;
    expectTypeOf(image.add(1)).toEqualTypeOf<cu.NDArray<"uint8">>();
    expectTypeOf(image.add(image)).toEqualTypeOf<cu.NDArray<"uint8">>();
    expectTypeOf(image.sum()).toEqualTypeOf<cu.NDArray<"uint64">>();
    expectTypeOf(image.square()).toEqualTypeOf<cu.NDArray<"uint8">>();
  });
});
