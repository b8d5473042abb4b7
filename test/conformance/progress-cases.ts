// What the kernels of progress.cu leave, for every size of blocks and grids they are launched with.

import { readFileSync } from "node:fs";

export interface ProgressCase {
  readonly kernel: string;
  /** The kernel's second argument. */
  readonly n: number;
  /** Most threads of a block, where not 1024: those that take long with many. */
  readonly most?: number;
  /** Blocks are full warps. */
  readonly warps?: boolean;
  /** Blocks of the grid; one by default. */
  readonly grid?: number;
  readonly cooperative?: boolean;
  /** It ends here, and never on a GPU: why. */
  readonly endsOnlyHere?: string;
  /** What is left in the words of `out`, for this many threads a block; the words after it are zeros. */
  readonly leaves: (threads: number, n: number, grid: number) => readonly number[];
  /** For words that depend on who came first: what is compared instead of them. */
  readonly seen?: (out: readonly number[]) => readonly number[];
}

const range = (length: number, value: (i: number) => number): number[] =>
  Array.from({ length }, (_, i) => value(i));
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

const answer = (threads: number, n: number): readonly number[] => (threads > 1 ? [n, n + 1] : [n]);
const total = (threads: number, n: number, grid: number): readonly number[] => [0, n * threads * grid];

