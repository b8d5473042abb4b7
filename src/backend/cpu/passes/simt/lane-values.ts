// What values of a kernel are in each thread of a sample block. Addresses and conditions are computed for a few iterations of the loops around them,
// without running the kernel. What the kernel is given is made up. What it loads is taken to be a small number of each thread, such as an index
// within a part of the thread's own.

import type { Layout } from "../../../../compiler/ir/layout.js";
import type { Cfg } from "../../../../compiler/ir/cfg.js";
import {
  calleeOf,
  type CastOp,
  type GetElementPtr,
  type Instruction,
  intrinsicOf,
  isBinary,
  isCast,
  type Phi,
} from "../../../../compiler/ir/instruction.js";
import type { Loop } from "../../../../compiler/ir/loops.js";
import { hasInstruction } from "../../../../compiler/ir/module.js";
import { localsOf, operandsOf } from "../../../../compiler/ir/operands.js";
import { elementOf, i1, type Type } from "../../../../compiler/ir/type.js";
import type { Value } from "../../../../compiler/ir/value.js";
import { DYNAMIC_BASE, SHARED_BASE } from "./shared-memory.js";
import { WATCH_FUNCTIONS } from "../watch-calls.js";

/** A block's size. */
export type Shape = readonly [number, number, number];

/** A value in each thread. */
export interface LaneValue {
  readonly values: readonly number[];
  /** What it is made from beside coordinates, the less certain one: what the kernel is given, or what threads load. */
  readonly source: Source;
}

/** In the order of doubt. */
export const SOURCES = { coordinates: 0, parameters: 1, data: 2 } as const;
type Source = (typeof SOURCES)[keyof typeof SOURCES];

/** For each loop of the kernel which of its iterations is looked at, from 0. */
export type Iterations = readonly number[];

/** Where a halving distance starts at most: within a warp, which is where lanes may rely on each other. */
const HALF_WARP = 16;
const DYNAMIC_START = 1 << 24;
/** Instructions that an address is followed through; one that is made by more is a hash of something. */
const MOST_STEPS = 400;

/** What is the same for all blocks of a kernel. */
export interface LaneValuesOf {
  readonly cfg: Cfg;
  readonly loops: readonly Loop[];
  readonly types: Layout;
  /** What stands for a parameter, or for what all threads load once. */
  readonly parameter: (order: number) => number;
}

/** The threads of one block, or its first ones. */
export class LaneValues {
  readonly count: number;
  readonly #of: LaneValuesOf;
  readonly #shape: Shape;
  readonly #definitions = new Map<string, { readonly i: Instruction; readonly block: number }>();
  readonly #known = new Map<string, LaneValue>();
  readonly #given = new Map<string, number>();
  readonly #behind = new Map<string, readonly number[]>();
  #depth = 0;

  constructor(of: LaneValuesOf, shape: Shape, most: number) {
    this.#of = of;
    this.#shape = shape;
    this.count = Math.min(most, shape[0] * shape[1] * shape[2]);
    of.cfg.blocks.forEach((b, block) => {
      for (const i of b.instructions) if (i.result) this.#definitions.set(i.result, { i, block });
    });
  }

  /** A name or a constant. */
  valueOf(value: Value, iterations: Iterations): LaneValue {
    if (value.kind !== "local") return this.#all(constantOf(value), SOURCES.coordinates);
    return this.#valueOfLocal(value.name, iterations);
  }

  #valueOfLocal(name: string, iterations: Iterations): LaneValue {
    const key = `${name} ${this.#loopsBehind(name)
      .map((l) => iterations[l])
      .join(" ")}`;
    const known = this.#known.get(key);
    if (known) return known;
    // A value that depends on itself beside the loops is not to be had.
    this.#known.set(key, this.#all(0, SOURCES.data));
    if (this.#depth === MOST_STEPS) return this.#all(0, SOURCES.data);
    this.#depth++;
    const value = this.#compute(name, iterations);
    this.#depth--;
    this.#known.set(key, value);
    return value;
  }

