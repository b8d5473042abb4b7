// Random small programs of threads that lock, hand over and wait for each other by spinning: printed as CUDA kernels, and
// run one statement after the other as an oracle. Every thread runs every statement, locks guard sums whose order does
// not matter, and what depends on an order says which; so each program ends, and ends in one way. Words are of 32 bits.

import type { Random } from "../kernels/random.js";

/** Most threads of a block and blocks of a grid. */
const MOST_THREADS = 128;
const MOST_BLOCKS = 3;
/** How often a program may use a box. */
const EPOCHS = 16;
const LOCKS = 4;

type Where = "shared" | "block" | "grid";

type Statement =
  | {
      readonly kind: "lock";
      readonly where: Where;
      readonly index: number;
      /** A second lock, taken while the first is held; larger than the first. */
      readonly inner: number | undefined;
      readonly form: number;
      readonly when: "always" | "some" | "odd";
      readonly times: number;
    }
  | { readonly kind: "sequence"; readonly order: "up" | "down" | "mixed"; readonly times: number }
  | { readonly kind: "exchange"; readonly by: number; readonly form: number }
  | { readonly kind: "meet"; readonly form: number }
  | { readonly kind: "barrier" }
  | { readonly kind: "shuffle"; readonly mask: number }
  | { readonly kind: "branch"; readonly add: number; readonly flip: number }
  | { readonly kind: "repeat"; readonly times: number; readonly body: readonly Statement[] };

export interface LockProgram {
  /** Blocks are full warps. */
  readonly hasShuffles: boolean;
  readonly statements: readonly Statement[];
}

// The words of `out` that a block has: sums, chain, results; what it waits with; and its boxes.
const WORDS = { sums: 0, chain: 4, arrived: 5, locks: 8, results: 16, flags: 16 + MOST_THREADS } as const;
const BOXES = WORDS.flags + MOST_THREADS;
const BLOCK_WORDS = BOXES + EPOCHS * MOST_THREADS;
const GRID_SUMS = MOST_BLOCKS * BLOCK_WORDS;
const GRID_LOCKS = GRID_SUMS + LOCKS;
export const OUT_WORDS = GRID_LOCKS + LOCKS;

/** What all kernels need; comes before them. */
export const PRELUDE = `
typedef volatile int Word;
__device__ __noinline__ void take(int* lock) { while (atomicCAS(lock, 0, 1) != 0) {} }
__device__ __noinline__ int look(const int* word) { return *(const volatile int*)word; }
`;

const TAKE: readonly ((lock: string) => string)[] = [
  (l) => `while (atomicCAS(${l}, 0, 1) != 0) {}`,
  (l) => `while (atomicExch(${l}, 1) != 0) {}`,
  (l) =>
    `for (bool mine = false; !mine;) { if (atomicCAS(${l}, 0, 1) == 0) mine = true; else __nanosleep(8); }`,
  (l) => `for (;;) { if (*(Word*)(${l}) != 0) continue; if (atomicExch(${l}, 1) == 0) break; }`,
  (l) => `take(${l});`,
];
const UNTIL: readonly ((word: string, least: string) => string)[] = [
  (w, n) => `while (*(Word*)(${w}) < ${n}) {}`,
  (w, n) => `while (atomicAdd(${w}, 0) < ${n}) {}`,
  (w, n) => `while (*(${w}) < ${n}) __threadfence();`,
  (w, n) => `while (look(${w}) < ${n}) {}`,
  (w, n) => `do { if (*(Word*)(${w}) >= ${n}) break; } while (true);`,
];

/** The kernel's source: `(int* out)`. */
export function printLockKernel(name: string, program: LockProgram): string {
  return `extern "C" __global__ void ${name}(int* out) {
  __shared__ int locks[${LOCKS}], sums[${LOCKS}], box[${MOST_THREADS}];
  __shared__ volatile int turn, chain;
  const int t = threadIdx.x, threads = blockDim.x;
  int* const own = out + blockIdx.x * ${BLOCK_WORDS};
  if (t == 0) for (int i = 0; i < ${LOCKS}; i++) locks[i] = sums[i] = 0;
  if (t == 0) turn = 0, chain = 1;
  __syncthreads();
  unsigned acc = t * 7 + 1;
  int turns = 0, epoch = 0, met = 0;
${print(program.statements, 1)}
  own[${WORDS.results} + t] = acc;
  __syncthreads();
  if (t == 0) for (int i = 0; i < ${LOCKS}; i++) atomicAdd(&own[${WORDS.sums} + i], sums[i]);
  if (t == 0) own[${WORDS.chain}] = chain;
}
`;
}

