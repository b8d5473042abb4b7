// Long copies from host memory that is borrowed until a promise settles. A copy counts as one piece of work, the event loop runs
// meanwhile, and an error reaches those who use the memory that was to be written.

import { expect } from "vitest";
import { buffer } from "../../src/array/array.js";
import { device } from "../../src/runtime/devices/devices.js";
import { graph } from "../../src/runtime/graphs/graph.js";
import { kernel } from "../../src/runtime/kernels/kernel.js";
import { pinned } from "../../src/runtime/memory/pinned.js";
import { stream } from "../../src/runtime/order/stream.js";
import { turnsUntil } from "../turns.js";
import type { Suite } from "./suite.js";

const add = kernel(`
  extern "C" __global__ void add_to(int* x, int by, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) x[i] += by;
  }`);
/** 40 MB: some turns, and no whole number of pieces. */
const n = 10_000_003;
const threads = { threads: 4096 };
const DETACHED = expect.objectContaining({ code: "CUTS_ARGUMENT_DETACHED" });

const some = [0, 1, 2_097_151, 2_097_152, n - 2, n - 1];
const iota = new Int32Array(n);
for (let i = 0; i < n; i++) iota[i] = i;
const host = (): Int32Array<ArrayBuffer> => iota.slice();
const seen = (values: Int32Array): number[] => some.map((i) => values[i] as number);

export function borrowedMemorySuite(suite: Suite): void {
  suite.test("the event loop turns while much is written", async () => {
    using x = buffer("int32", n);
    const source = host();
    expect(await turnsUntil(x.setFrom(source))).toBeGreaterThanOrEqual(2);
    // The memory is the caller's again.
    source.fill(0);
    expect(Buffer.from((await x.data()).buffer).equals(Buffer.from(iota.buffer))).toBe(true);
  });

  suite.test("work before and after it sees what it should", async () => {
    using x = buffer("int32", n);
    using before = buffer("int32", n);
    using after = buffer("int32", n);
    x.fill(7);
    x.copyTo(before);
    const written = x.setFrom(host());
    add(threads, x, 5, n);
    x.copyTo(after);
    const read = x.data();
    await written;
    expect(seen(await before.data())).toEqual(some.map(() => 7));
    expect(seen(await after.data())).toEqual(some.map((i) => i + 5));
    expect(seen(await read)).toEqual(some.map((i) => i + 5));
  });

  suite.test("work of other streams waits for it where it uses the memory", async () => {
    using x = buffer("int32", n);
    using y = buffer("int32", n);
    using s = stream();
    const written = x.setFrom(host());
    await s.run(async () => {
      x.copyTo(y);
      expect(seen(await y.data())).toEqual(some);
    });
    await written;
  });

  suite.test("who blocks gets what was to be written", async () => {
    using x = buffer("int32", n);
    const written = x.setFrom(host());
    expect(seen(x.dataSync())).toEqual(some);
    const again = x.setFrom(host().fill(3));
    device().synchronizeSync();
    expect(seen(x.dataSync())).toEqual(some.map(() => 3));
    await Promise.all([written, again]);
  });

  suite.test("several at once come in their order", async () => {
    using x = buffer("int32", n);
    const all = [1, 2, 3].map((value) => x.setFrom(host().fill(value)));
    const part = x.setFrom(Int32Array.of(-1, -2), n - 2);
    await Promise.all([...all, part]);
    expect(seen(await x.data())).toEqual([3, 3, 3, 3, -1, -2]);
  });

  suite.test("what is awaited of the stream comes after it", async () => {
    using x = buffer("int32", n);
    using s = stream();
    const order: string[] = [];
    await s.run(async () => {
      const written = x.setFrom(host()).then(() => order.push("written"));
      const mark = s.record();
      await Promise.all([written, mark.synchronize().then(() => order.push("mark"))]);
    });
    expect(order).toEqual(["written", "mark"]);
  });

  suite.test("the memory stays until it is over", async () => {
    const x = buffer("int32", n);
    const written = x.setFrom(host());
    x.dispose();
    using y = buffer("int32", n);
    y.fill(9);
    await written;
    expect(seen(await y.data())).toEqual(some.map(() => 9));
  });

  suite.test(
    "what is transferred away meanwhile is an error, and what was to be written is lost",
    async () => {
      using x = buffer("int32", n);
      using y = buffer("int32", n);
      using other = buffer("int32", [1, 2]);
      const source = host();
      const written = x.setFrom(source);
      structuredClone(source.buffer, { transfer: [source.buffer] });
      x.copyTo(y);
      await expect(written).rejects.toEqual(DETACHED);
      await expect(x.data()).rejects.toEqual(DETACHED);
      await expect(y.data()).rejects.toEqual(DETACHED);
      expect(await other.data()).toEqual(Int32Array.of(1, 2));
      x.fill(4);
      expect(seen(await x.data())).toEqual(some.map(() => 4));
    },
  );

  suite.test("pinned memory and lists are written as well", async () => {
    using x = buffer("int32", n);
    using memory = pinned("int32", host());
    await x.setFrom(memory);
    expect(seen(await x.data())).toEqual(some);
    const list = Array.from({ length: 200_000 }, (_, i) => i);
    expect(await turnsUntil(x.setFrom(list, 1))).toBeGreaterThanOrEqual(2);
    expect((await x.data()).subarray(0, 200_001)).toEqual(Int32Array.from([0, ...list]));
    await x.setFrom([5, 6], 0);
    expect((await x.data()).subarray(0, 3)).toEqual(Int32Array.of(5, 6, 1));
  });

  suite.test("what does not fit is an error before anything is written", async () => {
    using x = buffer("int32", [1, 2, 3]);
    await expect(x.setFrom(Int32Array.of(1, 2), 2)).rejects.toThrow(RangeError);
    await expect(x.setFrom(Float32Array.of(1, 2) as never)).rejects.toThrow(TypeError);
    await expect(x.setFrom([1.5])).rejects.toThrow(TypeError);
    expect(await x.data()).toEqual(Int32Array.of(1, 2, 3));
    const wrong = Array.from({ length: 200_000 }, (_, i) => i + (i === 150_000 ? 0.5 : 0));
    using y = buffer("int32", wrong.length);
    await expect(y.setFrom(wrong)).rejects.toThrow("the data[150000]");
  });

  suite.test("it is no work for a graph", async () => {
    using x = buffer("int32", 4);
    let written: Promise<void> | undefined;
    using _ = graph(() => {
      written = x.setFrom(Int32Array.of(1, 2, 3, 4));
      written.catch(() => {});
      x.fill(1);
    });
    await expect(written).rejects.toEqual(expect.objectContaining({ code: "CUTS_IN_GRAPH" }));
  });

  suite.test("run() copies much in pieces", async () => {
    const source = host();
    expect(await turnsUntil(add.run(threads, source, 5, n))).toBeGreaterThanOrEqual(2);
    expect(seen(source)).toEqual(some.map((i) => i + 5));
    const gone = host();
    const run = add.run(threads, gone, 5, n);
    structuredClone(gone.buffer, { transfer: [gone.buffer] });
    await expect(run).rejects.toEqual(DETACHED);
  });

  suite.test(
    "what set() and buffer() copy may be changed at once, whatever the stream has to do",
    async () => {
      using x = buffer("int32", n);
      const source = host();
      for (let i = 0; i < 20; i++) add(threads, x, 1, n);
      x.set(source);
      using y = buffer("int32", source);
      source.fill(-1);
      expect(seen(await x.data())).toEqual(some);
      expect(seen(await y.data())).toEqual(some);
    },
  );
}