  #all(value: number, source: Source): LaneValue {
    return { values: Array.from({ length: this.count }, () => value), source };
  }

  // The loops whose iterations decide a value.
  #loopsBehind(name: string): readonly number[] {
    const known = this.#behind.get(name);
    if (known) return known;
    const found = new Set<number>();
    const seen = new Set<string>();
    const work = [name];
    while (work.length > 0) {
      const at = work.pop() as string;
      const definition = this.#definitions.get(at);
      if (!definition || seen.has(at)) continue;
      seen.add(at);
      this.#of.loops.forEach((l, number) => {
        if (l.members.has(definition.block)) found.add(number);
      });
      work.push(...localsOf(definition.i));
    }
    const loops = [...found];
    this.#behind.set(name, loops);
    return loops;
  }

  #compute(name: string, iterations: Iterations): LaneValue {
    const found = this.#definitions.get(name);
    if (!found) return this.#named(name);
    const { i, block } = found;
    if (i.op === "phi") return this.#phi(i, block, iterations);
    const callee = calleeOf(i);
    if (callee === WATCH_FUNCTIONS.access.name || callee === WATCH_FUNCTIONS.range.name) {
      const given = operandsOf(i).find((value) => value.kind === "local");
      return given ? this.valueOf(given, iterations) : this.#all(0, SOURCES.coordinates);
    }
    const computed = i.op === "getelementptr" ? this.#address(i, iterations) : this.#result(i, iterations);
    return computed ?? this.#unknown(i, block, iterations);
  }

  #named(name: string): LaneValue {
    const [x, y, z] = this.#shape;
    const thread = (of: (t: number) => number): LaneValue => ({
      values: Array.from({ length: this.count }, (_, t) => of(t)),
      source: SOURCES.coordinates,
    });
    switch (name) {
      case "%cuts.tid.x":
        return thread((t) => t % x);
      case "%cuts.tid.y":
        return thread((t) => Math.floor(t / x) % y);
      case "%cuts.tid.z":
        return thread((t) => Math.floor(t / (x * y)));
      case SHARED_BASE:
        return this.#all(0, SOURCES.coordinates);
      case DYNAMIC_BASE:
        return this.#all(DYNAMIC_START, SOURCES.coordinates);
      case "%cuts.bdim.x":
        return this.#all(x, SOURCES.coordinates);
      case "%cuts.bdim.y":
        return this.#all(y, SOURCES.coordinates);
      case "%cuts.bdim.z":
        return this.#all(z, SOURCES.coordinates);
      default:
        return this.#all(this.#givenFor(name), SOURCES.parameters);
    }
  }

  #givenFor(name: string): number {
    const known = this.#given.get(name) ?? this.#of.parameter(this.#given.size);
    this.#given.set(name, known);
    return known;
  }

  #unknown(i: Instruction, block: number, iterations: Iterations): LaneValue {
    const inside = this.#of.loops.flatMap((l, at) =>
      l.members.has(block) ? [iterations[at] as number] : [],
    );
    const isShared = localsOf(i).every((o) => isSame(this.#valueOfLocal(o, iterations)));
    if (i.op === "load" && inside.length === 0 && isShared) {
      return this.#all(this.#givenFor(i.result as string), SOURCES.parameters);
    }
    const iteration = inside.reduce((sum, at) => sum + at, 0);
    if (isShared) return this.#all(iteration, SOURCES.data);
    // Neighbours have different ones.
    return {
      values: Array.from({ length: this.count }, (_, t) => iteration + ((t + 1) % 2)),
      source: SOURCES.data,
    };
  }

  #phi(i: Phi, block: number, iterations: Iterations): LaneValue {
    const ways = i.incoming.map(({ value, from }) => ({
      value,
      from: this.#of.cfg.index.get(from) as number,
    }));
    const at = this.#of.loops.findIndex((l) => l.headers.has(block));
    const loop = this.#of.loops[at];
    const first = ways[0];
    if (!first) return this.#all(0, SOURCES.data);
    // Which way threads came is not followed: the first will do.
    if (!loop) {
      const value = this.valueOf(first.value, iterations);
      return ways.length === 1 ? value : { ...value, source: SOURCES.data };
    }
    const start = ways.find(({ from }) => !loop.members.has(from));
    const next = ways.findLast(({ from }) => loop.members.has(from));
    if (!start || !next || loop.headers.size > 1) return this.#all(0, SOURCES.data);
    const iteration = iterations[at] as number;
    if (iteration > 0) return this.valueOf(next.value, iterations.with(at, iteration - 1));
    const value = this.valueOf(start.value, iterations);
    if (!this.#isHalved(next.value) || !isSame(value)) return value;
    return this.#all(Math.min(HALF_WARP, value.values[0] ?? 0), SOURCES.coordinates);
  }

  #isHalved(value: Value): boolean {
    const op = value.kind === "local" ? this.#definitions.get(value.name)?.i.op : undefined;
    return op === "ashr" || op === "lshr" || op === "udiv" || op === "sdiv";
  }

  #address({ source, base, indices }: GetElementPtr, iterations: Iterations): LaneValue | undefined {
    const { types } = this.#of;
    const pointer = this.valueOf(base, iterations);
    const parts: { readonly scale: number; readonly value: LaneValue }[] = [];
    let offset = 0;
    let inner: Type = source;
    for (const [depth, index] of indices.entries()) {
      const element = depth === 0 ? inner : elementOf(inner);
      if (element !== undefined) {
        parts.push({ scale: types.sizeOf(element), value: this.valueOf(index, iterations) });
        inner = element;
      } else if (index.kind === "int") {
        const member = types.memberOf(inner, Number(index.value));
        offset += member.offset;
        inner = member.type;
      } else return undefined;
    }
    return {
      values: pointer.values.map((address, t) =>
        parts.reduce((sum, { scale, value }) => sum + scale * (value.values[t] as number), address + offset),
      ),
      source: sourceOf([pointer, ...parts.map(({ value }) => value)]),
    };
  }

  #result(i: Instruction, iterations: Iterations): LaneValue | undefined {
    const operandsIn = (...values: readonly Value[]): LaneValue[] =>
      values.map((v) => this.valueOf(v, iterations));
    if (i.op === "select") {
      if (i.flags.length > 0 || i.condition.type !== i1 || isCompound(i.ifTrue.type)) return undefined;
      return mapped(operandsIn(i.condition, i.ifTrue, i.ifFalse), ([c, a, b]) =>
        c === 0 ? (b as number) : (a as number),
      );
    }
    if (i.op === "freeze") return isCompound(i.value.type) ? undefined : this.valueOf(i.value, iterations);
    if (isCast(i)) {
      if (!PLAIN_CASTS.has(i.op) || isCompound(i.value.type) || isCompound(i.type)) return undefined;
      const bits = bitsOf(i.value.type);
      const wider = bitsOf(i.type);
      return mapped(operandsIn(i.value), ([v]) =>
        i.op === "zext" ? unsigned(v as number, bits) : signed(v as number, wider),
      );
    }
    const both = operationOf(i);
    const operation = both && OPERATIONS.get(both.name);
    if (!operation) return undefined;
    const bits = bitsOf(both.left.type);
    return mapped(operandsIn(both.left, both.right), ([a, b]) =>
      signed(operation(a as number, b as number, bits), bits),
    );
  }
}