function print(statements: readonly Statement[], depth: number): string {
  return statements.map((s) => `  ${printOne(s, depth)}`).join("\n");
}

const lockOf = (where: Where, i: number): string =>
  ({ shared: `&locks[${i}]`, block: `&own[${WORDS.locks + i}]`, grid: `&out[${GRID_LOCKS + i}]` })[where];
const sumOf = (where: Where, i: number): string =>
  ({ shared: `&sums[${i}]`, block: `&own[${WORDS.sums + i}]`, grid: `&out[${GRID_SUMS + i}]` })[where];

function printOne(s: Statement, depth: number): string {
  switch (s.kind) {
    case "lock": {
      const take = TAKE[s.form] as (lock: string) => string;
      const change = (i: number): string =>
        `{ Word* w = (Word*)(${sumOf(s.where, i)}); *w = (int)((unsigned)*w + acc * ${s.times}u + t); }`;
      const free = (i: number): string => `__threadfence(); atomicExch(${lockOf(s.where, i)}, 0);`;
      const inner =
        s.inner === undefined
          ? ""
          : `${take(lockOf(s.where, s.inner))} __threadfence(); ${change(s.inner)} ${free(s.inner)}`;
      return `if (${{ always: "true", some: "t % 3 != 1", odd: "acc & 1" }[s.when]}) { ${take(lockOf(s.where, s.index))} __threadfence(); ${change(s.index)} ${inner} ${free(s.index)} }`;
    }
    case "sequence": {
      const rank = { up: "t", down: "threads - 1 - t", mixed: "t / 2 + (t % 2 ? (threads + 1) / 2 : 0)" };
      return `while (turn != turns + ${rank[s.order]}) {} __threadfence_block();
  chain = (int)((unsigned)chain * ${s.times}u + acc); acc = (unsigned)chain ^ t;
  __threadfence_block(); turn = turn + 1; turns += threads;`;
    }
    case "exchange": {
      const until = UNTIL[s.form] as (word: string, least: string) => string;
      const at = (who: string): string => `own[${BOXES} + epoch * ${MOST_THREADS} + ${who}]`;
      return `${at("t")} = acc; __threadfence(); *(Word*)&own[${WORDS.flags} + t] = epoch + 1;
  ${until(`&own[${WORDS.flags} + (t + ${s.by}) % threads]`, "epoch + 1")} __threadfence();
  acc = acc * 3u + (unsigned)${at(`(t + ${s.by}) % threads`)}; epoch++;`;
    }
    case "meet": {
      const until = UNTIL[s.form] as (word: string, least: string) => string;
      const at = (who: string): string => `own[${BOXES} + epoch * ${MOST_THREADS} + ${who}]`;
      return `${at("t")} = acc; __threadfence(); *(Word*)&own[${WORDS.flags} + t] = epoch + 1;
  atomicAdd(&own[${WORDS.arrived}], 1); met += threads;
  ${until(`&own[${WORDS.arrived}]`, "met")} __threadfence();
  acc ^= (unsigned)${at("threads - 1 - t")}; epoch++;`;
    }
    case "barrier":
      return "box[t] = acc; __syncthreads(); acc += (unsigned)box[(t + 1) % threads]; __syncthreads();";
    case "shuffle":
      return `acc += __shfl_xor_sync(0xffffffffu, acc, ${s.mask}) * 5u;`;
    case "branch":
      return `if (acc & 2) acc = acc * 5u + ${s.add}u; else acc ^= ${s.flip}u;`;
    // A repetition.
    default:
      return `for (int i${depth} = 0; i${depth} < ${s.times}; i${depth}++) {\n${print(s.body, depth + 1)}\n  }`;
  }
}

