// The guard around most kernels: `int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) …`. Such a condition is a
// limit of the x loop, which leaves a loop body without branches for the vectoriser. The limit holds when the
// sum cannot wrap for any thread of the row; else the row runs in a second loop that asks each thread.

import { THREAD_COORDINATES } from "./abi.js";
import type { Block, Instruction } from "./ir.js";
import { instruction, terminator } from "./ir.js";
import type { RegionPlan } from "./region-plan.js";
import { computationOf } from "./rematerialise.js";

export interface Guard {
  /** Name of the comparison that the limit decides. */
  readonly condition: string;
  /** True when the kernel goes on where the comparison is false. */
  readonly negated: boolean;
  /** Lines that compute `<prefix>.limit` in the driver and jump to the x loop or past it. */
  limitLines(prefix: string): string[];
}

interface Comparison {
  readonly name: string;
  readonly signed: boolean;
  readonly orEqual: boolean;
  /** What is added to threadIdx.x. */
  readonly base: string;
  readonly bound: string;
}

/** Finds the guard of a kernel without waits, if it has one. */
export function findGuard(plan: RegionPlan): Guard | undefined {
  if (plan.regions.length !== 1) return undefined;
  const region = plan.regions[0];
  const entry = region?.blocks[0];
  if (!region || !entry) return undefined;
  const branch = /^br i1 (%\S+), label (%\S+), label (%\S+)/.exec(terminator(entry).text);
  if (!branch) return undefined;
  const leaves = (label: string): boolean => {
    const block = region.blocks.find((b) => b.label === label);
    return block?.instructions.length === 1 && terminator(block).opcode === "ret";
  };
  // Nothing with an effect may come before the branch, since shortened iterations do not run it.
  if (entry.instructions.slice(0, -1).some((i) => !i.result || !plan.pure.has(i.result))) return undefined;
  const [, condition, whenTrue, whenFalse] = branch as unknown as [string, string, string, string];
  const negated = leaves(whenTrue);
  if (!negated && !leaves(whenFalse)) return undefined;
  const comparison = conjuncts(condition, negated, plan.pure)
    .map((c) => readComparison(c.name, c.negated, plan.pure))
    .find((c) => c !== undefined);
  if (!comparison) return undefined;
  return {
    condition: comparison.name,
    negated,
    limitLines: (prefix) => limitLines(comparison, plan.pure, prefix),
  };
}

/** Makes the comparison yield to `%cuts.guarded`, which is true where the limit of the loop has decided it. */
export function applyGuard(
  guard: Guard,
  blocks: readonly Block[],
  types: ReadonlyMap<string, string>,
): Block[] {
  const raw = "%cuts.compared";
  const known = guard.negated
    ? [
        instruction("%cuts.open", `xor i1 ${GUARDED}, true`, types),
        instruction(guard.condition, `and i1 %cuts.open, ${raw}`, types),
      ]
    : [instruction(guard.condition, `or i1 ${GUARDED}, ${raw}`, types)];
  return blocks.map((block) => ({
    label: block.label,
    instructions: block.instructions.flatMap((i) =>
      i.result === guard.condition ? [instruction(raw, i.text, types), ...known] : [i],
    ),
  }));
}

/** Parameter of a guarded kernel's region. */
export const GUARDED = "%cuts.guarded";

// `a && b` is printed as `select i1 a, i1 b, i1 false`, and `!(a || b)` as a negated `select i1 a, i1 true, i1 b`.
function conjuncts(
  name: string,
  negated: boolean,
  pure: ReadonlyMap<string, Instruction>,
): { name: string; negated: boolean }[] {
  const text = pure.get(name)?.text ?? "";
  const both = negated
    ? (/^select i1 (%\S+), i1 true, i1 (%\S+)$/.exec(text) ?? /^or i1 (%\S+), (%\S+)$/.exec(text))
    : (/^select i1 (%\S+), i1 (%\S+), i1 false$/.exec(text) ?? /^and i1 (%\S+), (%\S+)$/.exec(text));
  if (!both) return [{ name, negated }];
  return [both[1] as string, both[2] as string].flatMap((part) => conjuncts(part, negated, pure));
}

const NEGATED: Record<string, string> = {
  slt: "sge",
  sle: "sgt",
  sgt: "sle",
  sge: "slt",
  ult: "uge",
  ule: "ugt",
  ugt: "ule",
  uge: "ult",
};
const SWAPPED: Record<string, string> = { sgt: "slt", sge: "sle", ugt: "ult", uge: "ule" };

