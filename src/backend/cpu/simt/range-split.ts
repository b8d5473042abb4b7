// Conditions on threadIdx.x as limits of the x loop. `base + threadIdx.x < bound`, where base and bound are the same
// for the whole row, is true for a range of threads: the loop over that range has no branch left, which is what the
// vectoriser needs, and often the loop over the rest has nothing left at all. It holds when the sum cannot wrap for
// any thread of the row; else the row is run by a function that asks each thread.

import { reachCondition } from "./far-addresses.js";
import type { Block, Instruction } from "./ir.js";
import { instruction, successors, textOf, terminator } from "./ir.js";
import type { Region, RegionPlan } from "./region-plan.js";
import type { Value, WideProduct, WideSum } from "./row-values.js";
import { RowValues } from "./row-values.js";

/** Parameters of a split region: whether the conditions are decided, and if so which way. */
export const DECIDED = "%cuts.decided";
export const INSIDE = "%cuts.inside";

/** How the x loop of a region is cut. */
export interface RangeSplit {
  readonly conditions: readonly (Condition | RowCondition | ReachCondition)[];
  /** True when outside the range the one condition is known too. */
  readonly knowsOutside: boolean;
  /** Threads of a row that the range can have at most, where that is known. */
  readonly maxThreads: number;
  /** Lines that compute `<prefix>.low`, `<prefix>.high` and `<prefix>.fits` for the threads of a row in `extent`. */
  lines(prefix: string, extent: Extent): string[];
}

/** Values of threadIdx.x from one name or constant to another, that one excluded. */
export interface Extent {
  readonly from: string;
  readonly to: string;
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
  readonly bound: Value;
}

/** A sum with threadIdx.x in it: of 32 bits, or of 64, which may have a part of 32 bits. */
type Sum = { readonly base: readonly Value[]; readonly added?: undefined } | WideSum;

/** A comparison that is the same for a whole row, and usually false (or true): `threadIdx.y == 0`. */
interface RowCondition {
  readonly name: string;
  /** What it usually is; a row where it is not is asked thread by thread. */
  readonly inside: boolean;
  readonly type: string;
  readonly left: Value;
  readonly right: Value;
}

/**
 * Whether an index of 64 bits leads to an address (far-addresses.ts). It does, or the row is asked thread by thread. An index that
 * is the same distance from one thread to the next is asked for at both ends of the row.
 */
type ReachCondition = { readonly name: string; readonly inside: "always" } & (
  | { readonly index: WideProduct; readonly limit: string }
  | { readonly ofRow: Value }
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
  const found = all.filter((c) => usual.has(c.label));
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
    lines: (prefix, extent) => limitLines(chosen, rowwise, reaches, prefix, extent),
  };
}

function findReaches(region: Region, resolver: RowValues): ReachCondition[] {
  const asked = new Set(
    region.blocks.flatMap((b) => b.instructions.flatMap((i) => reachCondition(textOf(i)) ?? [])),
  );
  return region.blocks.flatMap((block) =>
    block.instructions.flatMap((i): ReachCondition[] => {
      if (!i.result || !asked.has(i.result)) return [];
      const ofRow = resolver.value(i.result, block.label);
      if (ofRow) return [{ name: i.result, inside: "always", ofRow }];
      const [, name, limit] = /^icmp (?:samesign )?ult i64 (\S+), (\d+)$/.exec(textOf(i)) ?? [];
      if (name === undefined || limit === undefined) return [];
      const index = resolver.wideProductWithX(name, block.label);
      return index ? [{ name: i.result, inside: "always", index, limit }] : [];
    }),
  );
}

function maxThreads(c: Condition): number {
  if (c.sum.added) return Number.POSITIVE_INFINITY;
  const base = c.sum.base.reduce((sum, v) => sum + ("text" in v ? Number(v.text) : Number.NaN), 0);
  const bound = "text" in c.bound ? Number(c.bound.text) : Number.NaN;
  const limit = bound - base + (c.predicate.endsWith("le") ? 1 : 0);
  return /^.l[te]$/.test(c.predicate) && !Number.isNaN(limit) ? limit : Number.POSITIVE_INFINITY;
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
    const branch = /^br i1 (%\S+), label (%[^,\s]+), label (%[^,\s]+)/.exec(
      textOf(block.instructions.at(-1)) ?? "",
    );
    const inside = byName.get(branch?.[1] ?? "");
    work.push(...(inside === undefined ? successors(block) : [branch?.[inside ? 2 : 3] as string]));
  }
  return seen;
}

