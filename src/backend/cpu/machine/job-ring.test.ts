import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  CONTROL,
  FINISHED_WORD,
  LANES,
  SLOTS,
  STOPPED,
  WAITS_FOR_GRID,
  WORKER,
  workerAt,
} from "./control.js";
import { JobRing, type RingJob } from "./job-ring.js";
import { takePart } from "./take-part.js";

class Stopped extends Error {}

/** Rings with workers in this very thread, which take turns. */
class Fixture {
  readonly control = new Int32Array(new SharedArrayBuffer(CONTROL.byteLength));
  readonly rings: readonly JobRing[];
  readonly ring: JobRing;
  readonly memory = new WebAssembly.Memory({ initial: 4, maximum: 4, shared: true });
  readonly blocks: string[] = [];
  readonly failures: unknown[] = [];
  readonly limits: number[] = [];
  told = 0;
  nullWrites = 0;
  kernel: (job: number, begin: number, end: number, resume: number) => number = () => 0;
  readonly #parts: (() => boolean)[];

  constructor(workers: number, spares = 0) {
    const threads = workers + spares;
    const own = { control: this.control, workers, count: threads };
    this.rings = Array.from({ length: LANES }, (_, lane) => new JobRing(own, lane));
    this.ring = this.rings[0] as JobRing;
    this.#parts = Array.from({ length: threads }, (_, index) =>
      takePart({
        control: this.control,
        memory: this.memory,
        index,
        workers,
        threads,
        begin: () => {},
        kernelOf: () => (launch, begin, end, _shared, _context, resume) => {
          for (let b = begin; b < end; b++) this.blocks.push(`${launch}:${b}`);
          return this.kernel(launch, begin, end, resume);
        },
        runLimited: (limitMs, run) => {
          this.limits.push(limitMs);
          return run();
        },
        failed: (error) => this.failures.push(error),
        nullWrites: () => this.nullWrites,
        areIntact: () => true,
        flush: () => {},
        tell: () => this.told++,
        stopped: () => {
          throw new Stopped();
        },
      }),
    );
  }

  /** Lets workers take part in the given order. */
  turn(...workers: number[]): boolean[] {
    return workers.map((w) => this.#parts[w]?.() ?? false);
  }

  heard(): void {
    Atomics.store(this.control, CONTROL.told, 0);
  }

  issue(totalBlocks: number, extra: Partial<RingJob> = {}, lane = 0): number {
    const ring = this.rings[lane] as JobRing;
    const job = {
      moduleId: 1,
      kernel: lane,
      totalBlocks,
      sharedBytes: 0,
      isCooperative: false,
      isGuarded: true,
      limitMs: 0,
      order: 0,
      base: 0,
      stride: 0,
    };
    return ring.issue({ ...job, launchAddress: ring.issued + 1000 * lane, ...extra });
  }

  get isDone(): boolean {
    return this.rings.every((ring) => ring.completed === ring.issued);
  }
}

const blocksOf = (job: number, count: number): string[] =>
  Array.from({ length: count }, (_, b) => `${job}:${b}`);

