import { describe, expect, it } from "vitest";
import type { Command, CpuStream } from "./work-queue.js";
import { WorkQueue } from "./work-queue.js";

const stream = (id = 0): CpuStream => ({ id, error: undefined });
const instant = (s: CpuStream, action: () => void, always = false): Command => ({
  stream: s,
  always,
  run: () => {
    action();
    return undefined;
  },
  finishSync: action,
});

describe("WorkQueue", () => {
  it("does work that is done at once inside the call", () => {
    const queue = new WorkQueue();
    const log: number[] = [];
    queue.add(instant(stream(), () => log.push(1)));
    expect(log).toEqual([1]);
    expect(queue.isEmpty).toBe(true);
  });

  it("keeps order behind work that takes time", async () => {
    const queue = new WorkQueue();
    const s = stream();
    const log: string[] = [];
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    queue.add({
      stream: s,
      run: async () => {
        await gate;
        log.push("slow");
      },
      finishSync: () => log.push("slow"),
    });
    queue.add(instant(s, () => log.push("fast")));
    expect(log).toEqual([]);
    release();
    await new Promise((resolve) => setImmediate(resolve));
    expect(log).toEqual(["slow", "fast"]);
  });

  it("lets a blocking wait take over from a pending one, once", async () => {
    const queue = new WorkQueue();
    const s = stream();
    const log: string[] = [];
    let isDone = false;
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const work = (how: string): void => {
      if (!isDone) log.push(how);
      isDone = true;
    };
    queue.add({
      stream: s,
      run: async () => {
        await gate;
        work("async");
      },
      finishSync: () => work("sync"),
    });
    queue.add(instant(s, () => log.push("next")));
    queue.drainSync();
    release();
    await new Promise((resolve) => setImmediate(resolve));
    expect(log).toEqual(["sync", "next"]);
    expect(queue.isEmpty).toBe(true);
  });

  it("stops a stream at an error, not the others, and runs what must run", () => {
    const queue = new WorkQueue();
    const bad = stream(1);
    const good = stream(2);
    const log: string[] = [];
    queue.add(
      instant(bad, () => {
        throw new Error("first");
      }),
    );
    queue.add(instant(bad, () => log.push("skipped")));
    queue.add(instant(good, () => log.push("good")));
    queue.add(instant(bad, () => log.push("always"), true));
    expect(log).toEqual(["good", "always"]);
    expect(bad.error).toEqual(new Error("first"));
  });

  it("survives many commands behind a slow one", async () => {
    const queue = new WorkQueue();
    const s = stream();
    let count = 0;
    queue.add({ stream: s, run: () => Promise.resolve(), finishSync: () => {} });
    for (let i = 0; i < 5000; i++) queue.add(instant(s, () => void count++));
    await new Promise((resolve) => setImmediate(resolve));
    expect(count).toBe(5000);
  });
});
