import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FINISHED_WORD, SLOTS, WAITS_FOR_GRID } from "./control.js";
import { JobRing, type RingJob } from "./job-ring.js";
import { takePart } from "./take-part.js";

/** A ring with workers in this very thread, which take turns. */
class Fixture {
  readonly ring: JobRing;
  readonly memory = new WebAssembly.Memory({ initial: 4, maximum: 4, shared: true });
  readonly blocks: string[] = [];
  readonly failures: unknown[] = [];
  told = 0;
  kernel: (job: number, begin: number, end: number, resume: number) => number = () => 0;
  readonly #parts: (() => boolean)[];

  constructor(workers: number) {
    this.ring = new JobRing(workers);
    this.#parts = Array.from({ length: workers }, (_, index) =>
      takePart({
        control: this.ring.control,
        memory: this.memory,
        index,
        workers,
        begin: () => {},
        kernelOf: () => (launch, begin, end, _shared, _context, resume) => {
          for (let b = begin; b < end; b++) this.blocks.push(`${launch}:${b}`);
          return this.kernel(launch, begin, end, resume);
        },
        failed: (error) => this.failures.push(error),
        flush: () => {},
        tell: () => this.told++,
      }),
    );
  }

  /** Lets workers take part in the given order. */
  turn(...workers: number[]): boolean[] {
    return workers.map((w) => this.#parts[w]?.() ?? false);
  }

  issue(totalBlocks: number, extra: Partial<RingJob> = {}): number {
    const job = { moduleId: 1, kernel: 0, totalBlocks, sharedBytes: 0, cooperative: undefined };
    return this.ring.issue({ ...job, launchAddress: this.ring.issued, ...extra });
  }
}

describe("JobRing", () => {
  it("runs every block once, in the order of the jobs, whoever comes when", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 20 }),
        fc.infiniteStream(fc.integer({ min: 0, max: 2 })),
        (sizes, order) => {
          const f = new Fixture(3);
          sizes.forEach((size) => f.issue(size));
          while (f.ring.completed !== f.ring.issued) f.turn(order.next().value ?? 0);
          const expected = sizes.flatMap((size, job) =>
            Array.from({ length: size }, (_, b) => `${job}:${b}`),
          );
          expect(f.blocks).toEqual(expected);
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
    expect([f.ring.isDone(a), f.told]).toEqual([true, 0]);
    f.turn(0);
    expect([f.ring.isDone(b), f.told]).toEqual([true, 1]);
    f.ring.want(f.issue(1));
    f.turn(0);
    expect(f.told).toBe(1);
    f.ring.heard();
    f.ring.want(f.issue(1));
    f.turn(0);
    expect(f.told).toBe(2);
  });

  it("skips the rest of a job that fails and begins no other until told", () => {
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
    f.ring.resume();
    f.turn(0, 1);
    expect(f.blocks).toEqual([]);
    f.kernel = () => 0;
    const later = f.issue(2);
    f.turn(1);
    expect(f.blocks).toEqual([`${later}:0`, `${later}:1`]);
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
    const job = f.issue(3, { cooperative: { stride, base: 65_536 } });
    while (!f.ring.isDone(job)) f.turn(0, 1);
    const perBlock = [0, 1, 2].map((b) => f.blocks.filter((x) => x === `${job}:${b}`).length);
    expect(perBlock).toEqual([3, 1, 2]);
    const words = new Int32Array(f.memory.buffer);
    expect(words[65_536 / 4 + FINISHED_WORD]).toBe(1);
    expect(f.ring.result(job).status).toBe(0);
  });

  it("returns from waiting when all is done", () => {
    const f = new Fixture(1);
    f.issue(1);
    f.turn(0);
    f.ring.wait(10_000);
    expect(f.ring.completed).toBe(f.ring.issued);
  });
});