describe("JobRing", () => {
  it("lets workers run a job with a limit by what stops them, each with the time that is left, and no other job", () => {
    const f = new Fixture(1);
    f.issue(1);
    f.turn(0);
    expect(f.limits).toEqual([]);
    f.issue(1, { limitMs: 60_000 });
    f.turn(0);
    expect(f.limits).toHaveLength(1);
    expect(f.limits[0]).toBeGreaterThan(0);
    expect(f.limits[0]).toBeLessThanOrEqual(60_000);
    expect(f.isDone).toBe(true);
  });

  it("runs every block once, in the order of the jobs of a lane, whoever comes when", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(LANES - 1), fc.integer({ min: 1, max: 700 })), {
          minLength: 1,
          maxLength: 20,
        }),
        fc.infiniteStream(fc.integer({ min: 0, max: 2 })),
        (jobs, order) => {
          const f = new Fixture(3);
          const expected = new Map<number, string[]>();
          for (const [lane, size] of jobs) {
            const job = f.issue(size, {}, lane) + 1000 * lane;
            expected.set(lane, [...(expected.get(lane) ?? []), ...blocksOf(job, size)]);
          }
          while (!f.isDone) f.turn(order.next().value ?? 0);
          for (const [lane, blocks] of expected) {
            const own = f.blocks.filter((b) => Math.floor(Number.parseInt(b, 10) / 1000) === lane);
            expect(own).toEqual(blocks);
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it("has nothing to do before and after", () => {
    const f = new Fixture(2);
    expect(f.turn(0, 1)).toEqual([false, false]);
    f.issue(3);
    expect(f.turn(0, 1, 0)).toEqual([true, false, false]);
    expect(f.ring.isDone(0)).toBe(true);
  });

  it("goes to the lane with the fewest workers, and from one lane to another after each piece", () => {
    const f = new Fixture(2);
    f.issue(4, {}, 3);
    f.issue(4, {}, 5);
    f.kernel = () => {
      // While the first is inside its first blocks, the second comes: it takes the other lane.
      f.kernel = () => 0;
      f.turn(1);
      return 0;
    };
    f.turn(0);
    const lanes = f.blocks.map((b) => Math.floor(Number.parseInt(b, 10) / 1000));
    expect([...new Set(lanes)]).toEqual([3, 5]);
    while (!f.isDone) f.turn(0, 1);
    expect(f.blocks).toHaveLength(8);
  });

  it("has spare workers for lanes that nobody serves, and only for these", () => {
    const f = new Fixture(1, 1);
    const [worker, spare] = [0, 1];
    f.issue(2, {}, 3);
    f.kernel = () => {
      f.kernel = () => 0;
      // The worker is inside a block of lane 3.
      expect(f.rings[3]?.isServed).toBe(true);
      expect(f.turn(spare)).toEqual([false]);
      f.issue(2, {}, 5);
      expect(f.rings[5]?.isServed).toBe(false);
      expect(f.turn(spare, spare, spare)).toEqual([true, true, false]);
      expect(f.rings[5]?.isDone(0)).toBe(true);
      return 0;
    };
    f.turn(worker);
    expect(f.blocks).toEqual(["3000:0", "5000:0", "5000:1", "3000:1"]);
  });

  it("uses its slots again and again", () => {
    const f = new Fixture(1);
    for (let i = 0; i < 3 * SLOTS; i++) {
      const job = f.issue(2);
      f.turn(0);
      expect(f.ring.isDone(job)).toBe(true);
    }
    expect(f.blocks).toHaveLength(6 * SLOTS);
  });

  it("tells the main thread once, when the job it wants is done", () => {
    const f = new Fixture(1);
    const [a, b] = [f.issue(1), f.issue(1)];
    expect(f.ring.want(b)).toBe(true);
    f.turn(0);
    expect([f.ring.isDone(a), f.told, f.ring.hasNews]).toEqual([true, 0, false]);
    f.turn(0);
    expect([f.ring.isDone(b), f.told, f.ring.hasNews]).toEqual([true, 1, true]);
    f.ring.want(f.issue(1));
    f.turn(0);
    expect(f.told).toBe(1);
    f.heard();
    f.ring.want(f.issue(1));
    f.turn(0);
    expect(f.told).toBe(2);
  });

  it("skips the rest of a job that fails and begins no other of its lane until told", () => {
    const f = new Fixture(2);
    f.kernel = (_, begin) => {
      if (begin === 0) throw new Error("trap");
      return 0;
    };
    const first = f.issue(1000);
    f.issue(1);
    f.turn(0);
    expect(f.ring.isDone(first)).toBe(true);
    expect(f.ring.isHalted).toBe(true);
    expect(f.ring.result(first).status).not.toBe(0);
    expect(f.failures).toEqual([new Error("trap")]);
    expect(f.blocks.length).toBeLessThan(1000);
    f.blocks.length = 0;
    expect(f.turn(0, 1)).toEqual([false, false]);
    f.kernel = () => 0;
    f.issue(1, {}, 2);
    expect(f.turn(0, 1)).toEqual([true, false]);
    f.blocks.length = 0;
    f.ring.resume();
    f.turn(0, 1);
    expect(f.blocks).toEqual([]);
    const later = f.issue(2);
    while (!f.ring.isDone(later)) f.turn(1);
    expect(f.blocks).toEqual([`${later}:0`, `${later}:1`]);
  });

  it("stops those who run a job that is cut off, and nobody else", () => {
    const f = new Fixture(2);
    const job = f.issue(4, {}, 3);
    const next = f.issue(1, {}, 3);
    f.issue(1, {}, 5);
    f.kernel = () => {
      f.kernel = () => 0;
      expect(f.rings[3]?.cutOff(job)).toEqual([0]);
      expect(f.control[workerAt(0) + WORKER.place]).toBe(STOPPED);
      // Another worker has nothing to do there any more.
      expect(f.turn(1, 1)).toEqual([true, false]);
      return 0;
    };
    expect(() => f.turn(0)).toThrow(Stopped);
    // One that was told to stop begins nothing.
    expect(f.blocks).toEqual(["3000:0", "5000:0"]);
    expect(() => {
      f.issue(1, {}, 5);
      f.turn(0);
    }).toThrow(Stopped);
    expect(f.rings[3]?.isDone(next)).toBe(false);
    f.rings[3]?.resume();
    expect(f.rings[3]?.isDone(next)).toBe(true);
  });

  it("does not cut off a job that has ended meanwhile, nor those after it", () => {
    const f = new Fixture(1);
    const [a, b] = [f.issue(1), f.issue(1)];
    f.turn(0);
    expect(f.ring.cutOff(a)).toBeUndefined();
    expect(f.turn(0)).toEqual([true]);
    expect(f.ring.isDone(b)).toBe(true);
  });

  it("runs a cooperative job in phases until no block waits", () => {
    const f = new Fixture(2);
    const rounds = [2, 0, 1];
    const stride = 1024;
    f.kernel = (_, begin) => {
      const left = rounds[begin] as number;
      rounds[begin] = left - 1;
      return left > 0 ? WAITS_FOR_GRID : 0;
    };
    const job = f.issue(3, { isCooperative: true, stride, base: 65_536 });
    while (!f.ring.isDone(job)) f.turn(0, 1);
    const perBlock = [0, 1, 2].map((b) => f.blocks.filter((x) => x === `${job}:${b}`).length);
    expect(perBlock).toEqual([3, 1, 2]);
    const words = new Int32Array(f.memory.buffer);
    expect(words[65_536 / 4 + FINISHED_WORD]).toBe(1);
    expect(f.ring.result(job).status).toBe(0);
  });
});
