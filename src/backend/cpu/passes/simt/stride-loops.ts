// Before: a thread may loop over strided indices, as the grid-stride loop of element-wise kernels and the column loop of row-wise ones do:
//     for (int i = base + threadIdx.x; i < n; i += stride) body
// After: the block loops, with a wait that means nothing but the end of a region, so that the loop over threads is the inner one, with unit stride:
//     for (int b = base; wait, b < n; b += stride) { int i = b + threadIdx.x; if (i < n) body; }
// Each thread still does its part in order. The index has 32 bits or 64. The original loop stays, in a region of its own, for numbers so large that
// an index could wrap.

import { jump } from "../../../../compiler/ir/builder.js";
import { definitionOf, definitionsIn } from "../../../../compiler/ir/definitions.js";
import { calleeOf, type Instruction, isSum, type Phi } from "../../../../compiler/ir/instruction.js";
import { type Block, plainName, renameOrigins, terminator } from "../../../../compiler/ir/module.js";
import { isSameValue, mapLabels, renameLocals } from "../../../../compiler/ir/operands.js";
import { i32, i64, type Type } from "../../../../compiler/ir/type.js";
import { int32, literal, type Local, local, localOf, type Value } from "../../../../compiler/ir/value.js";
import { WAIT } from "./abi.js";
import { blocksAfterYields } from "./after-yields.js";
import type { Cfg } from "../../../../compiler/ir/cfg.js";
import { buildCfg, reachable } from "../../../../compiler/ir/cfg.js";
import { Code } from "../../../../compiler/ir/code.js";
import type { KernelForm, SyncPoint } from "./kernel-form.js";
import { isPure, rematerialisable } from "./rematerialise.js";
import type { Uniformity } from "./uniformity.js";
import { analyseUniformity } from "./uniformity.js";

/** Copying a large body costs compile time and gains little. */
const MAX_INSTRUCTIONS = 150;

interface StrideLoop {
  readonly preheader: number;
  readonly header: number;
  readonly latch: number;
  readonly exit: string;
  readonly members: ReadonlySet<number>;
  readonly index: Phi;
  /** i32 or i64. */
  readonly type: Type;
  readonly base: Base;
  readonly step: Value;
  readonly bound: Value;
  readonly isSigned: boolean;
}

/** What is added to threadIdx.x at the start; in 32 bits where the sum is then extended to an index of 64. */
interface Base {
  readonly value: Value;
  readonly extend?: "zext" | "sext";
}

/** Rewrites all such loops of a kernel. */
export function interchangeStrideLoops(form: KernelForm, parameters: ReadonlySet<string>): KernelForm {
  let current: KernelForm = { blocks: mergePreheaders(form.blocks), syncs: form.syncs };
  const done = new Set<string>();
  for (let count = 0; count < 8; count++) {
    const cfg = buildCfg(current.blocks);
    const afterYields = blocksAfterYields(current, cfg);
    const uniformity = analyseUniformity(cfg, "block", (b) => afterYields.has(b));
    const isTogether = current.syncs.every(
      (s) => s.kind === "yield" || !uniformity.isDivergentBlock(cfg.index.get(s.from) as number),
    );
    if (!isTogether) return form;
    const pure = rematerialisable(cfg, parameters);
    const loop = findLoop(
      cfg,
      uniformity,
      pure,
      (header) => done.has((cfg.blocks[header] as Block).label) || afterYields.has(header),
    );
    if (!loop) return current;
    done.add((cfg.blocks[loop.header] as Block).label);
    current = interchange(current, cfg, loop, count);
  }
  return current;
}

// LLVM puts what a loop needs into a block between the guard and the loop. Where that is pure it may run before the
// guard, and the guard then leads straight to the loop.
function mergePreheaders(blocks: readonly Block[]): readonly Block[] {
  const cfg = buildCfg(blocks);
  const merged = new Map<string, string>();
  const touched = new Set<number>();
  const out = [...blocks];
  blocks.forEach((block, i) => {
    const [before, ...others] = cfg.predecessors[i] ?? [];
    const [target, ...more] = cfg.successors[i] ?? [];
    if (before === undefined || others.length > 0 || target === undefined || more.length > 0) return;
    if ((cfg.successors[before] ?? []).length !== 2 || (cfg.predecessors[target] ?? []).length < 2) return;
    // A second edge between the same two blocks would leave phis that cannot tell them apart.
    if ((cfg.successors[before] ?? []).includes(target)) return;
    if (!reachable(cfg.successors, cfg.successors[target] ?? []).has(target)) return;
    if (touched.has(before) || touched.has(i) || !block.instructions.slice(0, -1).every(isPure)) return;
    touched.add(before).add(i);
    const into = out[before] as Block;
    const after = (blocks[target] as Block).label;
    const jump = mapLabels(terminator(into), (label) => (label === block.label ? after : label));
    const moved = block.instructions.slice(0, -1);
    out[before] = { label: into.label, instructions: [...into.instructions.slice(0, -1), ...moved, jump] };
    merged.set(block.label, into.label);
  });
  return renameOrigins(
    out.filter((b) => !merged.has(b.label)),
    merged,
  );
}

