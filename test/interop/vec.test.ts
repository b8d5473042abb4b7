// CuVec's vector: one memory for host and device, that grows, and whose old views stay what they were.
import { describe, expect, it } from "vitest";
import { collectGarbage, openLifetimes } from "../../src/host/garbage.js";
import { dtypeNames, dtypes } from "../../src/core/dtype.js";
import * as cu from "../../src/index.js";

const on = { device: "cpu" } as const;

const increment = cu.kernel(`extern "C" __global__ void increment(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += 1;
}`);

describe("a vector", () => {
  it("is memory that host and kernels see", async () => {
    using v = cu.vec("float32", [1337, 42], on);
    v.view[0] = 3;
    cu.withDevice("cpu", () => increment({ threads: v.length }, v, v.length));
    await v.ready();
    expect([...v.view]).toEqual([4, 43]);
    expect([...v.values()]).toEqual([4, 43]);
    expect(await v.data()).toEqual(Float32Array.of(4, 43));
  });

  it("goes wherever an array goes", async () => {
    using v = cu.vec("float32", [1, 2, 3, 4], on);
    expect(v).toBeInstanceOf(cu.NDArray);
    using sum = v.add(cu.ones([4], on));
    expect(await sum.tolist()).toEqual([2, 3, 4, 5]);
    cu.mul(v, 2, { out: v });
    await v.ready();
    expect([...v.view]).toEqual([2, 4, 6, 8]);
    using grid = v.reshape(2, 2);
    v.view[3] = 0;
    expect(await grid.tolist()).toEqual([
      [2, 4],
      [6, 0],
    ]);
    using libc = cu.dlopen(null, { memset: "void*(void* to, int value, size_t n)" });
    expect(libc.memset(v, 0, 4)).toBe(v.pointer);
    expect(v.view[0]).toBe(0);
    using same = cu.fromDlpack(v);
    expect(same.pointer).toBe(v.pointer);
  });

  it("grows, with zeros, and keeps what it has", async () => {
    using v = cu.vec("int32", [1, 2], on);
    expect([v.length, v.capacity, v.shape]).toEqual([2, 2, [2]]);
    v.reserve(10);
    expect([v.length, v.capacity]).toEqual([2, 10]);
    const { pointer } = v;
    v.resize(5);
    expect([v.pointer, [...v.view]]).toEqual([pointer, [1, 2, 0, 0, 0]]);
    v.view.fill(9);
    v.resize(1);
    v.resize(3);
    expect([...v.view]).toEqual([9, 0, 0]);
    for (let i = 0; i < 1000; i++) expect(v.push(i)).toBe(4 + i);
    expect([v.length, v.view[2], v.view[3], v.view.at(-1)]).toEqual([1003, 0, 0, 999]);
    expect(v.capacity).toBeLessThan(2000);
    expect(await v.sum().item()).toBe(9n + 499_500n);
    v.push(1, 2, 3);
    expect([...v.view.subarray(-3)]).toEqual([1, 2, 3]);
  });

  it("makes no view for each element that is added", () => {
    using v = cu.vec("float32", 0, on);
    const before = openLifetimes().length;
    for (let i = 0; i < 1000; i++) v.push(i);
    expect(openLifetimes().length).toBe(before);
    expect(v.view.at(-1)).toBe(999);
  });

  it("grows in order with work that is under way", async () => {
    using v = cu.vec("float32", 1 << 18, on);
    using s = cu.stream(on);
    const done = s.run(() => {
      for (let i = 0; i < 5; i++) cu.add(v, 1, { out: v });
      v.resize(1 << 19);
      cu.add(v, 1, { out: v });
    });
    await done;
    await v.ready();
    expect([v.view[0], v.view[(1 << 18) - 1], v.view[1 << 18], v.view.at(-1)]).toEqual([6, 6, 1, 1]);
  });

  it("has old views that are never dangling", async () => {
    let v: cu.Vec<"float32"> | undefined = cu.vec("float32", [1, 2, 3], on);
    const old = v.view;
    using array = v.reshape(3, 1);
    for (let i = 0; i < 100; i++) v.push(i);
    const newer = v.view;
    v.dispose();
    v = undefined;
    collectGarbage();
    await new Promise((resolve) => setImmediate(resolve));
    const others = Array.from({ length: 50 }, () => cu.full([3], -1, on));
    await cu.device("cpu").synchronize();
    expect([...old]).toEqual([1, 2, 3]);
    expect([newer[0], newer[102]]).toEqual([1, 99]);
    expect(await array.tolist()).toEqual([[1], [2], [3]]);
    for (const one of others) one.dispose();
  });

  it("gives memory back when nobody sees it any more", async () => {
    const device = cu.device("cpu");
    await device.synchronize();
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    const before = device.memory().liveBytes;
    const use = () => {
      using v = cu.vec("float64", 1000, on);
      v.view[0] = 1;
      v.resize(5000);
      v.push(1);
    };
    for (let i = 0; i < 100; i++) use();
    for (let i = 0; i < 10 && device.memory().liveBytes > before; i++) {
      await new Promise((resolve) => setImmediate(resolve));
      collectGarbage();
    }
    expect(device.memory().liveBytes).toBe(before);
  });

  it("is not looked at while the device writes it, unless that is asked for", async () => {
    using v = cu.vec("float32", 1 << 20, on);
    // So many that a busy machine has not done them when this goes on.
    for (let i = 0; i < 400; i++) cu.add(v, 1, { out: v });
    const busy = expect.objectContaining({ code: "CUTS_VEC_BUSY" });
    expect(() => v.view).toThrow(busy);
    expect(() => v.push(1)).toThrow(busy);
    expect(() => [...v.values()]).toThrow(busy);
    expect(v.uncheckedView.length).toBe(1 << 20);
    expect(v.length).toBe(1 << 20);
    await v.ready();
    expect([v.view[0], v.view.at(-1)]).toEqual([400, 400]);
    v.push(1);
    expect(v.view.at(-1)).toBe(1);
  });

  it.each(dtypeNames)("holds %s", async (dtype) => {
    using v = cu.vec(dtype, 2, on);
    const value = (
      dtypes[dtype].kind === "complex"
        ? { re: 1, im: 2 }
        : dtype === "bool"
          ? true
          : dtype === "int64" || dtype === "uint64"
            ? 5n
            : 5
    ) as never;
    v.push(value);
    v.resize(4);
    expect([...v.values()][2]).toEqual(value);
    expect((await v.tolist()) as unknown[]).toEqual([...v.values()]);
  });

  it("refuses what makes no vector, and its use after dispose()", () => {
    const wrong = expect.objectContaining({ code: "CUTS_LENGTH" });
    expect(() => cu.vec("float32", -1, on)).toThrow(wrong);
    expect(() => cu.vec("float32", 1.5, on)).toThrow(wrong);
    expect(() => cu.vec("float64x" as never, 1, on)).toThrow();
    const v = cu.vec("float32", 1, on);
    expect(() => v.resize(NaN)).toThrow(wrong);
    expect(() => v.push("x" as never)).toThrow();
    expect(v.length).toBe(1);
    v.dispose();
    for (const use of [() => v.view, () => v.push(1), () => v.resize(2), () => v.reserve(2)]) {
      expect(use).toThrow(expect.objectContaining({ code: "CUTS_DISPOSED" }));
    }
  });
});
