// Lifetimes: what is disposed, goes out of scope or is collected is given back, and never before it is done with.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect } from "vitest";
import { DisposedError } from "../../src/core/errors.js";
import { buffer } from "../../src/array/array.js";
import { device } from "../../src/runtime/devices/devices.js";
import { liveHandles } from "../../src/runtime/lifetimes/handle.js";
import { kernel } from "../../src/runtime/kernels/kernel.js";
import { scope } from "../../src/runtime/lifetimes/scope.js";
import { stream } from "../../src/runtime/order/stream.js";
import type { Suite } from "./suite.js";

const copy = kernel(`
  extern "C" __global__ void slow_copy(const int* from, int* to, int n) {
    for (int r = 0; r < 50; r++)
      for (int i = threadIdx.x; i < n; i += blockDim.x) to[i] = from[i] + r - 49;
  }`);
const block = { grid: 1, block: 32 };

const liveBytes = (): number => device().memory().liveBytes;

export function lifetimeSuite(suite: Suite): void {
  suite.test("a scope gives back what it does not return", async () => {
    await copy.ready();
    const before = liveBytes();
    const kept = scope(() => {
      const a = buffer("int32", 1000);
      const b = buffer("int32", [1, 2, 3]);
      copy(block, b, a, 3);
      return { nested: [b] };
    });
    await device().synchronize();
    expect(liveBytes() - before).toBeLessThan(1000 * 4);
    expect(await kept.nested[0]?.data()).toEqual(Int32Array.of(1, 2, 3));
    kept.nested[0]?.dispose();
    expect(liveBytes()).toBe(before);
  });

  suite.test("a scope crosses await", async () => {
    const before = liveBytes();
    const total = await scope(async () => {
      using x = buffer("int32", [1, 2, 3]);
      await x.data();
      const y = buffer("int32", 3);
      copy(block, x, y, 3);
      const values = await y.data();
      buffer("int32", 500);
      return values.reduce((sum, value) => sum + value, 0);
    });
    expect(total).toBe(6);
    expect(liveBytes()).toBe(before);
  });

  suite.test("memory is not given back before the work that uses it is done", async () => {
    const n = 5000;
    await copy.ready();
    using out = buffer("int32", n);
    const results: Promise<Int32Array>[] = [];
    for (let round = 0; round < 10; round++) {
      const input = buffer(
        "int32",
        Int32Array.from({ length: n }, (_, i) => i * round),
      );
      copy(block, input, out, n);
      input.dispose();
      buffer("int32", n).dispose();
      results.push(out.data());
    }
    for (const [round, result] of (await Promise.all(results)).entries()) {
      expect(result[n - 1]).toBe((n - 1) * round);
    }
  });

  suite.test("what is disposed cannot be used, and may be disposed again", async () => {
    const x = buffer("int32", 1);
    const s = stream();
    const e = s.record();
    const k = kernel('extern "C" __global__ void nothing() {}');
    for (const owner of [x, e, s, k]) {
      owner.dispose();
      owner.dispose();
      owner[Symbol.dispose]();
    }
    expect(() => x.fill(0)).toThrow(DisposedError);
    expect(() => e.isDone).toThrow(DisposedError);
    expect(() => s.record()).toThrow(DisposedError);
    expect(() => k({ threads: 1 })).toThrow(DisposedError);
    await expect(x.data()).rejects.toThrow(DisposedError);
  });

  suite.test("a stream disposed with work under way still does it", async () => {
    const n = 5000;
    using x = buffer(
      "int32",
      Int32Array.from({ length: n }, (_, i) => i),
    );
    using y = buffer("int32", n);
    const s = stream();
    copy({ ...block, stream: s }, x, y, n);
    s.dispose();
    expect((await y.data())[n - 1]).toBe(n - 1);
  });

  suite.test("live handles are counted", () => {
    const before = liveHandles().length;
    const x = buffer("int32", 3);
    const view = x.subarray(1);
    expect(liveHandles().slice(before)).toMatchObject([
      { kind: "array", text: `int32[3] on ${suite.device}` },
      { kind: "array", text: `int32[2] on ${suite.device}` },
    ]);
    x.dispose();
    view.dispose();
    expect(liveHandles()).toHaveLength(before);
  });

  suite.test("what is forgotten is collected", async () => {
    setFlagsFromString("--expose-gc");
    const collectGarbage = runInNewContext("gc") as () => void;
    const before = liveBytes();
    (() => {
      for (let i = 0; i < 20; i++) buffer("uint8", 100_000).fill(i);
    })();
    expect(liveBytes() - before).toBeGreaterThanOrEqual(2_000_000);
    for (let round = 0; round < 100 && liveBytes() > before; round++) {
      collectGarbage();
      await new Promise((resolve) => setImmediate(resolve));
    }
    // Less where other tests have left something.
    expect(liveBytes()).toBeLessThanOrEqual(before);
  });
}