function findLoop(
  cfg: Cfg,
  uniformity: Uniformity,
  pure: ReadonlyMap<string, Instruction>,
  isLeftAlone: (header: number) => boolean,
): StrideLoop | undefined {
  for (let header = 0; header < cfg.blocks.length; header++) {
    if (isLeftAlone(header)) continue;
    const loop = readLoop(cfg, header, uniformity, pure);
    if (loop) return loop;
  }
  return undefined;
}

function readLoop(
  cfg: Cfg,
  header: number,
  uniformity: Uniformity,
  pure: ReadonlyMap<string, Instruction>,
): StrideLoop | undefined {
  const before = cfg.predecessors[header] ?? [];
  const first = (cfg.blocks[header] as Block).label;
  if (before.length !== 2) return undefined;
  for (const [preheader, latch] of [before, before.toReversed()] as [number, number][]) {
    const members = reachable(cfg.predecessors, [latch], (b) => b === header);
    if (members.has(preheader) || uniformity.isDivergentBlock(preheader)) continue;
    const exits = exitOf(cfg, latch, first);
    const skips = exitOf(cfg, preheader, first);
    if (!exits || !skips || exits.exit !== skips.exit) continue;
    if (!isClosed(cfg, members, latch, header)) continue;
    const definitions = definitionsIn(cfg);
    const again = comparison(definitions.get(exits.condition), exits.continuesWhen);
    const start = comparison(definitions.get(skips.condition), skips.continuesWhen);
    if (!again || !start || again.isSigned !== start.isSigned) continue;
    if (!isSameValue(again.bound, start.bound)) continue;
    const { type } = again;
    const preLabel = (cfg.blocks[preheader] as Block).label;
    const index = phisOf(cfg.blocks[header]).find(
      (i) =>
        i.type === type &&
        i.incoming.some(({ value, from }) => isSameValue(value, again.value) && from !== preLabel) &&
        i.incoming.some(({ value, from }) => isSameValue(value, start.value) && from === preLabel),
    );
    const next = sumOf(type, again.value, definitions);
    if (!index?.result || !next) continue;
    const [left, right] = next;
    const step = localOf(left) === index.result ? right : localOf(right) === index.result ? left : undefined;
    const base = type === i32 ? addedToX(start.value, pure) : addedToWideX(start.value, pure);
    if (step === undefined || base === undefined) continue;
    const inLoop = new Set(
      [...members].flatMap((m) => (cfg.blocks[m] as Block).instructions.flatMap((i) => i.result ?? [])),
    );
    const isFixed = (value: Value): boolean =>
      value.kind !== "local" || (!inLoop.has(value.name) && uniformity.isUniform(value.name));
    if (![step, base.value, again.bound].every(isFixed)) continue;
    if (!hasKnownResults(cfg, header, latch, preheader, exits.exit, index)) continue;
    return {
      preheader,
      header,
      latch,
      exit: exits.exit,
      members,
      index,
      type,
      base,
      step,
      bound: again.bound,
      isSigned: again.isSigned,
    };
  }
  return undefined;
}

function phisOf(block: Block | undefined): readonly Phi[] {
  return (block?.instructions ?? []).filter((i) => i.op === "phi");
}

// What comes out of the loop is a value it carries, from the same start; then a thread without work has it too.
function hasKnownResults(
  cfg: Cfg,
  header: number,
  latch: number,
  preheader: number,
  exit: string,
  index: Phi,
): boolean {
  const carried = phisOf(cfg.blocks[header]).filter((i) => i !== index);
  const labels = [preheader, latch].map((b) => (cfg.blocks[b] as Block).label);
  return phisOf(cfg.blocks[cfg.index.get(exit) as number]).every((result) => {
    const [start, last] = labels.map((label) => valueFrom(result, label)) as [Value, Value];
    return isSameValue(start, last) || carried.some((c) => isSameFrom(c, result, labels));
  });
}

