// Before: a region may ask each thread `base + threadIdx.x < bound`, where base and bound are the same for the whole row. After: it asks two values
// that it is given, and the driver has limits of the loop over x: inside of them the condition is true, outside false. So that loop has no branch
// left, which is what the vectoriser needs, and often there is nothing left to do for the rest of the row. It holds where the sum cannot wrap for any
// thread of the row; else a function that asks each thread runs the row.

import { binary, select } from "../../../../compiler/ir/builder.js";
import type { Compare, Instruction } from "../../../../compiler/ir/instruction.js";
import { type Block, terminator } from "../../../../compiler/ir/module.js";
import { localsOf, mapOperands, successorsOf } from "../../../../compiler/ir/operands.js";
import { printInstruction } from "../../../../compiler/ir/print.js";
import { i1, i32, i64 } from "../../../../compiler/ir/type.js";
import { int, local, localOf, numberOf, type Value } from "../../../../compiler/ir/value.js";
import { Code } from "../../../../compiler/ir/code.js";
import { conditionToReach } from "./far-addresses.js";
import { inputOf } from "./region-slots.js";
import type { Region, RegionPlan } from "./region-plan.js";
import { type RowValue, RowValues, type WideProduct, type WideSum } from "./row-values.js";

/** Parameters of a split region: whether the conditions are decided, and if so which way. */
export const DECIDED = local("%cuts.decided", i1);
export const INSIDE = local("%cuts.inside", i1);

/** How the x loop of a region is cut. */
export interface RangeSplit {
  readonly conditions: readonly (Condition | RowCondition | ReachCondition)[];
  /** True when outside the range the one condition is known too. */
  readonly knowsOutside: boolean;
  /** Threads of a row that the range can have at most, where that is known. */
  readonly maxThreads: number;
  /** Instructions that compute `<prefix>.low`, `<prefix>.high` and `<prefix>.fits` for the threads of a row in `extent`. */
  limits(prefix: string, extent: Extent): readonly Instruction[];
}

/** Values of threadIdx.x from one name or constant to another, that one excluded. */
export interface Extent {
  readonly from: Value;
  readonly to: Value;
}

interface Condition {
  readonly name: string;
  readonly label: string;
  /** The value of the comparison inside the range. */
  readonly inside: boolean;
  readonly predicate: string;
  /** True for a comparison that only one thread meets; the range is then of the threads that do not. */
  readonly isEquality?: boolean;
  readonly sum: Sum;
  readonly bound: RowValue;
}

/** A sum with threadIdx.x in it: of 32 bits, or of 64, which may have a part of 32 bits. */
type Sum = { readonly base: readonly RowValue[]; readonly added?: undefined } | WideSum;

/** A comparison that is the same for a whole row, and usually false (or true): `threadIdx.y == 0`. */
interface RowCondition {
  readonly name: string;
  /** What it usually is; a row where it is not is asked thread by thread. */
  readonly inside: boolean;
  readonly left: RowValue;
  readonly right: RowValue;
}

/**
 * Whether an index of 64 bits leads to an address (far-addresses.ts). It does, or the row is asked thread by thread. An index that
 * is the same distance from one thread to the next is asked for at both ends of the row.
 */
type ReachCondition = { readonly name: string; readonly inside: "always" } & (
  | { readonly index: WideProduct; readonly limit: bigint }
  | { readonly ofRow: RowValue }
);

/** A cut doubles the code of a region, and with it the time to compile it. */
const MAX_INSTRUCTIONS = 250;

/** With fewer rows, a row that is an exception is no exception. */
const MIN_ROWS = 8;