/** An operation on two whole numbers or addresses: arithmetic, a minimum, a comparison. */
function operationOf(
  i: Instruction,
): { readonly name: string; readonly left: Value; readonly right: Value } | undefined {
  if (isBinary(i))
    return i.left.type.kind === "int" ? { name: i.op, left: i.left, right: i.right } : undefined;
  if (i.op === "icmp") {
    return isCompound(i.left.type) ? undefined : { name: i.predicate, left: i.left, right: i.right };
  }
  const intrinsic = intrinsicOf(i);
  if (i.op !== "call" || intrinsic === undefined || i.type.kind !== "int") return undefined;
  const [left, right] = i.args;
  return left && right && { name: intrinsic, left: left.value, right: right.value };
}

/** Whether all threads have one value. */
function isSame({ values }: LaneValue): boolean {
  return values.every((v) => v === values[0]);
}

/** Whether a kernel asks for a coordinate of this axis. */
export function usesAxis(cfg: Cfg, axis: "y" | "z"): boolean {
  const name = `%cuts.tid.${axis}`;
  return hasInstruction(cfg, (i) => localsOf(i).includes(name));
}

const PLAIN_CASTS: ReadonlySet<string> = new Set([
  ...(["zext", "sext", "trunc", "ptrtoint", "ptrtoaddr", "inttoptr", "bitcast", "addrspacecast"] as const),
] satisfies CastOp[]);