function isSameFrom(left: Phi, right: Phi, labels: readonly string[]): boolean {
  return labels.every((label) => isSameValue(valueFrom(left, label), valueFrom(right, label)));
}

function valueFrom({ type, incoming }: Phi, label: string): Value {
  return incoming.find(({ from }) => from === label)?.value ?? literal(type, "poison");
}

// A block that either goes to `loop` or leaves: the condition and where it leaves to.
function exitOf(
  cfg: Cfg,
  block: number,
  loop: string,
): { condition: string; exit: string; continuesWhen: boolean } | undefined {
  const last = terminator(cfg.blocks[block] as Block);
  const condition = last.op === "branch" ? localOf(last.condition) : undefined;
  if (last.op !== "branch" || condition === undefined || last.ifTrue === last.ifFalse) return undefined;
  if (last.ifTrue === loop) return { condition, exit: last.ifFalse, continuesWhen: true };
  if (last.ifFalse === loop) return { condition, exit: last.ifTrue, continuesWhen: false };
  return undefined;
}

// Only the latch leaves the loop, nothing in it waits, and it is small.
function isClosed(cfg: Cfg, members: ReadonlySet<number>, latch: number, header: number): boolean {
  let size = 0;
  for (const m of members) {
    const block = cfg.blocks[m] as Block;
    size += block.instructions.length;
    const targets = cfg.successors[m] ?? [];
    if (m !== latch && (targets.length === 0 || !targets.every((t) => members.has(t)))) return false;
    if (m !== header && !(cfg.predecessors[m] ?? []).every((t) => members.has(t))) return false;
    if (block.instructions.some((i) => calleeOf(i) === WAIT)) return false;
  }
  return size <= MAX_INSTRUCTIONS;
}

// `value < bound` as the condition to go on, whichever way it is written.
function comparison(
  i: Instruction | undefined,
  continuesWhen: boolean,
): { value: Value; bound: Value; type: Type; isSigned: boolean } | undefined {
  if (i?.op !== "icmp" || (i.left.type !== i32 && i.left.type !== i64)) return undefined;
  const { left, right } = i;
  const common = { type: left.type, isSigned: i.predicate.startsWith("s") };
  switch (continuesWhen ? i.predicate : OPPOSITE.get(i.predicate)) {
    case "slt":
    case "ult":
      return { ...common, value: left, bound: right };
    case "sgt":
    case "ugt":
      return { ...common, value: right, bound: left };
    default:
      return undefined;
  }
}

const OPPOSITE: ReadonlyMap<string, string> = new Map([
  ["sge", "slt"],
  ["uge", "ult"],
  ["sle", "sgt"],
  ["ule", "ugt"],
]);

/** What a sum of this type adds. */
function sumOf(
  type: Type,
  value: Value,
  definitions: ReadonlyMap<string, Instruction>,
): readonly [Value, Value] | undefined {
  const i = definitionOf(value, definitions);
  return i !== undefined && isSum(i) && i.left.type === type ? [i.left, i.right] : undefined;
}

const THREAD_X = "%cuts.tid.x";

function addedToX(value: Value, pure: ReadonlyMap<string, Instruction>): Base | undefined {
  if (localOf(value) === THREAD_X) return { value: int32(0) };
  const [left, right] = sumOf(i32, value, pure) ?? [];
  if (left === undefined || right === undefined) return undefined;
  if (localOf(left) === THREAD_X) return { value: right };
  return localOf(right) === THREAD_X ? { value: left } : undefined;
}

function addedToWideX(value: Value, pure: ReadonlyMap<string, Instruction>): Base | undefined {
  const sum = extended(value, pure);
  if (sum) {
    const base = addedToX(sum.value, pure);
    return base && { ...base, extend: sum.op };
  }
  const [left, right] = sumOf(i64, value, pure) ?? [];
  if (left === undefined || right === undefined) return undefined;
  const isX = (part: Value): boolean => {
    const narrow = extended(part, pure)?.value;
    return narrow !== undefined && localOf(narrow) === THREAD_X;
  };
  if (isX(left)) return { value: right };
  return isX(right) ? { value: left } : undefined;
}