/** Finds the conditions of a region that are worth a cut, if any; `rows` of a block, if they are known. */
export function findSplit(region: Region, plan: RegionPlan, rows = 0): RangeSplit | undefined {
  if (region.blocks.reduce((sum, b) => sum + b.instructions.length, 0) > MAX_INSTRUCTIONS) return undefined;
  const resolver = new RowValues(region, plan);
  const reaches = findReaches(region, resolver);
  const isReach = new Set(reaches.map(({ name }) => name));
  const all = region.blocks
    .flatMap((block) => block.instructions.flatMap((i) => readCondition(i, block.label, resolver) ?? []))
    .filter(({ name }) => !isReach.has(name));
  const ofRows =
    rows < MIN_ROWS
      ? []
      : region.blocks.flatMap((block) =>
          block.instructions.flatMap((i) => readRowCondition(i, block, resolver) ?? []),
        );
  const single = all.filter((c) => c.isEquality && isConstant(c.bound));
  // What only threads come to that are exceptions already need not be asked.
  const usual = usualBlocks(region, [...single, ...ofRows]);
  // A comparison that nobody asks, as that of a loop that has become one of the block, would keep the range short for nothing.
  const asked = new Set(
    region.blocks.flatMap((b) => (usual.has(b.label) ? b.instructions.flatMap(localsOf) : [])),
  );
  const found = all.filter((c) => usual.has(c.label) && asked.has(c.name));
  const rowwise = ofRows.filter((c) => usual.has(c.label));
  const ordered = found.filter((c) => !c.isEquality);
  // One condition that decides both sides is worth more than several that decide only where all of them hold.
  const several = found.filter((c) => !c.isEquality || isConstant(c.bound));
  const chosen =
    rowwise.length > 0 || (ordered.length === 0 && several.length > 1)
      ? several
      : ordered.length === 1
        ? ordered
        : ordered.length === 0
          ? found.slice(0, 1)
          : several;
  if (chosen.length + reaches.length === 0) return undefined;
  return {
    conditions: [...chosen, ...rowwise, ...reaches],
    maxThreads: Math.min(...chosen.map(maxThreads)),
    knowsOutside: chosen.length === 1 && rowwise.length === 0 && chosen.every(isDecidedOutside),
    limits: (prefix, extent) => limitsOf(chosen, rowwise, reaches, prefix, extent),
  };
}

function findReaches(region: Region, resolver: RowValues): ReachCondition[] {
  const asked = new Set(
    region.blocks.flatMap((b) => b.instructions.flatMap((i) => conditionToReach(i) ?? [])),
  );
  return region.blocks.flatMap((block) =>
    block.instructions.flatMap((i): ReachCondition[] => {
      if (i.result === undefined || !asked.has(i.result)) return [];
      const ofRow = resolver.value(local(i.result, i1), block.label);
      if (ofRow) return [{ name: i.result, inside: "always", ofRow }];
      if (i.op !== "icmp" || i.predicate !== "ult" || i.left.type !== i64 || i.right.kind !== "int")
        return [];
      const index = i.right.value < 0n ? undefined : resolver.wideProductWithX(i.left, block.label);
      return index ? [{ name: i.result, inside: "always", index, limit: i.right.value }] : [];
    }),
  );
}

/** A constant; undefined for all other values. */
function constantOf(value: RowValue): number | undefined {
  return "known" in value ? numberOf(value.known) : undefined;
}

function maxThreads(c: Condition): number {
  if (c.sum.added || !isUpper(c)) return Number.POSITIVE_INFINITY;
  const base = c.sum.base.reduce((sum, v) => sum + (constantOf(v) ?? Number.NaN), 0);
  const limit = (constantOf(c.bound) ?? Number.NaN) - base + (c.predicate.endsWith("le") ? 1 : 0);
  return Number.isNaN(limit) ? Number.POSITIVE_INFINITY : limit;
}

/** Whether it is a bound that threads are below. */
function isUpper({ predicate }: Condition): boolean {
  return predicate.endsWith("lt") || predicate.endsWith("le");
}

// Blocks that a thread reaches for which the conditions are what they usually are.
function usualBlocks(region: Region, conditions: readonly (Condition | RowCondition)[]): Set<string> {
  const byName = new Map(conditions.map((c) => [c.name, c.inside]));
  const byLabel = new Map(region.blocks.map((b) => [b.label, b]));
  const seen = new Set<string>();
  const work = [region.entry];
  while (work.length > 0) {
    const label = work.pop() as string;
    const block = byLabel.get(label);
    if (seen.has(label) || !block) continue;
    seen.add(label);
    const last = terminator(block);
    const inside = last.op === "branch" ? byName.get(localOf(last.condition) ?? "") : undefined;
    if (last.op === "branch" && inside !== undefined) work.push(inside ? last.ifTrue : last.ifFalse);
    else work.push(...successorsOf(last));
  }
  return seen;
}

function readRowCondition(
  i: Instruction,
  block: Block,
  resolver: RowValues,
): (RowCondition & { label: string }) | undefined {
  const last = terminator(block);
  const isAsked = i.result !== undefined && last.op === "branch" && localOf(last.condition) === i.result;
  if (!isAsked || !isComparison(i) || (i.predicate !== "eq" && i.predicate !== "ne")) return undefined;
  const [left, right] = [resolver.value(i.left, block.label), resolver.value(i.right, block.label)];
  if (!left || !right || !(isOfRow(left) || isOfRow(right))) return undefined;
  return { name: i.result, label: block.label, inside: i.predicate === "ne", left, right };
}

