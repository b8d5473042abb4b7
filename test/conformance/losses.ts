// Results that are lost, and who hears of it, for failures that every device survives: a kernel that does not compile, an
// index that is wrong. Work is given without waiting, so that what fails is found while other work waits.

import { expect } from "vitest";
import * as cu from "../../src/index.js";
import type { Suite } from "./suite.js";

const size = 300;
const config = { threads: size };

/** A kernel whose compilation fails some time after it was launched: each test has a source of its own. */
const broken = (test: string) =>
  cu.kernel(`extern "C" __global__ void broken(int* x) { x[threadIdx.x] = missing_in_${test}; }`);
const slow = () =>
  cu.kernel(`extern "C" __global__ void slow(int* x) {
    volatile int turns = 0;
    for (int i = 0; i < 20000; i++) turns += i;
    x[threadIdx.x] = turns * 0 + 5;
  }`);
const ints = (): cu.NDArray<"int32"> => cu.arange(size, { dtype: "int32" });
const wrongIndex = (): cu.NDArray<"int64"> => cu.array([0, size], { dtype: "int64" });
const lost = { code: "CUTS_COMPILE" };
const index = { code: "CUTS_INDEX" };

export function lossSuite(suite: Suite): void {
  suite.test("a wait hears of a wrong index after a graph has reported on the same stream", async () => {
    using s = cu.stream();
    using x = ints();
    using good = cu.array([0, 1], { dtype: "int64" });
    using wrong = wrongIndex();
    await s.run(() => x.take(good));
    const g = cu.graph(() => void x.take(good));
    g.launch({ stream: s });
    await s;
    g.dispose();
    await expect(s.run(() => x.take(wrong))).rejects.toMatchObject(index);
  });

  suite.test(
    "work given before a failure that is found early gets its data, and does not undo the loss",
    async () => {
      const [k, fail] = [slow(), broken("early")];
      await k.ready();
      await expect(fail.ready()).rejects.toMatchObject(lost);
      using x = ints();
      k(config, x);
      x.set(new Int32Array(size).fill(3));
      const before = x.data();
      fail(config, x);
      await expect(x.data()).rejects.toMatchObject(lost);
      expect((await before)[7]).toBe(3);
      k.dispose();
    },
  );

  suite.test("what is made of an array that is disposed at once is lost with it", async () => {
    const fail = broken("disposed");
    const x = ints();
    fail(config, x);
    using sum = x.add(1);
    x.dispose();
    await expect(sum.data()).rejects.toMatchObject(lost);
  });

  suite.test("all views of an array are lost together, until all of it is written", async () => {
    const fail = broken("view");
    using x = ints();
    using first = x.subarray(0, size / 2);
    using second = x.subarray(size / 2, size);
    using other = ints();
    fail({ threads: size / 2 }, first);
    for (const view of [first, second, x]) await expect(view.data()).rejects.toMatchObject(lost);
    expect((await other.data())[7]).toBe(7);
    first.fill(1);
    await expect(second.data()).rejects.toMatchObject(lost);
    x.fill(2);
    expect((await second.data())[7]).toBe(2);
  });

  suite.test("a report is not taken for good before its kernel has run", async () => {
    using s = cu.stream();
    const k = slow();
    await k.ready();
    using x = ints();
    using early = x.take(wrongIndex());
    await expect(early.data()).rejects.toMatchObject(index);
    // Read on another stream, which does not wait for what the default stream does.
    await s.run(() => early.fill(1));
    const other = s.run(() => early.add(1).data());
    k(config, x);
    using late = x.take(wrongIndex());
    await other;
    await expect(late.data()).rejects.toMatchObject(index);
    k.dispose();
  });

  suite.test("an event has the reports before it, and no others", async () => {
    using s = cu.stream();
    using x = ints();
    const event = s.record();
    const run = expect(s.run(() => void x.take(wrongIndex()))).rejects.toMatchObject(index);
    await event.synchronize();
    await run;
    event.dispose();
  });

  suite.test("a wrong index between two others concerns only what was made of it", async () => {
    using x = ints();
    const good = (): cu.NDArray<"int64"> => cu.array([0, 1], { dtype: "int64" });
    using first = x.take(good());
    using wrong = x.take(wrongIndex());
    using last = x.take(good());
    using sum = first.add(last);
    expect(await sum.tolist()).toEqual([0, 2]);
    await expect(wrong.data()).rejects.toMatchObject(index);
  });

  suite.test("a graph that does not compile and is never launched bothers nobody", async () => {
    using x = ints();
    const fail = broken("graph");
    using graph = cu.graph(() => fail(config, x));
    await expect(fail.ready()).rejects.toMatchObject(lost);
    expect(graph.size).toBe(1);
    expect((await x.data())[5]).toBe(5);
  });

  suite.test(
    "an array that is transferred before its copy comes back is an error of run() and dataInto()",
    async () => {
      const k = slow();
      await k.ready();
      for (const length of [1, size, 3 << 20]) {
        const values = new Int32Array(length);
        const run = k.run({ threads: Math.min(length, size) }, values);
        const moved = structuredClone(values.buffer, { transfer: [values.buffer] });
        await expect(run).rejects.toMatchObject({ code: "CUTS_ARGUMENT_DETACHED" });
        using x = cu.buffer("int32", new Int32Array(moved));
        const target = new Int32Array(length);
        const read = x.dataInto(target);
        structuredClone(target.buffer, { transfer: [target.buffer] });
        await expect(read).rejects.toMatchObject({ code: "CUTS_ARGUMENT_DETACHED" });
      }
      k.dispose();
    },
  );
}