/** A number of 32 bits that is made one of 64. */
function extended(
  value: Value,
  pure: ReadonlyMap<string, Instruction>,
): { readonly op: "zext" | "sext"; readonly value: Value } | undefined {
  const i = definitionOf(value, pure);
  if (i?.op !== "zext" && i?.op !== "sext") return undefined;
  return i.value.type === i32 && i.type === i64 ? { op: i.op, value: i.value } : undefined;
}

function interchange(form: KernelForm, cfg: Cfg, loop: StrideLoop, count: number): KernelForm {
  const n = (what: string): string => `%stride${count}.${what}`;
  const header = cfg.blocks[loop.header] as Block;
  const preheader = cfg.blocks[loop.preheader] as Block;
  const latch = cfg.blocks[loop.latch] as Block;
  const carried = phisOf(header).filter((i) => i !== loop.index);
  const wait: SyncPoint = { kind: "barrier", from: n("wait"), to: n("head") };
  const apart: SyncPoint = { kind: "barrier", from: n("rare"), to: n("plain") };
  const added = blocksOfLoop(cfg, loop, carried, n);
  const choice = new Code();
  const fits = loop.type === i32 ? narrowFits(choice, loop, n) : wideFits(choice, loop, n);
  choice.branch(fits, n("enter"), n("rare"));
  // The original has a region of its own: a loop inside of the loop over threads would keep that from being vectorised.
  const rare = new Code(n("rare"));
  rare.run(WAIT, []);
  rare.jump(n("plain"));
  const plain: Block = { label: n("plain"), instructions: [terminator(preheader)] };
  const fromPlain = (i: Phi): Phi => mapLabels(i, (from) => (from === preheader.label ? plain.label : from));
  // What a phi after the loop receives: the carried value, which is the value at the start for threads without work.
  const exitValue = (result: Phi): Value => {
    const source = carried.find((c) => isSameFrom(c, result, [preheader.label, latch.label]));
    return source ? carriedValue(source, n) : valueFrom(result, latch.label);
  };
  const atExit = (i: Phi): Phi => {
    const again = fromPlain(i);
    return { ...again, incoming: [...again.incoming, { value: exitValue(i), from: n("exit") }] };
  };
  const blocks = form.blocks.flatMap((block): readonly Block[] => {
    const { label, instructions } = block;
    if (label === preheader.label) {
      return [
        { label, instructions: [...instructions.slice(0, -1), ...choice.instructions] },
        ...rare.blocks,
        plain,
        ...added,
      ];
    }
    if (label !== loop.exit && label !== header.label) return [block];
    const change = label === loop.exit ? atExit : fromPlain;
    return [{ label, instructions: instructions.map((i) => (i.op === "phi" ? change(i) : i)) }];
  });
  return { blocks, syncs: [...form.syncs, wait, apart] };
}

type Names = (what: string) => string;

/** A value that the loop carries, at the start of an iteration. */
function carriedValue({ result, type }: Phi, n: Names): Local {
  return local(n(`c.${plainName(result as string)}`), type);
}

// The loop of the block, with a copy of the body.
function blocksOfLoop(cfg: Cfg, loop: StrideLoop, carried: readonly Phi[], n: Names): readonly Block[] {
  const header = cfg.blocks[loop.header] as Block;
  const preheader = cfg.blocks[loop.preheader] as Block;
  const latch = cfg.blocks[loop.latch] as Block;
  // The copy has its own names and labels; the index and the carried values come from the new header.
  const names = new Map<string, string>();
  for (const m of loop.members) {
    const block = cfg.blocks[m] as Block;
    names.set(block.label, n(`b.${plainName(block.label)}`));
    for (const i of block.instructions) if (i.result) names.set(i.result, n(`v.${plainName(i.result)}`));
  }
  names.set(loop.index.result as string, n("i"));
  for (const i of carried) names.set(i.result as string, carriedValue(i, n).name);
  const renamed = (name: string): string => names.get(name) ?? name;
  const copies = [...loop.members].map((m): Block => {
    const block = cfg.blocks[m] as Block;
    const kept = m === loop.header ? block.instructions.filter((i) => i.op !== "phi") : block.instructions;
    return {
      label: renamed(block.label),
      instructions: kept.map((i) =>
        m === loop.latch && i === terminator(block)
          ? jump(n("latch"))
          : mapLabels(renameLocals(i, renamed), renamed),
      ),
    };
  });
  const after = (i: Phi): Local => local(n(`k.${plainName(i.result as string)}`), i.type);
  const predicate = loop.isSigned ? "slt" : "ult";
  const base = loop.base.extend === undefined ? loop.base.value : local(n("base64"), i64);
  const start = local(n("b"), loop.type);
  const nextStart = local(n("b.next"), loop.type);
  const code = new Code(n("enter"));
  code.jump(n("wait"));
  // All iterations of the loop begin behind this wait, so that they are one region, without what comes before the loop.
  code.block(n("wait"));
  code.phi(start.name, loop.type, [base, n("enter")], [nextStart, n("latch")]);
  for (const i of carried) {
    code.phi(
      carriedValue(i, n).name,
      i.type,
      [valueFrom(i, preheader.label), n("enter")],
      [after(i), n("latch")],
    );
  }
  code.run(WAIT, []);
  code.jump(n("head"));
  code.block(n("head"));
  code.branch(code.icmp(n("any"), predicate, start, loop.bound), n("test"), n("exit"));
  code.block(n("test"));
  const x = local(THREAD_X, i32);
  const wideX = loop.type === i64 ? code.cast(n("x"), "zext", x, i64, ["nneg"]) : x;
  const index = code.add(n("i"), start, wideX);
  code.branch(code.icmp(n("mine"), predicate, index, loop.bound), renamed(header.label), n("latch"));
  const end = new Code(n("latch"));
  for (const i of carried) {
    const last = valueFrom(i, latch.label);
    const copied = last.kind === "local" ? local(renamed(last.name), last.type) : last;
    end.phi(after(i).name, i.type, [carriedValue(i, n), n("test")], [copied, renamed(latch.label)]);
  }
  end.add(nextStart.name, start, loop.step);
  end.jump(n("wait"));
  end.block(n("exit"));
  end.jump(loop.exit);
  return [...code.blocks, ...copies, ...end.blocks];
}

