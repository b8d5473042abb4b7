import { describe, expect, it } from "vitest";
import { CONTROL, LANE, laneAt, SLOTS } from "./control.js";
import { JobRing } from "./job-ring.js";
import { type Job, Lane, type LaneHost } from "./lane.js";
import { LinearMemory } from "./linear-memory.js";
import { ScratchMemory } from "./scratch-memory.js";

const job: Job = {
  moduleId: 1,
  symbol: "k",
  totalBlocks: 1,
  sharedBytes: 0,
  contextBytes: 64,
  cooperative: false,
  isGuarded: false,
  timeoutMs: 0,
};

/** A lane without workers: jobs end when the test says so. */
function openLane() {
  const control = new Int32Array(new SharedArrayBuffer(CONTROL.byteLength));
  const memory = new LinearMemory(64);
  const nothing = (): void => {};
  const host = {
    memory,
    threads: { start: nothing, drain: nothing },
    scratch: new ScratchMemory(memory, 1),
    print: nothing,
    kernelNumber: () => 0,
    hasOverrun: () => false,
    overran: nothing,
    given: nothing,
    emptied: nothing,
    stopped: nothing,
    progressed: nothing,
  } as unknown as LaneHost;
  const lane = new Lane(host, new JobRing({ control, workers: 1, count: 1 }, 0));
  return {
    lane,
    give: (count: number) => {
      for (let i = 0; i < count; i++) lane.give(job, 0);
    },
    /** All jobs before this one are done. */
    endBefore: (number: number) => {
      Atomics.store(control, laneAt(0) + LANE.completed, number);
      lane.collect();
    },
  };
}

describe("a lane", () => {
  it("uses half of its slots again only when all jobs there are over, so that nobody late takes blocks of new ones", () => {
    const { lane, give, endBefore } = openLane();
    give(SLOTS);
    expect(lane.isFull).toBe(true);
    endBefore(1);
    expect(lane.isFull).toBe(true);
    endBefore(SLOTS / 2 - 1);
    expect(lane.isFull).toBe(true);
    endBefore(SLOTS / 2);
    expect(lane.isFull).toBe(false);
    // All slots of that half may be given now.
    give(SLOTS / 2 - 1);
    expect(lane.isFull).toBe(false);
    give(1);
    expect(lane.isFull).toBe(true);
  });

  it("calls when there is room for a half", () => {
    const { lane, give, endBefore } = openLane();
    give(SLOTS);
    expect(lane.notifyAtRoom()).toBe(true);
    expect(lane.hasNews).toBe(false);
    endBefore(SLOTS / 2 + 1);
    expect([lane.hasNews, lane.isFull]).toEqual([true, false]);
  });
});
