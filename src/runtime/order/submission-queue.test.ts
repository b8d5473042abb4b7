import { describe, expect, it } from "vitest";
import { CutsError } from "../../core/errors.js";
import { CANNOT_BLOCK, SubmissionQueue, type Obstacle } from "./submission-queue.js";

/** More than may be added in one turn of the event loop. */
const MANY = 25_000;

/** Something that is ready when somebody blocks for it, or never by that. */
function obstacle(canBlock: boolean): Obstacle & { blocked: number } {
  let isReady = false;
  return {
    blocked: 0,
    isReady: () => isReady,
    ready: new Promise(() => {}),
    readySync() {
      this.blocked++;
      if (!canBlock) throw new CutsError(CANNOT_BLOCK, "Cannot wait");
      isReady = true;
    },
  };
}

/** Adds work behind `first`, without a turn of the event loop; tells how much was done, and how much waited at most. */
function addMany(
  queue: SubmissionQueue,
  first: Obstacle,
  count: number,
): { done: number[]; mostWaiting: number } {
  const done: number[] = [];
  let mostWaiting = 0;
  for (let i = 0; i < count; i++) {
    const work = { obstacle: i === 0 ? first : undefined, run: () => void done.push(i), drop: () => {} };
    queue.addPaced(work);
    mostWaiting = Math.max(mostWaiting, i + 1 - done.length);
  }
  return { done, mostWaiting };
}

describe("a submission queue", () => {
  it("makes a loop wait that never lets the event loop turn, so that its work does not pile up", () => {
    const queue = new SubmissionQueue();
    const module = obstacle(true);
    const { done, mostWaiting } = addMany(queue, module, MANY);
    expect(module.blocked).toBe(1);
    expect(mostWaiting).toBeLessThan(MANY / 2);
    queue.drainSync();
    expect(done).toEqual(Array.from({ length: MANY }, (_, i) => i));
  });

  it("makes a loop wait that frees memory behind what is not ready, before it gets more", () => {
    const queue = new SubmissionQueue();
    const module = obstacle(true);
    queue.add({ obstacle: module, run: () => {}, drop: () => {} });
    let leavingMiB = 0;
    let mostMiB = 0;
    for (let i = 0; i < 1000; i++) {
      queue.makeRoom(256 * 2 ** 20);
      leavingMiB++;
      queue.after(() => leavingMiB--, 2 ** 20);
      mostMiB = Math.max(mostMiB, leavingMiB);
    }
    expect(module.blocked).toBe(1);
    expect(mostMiB).toBeLessThanOrEqual(257);
  });

  it("asks nobody who lets the event loop turn to wait for memory", async () => {
    const queue = new SubmissionQueue();
    const module = obstacle(true);
    queue.add({ obstacle: module, run: () => {}, drop: () => {} });
    for (let i = 0; i < 5; i++) {
      queue.makeRoom(256 * 2 ** 20);
      queue.after(() => {}, 200 * 2 ** 20);
      await new Promise(setImmediate);
    }
    expect(module.blocked).toBe(0);
  });

  it("lets work wait on where nobody may block", () => {
    const queue = new SubmissionQueue();
    const call = obstacle(false);
    expect(addMany(queue, call, MANY).done).toEqual([]);
    expect(call.blocked).toBeGreaterThan(0);
  });

  it("does not make callers wait who let the event loop turn", async () => {
    const queue = new SubmissionQueue();
    const module = obstacle(true);
    for (let i = 0; i < 5; i++) {
      addMany(queue, module, MANY / 5);
      await new Promise(setImmediate);
    }
    expect(module.blocked).toBe(0);
  });
});