const HIGHEST = { sext: 2147483647, zext: 4294967295 } as const;

// No index wraps before it is compared with the bound.
function narrowFits(code: Code, loop: StrideLoop, n: Names): Value {
  const extend = loop.isSigned ? "sext" : "zext";
  const bound = code.cast(n("bound64"), extend, loop.bound, i64);
  const step = code.cast(n("step64"), "sext", loop.step, i64);
  const width = blockWidth(code, n);
  const past = code.add(n("sum1"), code.add(n("sum0"), bound, step, ["nsw"]), width, ["nsw"]);
  const small = code.icmp(n("small"), "sle", past, HIGHEST[extend]);
  const starts = startsBelow(code, extend, loop.base.value, width, n);
  const forward = code.icmp(n("forward"), "sgt", step, 0);
  return code.binary(n("fits"), "and", code.binary(n("safe"), "and", small, starts), forward);
}

function blockWidth(code: Code, n: Names): Value {
  return code.cast(n("width64"), "zext", local("%cuts.bdim.x", i32), i64);
}

// Whether a base with the width of the block added to it is a number of 32 bits.
function startsBelow(code: Code, extend: "sext" | "zext", value: Value, width: Value, n: Names): Value {
  const base = code.cast(n("base64"), extend, value, i64);
  const start = code.add(n("start64"), base, width, ["nsw"]);
  return code.icmp(n("starts"), "sle", start, HIGHEST[extend]);
}

// The same for 64 bits: all numbers are far from where they wrap, and so is what is added to threadIdx.x in 32 bits.
function wideFits(code: Code, loop: StrideLoop, n: Names): Value {
  const { value, extend } = loop.base;
  const far = 2n ** 62n;
  const starts =
    extend === undefined
      ? code.icmp(n("starts"), "eq", int32(0), 0)
      : startsBelow(code, extend, value, blockWidth(code, n), n);
  const base = extend === undefined ? value : local(n("base64"), i64);
  // Where numbers have a sign, a bound below zero is one that no index is below.
  const near = (what: string, number: Value, isSigned: boolean): Value =>
    isSigned
      ? code.icmp(n(what), "ult", code.add(n(`${what}.moved`), number, far), 2n * far)
      : code.icmp(n(what), "ult", number, far);
  const nearBase = near("near.base", base, loop.isSigned);
  const nearBound = near("near.bound", loop.bound, loop.isSigned);
  const nearStep = near("near.step", loop.step, false);
  const forward = code.icmp(n("forward"), "ne", loop.step, 0);
  const safe0 = code.binary(n("safe0"), "and", starts, nearBase);
  const safe1 = code.binary(n("safe1"), "and", safe0, nearBound);
  const safe2 = code.binary(n("safe2"), "and", safe1, nearStep);
  return code.binary(n("fits"), "and", safe2, forward);
}