function readComparison(
  name: string,
  negated: boolean,
  pure: ReadonlyMap<string, Instruction>,
): Comparison | undefined {
  const match = /^icmp (?:samesign )?(\w+) i32 (\S+), (\S+)$/.exec(pure.get(name)?.text ?? "");
  if (!match) return undefined;
  let [, predicate, left, right] = match as unknown as [string, string, string, string];
  if (negated) predicate = NEGATED[predicate] ?? predicate;
  if (SWAPPED[predicate]) [predicate, left, right] = [SWAPPED[predicate] as string, right, left];
  if (!/^[su]l[te]$/.test(predicate)) return undefined;
  const base = addedToThreadX(left, pure);
  if (base === undefined || dependsOnX(right, pure) || dependsOnX(base, pure)) return undefined;
  return { name, signed: predicate.startsWith("s"), orEqual: predicate.endsWith("e"), base, bound: right };
}

// `base + threadIdx.x`, in either order, or threadIdx.x alone.
function addedToThreadX(name: string, pure: ReadonlyMap<string, Instruction>): string | undefined {
  if (name === "%cuts.tid.x") return "0";
  const sum = /^(?:add(?: nuw| nsw)*|or disjoint) i32 (\S+), (\S+)$/;
  const match = sum.exec(pure.get(name)?.text ?? "");
  if (!match) return undefined;
  if (match[2] === "%cuts.tid.x") return match[1];
  if (match[1] === "%cuts.tid.x") return match[2];
  return undefined;
}

function dependsOnX(name: string, pure: ReadonlyMap<string, Instruction>): boolean {
  if (name === "%cuts.tid.x" || name === "%cuts.thread") return true;
  return computationOf([name], pure).some((i) =>
    i.operands.some((o) => o === "%cuts.tid.x" || o === "%cuts.thread"),
  );
}

function limitLines(c: Comparison, pure: ReadonlyMap<string, Instruction>, prefix: string): string[] {
  const computed = computationOf([c.base, c.bound], pure);
  const own = new Map(
    computed.map((i) => [i.result as string, `${prefix}.g.${(i.result as string).slice(1)}`]),
  );
  for (const axis of THREAD_COORDINATES)
    if (axis !== "%cuts.thread") own.set(axis, `${prefix}.t${axis.at(-1)}`);
  const rename = (text: string): string =>
    text.replace(/%(?:"[^"]*"|[-a-zA-Z$._0-9]+)/g, (n) => own.get(n) ?? n);
  const extend = c.signed ? "sext" : "zext";
  const largest = c.signed ? 2147483647 : 4294967295;
  const p = prefix;
  return [
    ...computed.map((i) => `  ${own.get(i.result as string)} = ${rename(i.text)}`),
    `  ${p}.g64.base = ${extend} i32 ${rename(c.base)} to i64`,
    `  ${p}.g64.bound = ${extend} i32 ${rename(c.bound)} to i64`,
    `  ${p}.g64.width = zext i32 %cuts.bdim.x to i64`,
    `  ${p}.g64.last = add nsw i64 ${p}.g64.base, ${p}.g64.width`,
    `  ${p}.g64.fits = icmp sle i64 ${p}.g64.last, ${largest}`,
    `  ${p}.g64.room0 = sub nsw i64 ${p}.g64.bound, ${p}.g64.base`,
    `  ${p}.g64.room = add nsw i64 ${p}.g64.room0, ${c.orEqual ? 1 : 0}`,
    `  ${p}.g64.least = call i64 @llvm.smin.i64(i64 ${p}.g64.room, i64 ${p}.g64.width)`,
    `  ${p}.g64.clamped = call i64 @llvm.smax.i64(i64 ${p}.g64.least, i64 0)`,
    `  ${p}.g.clamped = trunc i64 ${p}.g64.clamped to i32`,
    `  ${p}.limit = select i1 ${p}.g64.fits, i32 ${p}.g.clamped, i32 0`,
    `  ${p}.some = icmp ne i32 ${p}.limit, 0`,
    `  br i1 ${p}.some, label ${p}.enter, label ${p}.none`,
    `${p.slice(1)}.none:`,
    `  br i1 ${p}.g64.fits, label ${p}.y.end, label ${p}.careful`,
    `${p.slice(1)}.enter:`,
    `  br label ${p}.x`,
  ];
}