const PROGRESS_CASES: readonly ProgressCase[] = [
  { kernel: "first_waits_for_last", n: 5, leaves: (t, n) => (t > 1 ? [n, n + 1] : [0, 1]) },
  { kernel: "last_waits_for_first", n: 5, leaves: answer },
  { kernel: "shared_flag", n: 9, leaves: (t, n) => range(t, (i) => n + i) },
  {
    kernel: "even_lanes_wait_for_odd",
    n: 3,
    leaves: (t, n) => range(t, (i) => (i % 2 === 0 && i + 1 < t ? 2 * (n + i + 1) : n + i)),
  },
  {
    kernel: "odd_lanes_wait_for_even",
    n: 3,
    leaves: (t, n) => range(t, (i) => (i % 2 === 1 ? 2 * (n + i - 1) : n + i)),
  },
  { kernel: "one_after_another", n: 4, leaves: (t, n) => [t, ...range(t, (i) => n + (i * (i + 1)) / 2)] },
  { kernel: "one_before_another", n: 4, leaves: (t, n) => [t, ...range(t, (i) => (t - 1 - i) * n)] },
  { kernel: "ping_pong", n: 50, leaves: (t, n) => (t > 1 ? [2 * n, n * (n - 1), n * n] : []) },
  { kernel: "flags_of_other_types", n: 2, leaves: (_, n) => [7 * n] },

  {
    kernel: "lock_in_shared_memory",
    n: 3,
    grid: 4,
    leaves: (t, n, g) => [...range(64, (i) => (i < g ? t : 0)), ...range(g, () => n * t)],
  },
  { kernel: "rank_by_lock", n: 2, leaves: (t, n) => range(t, (i) => n * t + i * n) },
  { kernel: "lock_in_a_branch", n: 2, grid: 3, leaves: total },
  { kernel: "lock_with_break", n: 2, grid: 3, leaves: total },
  {
    kernel: "lock_for_each_element",
    n: 5,
    grid: 3,
    leaves: (t, n, g) => {
      const sums = range(n, () => 0);
      for (let i = 0; i < t * g; i++) sums[(i * 7) % n] = (sums[(i * 7) % n] as number) + i;
      return [...range(n, () => 0), ...sums];
    },
  },
  { kernel: "lock_held_while_waiting", n: 6, leaves: (t, n) => (t > 1 ? [0, 1, n, t - 1] : [0, 0, n]) },
  {
    kernel: "ticket_lock",
    n: 3,
    grid: 2,
    leaves: (t, n, g) => [t * g, t * g, ...range(t * g, (i) => (i + 1) * n)],
  },
  {
    kernel: "two_locks",
    n: 5,
    grid: 3,
    leaves: (t, n, g) => {
      const accounts = range(n, () => 0);
      for (let i = 0; i < t * g; i++) {
        const [from, to] = [i % n, (i * 5 + 1) % n];
        accounts[from] = (accounts[from] as number) - i;
        accounts[to] = (accounts[to] as number) + i;
      }
      return [...range(n, () => 0), ...accounts];
    },
  },
  {
    kernel: "one_of_four_places",
    n: 3,
    grid: 2,
    leaves: (t, n, g) => [0, 0, 0, 0, n * t * g],
    seen: (out) => [...out.slice(0, 4), sum(out.slice(4, 8)), 0, 0, 0, ...out.slice(8)],
  },
  { kernel: "semaphore", n: 2, leaves: (t, n) => [1, t * n] },
  {
    kernel: "readers_and_writers",
    n: 3,
    most: 256,
    leaves: (t, n) => [0, Math.ceil(t / 4) * n, Math.ceil(t / 4) * n * 2],
  },
  { kernel: "queue_lock", n: 3, leaves: (t, n) => [t * n] },
  { kernel: "peterson", n: 20, leaves: (t, n) => (t > 1 ? [0, 0, -1, 2 * n] : []), seen: withoutTurn },
  {
    kernel: "lock_word_of_64_bits",
    n: 4,
    leaves: (t, n) => [0, 0, ...new Int32Array(Float64Array.of(((t * (t - 1)) / 2) * 0.5 * n).buffer)],
  },

  { kernel: "own_barrier", n: 3, leaves: (t, n) => range(t, (i) => (i + n) % t) },
  {
    kernel: "half_of_the_block_waits",
    n: 3,
    leaves: (t, n) => {
      const half = Math.ceil(t / 2);
      return range(t, (i) => (i >= half ? 1 : i + half < t ? (i + half) * n : -1));
    },
  },
  {
    kernel: "ring_buffer",
    n: 40,
    leaves: (t, n) => (t > 1 ? [range(n, (i) => i).reduce((s, i) => (Math.imul(s, 3) + i * i) | 0, 0)] : []),
  },
  {
    kernel: "many_producers",
    n: 3,
    leaves: (t, n) => [sum(range((t - 1) * n, (k) => 1 + Math.floor(k / n) + (k % n)))],
  },

  {
    kernel: "between_barriers",
    n: 3,
    leaves: (t, n) => range(t, (i) => (1 + (n * t * (t - 1)) / 2) * n + ((i + 1) % t) * n),
  },
  {
    kernel: "in_a_loop_with_barriers",
    n: 6,
    leaves: (t, n) => range(t, () => sum(range(n, (i) => i * i))),
  },
  {
    kernel: "after_some_have_returned",
    n: 3,
    endsOnlyHere:
      "nvcc 13.0 lets a warp meet at the loop's end for the barrier after it (seen in plain C++ on sm_90)",
    leaves: (t, n) => {
      const living = t - Math.floor(t / 3);
      return range(t, (i) => (i % 3 === 2 ? 0 : living - 1 - (i - Math.floor((i + 1) / 3)) + n + living));
    },
  },
  { kernel: "after_a_stride_loop", n: 100, leaves: (_, n) => [1, ...range(n, (i) => i * 2)] },
  { kernel: "in_a_function", n: 4, leaves: (t, n) => (t > 1 ? [n, n] : [n]) },
  { kernel: "by_a_function", n: 4, leaves: answer },
  { kernel: "in_a_template", n: 2, leaves: (t, n) => [n * t] },
  { kernel: "by_recursion", n: 4, leaves: (t, n) => (t > 1 ? [n, n] : [n]) },
  { kernel: "with_locals", n: 3, leaves: (t, n) => [t, ...range(t, (i) => 38 * i + 7 + 8 * n)] },
  { kernel: "with_goto", n: 3, leaves: (t, n) => [t, ...range(t, () => n)] },
  { kernel: "with_switch", n: 3, leaves: (t, n) => (t > 1 ? [3, 3, 7 * n] : []) },

  {
    kernel: "with_a_fence",
    n: 8,
    endsOnlyHere:
      "nvcc 13.0 lets the thread that spins go first in blocks of one warp (seen in plain C++ on sm_90)",
    leaves: answer,
  },
  { kernel: "with_an_atomic_read", n: 8, leaves: answer },
  { kernel: "with_cache_hints", n: 8, leaves: (t, n) => (t > 1 ? [1, n + 1, n] : [1, 0, n]) },
  {
    kernel: "with_assembly",
    n: 8,
    endsOnlyHere: "an empty asm keeps nvcc from moving loads, but not ptxas, which may read the flag once",
    leaves: answer,
  },

  {
    kernel: "by_vote",
    n: 8,
    warps: true,
    leaves: (t, n) => [
      ...range(32, (i) => (i === 7 ? 1 : 0)),
      ...range(t - 32, (i) => n + Math.floor(i / 32)),
    ],
  },
  {
    kernel: "with_syncwarp",
    n: 8,
    warps: true,
    leaves: (t, n) => [t / 32, ...range(t, (i) => t / 32 - 1 - Math.floor(i / 32) + n)],
  },
  { kernel: "lock_of_a_warp", n: 3, warps: true, leaves: (t, n) => [0, ...range(32, () => (t / 32) * n)] },
  { kernel: "lanes_meet_under_a_lock", n: 3, leaves: (t, n) => [0, t * n] },

  {
    kernel: "chained_blocks",
    n: 3,
    grid: 70,
    most: 64,
    leaves: (_, n, g) => [...range(g, () => 1), ...range(g, (b) => sum(range(b + 1, (k) => n + k)))],
  },
  {
    kernel: "look_back",
    n: 2,
    grid: 40,
    most: 96,
    leaves: (t, n, g) => [
      ...range(2 * g, (i) => (i % 2 === 1 ? 2 : (i / 2 + 1) * t * n)),
      ...range(g * t, (i) => (i + 1) * n),
    ],
  },
  {
    kernel: "tiles_by_ticket",
    n: 3,
    grid: 40,
    most: 64,
    leaves: (_, n, g) => [g, g, ...range(g, (b) => (b + 1) * n)],
  },
  {
    kernel: "last_block_done",
    n: 3,
    grid: 40,
    most: 256,
    leaves: (_, n, g) => [0, sum(range(g, (b) => b * n)), ...range(g, (b) => b * n)],
  },
  {
    kernel: "ticket_of_the_grid",
    n: 7,
    grid: 9,
    most: 256,
    leaves: (t, n, g) => {
      const drawn = Math.min(t, n) * g;
      return [drawn, drawn, ...range(drawn, (i) => i * 3)];
    },
  },
  {
    kernel: "barrier_of_the_grid",
    n: 4,
    grid: 13,
    most: 256,
    cooperative: true,
    leaves: (_, n, g) => {
      const rounds = [range(g, (b) => b)];
      for (let i = 1; i < n; i++) {
        const last = sum((rounds.at(-1) as number[]).map((v) => v % 1000));
        rounds.push(range(g, () => last));
      }
      return [n * g, ...rounds.flat()];
    },
  },
  {
    kernel: "all_threads_of_the_grid_wait",
    n: 3,
    grid: 9,
    most: 96,
    cooperative: true,
    leaves: (t, n, g) => [n * g * t, g * t],
  },
  {
    kernel: "all_blocks_wait_for_last",
    n: 3,
    grid: 11,
    most: 64,
    cooperative: true,
    leaves: (_, n, g) => [n, sum(range(g - 1, (b) => n + b))],
  },
  {
    kernel: "some_blocks_spin_some_meet",
    n: 5,
    grid: 9,
    most: 64,
    cooperative: true,
    leaves: (_, n, g) => range(g - 1, () => n),
  },
];