/** Whether it compares whole numbers of 32 or 64 bits. */
function isComparison(i: Instruction): i is Compare {
  return i.op === "icmp" && (i.left.type === i32 || i.left.type === i64);
}

function isOfRow(value: RowValue): boolean {
  if ("slot" in value) return false;
  if ("operands" in value) return [...value.operands.values()].some(isOfRow);
  const name = localOf(value.known);
  return name === "%cuts.tid.y" || name === "%cuts.tid.z";
}

// Outside the range of `threadIdx.x == 0` is that one thread; other equalities leave threads there that differ too.
function isDecidedOutside(c: Condition): boolean {
  const isFirst = c.predicate === "sgt" && !c.sum.added && c.sum.base.every((v) => constantOf(v) === 0);
  return !c.isEquality || isFirst;
}

// A single thread somewhere in the middle would leave a range that is too short to be worth it.
function isConstant(value: RowValue): boolean {
  return (constantOf(value) ?? -1) >= 0;
}

/** Makes the conditions yield to the region's parameters. */
export function applySplit(split: RangeSplit, blocks: readonly Block[]): Block[] {
  const byName = new Map(
    split.conditions.map((c, n) => [c.name, { c, asked: local(`%cuts.asked.${n}`, i1) }]),
  );
  return blocks.map((block) => ({
    label: block.label,
    instructions: block.instructions.flatMap((i): readonly Instruction[] => {
      const found = i.result === undefined ? undefined : byName.get(i.result);
      if (i.result === undefined || found === undefined) return [i];
      const { c, asked } = found;
      const outside = local(`${asked.name}.not`, i1);
      const value = c.inside === "always" ? int(i1, 1) : c.inside ? INSIDE : outside;
      return [
        { ...i, result: asked.name },
        ...(value === outside ? [binary(outside.name, "xor", INSIDE, int(i1, 1))] : []),
        select(i.result, DECIDED, value, asked),
      ];
    }),
  }));
}

function readCondition(i: Instruction, label: string, resolver: RowValues): Condition | undefined {
  if (!isComparison(i) || i.result === undefined) return undefined;
  const sumOf = (value: Value): Sum | undefined => {
    if (value.type === i64) return resolver.wideSumWithX(value, label);
    const base = resolver.sumWithX(value, label);
    return base && { base };
  };
  const onLeft = sumOf(i.left);
  const sum = onLeft ?? sumOf(i.right);
  const other = onLeft ? i.right : i.left;
  const predicate = onLeft ? i.predicate : (SWAPPED.get(i.predicate) ?? i.predicate);
  const bound = sum && resolver.value(other, label);
  if (!sum || !bound) return undefined;
  const common = { name: i.result, label, sum, bound };
  // Inside is where most threads are: below a bound, above another one, or anywhere but at one place.
  switch (predicate) {
    case "eq":
    case "ne":
      return { ...common, ...oneThread(predicate === "eq", other) };
    case "uge":
      return { ...common, inside: false, predicate: "ult" };
    case "ugt":
      return { ...common, inside: false, predicate: "ule" };
    default:
      return { ...common, inside: true, predicate };
  }
}

// `threadIdx.x == 0` and its like single one thread out. The range is all the others: behind the first thread, or before
// one that is most likely the last.
function oneThread(
  isEqual: boolean,
  place: Value,
): { readonly inside: boolean; readonly predicate: string; readonly isEquality: true } {
  return { inside: !isEqual, predicate: numberOf(place) === 0 ? "sgt" : "slt", isEquality: true };
}

const SWAPPED: ReadonlyMap<string, string> = new Map([
  ["slt", "sgt"],
  ["sle", "sge"],
  ["sgt", "slt"],
  ["sge", "sle"],
  ["ult", "ugt"],
  ["ule", "uge"],
  ["ugt", "ult"],
  ["uge", "ule"],
]);

