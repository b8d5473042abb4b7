// Graphs: recorded once, launched many times, with results as if the work had been given each time.

import { expect } from "vitest";
import { UnsupportedError } from "../../src/core/errors.js";
import { buffer, type NDArray } from "../../src/array/array.js";
import { device } from "../../src/runtime/devices/devices.js";
import { graph } from "../../src/runtime/graphs/graph.js";
import { liveHandles } from "../../src/runtime/lifetimes/handle.js";
import { kernel } from "../../src/runtime/kernels/kernel.js";
import { module } from "../../src/runtime/modules/module.js";
import { scope } from "../../src/runtime/lifetimes/scope.js";
import { stream } from "../../src/runtime/order/stream.js";
import type { Suite } from "./suite.js";

const source = `
  __device__ int bias = 0;
  extern "C" __global__ void add(const int* a, int* b, int by, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = a[i] + by;
  }
  extern "C" __global__ void twice(int* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] *= 2;
  }
  extern "C" __global__ void biased(int* a) { a[threadIdx.x] += bias; }
  template <int N> __global__ void plus(int* a) { a[threadIdx.x] += N; }
`;
const n = 1000;
const threads = { threads: n };
const iota = Int32Array.from({ length: n }, (_, i) => i);

export function graphSuite(suite: Suite): void {
  const m = module(source);
  const add = m.kernel("add");
  const twice = m.kernel("twice");
  const first = async (x: NDArray<"int32">): Promise<number | undefined> => (await x.data())[0];

  suite.test("nothing happens before the launch, and everything at each", async () => {
    using x = buffer("int32", iota);
    using y = buffer("int32", n);
    y.fill(-1);
    using g = graph(() => {
      add(threads, x, y, 1, n);
      twice(threads, y, n);
    });
    expect(g.size).toBe(2);
    expect(g.device.id).toBe(suite.device);
    expect(await first(y)).toBe(-1);
    g.launch();
    expect(await y.data()).toEqual(iota.map((value) => 2 * (value + 1)));
    x.fill(7);
    g.launch();
    expect(await first(y)).toBe(16);
  });

  suite.test("a graph may be launched before its code is compiled", async () => {
    using late = kernel(source, { name: "add", options: [`-DLATE=${Math.floor(Math.random() * 2 ** 31)}`] });
    using x = buffer("int32", [1]);
    using g = graph(() => late({ threads: 1 }, x, x, 1, 1));
    for (let i = 0; i < 5; i++) g.launch();
    expect(await x.data()).toEqual(Int32Array.of(6));
    await g.ready();
    g.launch();
    expect(x.dataSync()).toEqual(Int32Array.of(7));
  });

  suite.test("copies, fills and writes are recorded; data is that of the recording", async () => {
    using x = buffer("int32", 8);
    using y = buffer("int32", 8);
    using z = buffer("float64", 8);
    const data = Int32Array.of(5, 6, 7);
    using g = graph(() => {
      x.fill(1);
      x.set(data, 2);
      z.fill(0.1);
      twice({ threads: 8 }, x, 8);
      x.copyTo(y);
      twice({ threads: 8 }, x, 8);
    });
    data.fill(0);
    for (let round = 0; round < 3; round++) {
      for (const one of [x, y]) one.fill(-1);
      z.fill(0);
      g.launch();
      expect(await y.data()).toEqual(Int32Array.of(2, 2, 10, 12, 14, 2, 2, 2));
      expect(await x.data()).toEqual(Int32Array.of(4, 4, 20, 24, 28, 4, 4, 4));
      expect(await z.data()).toEqual(new Float64Array(8).fill(0.1));
    }
  });

  suite.test("launches on several streams are ordered by their memory", async () => {
    using x = buffer("int32", iota);
    using g = graph(() => add(threads, x, x, 1, n));
    const streams = Array.from({ length: 4 }, () => stream());
    for (let i = 0; i < 40; i++) {
      const s = streams[i % 4];
      if (s !== undefined) g.launch({ stream: s });
      if (i % 10 === 0) twice(threads, x, n);
    }
    let expected = 0;
    for (let i = 0; i < 40; i++) expected = i % 10 === 0 ? 2 * (expected + 1) : expected + 1;
    expect(await first(x)).toBe(expected);
    for (const s of streams) s.dispose();
  });

  suite.test("memory made inside is the graph's", async () => {
    await m.ready();
    using x = buffer("int32", [1, 2, 3]);
    using out = buffer("int32", 3);
    const before = device().memory().liveBytes;
    const g = scope(() =>
      graph(() => {
        using between = buffer("int32", 3);
        const left = buffer("int32", 3);
        add({ threads: 3 }, x, between, 10, 3);
        add({ threads: 3 }, between, left, 100, 3);
        add({ threads: 3 }, left, out, 1000, 3);
      }),
    );
    for (let i = 0; i < 3; i++) g.launch();
    expect(await out.data()).toEqual(Int32Array.of(1111, 1112, 1113));
    expect(device().memory().liveBytes).toBeGreaterThan(before);
    g.dispose();
    await device().synchronize();
    expect(device().memory().liveBytes).toBe(before);
  });

  suite.test("a graph keeps what it uses", async () => {
    await m.ready();
    const x = buffer("int32", [1]);
    using out = buffer("int32", 1);
    using g = graph(() => add({ threads: 1 }, x, out, 5, 1));
    x.dispose();
    using other = buffer("int32", [77]);
    g.launch();
    expect([...(await out.data()), ...(await other.data())]).toEqual([6, 77]);
  });

  suite.test("update() takes other arguments, sizes and work", async () => {
    using x = buffer("int32", iota);
    using y = buffer("int32", n);
    using g = graph(() => add(threads, x, y, 1, n));
    g.launch();
    g.update(() => add(threads, x, y, 2, n));
    g.launch();
    expect(await first(y)).toBe(2);
    g.update(() => {
      add({ grid: 1, block: 32 }, x, y, 3, 32);
      twice({ grid: 1, block: 16 }, y, 16);
    });
    g.launch();
    expect((await y.data()).subarray(15, 34)).toEqual(
      Int32Array.from({ length: 19 }, (_, i) => (i + 15 < 16 ? 36 : i + 15 < 32 ? i + 18 : i + 17)),
    );
    expect(() =>
      g.update(() => {
        add(threads, x, y, 9, n);
        throw new Error("no");
      }),
    ).toThrow("no");
    expect(g.size).toBe(2);
  });

  suite.test("setArguments() changes one launch", async () => {
    using x = buffer("int32", [1]);
    using y = buffer("int32", [0]);
    const one = { threads: 1 };
    using g = graph(() => {
      add(one, x, y, 10, 1);
      twice(one, y, 1);
      add(one, y, y, 100, 1);
    });
    const results: Promise<Int32Array>[] = [];
    g.launch();
    results.push(y.data());
    g.setArguments(add, [x, y, 20, 1]);
    g.launch();
    results.push(y.data());
    const z = buffer("int32", [5]);
    g.setArguments(add, [z, y, 0, 1], 1);
    z.dispose();
    g.launch();
    results.push(y.data());
    expect((await Promise.all(results)).map((result) => result[0])).toEqual([122, 142, 5]);
    expect(() => g.setArguments(add, [x, y, 20, 1], 2)).toThrow(/has 2 launches of add \(got 2/);
    expect(() => g.setArguments(add, [x, y, 1.5, 1])).toThrow(/must be a whole number/);
    // @ts-expect-error a missing argument
    expect(() => g.setArguments(add, [x, y, 1])).toThrow("it takes 4 arguments");
    g.launch();
    expect(await first(y)).toBe(5);
  });

  suite.test("launches that wait keep what the graph was", async () => {
    using late = kernel(source, { name: "add", options: [`-DLATER=${Math.floor(Math.random() * 2 ** 31)}`] });
    using x = buffer("int32", [0]);
    using g = graph(() => late({ threads: 1 }, x, x, 1, 1));
    g.launch();
    g.update(() => late({ threads: 1 }, x, x, 10, 1));
    g.launch();
    g.setArguments(late, [x, x, 100, 1]);
    g.launch();
    expect(await x.data()).toEqual(Int32Array.of(111));
  });

  suite.test("code that is compiled anew takes the graph along, with the variables", async () => {
    using own = module(source);
    using x = buffer("int32", [0]);
    const one = { grid: 1, block: 1 };
    own.global<"int32">("bias").set([5]);
    using g = graph(() => {
      own.kernel("biased")(one, x);
      own.global<"int32">("bias").set([7]);
    });
    g.launch();
    expect(await first(x)).toBe(5);
    own.kernel("plus<3>")(one, x);
    expect(await first(x)).toBe(8);
    own.global<"int32">("bias").set([1]);
    g.launch();
    g.launch();
    expect(await first(x)).toBe(16);
  });

  suite.test("what cannot be recorded is an error that says so", async () => {
    using x = buffer("int32", [1]);
    using s = stream();
    using event = s.record();
    await m.ready();
    const forbidden: readonly (() => unknown)[] = [
      () => x.dataSync(),
      () => device().synchronizeSync(),
      () => s.synchronizeSync(),
      () => s.synchronize(),
      () => s.record(),
      () => s.waitFor(event),
      () => add({ threads: 1, stream: s }, x, x, 1, 1),
      () => buffer("int32", 1, { stream: s }),
      () => device().reset(),
      () => graph(() => {}),
    ];
    for (const action of forbidden) {
      expect(() => graph(() => void action()), String(action)).toThrow(UnsupportedError);
      expect(() => graph(() => void action()), String(action)).toThrow(/inside graph\(\)/);
    }
    const reads: Promise<unknown>[] = [];
    using g = graph(() => {
      reads.push(x.data(), device().synchronize(), add.run({ threads: 1 }, iota, iota, 1, 1));
    });
    for (const read of await Promise.allSettled(reads)) {
      expect(read).toMatchObject({ status: "rejected", reason: { code: "CUTS_IN_GRAPH" } });
    }
    expect(g.size).toBe(0);
    g.launch();
    // The device works as before.
    add({ threads: 1 }, x, x, 1, 1);
    expect(await first(x)).toBe(2);
  });

  suite.test("an async function cannot be recorded, and adds nothing later", async () => {
    using x = buffer("int32", [1]);
    await m.ready();
    let late: unknown;
    const body = async (): Promise<void> => {
      add({ threads: 1 }, x, x, 1, 1);
      await Promise.resolve();
      try {
        add({ threads: 1 }, x, x, 1, 1);
      } catch (error) {
        late = error;
      }
    };
    expect(() => graph(body as () => void)).toThrow(expect.objectContaining({ code: "CUTS_GRAPH_ASYNC" }));
    await new Promise((resolve) => setImmediate(resolve));
    expect(late).toMatchObject({ code: "CUTS_IN_GRAPH" });
    expect(await first(x)).toBe(1);
  });

  suite.test("wrong arguments and launches are errors when they are recorded", async () => {
    using x = buffer("int32", 1);
    await m.ready();
    // @ts-expect-error a text for an int
    expect(() => graph(() => add({ threads: 1 }, x, x, "1", 1))).toThrow(TypeError);
    expect(() => graph(() => add({ grid: 1, block: 4096 }, x, x, 1, 1))).toThrow(/at most/);
  });

  suite.test("a graph that was disposed cannot be used, and leaves nothing", async () => {
    const before = liveHandles().length;
    using x = buffer("int32", [1]);
    const g = graph(() => add({ threads: 1 }, x, x, 1, 1));
    g.launch();
    g.dispose();
    g.dispose();
    expect(g.isDisposed).toBe(true);
    expect(() => g.launch()).toThrow(expect.objectContaining({ code: "CUTS_DISPOSED" }));
    expect(() => g.update(() => {})).toThrow(expect.objectContaining({ code: "CUTS_DISPOSED" }));
    expect(await first(x)).toBe(2);
    expect(liveHandles()).toHaveLength(before + 1);
  });

  suite.test("an empty graph does nothing", async () => {
    using x = buffer("int32", [3]);
    using g = graph(() => {});
    g.launch();
    expect(await first(x)).toBe(3);
  });
}