/** What the kernel leaves in the words of `out` that say something. */
export function interpretLocks(program: LockProgram, threads: number, grid: number): Map<number, number> {
  const out = new Map<number, number>();
  const gridSums = Array.from({ length: LOCKS }, () => 0);
  for (let b = 0; b < grid; b++) {
    const sums = Array.from({ length: LOCKS }, () => 0);
    let acc = Array.from({ length: threads }, (_, t) => t * 7 + 1);
    let chain = 1;
    const run = (statements: readonly Statement[]): void => {
      for (const s of statements) {
        const before = [...acc];
        const at = (t: number): number => before[((t % threads) + threads) % threads] as number;
        if (s.kind === "lock") {
          before.forEach((a, t) => {
            if ((s.when === "some" && t % 3 === 1) || (s.when === "odd" && !(a & 1))) return;
            const kept = s.where === "grid" ? gridSums : sums;
            for (const i of s.inner === undefined ? [s.index] : [s.index, s.inner]) {
              kept[i] = ((kept[i] as number) + Math.imul(a, s.times) + t) | 0;
            }
          });
        } else if (s.kind === "sequence") {
          for (const t of inOrder(s.order, threads)) {
            chain = (Math.imul(chain, s.times) + at(t)) | 0;
            acc[t] = chain ^ t;
          }
        } else if (s.kind === "exchange") acc = before.map((a, t) => (Math.imul(a, 3) + at(t + s.by)) | 0);
        else if (s.kind === "meet") acc = before.map((a, t) => a ^ at(threads - 1 - t));
        else if (s.kind === "barrier") acc = before.map((a, t) => (a + at(t + 1)) | 0);
        else if (s.kind === "shuffle") acc = before.map((a, t) => (a + Math.imul(at(t ^ s.mask), 5)) | 0);
        else if (s.kind === "branch") {
          acc = before.map((a) => (a & 2 ? (Math.imul(a, 5) + s.add) | 0 : a ^ s.flip));
        } else for (let i = 0; i < s.times; i++) run(s.body);
      }
    };
    run(program.statements);
    const base = b * BLOCK_WORDS;
    acc.forEach((a, t) => out.set(base + WORDS.results + t, a | 0));
    sums.forEach((sum, i) => out.set(base + WORDS.sums + i, sum));
    out.set(base + WORDS.chain, chain);
  }
  gridSums.forEach((sum, i) => out.set(GRID_SUMS + i, sum));
  for (let i = 0; i < LOCKS; i++) out.set(GRID_LOCKS + i, 0);
  return out;
}

function inOrder(order: "up" | "down" | "mixed", threads: number): number[] {
  const up = Array.from({ length: threads }, (_, t) => t);
  if (order === "up") return up;
  if (order === "down") return up.map((t) => threads - 1 - t);
  return [...up.filter((t) => t % 2 === 0), ...up.filter((t) => t % 2 === 1)];
}

/** A program with a few waits. */
export function randomLockProgram(random: Random, hasShuffles: boolean): LockProgram {
  let epochs = EPOCHS;
  const pick = <T>(values: readonly T[]): T => values[random.integer(0, values.length)] as T;
  const lock = (): Statement => {
    const index = random.integer(0, LOCKS);
    return {
      kind: "lock",
      where: pick(["shared", "block", "grid"]),
      index,
      inner: index + 1 < LOCKS && random.integer(0, 4) === 0 ? random.integer(index + 1, LOCKS) : undefined,
      form: random.integer(0, TAKE.length),
      when: pick(["always", "some", "odd"]),
      times: random.integer(1, 100),
    };
  };
  const one = (depth: number, repeats: number): Statement => {
    const kind = random.integer(0, hasShuffles ? 9 : 8);
    if ((kind === 2 || kind === 3) && epochs >= repeats) {
      epochs -= repeats;
      const form = random.integer(0, UNTIL.length);
      return kind === 2 ? { kind: "exchange", by: random.integer(0, 70), form } : { kind: "meet", form };
    }
    if (kind <= 1) {
      return { kind: "sequence", order: pick(["up", "down", "mixed"]), times: random.integer(1, 50) * 2 + 1 };
    }
    if (kind === 4) return { kind: "barrier" };
    if (kind === 5) return { kind: "branch", add: random.integer(0, 99), flip: random.integer(0, 99) };
    if (kind === 6 && depth < 2) {
      const times = random.integer(2, 4);
      const length = random.integer(1, 4);
      return { kind: "repeat", times, body: Array.from({ length }, () => one(depth + 1, repeats * times)) };
    }
    if (kind === 8) return { kind: "shuffle", mask: pick([1, 2, 4, 8, 16, 31]) };
    return lock();
  };
  return { hasShuffles, statements: Array.from({ length: random.integer(3, 7) }, () => one(0, 1)) };
}