// In 64 bits nothing wraps, so the range can be computed before asking whether the 32-bit sums agree with it. Sums that
// have 64 bits themselves must be far from where they wrap.
function limitsOf(
  conditions: readonly Condition[],
  ofRow: readonly RowCondition[],
  reaches: readonly ReachCondition[],
  prefix: string,
  extent: Extent,
): readonly Instruction[] {
  const code = new Code();
  let counter = 0;
  const fresh = (): string => `${prefix}.s${counter++}`;
  const emitted = new Map<string, Value>();
  const emit = (value: RowValue): Value => {
    if ("slot" in value) return inputOf(prefix, value.slot);
    if ("known" in value) {
      const axis = localOf(value.known);
      if (axis === "%cuts.tid.y") return local(`${prefix}.ty`, i32);
      return axis === "%cuts.tid.z" ? local(`${prefix}.tz`, i32) : value.known;
    }
    const operands = new Map(Array.from(value.operands, ([name, v]) => [name, emit(v)]));
    const i = mapOperands(value.instruction, (v) => (v.kind === "local" ? (operands.get(v.name) ?? v) : v));
    // Instructions that print alike give the same.
    const key = printInstruction({ ...i, result: undefined });
    const known = emitted.get(key);
    if (known) return known;
    const result = local(fresh(), value.type);
    emitted.set(key, result);
    code.push({ ...i, result: result.name });
    return result;
  };
  const add = (a: Value, b: Value): Value => code.add(fresh(), a, b);
  const smaller = (a: Value, b: Value): Value => code.call(fresh(), i64, "@llvm.smin.i64", [a, b]);
  const larger = (a: Value, b: Value): Value => code.call(fresh(), i64, "@llvm.smax.i64", [a, b]);
  const first = code.cast(fresh(), "zext", extent.from, i64);
  const width = code.cast(fresh(), "zext", extent.to, i64);
  let low: Value = first;
  let high: Value = width;
  let fits: Value | undefined;
  const need = (ok: Value): void => {
    fits = fits === undefined ? ok : code.binary(fresh(), "and", fits, ok);
  };
  const needBelow = (value: Value, limit: bigint): void => need(code.icmp(fresh(), "ult", value, limit));
  const baseOf = ({ base, added }: Sum, extend: "zext" | "sext"): Value => {
    const sum = base.map(emit).reduce((a, b) => (numberOf(a) === 0 ? b : add(a, b)));
    const start = code.cast(fresh(), extend, sum, i64);
    const last = code.add(fresh(), start, width, ["nsw"]);
    need(code.icmp(fresh(), "sle", last, extend === "sext" ? 2147483647 : 4294967295));
    return (added ?? []).map(emit).reduce(add, start);
  };
  const needSmall = (value: Value, isSigned: boolean): void => {
    if (isSigned) needBelow(code.add(fresh(), value, 2n ** 62n), 2n ** 63n);
    else needBelow(value, 2n ** 62n);
  };
  for (const c of conditions) {
    const isSigned = !c.predicate.startsWith("u");
    const extend = isSigned ? "sext" : "zext";
    const base = baseOf(c.sum, c.sum.added ? c.sum.extend : extend);
    const given = emit(c.bound);
    const bound = c.sum.added ? given : code.cast(fresh(), extend, given, i64);
    if (c.sum.added) {
      needSmall(base, isSigned);
      needSmall(bound, isSigned);
    }
    const room = code.binary(fresh(), "sub", bound, base, ["nsw"]);
    const isNext = c.predicate.endsWith("le") || c.predicate.endsWith("gt");
    const limit = isNext ? code.add(fresh(), room, 1, ["nsw"]) : room;
    if (isUpper(c)) high = smaller(high, limit);
    else low = larger(low, limit);
  }
  for (const c of ofRow) {
    const [left, right] = [emit(c.left), emit(c.right)];
    const is = code.icmp(fresh(), c.inside ? "ne" : "eq", left, right);
    need(code.binary(fresh(), c.inside ? "or" : "xor", is, c.inside ? 0 : 1));
  }
  for (const reach of reaches) {
    if ("ofRow" in reach) {
      const reached = emit(reach.ofRow);
      need(code.binary(fresh(), "or", reached, 0));
      continue;
    }
    const { sum, factor, added } = reach.index;
    let start = baseOf(sum, sum.extend);
    let length: Value = width;
    if (factor) {
      const times = emit(factor);
      // What is at both ends is then between them too: nothing in a row is far enough to wrap.
      needBelow(code.add(fresh(), times, 2n ** 31n), 2n ** 32n);
      const sums = added.map(emit);
      start = sums.reduce(add, code.mul(fresh(), start, times));
      length = code.mul(fresh(), length, times);
    }
    needBelow(start, reach.limit);
    const end = add(start, length);
    need(code.icmp(fresh(), "ule", end, reach.limit));
  }
  const highest = larger(high, first);
  const lowest = smaller(low, width);
  const ordered = smaller(lowest, highest);
  code.cast(`${prefix}.low`, "trunc", ordered, i32);
  code.cast(`${prefix}.high`, "trunc", highest, i32);
  code.binary(`${prefix}.fits`, "or", fits ?? int(i1, 1), 0);
  return code.instructions;
}
