// Random small thread programs: printed as CUDA kernels, and run directly as an oracle. Arithmetic is on 32-bit words,
// unsigned in C++, so nothing is undefined; a comparison reads them as signed or unsigned, and may add more to one side
// in 64 bits. Words named in "nsw" places are summed as int instead, and the oracle rejects inputs for which such a sum
// overflows.

import type { Random } from "../kernels/random.js";

export type Expression =
  | { readonly kind: "word"; readonly value: number }
  | { readonly kind: "name"; readonly name: Name }
  | {
      readonly kind: "sum" | "difference" | "product";
      readonly left: Expression;
      readonly right: Expression;
      /** Summed as int, where overflow is undefined. */
      readonly isSigned: boolean;
    };

type Name = "x" | "y" | "z" | "bx" | "wx" | "a" | "b" | "c" | "i" | "k";

export interface Comparison {
  readonly order: "<" | "<=" | ">" | ">=" | "==" | "!=";
  readonly isSigned: boolean;
  readonly left: Expression;
  readonly right: Expression;
  /** In 64 bits, with this added to the left. */
  readonly wide?: Wide | undefined;
}

/** A constant and a product of two words, both of 64 bits. */
interface Wide {
  readonly constant: bigint;
  readonly factors: readonly [Expression, Expression];
}

export type Statement =
  | { readonly kind: "if"; readonly when: Comparison; readonly add: number; readonly flip: number }
  | { readonly kind: "both"; readonly first: Comparison; readonly second: Comparison; readonly add: number }
  | { readonly kind: "leave"; readonly when: Comparison }
  | { readonly kind: "exchange" }
  | {
      readonly kind: "stride";
      readonly isSigned: boolean;
      readonly from: Expression;
      readonly to: Expression;
      readonly step: Expression;
      readonly inner: Comparison;
      readonly stop: Comparison | undefined;
    }
  | {
      readonly kind: "repeat";
      readonly times: number;
      readonly body: readonly Statement[];
      readonly waitEvery: number;
    };

export interface Program {
  readonly statements: readonly Statement[];
}