function readRowCondition(
  i: Instruction,
  block: Block,
  resolver: RowValues,
): (RowCondition & { label: string }) | undefined {
  const match = /^icmp (?:samesign )?(eq|ne) (i32|i64) (\S+), (\S+)$/.exec(textOf(i));
  const isAsked = textOf(terminator(block)).startsWith(`br i1 ${i.result},`);
  if (!match || !i.result || !isAsked) return undefined;
  const [, predicate, type, ...sides] = match as unknown as [string, string, string, string, string];
  const [left, right] = sides.map((name) => resolver.value(name, block.label));
  if (!left || !right || !(isOfRow(left) || isOfRow(right))) return undefined;
  return { name: i.result, label: block.label, inside: predicate === "ne", type, left, right };
}

function isOfRow(value: Value): boolean {
  if ("text" in value) return /^%cuts\.tid\.[yz]$/.test(value.text);
  return [...value.operands.values()].some(isOfRow);
}

// Outside the range of `threadIdx.x == 0` is that one thread; other equalities leave threads there that differ too.
function isDecidedOutside(c: Condition): boolean {
  const isFirst =
    c.predicate === "sgt" && !c.sum.added && c.sum.base.every((v) => "text" in v && v.text === "0");
  return !c.isEquality || isFirst;
}

// A single thread somewhere in the middle would leave a range that is too short to be worth it.
function isConstant(value: Value): boolean {
  return "text" in value && /^\d+$/.test(value.text);
}

/** Makes the conditions yield to the region's parameters. */
export function applySplit(split: RangeSplit, blocks: readonly Block[]): Block[] {
  const byName = new Map(split.conditions.map((c, i) => [c.name, { c, raw: `%cuts.asked.${i}` }]));
  return blocks.map((block) => ({
    label: block.label,
    instructions: block.instructions.flatMap((i) => {
      const known = byName.get(i.result ?? "");
      if (!known) return [i];
      const { inside } = known.c;
      const value = inside === "always" ? "true" : inside ? INSIDE : `${known.raw}.not`;
      return [
        instruction(known.raw, textOf(i)),
        ...(inside ? [] : [instruction(value, `xor i1 ${INSIDE}, true`)]),
        instruction(i.result, `select i1 ${DECIDED}, i1 ${value}, i1 ${known.raw}`),
      ];
    }),
  }));
}

function readCondition(i: Instruction, label: string, resolver: RowValues): Condition | undefined {
  const match = /^icmp (?:samesign )?(\w+) (i32|i64) (\S+), (\S+)$/.exec(textOf(i).replace(/, !.*$/, ""));
  if (!match || !i.result) return undefined;
  let [, predicate, type, left, right] = match as unknown as [string, string, string, string, string];
  const sumOf = (name: string): Sum | undefined => {
    if (type === "i64") return resolver.wideSumWithX(name, label);
    const base = resolver.sumWithX(name, label);
    return base && { base };
  };
  let sum = sumOf(left);
  if (!sum) {
    sum = sumOf(right);
    [left, right] = [right, left];
    predicate = SWAPPED[predicate] ?? predicate;
  }
  const bound = sum && resolver.value(right, label);
  if (!sum || !bound) return undefined;
  // Inside is where most threads are: below a bound, above another one, or anywhere but at one place.
  if (predicate === "eq" || predicate === "ne")
    return { ...oneThread(i.result, predicate === "eq", sum, bound, right), label };
  if (predicate === "uge") return { name: i.result, label, inside: false, predicate: "ult", sum, bound };
  if (predicate === "ugt") return { name: i.result, label, inside: false, predicate: "ule", sum, bound };
  if (!/^(ult|ule|slt|sle|sgt|sge)$/.test(predicate)) return undefined;
  return { name: i.result, label, inside: true, predicate, sum, bound };
}

// `threadIdx.x == 0` and its like single one thread out. The range is all the others: behind the first thread, or before
// one that is most likely the last.
function oneThread(
  name: string,
  isEqual: boolean,
  sum: Sum,
  bound: Value,
  text: string,
): Omit<Condition, "label"> {
  return { name, inside: !isEqual, predicate: text === "0" ? "sgt" : "slt", isEquality: true, sum, bound };
}

const SWAPPED: Readonly<Record<string, string>> = {
  slt: "sgt",
  sle: "sge",
  sgt: "slt",
  sge: "sle",
  ult: "ugt",
  ule: "uge",
  ugt: "ult",
  uge: "ule",
};

