// Memory that host and device share: page-locked memory, which is copied by the device itself, and managed memory, which
// both see. And how much of a device's memory a program may take.

import { expect } from "vitest";
import * as cu from "../../src/array/array.js";
import { device } from "../../src/runtime/devices/devices.js";
import { graph } from "../../src/runtime/graphs/graph.js";
import { kernel } from "../../src/runtime/kernels/kernel.js";
import { pinned } from "../../src/runtime/memory/pinned.js";
import { stream } from "../../src/runtime/order/stream.js";
import type { Suite } from "./suite.js";

const { buffer, managed } = cu;
const add = kernel(`
  extern "C" __global__ void add_to(int* x, int by, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) x[i] += by;
  }`);
const n = 5000;
const iota = Int32Array.from({ length: n }, (_, i) => i);
const threads = { threads: n };

export function hostMemorySuite(suite: Suite): void {
  suite.test("pinned memory is a typed array like others", async () => {
    using a = pinned("float32", [1, 2, 3]);
    expect(a).toBeInstanceOf(Float32Array);
    expect(a.map((value) => 2 * value)).toEqual(Float32Array.of(2, 4, 6));
    using z = pinned("complex128", 2);
    expect(z).toHaveLength(4);
    using none = pinned("int8", 0);
    expect(none).toHaveLength(0);
    expect(() => pinned("int32", -1)).toThrow(RangeError);
    expect(() => pinned("int32", [1.5])).toThrow(TypeError);
  });

  suite.test("arrays go to pinned and plain memory and back", async () => {
    using input = pinned("int32", iota);
    using output = pinned("int32", n + 3);
    output.fill(-1);
    const x = cu.zeros([n / 50, 50], { dtype: "int32" });
    x.set(input);
    x.copyTo(output);
    await device().synchronize();
    expect(output.subarray(0, n)).toEqual(iota);
    expect(output[n]).toBe(-1);
    const part = x.slice(["::-1", "1:3"]);
    const target = new Int32Array(part.size + 1).fill(-1);
    expect(await part.dataInto(target)).toBe(target);
    expect([...target]).toEqual([...(await part.data()), -1]);
    expect(await part.dataInto(output)).toBe(output);
    expect([...output.subarray(0, part.size)]).toEqual([...target.subarray(0, part.size)]);
    const other = cu.zeros(x.shape, { dtype: "int32" });
    x.add(1).copyTo(other);
    expect(await other.item(0, 3)).toBe(4);
    await expect(x.dataInto(new Int32Array(3))).rejects.toMatchObject({ code: "CUTS_DATA_LENGTH" });
    expect(() => x.copyTo(new Int32Array(n))).toThrow(expect.objectContaining({ code: "CUTS_COPY_TARGET" }));
    x.dispose();
    await expect(x.dataInto(target)).rejects.toMatchObject({ code: "CUTS_DISPOSED" });
  });

  suite.test("arrays in managed memory are arrays that the host sees", async () => {
    const x = cu.zeros([50, n / 50], { dtype: "int32", memory: "managed" });
    const view = x.hostView();
    await device().synchronize();
    view.set(iota);
    add(threads, x, 1, n);
    const doubled = x.mul(2);
    await device().synchronize();
    expect(x.hostView()[n - 1]).toBe(n);
    expect((await doubled.data())[n - 1]).toBe(2 * n);
    x.advise("read-mostly");
    x.prefetch("host");
    expect(() => x.slice([":", "0:2"]).hostView()).toThrow(
      expect.objectContaining({ code: "CUTS_HOST_VIEW", message: expect.stringContaining("C order") }),
    );
    expect(x.slice([1]).hostView()).toHaveLength(n / 50);
    for (const made of [
      cu.array([[1, 2]], { memory: "managed" }),
      cu.arange(2, { memory: "managed" }),
      cu.array(cu.arange(2), { memory: "managed" }),
      cu.tri(1, 2, { memory: "managed" }),
      cu.indices(2, { memory: "managed" }),
    ]) {
      await device().synchronize();
      expect(made.isHostVisible).toBe(true);
      expect(made.hostView()).toHaveLength(2);
    }
    expect(() => cu.zeros(2, { memory: "paged" as never })).toThrow(
      expect.objectContaining({ code: "CUTS_MEMORY_KIND" }),
    );
  });

  suite.test("arrays in pinned memory are arrays that the host sees", async () => {
    using x = cu.array(iota, { memory: "pinned" });
    expect(x.isHostVisible).toBe(true);
    x.hostView()[0] = 100;
    add(threads, x, 1, n);
    using sum = x.sum();
    await device().synchronize();
    expect(x.hostView().subarray(0, 3)).toEqual(Int32Array.of(101, 2, 3));
    expect(await sum.item()).toBe(BigInt((n * (n + 1)) / 2 + 100));
    using part = x.subarray(-2);
    expect(part.hostView()).toEqual(Int32Array.of(n - 1, n));
    // There is nothing to move, and nothing to tell.
    x.prefetch("device");
    x.advise("read-mostly");
    using y = cu.zeros(2, { memory: "pinned", dtype: "int32" });
    y.set(part);
    expect(await y.data()).toEqual(Int32Array.of(n - 1, n));
    using none = cu.zeros(0, { memory: "pinned" });
    expect(none.hostView()).toHaveLength(0);
  });

  suite.test("asarray() makes an array in other memory where that is asked for", async () => {
    using x = buffer("int32", [1, 2]);
    expect(cu.asarray(x).address).toBe(x.address);
    expect(cu.asarray(x, { dtype: "int32", device: x.device, memory: "device" }).address).toBe(x.address);
    using y = cu.asarray(x, { memory: "managed" });
    expect(y === x).toBe(false);
    expect(cu.asarray(y).address).toBe(y.address);
    expect(cu.asarray(y, { memory: "managed" }).address).toBe(y.address);
    await device().synchronize();
    expect(y.hostView()).toEqual(Int32Array.of(1, 2));
  });

  suite.test("arrays are made on a stream", async () => {
    using s = stream();
    const options = { dtype: "int32", stream: s } as const;
    const made = [
      cu.zeros(3, options),
      cu.full(3, 7, options),
      cu.array([1, 2, 3], options),
      cu.array(cu.arange(3), options),
      cu.arange(3, options),
      cu.eye(2, options),
      cu.tri(2, options),
      cu.indices(3, options),
      buffer("int32", [1, 2, 3], { stream: s }),
      managed("int32", [1, 2, 3], { stream: s }),
    ];
    await s.synchronize();
    expect(await Promise.all(made.map(async (x) => [...(await x.data())]))).toEqual([
      [0, 0, 0],
      [7, 7, 7],
      [1, 2, 3],
      [0, 1, 2],
      [0, 1, 2],
      [1, 0, 0, 1],
      [1, 0, 1, 1],
      [0, 1, 2],
      [1, 2, 3],
      [1, 2, 3],
    ]);
    for (const x of made) x.dispose();
    expect(() => cu.zeros(3, { stream: {} as never })).toThrow(TypeError);
  });

  suite.test("pinned memory goes to the device and back", async () => {
    using input = pinned("int32", iota);
    using output = pinned("int32", n + 3);
    output.fill(-1);
    using x = buffer("int32", n);
    x.set(input);
    add(threads, x, 5, n);
    expect(await x.dataInto(output)).toBe(output);
    expect(output.subarray(0, n)).toEqual(iota.map((value) => value + 5));
    expect([...output.subarray(n)]).toEqual([-1, -1, -1]);
    using made = buffer("int32", input);
    expect(await made.data()).toEqual(iota);
    // Parts of it work as well, and so do ordinary arrays.
    x.set(input.subarray(10, 13), 1);
    const plain = new Int32Array(n);
    await x.dataInto(plain);
    expect([...plain.subarray(0, 5)]).toEqual([5, 10, 11, 12, 9]);
    await expect(x.dataInto(new Int32Array(3))).rejects.toThrow(/room for 5000 elements/);
    await expect(x.dataInto(new Float32Array(n) as never)).rejects.toThrow(TypeError);
  });

  suite.test("copyTo() is in the order of its stream", async () => {
    using x = buffer("int32", iota);
    using y = buffer("int32", n);
    using out = pinned("int32", n);
    using s = stream();
    await s.run(() => {
      x.copyTo(y);
      add(threads, y, 1, n);
      y.copyTo(out);
      add(threads, y, 1, n);
    });
    expect(out).toEqual(iota.map((value) => value + 1));
    expect((await y.data())[0]).toBe(2);
    expect(() => x.copyTo(new Int32Array(n))).toThrow(/pinned memory/);
    using short = buffer("int32", 3);
    expect(() => x.copyTo(short)).toThrow(RangeError);
  });

  suite.test("a graph reads and writes pinned memory at each launch", async () => {
    using input = pinned("int32", [1]);
    using output = pinned("int32", [0]);
    using x = buffer("int32", 1);
    using g = graph(() => {
      x.set(input);
      add({ threads: 1 }, x, 10, 1);
      x.copyTo(output);
    });
    const seen: (number | undefined)[] = [];
    for (const value of [3, 4, 5]) {
      input[0] = value;
      g.launch();
      await device().synchronize();
      seen.push(output[0]);
    }
    expect(seen).toEqual([13, 14, 15]);
  });

  suite.test(
    "pinned memory that is disposed while a copy is under way is not used again before",
    async () => {
      const size = 1 << 20;
      using x = buffer("int32", size);
      for (let round = 1; round <= 5; round++) {
        const input = pinned("int32", size);
        input.fill(round);
        x.set(input);
        input.dispose();
        const other = pinned("int32", size);
        other.fill(-1);
        other.dispose();
        const data = await x.data();
        expect(data[0]).toBe(round);
        expect(data[size - 1]).toBe(round);
      }
      using g = graph(() => {
        const inside = pinned("int32", [9]);
        x.set(inside, 0);
        inside.dispose();
      });
      pinned("int32", [8]).dispose();
      g.launch();
      expect((await x.data())[0]).toBe(9);
    },
  );

  suite.test("managed memory is seen by both sides", async () => {
    using x = managed("int32", iota);
    expect(x.hostView()).toEqual(iota);
    x.hostView()[0] = 100;
    add(threads, x, 1, n);
    await device().synchronize();
    expect([...x.hostView().subarray(0, 3)]).toEqual([101, 2, 3]);
    expect((await x.data())[n - 1]).toBe(n);
    x.fill(7);
    await device().synchronize();
    expect(new Set(x.hostView())).toEqual(new Set([7]));
    using part = x.subarray(1, 3);
    expect(await part.data()).toEqual(Int32Array.of(7, 7));
    using y = buffer("int32", n);
    x.copyTo(y);
    expect((await y.data())[5]).toBe(7);
    using none = managed("float64", 0);
    expect(none.hostView()).toHaveLength(0);
  });

  suite.test("managed memory may be advised on and moved ahead", async () => {
    using x = managed("int32", iota);
    for (const advice of ["read-mostly", "prefer-device", "prefer-host", "none"] as const) x.advise(advice);
    x.prefetch("device");
    add(threads, x, 2, n);
    x.prefetch("host");
    await device().synchronize();
    expect(x.hostView()[9]).toBe(11);
    x.dispose();
    expect(() => x.prefetch("host")).toThrow(expect.objectContaining({ code: "CUTS_DISPOSED" }));
    expect(() => x.hostView()).toThrow(expect.objectContaining({ code: "CUTS_DISPOSED" }));
  });

  suite.test("a limit on memory is kept, and garbage counts as free", async () => {
    const gpu = device();
    const used = gpu.memory();
    expect(used.limitBytes).toBe(gpu.memoryLimit);
    const before = gpu.memoryLimit;
    try {
      // Of arrays alone: what the device needs for itself, a stack for each thread, is beside it.
      gpu.memoryLimit = 48 << 20;
      using kept = buffer("uint8", 8 << 20);
      expect(() => buffer("uint8", 64 << 20)).toThrow(/Cannot allocate 64.* MiB .*arrays may take/s);
      expect(() => buffer("uint8", 64 << 20)).toThrow(
        expect.objectContaining({ code: "CUTS_OUT_OF_MEMORY" }),
      );
      // Ten times the limit, dropped one after the other without a turn of the event loop.
      for (let i = 0; i < 40; i++) buffer("uint8", 8 << 20).fill(i);
      kept.fill(3);
      expect((await kept.data())[0]).toBe(3);
      expect(gpu.memory().peakBytes).toBeGreaterThanOrEqual(16 << 20);
      expect(gpu.memory().allocations).toBeGreaterThan(40);
    } finally {
      gpu.memoryLimit = before;
    }
    expect(() => (gpu.memoryLimit = -1)).toThrow(RangeError);
  });

  suite.test("dropped arrays are collected before memory is out", () => {
    const total = device().properties.totalMemoryBytes;
    const size = Math.floor(total / 64);
    for (let bytes = 0; bytes < 1.5 * total; bytes += size) buffer("uint8", size);
    expect(device().memory().peakBytes).toBeLessThan(total);
  });

  suite.test("trim() gives back what is kept", async () => {
    const before = device().memory().cachedBytes;
    const dropped = buffer("uint8", 64 << 20);
    dropped.fill(1);
    dropped.dispose();
    await device().synchronize();
    const isTakenBack = suite.device !== "cpu" || process.platform === "linux";
    const kept = process.memoryUsage.rss();
    device().trim();
    // Small blocks share larger ones, and stay.
    if (isTakenBack) expect(device().memory().cachedBytes).toBeLessThan(before + (10 << 20));
    if (isTakenBack && suite.device === "cpu")
      expect(process.memoryUsage.rss()).toBeLessThan(kept - (32 << 20));
    using x = buffer("int32", [5]);
    expect(await x.data()).toEqual(Int32Array.of(5));
  });
}