const OPERATIONS: ReadonlyMap<string, (a: number, b: number, bits: number) => number> = new Map([
  ["add", (a, b) => a + b],
  ["sub", (a, b) => a - b],
  ["mul", (a, b, bits) => (bits <= 32 ? Math.imul(a, b) : a * b)],
  ["shl", (a, b) => a * 2 ** b],
  ["lshr", (a, b, bits) => Math.floor(unsigned(a, bits) / 2 ** b)],
  ["ashr", (a, b) => Math.floor(a / 2 ** b)],
  ["and", (a, b) => bitwise(a, b, (x, y) => x & y)],
  ["or", (a, b) => bitwise(a, b, (x, y) => x | y)],
  ["xor", (a, b) => bitwise(a, b, (x, y) => x ^ y)],
  ["udiv", (a, b, bits) => Math.floor(unsigned(a, bits) / (unsigned(b, bits) || 1))],
  ["sdiv", (a, b) => Math.trunc(a / (b || 1))],
  ["urem", (a, b, bits) => unsigned(a, bits) % (unsigned(b, bits) || 1)],
  ["srem", (a, b) => a % (b || 1)],
  ["smin", (a, b) => Math.min(a, b)],
  ["smax", (a, b) => Math.max(a, b)],
  ["umin", (a, b, bits) => Math.min(unsigned(a, bits), unsigned(b, bits))],
  ["umax", (a, b, bits) => Math.max(unsigned(a, bits), unsigned(b, bits))],
  ["eq", (a, b) => Number(a === b)],
  ["ne", (a, b) => Number(a !== b)],
  ["slt", (a, b) => Number(a < b)],
  ["sle", (a, b) => Number(a <= b)],
  ["sgt", (a, b) => Number(a > b)],
  ["sge", (a, b) => Number(a >= b)],
  ["ult", (a, b, bits) => Number(unsigned(a, bits) < unsigned(b, bits))],
  ["ule", (a, b, bits) => Number(unsigned(a, bits) <= unsigned(b, bits))],
  ["ugt", (a, b, bits) => Number(unsigned(a, bits) > unsigned(b, bits))],
  ["uge", (a, b, bits) => Number(unsigned(a, bits) >= unsigned(b, bits))],
]);

function mapped(operands: readonly LaneValue[], of: (values: readonly number[]) => number): LaneValue {
  const count = operands[0]?.values.length ?? 0;
  return {
    values: Array.from({ length: count }, (_, t) => of(operands.map((o) => o.values[t] as number))),
    source: sourceOf(operands),
  };
}

function sourceOf(values: readonly LaneValue[]): Source {
  return values.reduce<Source>((most, { source }) => (source > most ? source : most), SOURCES.coordinates);
}

function constantOf(value: Value): number {
  if (value.kind === "int") return Number(value.value);
  const number = value.kind === "literal" ? Number(value.text) : 0;
  return Number.isFinite(number) ? number : 0;
}

function bitsOf(type: Type): number {
  return type.kind === "int" ? type.bits : 64;
}

function isCompound({ kind }: Type): boolean {
  return kind === "vector" || kind === "array" || kind === "struct";
}

function signed(value: number, bits: number): number {
  if (bits === 1) return value & 1;
  if (bits > 32) return value;
  return (value << (32 - bits)) >> (32 - bits);
}

function unsigned(value: number, bits: number): number {
  return value < 0 && bits < 64 ? value + 2 ** bits : value;
}

// Numbers beyond 32 bits are halves put together.
function bitwise(a: number, b: number, of: (x: number, y: number) => number): number {
  const high = (v: number): number => Math.floor(v / 2 ** 32);
  return of(high(a), high(b)) * 2 ** 32 + (of(a, b) >>> 0);
}
