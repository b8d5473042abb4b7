// Timing for benchmarks: contenders run in turns, in one process run, so that a slow minute of the machine hits all alike.
// A figure is the median over rounds; the spread says how far rounds were apart. What counts is ratios, not nanoseconds.

/** Something to time: `sample` makes one batch and returns the time of one operation, in nanoseconds. */
export interface Contender {
  readonly name: string;
  readonly sample: () => number | Promise<number>;
}

/** The times of one contender, in nanoseconds per operation. */
export interface Timing {
  readonly name: string;
  readonly medianNs: number;
  readonly minNs: number;
  /** The middle half of the rounds, as a share of the median: 0.05 is ±2.5 %. */
  readonly spread: number;
  /** One time per round, in order: round `i` of all contenders happened together. */
  readonly samplesNs: readonly number[];
}

/** How long to measure. */
export interface MeasureOptions {
  readonly rounds?: number;
  readonly warmupRounds?: number;
}

/** Times the contenders in turns, the order changing from round to round. */
export async function measure(
  contenders: readonly Contender[],
  options: MeasureOptions = {},
): Promise<readonly Timing[]> {
  const { rounds = 40, warmupRounds = 5 } = options;
  const samples = contenders.map((): number[] => []);
  for (let round = -warmupRounds; round < rounds; round++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      const index = (turn + round + warmupRounds) % contenders.length;
      const time = await contenders[index]?.sample();
      if (round >= 0 && time !== undefined) samples[index]?.push(time);
    }
  }
  return contenders.map(({ name }, index) => summary(name, samples[index] ?? []));
}

/**
 * How many times the baseline a contender costs: the median of the ratios of the single rounds, which a machine that is
 * slow for a while disturbs less than the ratio of the medians.
 */
export function ratio(timing: Timing, baseline: Timing): number {
  return quantile(
    timing.samplesNs.map((time, round) => time / (baseline.samplesNs[round] ?? Number.NaN)),
    0.5,
  );
}

/** How a loop is timed. */
export interface LoopOptions {
  /** How long a batch should take. */
  readonly batchMs?: number;
  /**
   * `wall` is the clock. `cpu` is the processor time of this process: what other programs take from a loop that never waits
   * does not count. It is wrong for what waits, and for work on several threads.
   */
  readonly clock?: "wall" | "cpu";
}

/**
 * A contender that is a loop: `run(n)` makes `n` operations. The number is found such that a batch takes `batchMs`.
 * @example loop("add", (n) => { for (let i = 0; i < n; i++) add(i, 1); })
 */
export function loop(name: string, run: (operations: number) => void, options: LoopOptions = {}): Contender {
  const { batchMs = 10, clock = "wall" } = options;
  let operations = 0;
  return {
    name,
    sample: () => {
      if (operations === 0) operations = calibrate(run, batchMs, clocks[clock]);
      return timeOf(run, operations, clocks[clock]) / operations;
    },
  };
}

const clocks = {
  wall: (): number => performance.now() * 1e6,
  cpu: (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) * 1e3;
  },
} as const;

function calibrate(run: (operations: number) => void, batchMs: number, now: () => number): number {
  let operations = 64;
  for (;;) {
    const elapsed = timeOf(run, operations, now);
    if (elapsed >= batchMs * 1e6) return operations;
    operations *= elapsed < batchMs * 1e5 ? 8 : 2;
  }
}

function timeOf(run: (operations: number) => void, operations: number, now: () => number): number {
  const start = now();
  run(operations);
  return now() - start;
}

function summary(name: string, samples: readonly number[]): Timing {
  const median = quantile(samples, 0.5);
  return {
    name,
    medianNs: median,
    minNs: quantile(samples, 0),
    spread: (quantile(samples, 0.75) - quantile(samples, 0.25)) / median,
    samplesNs: samples,
  };
}

/** The value below which so large a share of samples is. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