// Whose turn it would be is whoever asked last.
function withoutTurn(out: readonly number[]): readonly number[] {
  return out[3] === 0 ? out : [...out.slice(0, 2), -1, ...out.slice(3)];
}

/** The sections of progress.cu, each a source of its own: a compiler is done with it soon. */
export function progressSources(): { readonly source: string; readonly cases: readonly ProgressCase[] }[] {
  const text = readFileSync(new URL("progress.cu", import.meta.url), "utf8");
  const [prelude = "", ...sections] = text.split(/^\/\/ ---- .* ----$/m);
  return sections.map((section) => ({
    source: prelude + section,
    cases: PROGRESS_CASES.filter((c) => section.includes(`KERNEL ${c.kernel}(`)),
  }));
}

const BLOCKS = [1, 2, 3, 31, 32, 33, 64, 96, 256, 1000, 1024];

/** The sizes of blocks a case is launched with. */
export function blocksOf({ most = 1024, warps = false }: ProgressCase): readonly number[] {
  return BLOCKS.filter((threads) => threads <= most && (!warps || threads % 32 === 0));
}

/** What a launch leaves in `length` words. */
export function expectedWords(c: ProgressCase, threads: number, length: number): readonly number[] {
  const words = [...c.leaves(threads, c.n, c.grid ?? 1)];
  return [...words, ...range(Math.max(0, length - words.length), () => 0)];
}
