import fc from "fast-check";
import { expect, it } from "vitest";
import { type PastAccess, SyncLog } from "./release-log.js";

const BLOCKS = 3;
const THREADS = 2;
const WORDS = 3;

/** The same by its definition: each release with all that its thread knew. */
interface Release {
  readonly block: number;
  readonly thread: number;
  readonly epoch: number;
  /** Up to when its own accesses are known: to its block, and to all. */
  readonly inBlock: number;
  readonly everywhere: number;
  /** The ticks of its warp's lanes that it knows of. */
  readonly known: readonly number[];
  readonly before: readonly (readonly [Release[], number])[];
}

function isHandedOn(
  log: readonly Release[],
  length: number,
  access: PastAccess,
  reader: number,
  seen: Map<readonly Release[], number>,
): boolean {
  if ((seen.get(log) ?? 0) >= length) return false;
  seen.set(log, length);
  return log.slice(0, length).some((r) => {
    const time = reader === access.block ? r.inBlock : r.everywhere;
    const isOwn =
      access.epoch < r.epoch ||
      (access.thread === r.thread && access.time <= time) ||
      access.tick <= (r.known[access.thread] as number);
    if (r.block === access.block && time > 0 && isOwn) return true;
    return r.before.some(([other, n]) => isHandedOn(other, n, access, reader, seen));
  });
}

const steps = fc.array(
  fc.record({
    block: fc.nat(BLOCKS - 1),
    thread: fc.nat(THREADS - 1),
    word: fc.nat(WORDS - 1),
    does: fc.constantFrom(
      "fence",
      "block fence",
      "release",
      "block release",
      "acquire",
      "barrier",
      "syncwarp",
      "ask",
    ),
  }),
  { maxLength: 60 },
);

it("hands on what releases and what was acquired before them say, and nothing else", () => {
  fc.assert(
    fc.property(steps, (all) => {
      const logs = Array.from({ length: WORDS }, () => ({ log: new SyncLog(), plain: [] as Release[] }));
      const blocks = Array.from({ length: BLOCKS }, (_, index) => ({
        index,
        epoch: 1,
        acquired: new Map<SyncLog, number>(),
        threads: Array.from({ length: THREADS }, (_unused, i) => ({
          index: i,
          deviceFence: 0,
          blockFence: 0,
          tick: 1,
          knownLanes: new Int32Array(32),
          acquired: new Map<SyncLog, number>(),
        })),
      }));
      let time = 1;
      const pastAccesses: PastAccess[] = [];
      for (const { block: b, thread: t, word, does } of all) {
        const block = blocks[b] as (typeof blocks)[number];
        const thread = block.threads[t] as (typeof block.threads)[number];
        const { log, plain } = logs[word] as (typeof logs)[number];
        const plainOf = (known: SyncLog): Release[] =>
          (logs.find((one) => one.log === known) as (typeof logs)[number]).plain;
        pastAccesses.push({ block: b, thread: t, epoch: block.epoch, tick: thread.tick, time });
        if (does === "fence") thread.deviceFence = time++;
        else if (does === "block fence") thread.blockFence = time++;
        else if (does === "acquire") thread.acquired.set(log, log.length);
        else if (does === "barrier") block.epoch++;
        else if (does === "syncwarp") {
          const known = block.threads.map((one) => one.tick++);
          for (const one of block.threads) one.knownLanes.set(known);
        } else if (does === "ask") {
          for (const access of pastAccesses) {
            for (const [known, length] of thread.acquired) {
              expect(known.covers(length, access, b)).toBe(
                isHandedOn(plainOf(known), length, access, b, new Map()),
              );
            }
          }
        } else {
          const isDeviceWide = does === "release";
          log.add(block, thread, isDeviceWide);
          const { deviceFence, blockFence, knownLanes } = thread;
          if (deviceFence === 0 && blockFence === 0) continue;
          plain.push({
            block: b,
            thread: t,
            epoch: block.epoch,
            inBlock: Math.max(blockFence, deviceFence),
            everywhere: isDeviceWide ? deviceFence : 0,
            known: [...knownLanes],
            before: [...thread.acquired]
              .filter(([known]) => known !== log)
              .map(([known, n]) => [plainOf(known), n]),
          });
        }
      }
    }),
    { numRuns: 300 },
  );
});

it("answers at once for logs with thousands of releases that have acquired each other", () => {
  const logs = Array.from({ length: 8 }, () => new SyncLog());
  const acquired = new Map<SyncLog, number>();
  for (let time = 1; time <= 40_000; time++) {
    const log = logs[time % 8] as SyncLog;
    const thread = { index: time % 64, deviceFence: time, blockFence: 0, knownLanes: undefined, acquired };
    log.add({ index: 0, epoch: 1, acquired: new Map() }, thread, true);
    acquired.set(log, log.length);
  }
  // Reading each release for each of the others would not end.
  const [first, length] = [logs[0] as SyncLog, (logs[0] as SyncLog).length];
  for (let time = 40_001; time < 45_000; time++) {
    const access = { block: 0, thread: time % 64, epoch: 1, tick: 1, time };
    expect(first.covers(length, access, 0)).toBe(false);
  }
  expect(first.covers(length, { block: 0, thread: 1, epoch: 1, tick: 1, time: 39_000 }, 0)).toBe(true);
});