// In 64 bits nothing wraps, so the range can be computed before asking whether the 32-bit sums agree with it. Sums that
// have 64 bits themselves must be far from where they wrap.
function limitLines(
  conditions: readonly Condition[],
  ofRow: readonly RowCondition[],
  reaches: readonly ReachCondition[],
  prefix: string,
  extent: Extent,
): string[] {
  const out: string[] = [];
  let counter = 0;
  const fresh = (): string => `${prefix}.s${counter++}`;
  const emitted = new Map<string, string>();
  const emit = (value: Value): string => {
    if ("text" in value) {
      if (value.text.startsWith("%INPUT.")) return `${prefix}.in.${value.text.slice(7)}`;
      return value.text.replace(/^%cuts\.tid\.([yz])$/, `${prefix}.t$1`);
    }
    const operands = new Map([...value.operands].map(([name, v]) => [name, emit(v)]));
    const text = textOf(value.instruction).replace(
      /%(?:"[^"]*"|[-a-zA-Z$._0-9]+)/g,
      (n) => operands.get(n) ?? n,
    );
    const known = emitted.get(text);
    if (known) return known;
    const name = fresh();
    emitted.set(text, name);
    out.push(`  ${name} = ${text}`);
    return name;
  };
  const line = (text: string): string => {
    const name = fresh();
    out.push(`  ${name} = ${text}`);
    return name;
  };
  const first = line(`zext i32 ${extent.from} to i64`);
  const width = line(`zext i32 ${extent.to} to i64`);
  let low = first;
  let high = width;
  let fits = "true";
  const need = (text: string): void => {
    const ok = line(text);
    fits = fits === "true" ? ok : line(`and i1 ${fits}, ${ok}`);
  };
  const baseOf = ({ base, added }: Sum, extend: "zext" | "sext"): string => {
    const sum = base.map(emit).reduce((a, b) => (a === "0" ? b : line(`add i32 ${a}, ${b}`)));
    const start = line(`${extend} i32 ${sum} to i64`);
    const last = line(`add nsw i64 ${start}, ${width}`);
    need(`icmp sle i64 ${last}, ${extend === "sext" ? 2147483647 : 4294967295}`);
    return (added ?? []).map(emit).reduce((a, b) => line(`add i64 ${a}, ${b}`), start);
  };
  const needSmall = (value: string, isSigned: boolean): void => {
    if (isSigned) need(`icmp ult i64 ${line(`add i64 ${value}, ${2n ** 62n}`)}, ${2n ** 63n}`);
    else need(`icmp ult i64 ${value}, ${2n ** 62n}`);
  };
  for (const c of conditions) {
    const isSigned = !c.predicate.startsWith("u");
    const extend = isSigned ? "sext" : "zext";
    const base = baseOf(c.sum, c.sum.added ? c.sum.extend : extend);
    const bound = c.sum.added ? emit(c.bound) : line(`${extend} i32 ${emit(c.bound)} to i64`);
    if (c.sum.added) {
      needSmall(base, isSigned);
      needSmall(bound, isSigned);
    }
    const room = line(`sub nsw i64 ${bound}, ${base}`);
    const after = /^.(le|gt)$/.test(c.predicate) ? line(`add nsw i64 ${room}, 1`) : room;
    const isUpper = /^.l[te]$/.test(c.predicate);
    if (isUpper) {
      const limit = c.predicate.endsWith("t") ? room : after;
      high = line(`call i64 @llvm.smin.i64(i64 ${high}, i64 ${limit})`);
    }
    if (!isUpper) {
      const limit = c.predicate.endsWith("gt") ? after : room;
      low = line(`call i64 @llvm.smax.i64(i64 ${low}, i64 ${limit})`);
    }
  }
  for (const c of ofRow) {
    const is = line(`icmp ${c.inside ? "ne" : "eq"} ${c.type} ${emit(c.left)}, ${emit(c.right)}`);
    need(c.inside ? `or i1 ${is}, false` : `xor i1 ${is}, true`);
  }
  for (const reach of reaches) {
    if ("ofRow" in reach) {
      need(`or i1 ${emit(reach.ofRow)}, false`);
      continue;
    }
    const { sum, factor, added } = reach.index;
    let start = baseOf(sum, sum.extend);
    let length = width;
    if (factor) {
      const times = emit(factor);
      // What is at both ends is then between them too: nothing in a row is far enough to wrap.
      need(`icmp ult i64 ${line(`add i64 ${times}, ${2n ** 31n}`)}, ${2n ** 32n}`);
      start = added
        .map(emit)
        .reduce((a, b) => line(`add i64 ${a}, ${b}`), line(`mul i64 ${start}, ${times}`));
      length = line(`mul i64 ${length}, ${times}`);
    }
    need(`icmp ult i64 ${start}, ${reach.limit}`);
    need(`icmp ule i64 ${line(`add i64 ${start}, ${length}`)}, ${reach.limit}`);
  }
  const highest = line(`call i64 @llvm.smax.i64(i64 ${high}, i64 ${first})`);
  const lowest = line(`call i64 @llvm.smin.i64(i64 ${low}, i64 ${width})`);
  const ordered = line(`call i64 @llvm.smin.i64(i64 ${lowest}, i64 ${highest})`);
  out.push(
    `  ${prefix}.low = trunc i64 ${ordered} to i32`,
    `  ${prefix}.high = trunc i64 ${highest} to i32`,
    `  ${prefix}.fits = or i1 ${fits}, false`,
  );
  return out;
}
