// Streams and events: order within a stream, order between streams where memory is shared, a free event loop.

import { expect } from "vitest";
import { buffer } from "../../src/array/array.js";
import { device } from "../../src/runtime/devices/devices.js";
import { module } from "../../src/runtime/modules/module.js";
import { stream } from "../../src/runtime/order/stream.js";
import type { Suite } from "./suite.js";

const m = module(`
  extern "C" __global__ void step(int* x, int i) { x[0] = x[0] * 1664525 + i; }

  extern "C" __global__ void produce(int* x, int n, int value) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = value + i;
  }

  extern "C" __global__ void consume(const int* x, int* sum, int n) {
    int total = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) total += x[i];
    atomicAdd(sum, total);
  }

  extern "C" __global__ void work(float* x, int rounds) {
    float value = x[threadIdx.x];
    for (int i = 0; i < rounds; i++) value = value * 0.999f + 0.5f;
    x[threadIdx.x] = value;
  }
`);
const one = { grid: 1, block: 1 };
const block = { grid: 1, block: 64 };

/** What `step` computes, launched for i = 0 … count-1. */
function steps(count: number): number {
  let x = 1;
  for (let i = 0; i < count; i++) x = (Math.imul(x, 1664525) + i) | 0;
  return x;
}

export function streamSuite(suite: Suite): void {
  suite.test("a thousand launches happen in order", async () => {
    const step = m.kernel("step");
    using x = buffer("int32", [1]);
    for (let i = 0; i < 1000; i++) step(one, x, i);
    expect(await x.data()).toEqual(Int32Array.of(steps(1000)));
  });

  suite.test("a thousand launches happen in order when blocked for", () => {
    const step = m.kernel("step");
    using x = buffer("int32", [1]);
    for (let i = 0; i < 1000; i++) step(one, x, i);
    expect(x.dataSync()).toEqual(Int32Array.of(steps(1000)));
  });

  suite.test("writes, fills, launches and reads of one stream happen in order", async () => {
    const step = m.kernel("step");
    using x = buffer("int32", [0]);
    const reads: Promise<Int32Array>[] = [];
    for (let i = 0; i < 20; i++) {
      x.set([i]);
      step(one, x, 3);
      reads.push(x.data());
      x.fill(-1);
      reads.push(x.data());
    }
    const expected = Array.from({ length: 20 }, (_, i) => [Math.imul(i, 1664525) + 3, -1]).flat();
    expect((await Promise.all(reads)).map((read) => read[0])).toEqual(expected.map((value) => value | 0));
  });

  suite.test("memory shared by two streams needs no events", async () => {
    const n = 10_000;
    using a = stream();
    using b = stream();
    using x = buffer("int32", n);
    using sum = buffer("int32", [0]);
    let expected = 0;
    for (let round = 0; round < 30; round++) {
      m.kernel("produce")({ ...block, stream: a }, x, n, round);
      m.kernel("consume")({ ...block, stream: b }, x, sum, n);
      expected = (expected + n * round + (n * (n - 1)) / 2) | 0;
    }
    expect(await sum.data()).toEqual(Int32Array.of(expected));
  });

  suite.test("the current stream follows the async context", async () => {
    const n = 1000;
    const sums = await Promise.all(
      [1, 2, 3].map(async (value) => {
        using s = stream();
        using x = buffer("int32", n);
        using sum = buffer("int32", [0]);
        return await s.run(async () => {
          m.kernel("produce")(block, x, n, value);
          await new Promise((resolve) => setImmediate(resolve));
          m.kernel("consume")(block, x, sum, n);
          return (await sum.data())[0];
        });
      }),
    );
    expect(sums).toEqual([1, 2, 3].map((value) => n * value + (n * (n - 1)) / 2));
  });

  suite.test("an event marks the end of what is before it", async () => {
    using s = stream();
    using x = buffer("float32", 64);
    x.fill(1);
    using start = s.record();
    m.kernel("work")({ ...block, stream: s }, x, 100_000);
    using middle = s.record();
    m.kernel("work")({ ...block, stream: s }, x, 100_000);
    using end = s.record();
    await end;
    expect([start.isDone, middle.isDone, end.isDone]).toEqual([true, true, true]);
    expect(middle.elapsedSince(start)).toBeGreaterThan(0);
    expect(end.elapsedSince(middle)).toBeGreaterThan(0);
    expect(end.elapsedSince(start)).toBeCloseTo(end.elapsedSince(middle) + middle.elapsedSince(start), 3);
    expect(start.elapsedSince(end)).toBeLessThan(0);
  });

  suite.test("a stream waits for an event of another", async () => {
    const n = 10_000;
    using a = stream();
    using b = stream();
    using x = buffer("int32", n);
    using sum = buffer("int32", [0]);
    m.kernel("produce")({ ...block, stream: a }, x, n, 5);
    using done = a.record();
    b.waitFor(done);
    // By address, so that the runtime does not see that both use the same memory.
    m.kernel("consume")({ ...block, stream: b }, x.address, sum, n);
    await b;
    expect(done.isDone).toBe(true);
    expect(await sum.data()).toEqual(Int32Array.of((n * 5 + (n * (n - 1)) / 2) | 0));
  });

  suite.test("await, done() and synchronizeSync() all wait", async () => {
    for (const wait of ["await", "done", "sync", "event", "event sync"] as const) {
      using s = stream({ priority: 0 });
      using x = buffer("float32", 64);
      x.fill(1);
      m.kernel("work")({ ...block, stream: s }, x, 50_000);
      using event = s.record();
      if (wait === "await") await s;
      else if (wait === "done") await s.synchronize();
      else if (wait === "sync") s.synchronizeSync();
      else if (wait === "event") await event;
      else event.synchronizeSync();
      expect(event.isDone).toBe(true);
    }
  });

  suite.test("the device waits for all streams", async () => {
    const streams = Array.from({ length: 5 }, () => stream());
    const buffers = streams.map((s) => buffer("float32", 64, { stream: s }));
    for (const [index, s] of streams.entries()) {
      m.kernel("work")({ ...block, stream: s }, buffers[index] ?? null, 20_000);
    }
    const events = streams.map((s) => s.record());
    await device().synchronize();
    expect(events.every((event) => event.isDone)).toBe(true);
    for (const owner of [...events, ...buffers, ...streams]) owner.dispose();
  });

  suite.test("the event loop is free while a kernel runs", async () => {
    using x = buffer("float32", 64);
    x.fill(1);
    const work = m.kernel("work");
    await work.ready();
    let ticks = 0;
    let isDone = false;
    const tick = (): void => {
      ticks++;
      if (!isDone) setImmediate(tick);
    };
    setImmediate(tick);
    work(block, x, 2_000_000);
    await x.data();
    isDone = true;
    expect(ticks).toBeGreaterThan(2);
  });

  suite.test("a callback comes when the work before it is done", async () => {
    using s = stream();
    using x = buffer("int32", [1], { stream: s });
    const seen: string[] = [];
    for (let i = 0; i < 10; i++) m.kernel("step")({ ...one, stream: s }, x, i);
    using end = s.record();
    await new Promise<void>((resolve) => {
      s.callback(() => {
        seen.push(`called, ${end.isDone ? "done" : "not done"}`);
        resolve();
      });
      seen.push("returned");
    });
    expect(seen).toEqual(["returned", "called, done"]);
    expect(() => s.callback(1 as never)).toThrow(TypeError);
  });

  suite.test("a hundred streams work at once", async () => {
    const step = m.kernel("step");
    const streams = Array.from({ length: 100 }, () => stream());
    const results = await Promise.all(
      streams.map((s) =>
        s.run(async () => {
          using x = buffer("int32", [1]);
          for (let i = 0; i < 5; i++) step(one, x, i);
          return (await x.data())[0];
        }),
      ),
    );
    expect(new Set(results)).toEqual(new Set([steps(5)]));
    for (const s of streams) s.dispose();
  });
}