/** Values of one launch. */
export interface Launch {
  readonly block: readonly [number, number, number];
  readonly grid: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

/** Thrown by the oracle for a launch that is undefined or takes too long. */
export class NotARun extends Error {}

/** The kernel's source: `(int* out, unsigned a, unsigned b, unsigned c)`, one word of `out` a thread. */
export function printKernel(name: string, program: Program): string {
  return `extern "C" __global__ void ${name}(int* out, unsigned a, unsigned b, unsigned c) {
  __shared__ unsigned box[64];
  const unsigned x = threadIdx.x, y = threadIdx.y, z = threadIdx.z, bx = blockIdx.x, wx = blockDim.x;
  const unsigned t = (z * blockDim.y + y) * wx + x, threads = wx * blockDim.y * blockDim.z;
  unsigned acc = 1, last = 7, found = 0;
${printAll(program.statements, 0)}
  out[bx * threads + t] = acc * 31u + last * 7u + found;
}
`;
}

function printAll(statements: readonly Statement[], depth: number): string {
  return statements.map((s) => printStatement(s, depth)).join("\n");
}

function printStatement(s: Statement, depth: number): string {
  switch (s.kind) {
    case "if":
      return `if (${printComparison(s.when)}) acc = acc * 3u + ${s.add}u; else acc ^= ${s.flip}u;`;
    case "both":
      return `if (${printComparison(s.first)} && ${printComparison(s.second)}) acc = acc * 5u + ${s.add}u;`;
    case "leave":
      return `if (${printComparison(s.when)}) { out[bx * threads + t] = acc + 99u; return; }`;
    case "exchange":
      return "box[t] = acc; __syncthreads(); acc += box[(t + 1) % threads]; __syncthreads();";
    case "stride": {
      const type = s.isSigned ? "int" : "unsigned";
      const stop = s.stop ? `if (${printComparison(s.stop)}) break;` : "";
      return `for (${type} j = (${type})(${print(s.from)}); j < (${type})(${print(s.to)}); j = (${type})((unsigned)j + ${print(s.step)})) {
    const unsigned i = (unsigned)j;
    acc = acc * 5u + i;
    if (${printComparison(s.inner)}) last = acc;
    found = 1; ${stop}
  }`;
    }
    default: {
      const k = `k${depth}`;
      const wait = s.waitEvery > 0 ? `if (${k} % ${s.waitEvery} == 0) __syncthreads();` : "";
      return `for (unsigned ${k} = 0; ${k} < ${s.times}u + (c & 1u); ${k}++) { const unsigned k = ${k};
  ${printAll(s.body, depth + 1)}
  ${wait} }`;
    }
  }
}

function printComparison(c: Comparison): string {
  if (c.wide) {
    const type = c.isSigned ? "long long" : "unsigned long long";
    const extended = (e: Expression): string =>
      `(unsigned long long)(${type})(${c.isSigned ? "int" : "unsigned"})(${print(e)})`;
    const [one, other] = c.wide.factors.map(extended);
    const added = `${one} * ${other} + ${BigInt.asUintN(64, c.wide.constant)}ull`;
    return `(${type})(${extended(c.left)} + ${added}) ${c.order} (${type})(${extended(c.right)})`;
  }
  const cast = c.isSigned ? "(int)" : "";
  return `${cast}(${print(c.left)}) ${c.order} ${cast}(${print(c.right)})`;
}

function print(e: Expression): string {
  if (e.kind === "word") return `${e.value >>> 0}u`;
  if (e.kind === "name") return e.name;
  const operator = OPERATORS[e.kind];
  if (e.isSigned) return `(unsigned)((int)(${print(e.left)}) ${operator} (int)(${print(e.right)}))`;
  return `(${print(e.left)} ${operator} ${print(e.right)})`;
}

const OPERATORS = { sum: "+", difference: "-", product: "*" } as const;

/** What the kernel leaves in `out`. Throws NotARun where C++ defines no result or the loops are long. */
export function interpret(program: Program, launch: Launch): Int32Array {
  const [wx, wy, wz] = launch.block;
  const threads = wx * wy * wz;
  const out = new Int32Array(threads * launch.grid);
  for (let bx = 0; bx < launch.grid; bx++) {
    const box = new Int32Array(64);
    const running = Array.from({ length: threads }, (_, t) => {
      const names = new Map<Name, number>(
        Object.entries({
          x: t % wx,
          y: Math.floor(t / wx) % wy,
          z: Math.floor(t / (wx * wy)),
          bx,
          wx,
          a: launch.a,
          b: launch.b,
          c: launch.c,
        }) as [Name, number][],
      );
      return runThread(program, { names, t, threads, box, put: (value) => (out[bx * threads + t] = value) });
    });
    // Threads go from wait to wait together; a program with waits is left by no thread early.
    for (let left: typeof running = running; left.length > 0; ) left = left.filter((r) => !r.next().done);
  }
  return out;
}

interface Thread {
  readonly names: Map<Name, number>;
  readonly t: number;
  readonly threads: number;
  readonly box: Int32Array;
  put(value: number): void;
}

function* runThread(program: Program, thread: Thread): Generator<void, void> {
  const { names } = thread;
  let acc = 1;
  let last = 7;
  let found = 0;
  let steps = 0;
  function* run(statements: readonly Statement[]): Generator<void, boolean> {
    for (const s of statements) {
      if (s.kind === "if") acc = holds(s.when, names) ? (Math.imul(acc, 3) + s.add) | 0 : acc ^ s.flip;
      else if (s.kind === "both") {
        if (holds(s.first, names) && holds(s.second, names)) acc = (Math.imul(acc, 5) + s.add) | 0;
      } else if (s.kind === "leave") {
        if (!holds(s.when, names)) continue;
        thread.put((acc + 99) | 0);
        return true;
      } else if (s.kind === "exchange") {
        thread.box[thread.t] = acc;
        yield;
        acc = (acc + (thread.box[(thread.t + 1) % thread.threads] as number)) | 0;
        yield;
      } else if (s.kind === "stride") {
        const read = (w: number): number => (s.isSigned ? w | 0 : w >>> 0);
        for (
          let j = read(value(s.from, names));
          j < read(value(s.to, names));
          j = read(j + value(s.step, names))
        ) {
          if (++steps > 400) throw new NotARun("too many steps");
          names.set("i", j);
          acc = (Math.imul(acc, 5) + j) | 0;
          if (holds(s.inner, names)) last = acc;
          found = 1;
          if (s.stop && holds(s.stop, names)) break;
        }
      } else {
        const times = s.times + (value({ kind: "name", name: "c" }, names) & 1);
        for (let k = 0; k < times; k++) {
          names.set("k", k);
          if (yield* run(s.body)) return true;
          if (s.waitEvery > 0 && k % s.waitEvery === 0) yield;
        }
      }
    }
    return false;
  }
  if (!(yield* run(program.statements))) thread.put((Math.imul(acc, 31) + Math.imul(last, 7) + found) | 0);
}

function holds(c: Comparison, names: ReadonlyMap<Name, number>): boolean {
  const read = (e: Expression): number => (c.isSigned ? value(e, names) | 0 : value(e, names) >>> 0);
  const [l, r] = c.wide ? wideSides(c, c.wide, read) : [read(c.left), read(c.right)];
  switch (c.order) {
    case "<":
      return l < r;
    case "<=":
      return l <= r;
    case ">":
      return l > r;
    case ">=":
      return l >= r;
    case "==":
      return l === r;
    default:
      return l !== r;
  }
}

function wideSides(c: Comparison, wide: Wide, read: (e: Expression) => number): [bigint, bigint] {
  const [one, other] = wide.factors.map((f) => BigInt(read(f))) as [bigint, bigint];
  const left = BigInt(read(c.left)) + one * other + wide.constant;
  return [c.isSigned ? BigInt.asIntN(64, left) : BigInt.asUintN(64, left), BigInt(read(c.right))];
}

function value(e: Expression, names: ReadonlyMap<Name, number>): number {
  if (e.kind === "word") return e.value | 0;
  if (e.kind === "name") {
    const found = names.get(e.name);
    if (found === undefined) throw new Error(`internal: ${e.name} has no value here`);
    return found | 0;
  }
  const [l, r] = [value(e.left, names), value(e.right, names)];
  if (e.kind === "product") {
    if (e.isSigned && l * r !== Math.imul(l, r)) throw new NotARun("signed overflow");
    return Math.imul(l, r);
  }
  const exact = e.kind === "sum" ? l + r : l - r;
  if (e.isSigned && exact !== (exact | 0)) throw new NotARun("signed overflow");
  return exact | 0;
}

/** Words at which comparisons and sums change their minds. */
export const EDGES = [
  0,
  1,
  2,
  3,
  5,
  7,
  8,
  15,
  16,
  17,
  31,
  32,
  33,
  40,
  63,
  64,
  100,
  -1,
  -2,
  -5,
  -16,
  -33,
  0x7fffffff,
  0x7ffffff0,
  0x7fffffff - 31,
  -0x80000000,
  -0x7ffffff8,
  0x40000000,
] as const;

const WIDE_EDGES = [
  0n,
  1n,
  -40n,
  2n ** 31n,
  -(2n ** 32n),
  2n ** 32n + 5n,
  2n ** 62n,
  -(2n ** 63n),
  2n ** 63n - 20n,
] as const;

/** A program; `waits` says whether its threads exchange values. */
export function randomProgram(random: Random, waits: boolean): Program {
  const pick = <T>(list: readonly T[]): T => list[random.integer(0, list.length)] as T;
  const chance = (share: number): boolean => random.uniform() < share;
  const name = (n: Name): Expression => ({ kind: "name", name: n });
  const word = (value: number): Expression => ({ kind: "word", value });
  const join = (
    kind: "sum" | "difference" | "product",
    left: Expression,
    right: Expression,
    isSigned = chance(0.5),
  ): Expression => ({ kind, left, right, isSigned });
  const rowValue = (inside: readonly Name[]): Expression => {
    const one = chance(0.6)
      ? name(pick(["a", "b", "c", "y", "z", "bx", "wx", ...inside]))
      : word(pick(EDGES));
    if (chance(0.65)) return one;
    return join(pick(["sum", "difference", "product"] as const), one, name(pick(["a", "b", "y", ...inside])));
  };
  const index = (inside: readonly Name[]): Expression => {
    const choice = random.integer(0, 6);
    if (choice < 2) return name("x");
    if (choice === 2) return join("sum", join("product", name("bx"), name("wx"), false), name("x"), false);
    return join(pick(["sum", "sum", "difference"] as const), name("x"), rowValue(inside));
  };
  const comparison = (inside: readonly Name[]): Comparison => {
    const sides = [index(inside), rowValue(inside)] as [Expression, Expression];
    const [left, right] = chance(0.8) ? sides : (sides.toReversed() as [Expression, Expression]);
    return {
      order: pick(["<", "<", "<=", ">", ">=", "==", "!="] as const),
      isSigned: chance(0.6),
      left,
      right,
      wide: chance(0.25)
        ? {
            constant: chance(0.5) ? 0n : pick(WIDE_EDGES),
            factors: [name(pick(["bx", "c"])), name(pick(["wx", "a"]))],
          }
        : undefined,
    };
  };
  const stride = (inside: readonly Name[]): Statement => ({
    kind: "stride",
    isSigned: chance(0.6),
    from: chance(0.4) ? name("x") : join("sum", rowValue(inside), name("x")),
    to: rowValue(inside),
    step: chance(0.6) ? name("wx") : chance(0.5) ? word(pick([1, 7, 16, 32, 0x40000000])) : name("b"),
    inner: comparison([...inside, "i"]),
    stop: chance(0.2) ? comparison([...inside, "i"]) : undefined,
  });
  const statement = (inside: readonly Name[], depth: number): Statement => {
    const choice = random.integer(0, 10);
    if (choice < 3) {
      const [add, flip] = [random.integer(1, 1000), random.integer(1, 1000)];
      return { kind: "if", when: comparison(inside), add, flip };
    }
    if (choice < 5) {
      return {
        kind: "both",
        first: comparison(inside),
        second: comparison(inside),
        add: random.integer(1, 99),
      };
    }
    if (choice < 8) return stride(inside);
    if (choice === 8 && depth === 0) {
      const body = Array.from({ length: random.integer(1, 3) }, () => statement([...inside, "k"], depth + 1));
      return {
        kind: "repeat",
        times: random.integer(1, 5),
        body,
        waitEvery: waits ? random.integer(0, 4) : 0,
      };
    }
    return waits ? { kind: "exchange" } : { kind: "leave", when: comparison(inside) };
  };
  return { statements: Array.from({ length: random.integer(1, 4) }, () => statement([], 0)) };
}
