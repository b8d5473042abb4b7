// Turns loops of a thread over strided indices into loops of the block:
//     for (int i = base + threadIdx.x; i < n; i += stride) body
// becomes, with a wait that means nothing but the end of a region,
//     for (int b = base; b < n; b += stride) { int i = b + threadIdx.x; if (i < n) body; wait }
// so that the loop over threads is the inner one, with unit stride. It is the grid-stride loop of element-wise
// kernels and the column loop of row-wise ones. The index has 32 bits or 64. The original stays for numbers so large that
// an index could wrap.

import { mapLabels } from "../../../compiler/ir/operands.js";
import { WAIT } from "./abi.js";
import { blocksAfterTurns } from "./after-turns.js";
import type { Cfg } from "../../../compiler/ir/cfg.js";
import { buildCfg, reachable } from "../../../compiler/ir/cfg.js";
import type { Block, Instruction } from "./ir.js";
import { calleeOf, incoming, instruction, LOCAL_NAME, terminator, opcodeOf, textOf } from "./ir.js";
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
  readonly index: Instruction;
  readonly type: IndexType;
  readonly base: Base;
  readonly step: string;
  readonly bound: string;
  readonly isSigned: boolean;
}

type IndexType = "i32" | "i64";

/** What is added to threadIdx.x at the start; in 32 bits where the sum is then extended to an index of 64. */
interface Base {
  readonly name: string;
  readonly extend?: "zext" | "sext";
}

/** Rewrites all such loops of a kernel. */
export function interchangeStrideLoops(form: KernelForm, parameters: ReadonlySet<string>): KernelForm {
  let current: KernelForm = { blocks: mergePreheaders(form.blocks), syncs: form.syncs };
  const done = new Set<string>();
  for (let count = 0; count < 8; count++) {
    const cfg = buildCfg(current.blocks);
    const afterTurns = blocksAfterTurns(current, cfg);
    const uniformity = analyseUniformity(cfg, "block", (b) => afterTurns.has(b));
    const isTogether = current.syncs.every(
      (s) => s.kind === "turn" || !uniformity.isDivergentBlock(cfg.index.get(s.from) as number),
    );
    if (!isTogether) return form;
    const pure = rematerialisable(cfg, parameters);
    const loop = findLoop(
      cfg,
      uniformity,
      pure,
      (header) => done.has((cfg.blocks[header] as Block).label) || afterTurns.has(header),
    );
    if (!loop) return current;
    done.add((cfg.blocks[loop.header] as Block).label);
    current = interchange(current, cfg, loop, count);
  }
  return current;
}

// LLVM puts what a loop needs into a block between the guard and the loop. Where that is pure it may run before the
// guard, and the guard then leads straight to the loop.
function mergePreheaders(blocks: readonly Block[]): Block[] {
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
  return out
    .filter((b) => !merged.has(b.label))
    .map((b) => ({
      label: b.label,
      instructions: b.instructions.map((i) =>
        i.op === "phi" ? mapLabels(i, (from) => merged.get(from) ?? from) : i,
      ),
    }));
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
    const definitions = new Map(
      cfg.blocks.flatMap((b) => b.instructions.map((i) => [i.result ?? "", i] as const)),
    );
    const again = comparison(definitions.get(exits.condition), exits.continuesWhen);
    const start = comparison(definitions.get(skips.condition), skips.continuesWhen);
    if (!again || !start || again.bound !== start.bound || again.isSigned !== start.isSigned) continue;
    const { type } = again;
    const preLabel = (cfg.blocks[preheader] as Block).label;
    const index = (cfg.blocks[header] as Block).instructions.find(
      (i) =>
        opcodeOf(i) === "phi" &&
        textOf(i).startsWith(`phi ${type} `) &&
        incoming(i).some((p) => p.value === again.value && p.label !== preLabel) &&
        incoming(i).some((p) => p.value === start.value && p.label === preLabel),
    );
    const next = sumOf(type, definitions.get(again.value));
    if (!index?.result || !next) continue;
    const step = next[0] === index.result ? next[1] : next[1] === index.result ? next[0] : undefined;
    const base = type === "i32" ? addedToX(start.value, pure) : addedToWideX(start.value, pure);
    if (step === undefined || base === undefined) continue;
    const inLoop = new Set(
      [...members].flatMap((m) => (cfg.blocks[m] as Block).instructions.flatMap((i) => i.result ?? [])),
    );
    const isFixed = (name: string): boolean => !inLoop.has(name) && uniformity.isUniform(name);
    if (![step, base.name, again.bound].every(isFixed)) continue;
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

// What comes out of the loop is a value it carries, from the same start; then a thread without work has it too.
function hasKnownResults(
  cfg: Cfg,
  header: number,
  latch: number,
  preheader: number,
  exit: string,
  index: Instruction,
): boolean {
  const phisOf = (block: Block | undefined): Instruction[] =>
    (block?.instructions ?? []).filter((i) => opcodeOf(i) === "phi");
  const carried = phisOf(cfg.blocks[header]).filter((i) => i !== index);
  const labels = [preheader, latch].map((b) => (cfg.blocks[b] as Block).label);
  return phisOf(cfg.blocks[cfg.index.get(exit) as number]).every((phi) => {
    const [start, last] = labels.map((label) => valueFrom(phi, label));
    return start === last || carried.some((c) => isSameFrom(c, phi, labels));
  });
}

function isSameFrom(left: Instruction, right: Instruction, labels: readonly string[]): boolean {
  return labels.every((label) => valueFrom(left, label) === valueFrom(right, label));
}

function valueFrom(phi: Instruction, label: string): string {
  return incoming(phi).find((p) => p.label === label)?.value ?? "poison";
}

// A block that either goes to `loop` or leaves: the condition and where it leaves to.
function exitOf(
  cfg: Cfg,
  block: number,
  loop: string,
): { condition: string; exit: string; continuesWhen: boolean } | undefined {
  const match = /^br i1 (%\S+), label (%[^,\s]+), label (%[^,\s]+)/.exec(
    textOf(terminator(cfg.blocks[block] as Block)),
  );
  if (!match) return undefined;
  const [, condition, whenTrue, whenFalse] = match as unknown as [string, string, string, string];
  if (whenTrue === loop && whenFalse !== loop) return { condition, exit: whenFalse, continuesWhen: true };
  if (whenFalse === loop && whenTrue !== loop) return { condition, exit: whenTrue, continuesWhen: false };
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
): { value: string; bound: string; type: IndexType; isSigned: boolean } | undefined {
  const match = /^icmp (?:samesign )?([su])(lt|gt|le|ge) (i32|i64) (\S+), ([^\s,]+)/.exec(textOf(i) ?? "");
  if (!match) return undefined;
  const [, sign, order, type, left, right] = match as unknown as [
    string,
    string,
    string,
    IndexType,
    string,
    string,
  ];
  const isSigned = sign === "s";
  const effective = continuesWhen ? order : { lt: "ge", ge: "lt", gt: "le", le: "gt" }[order];
  if (effective === "lt") return { value: left, bound: right, type, isSigned };
  if (effective === "gt") return { value: right, bound: left, type, isSigned };
  return undefined;
}

function sumOf(type: IndexType, i: Instruction | undefined): readonly [string, string] | undefined {
  const [, sum, left, right] =
    /^(?:add(?: nuw| nsw)*|or disjoint) (i32|i64) (\S+), (\S+)$/.exec(textOf(i) ?? "") ?? [];
  return sum === type ? [left as string, right as string] : undefined;
}

function addedToX(name: string, pure: ReadonlyMap<string, Instruction>): Base | undefined {
  if (name === "%cuts.tid.x") return { name: "0" };
  const [left, right] = sumOf("i32", pure.get(name)) ?? [];
  if (left === "%cuts.tid.x") return { name: right as string };
  if (right === "%cuts.tid.x") return { name: left as string };
  return undefined;
}

function addedToWideX(name: string, pure: ReadonlyMap<string, Instruction>): Base | undefined {
  const extended = (of: string): RegExpExecArray | null =>
    /^(zext|sext)(?: nneg)? i32 (\S+) to i64$/.exec(textOf(pure.get(of)) ?? "");
  const [, extend, narrow] = extended(name) ?? [];
  if (narrow !== undefined) {
    const base = addedToX(narrow, pure);
    return base && { ...base, extend: extend as "zext" | "sext" };
  }
  const [left, right] = sumOf("i64", pure.get(name)) ?? [];
  if (left !== undefined && extended(left)?.[2] === "%cuts.tid.x") return { name: right as string };
  if (right !== undefined && extended(right)?.[2] === "%cuts.tid.x") return { name: left as string };
  return undefined;
}

function interchange(form: KernelForm, cfg: Cfg, loop: StrideLoop, count: number): KernelForm {
  const n = (what: string): string => `%stride${count}.${what}`;
  const make = (result: string | undefined, text: string): Instruction => instruction(result, text);
  const header = cfg.blocks[loop.header] as Block;
  const preheader = cfg.blocks[loop.preheader] as Block;
  const latch = cfg.blocks[loop.latch] as Block;
  const less = `icmp ${loop.isSigned ? "slt" : "ult"} ${loop.type}`;
  const carried = header.instructions.filter((i) => opcodeOf(i) === "phi" && i !== loop.index);
  const typeOf = (phi: Instruction): string =>
    /^phi (?:[a-z]+ )*?((?:<|\[|\{|%|ptr|i\d|float|double|half|bfloat).*?) \[ /.exec(textOf(phi))?.[1] ??
    "i32";
  const name = (i: Instruction): string => (i.result as string).slice(1).replaceAll('"', "");

  // The copy of the loop: its own names and labels; the index and the carried values come from the new header.
  const names = new Map<string, string>();
  for (const m of loop.members) {
    const block = cfg.blocks[m] as Block;
    names.set(block.label, n(`b.${block.label.slice(1).replaceAll('"', "")}`));
    for (const i of block.instructions) if (i.result) names.set(i.result, n(`v.${name(i)}`));
  }
  names.set(loop.index.result as string, n("i"));
  for (const phi of carried) names.set(phi.result as string, n(`c.${name(phi)}`));
  const rename = (text: string): string => text.replace(LOCAL_NAME, (x) => names.get(x) ?? x);
  const copies = [...loop.members].map((m) => {
    const block = cfg.blocks[m] as Block;
    const kept =
      m === loop.header ? block.instructions.filter((i) => opcodeOf(i) !== "phi") : block.instructions;
    return {
      label: names.get(block.label) as string,
      instructions: kept.map((i) =>
        m === loop.latch && i === terminator(block)
          ? make(undefined, `br label ${n("latch")}`)
          : make(i.result && names.get(i.result), rename(textOf(i))),
      ),
    };
  });
  const base = loop.base.extend === undefined ? loop.base.name : n("base64");
  const wait: SyncPoint = { kind: "barrier", from: n("latch"), to: n("more") };
  const added: Block[] = [
    { label: n("enter"), instructions: [make(undefined, `br label ${n("head")}`)] },
    {
      label: n("head"),
      instructions: [
        make(n("b"), `phi ${loop.type} [ ${base}, ${n("enter")} ], [ ${n("b.next")}, ${n("more")} ]`),
        ...carried.map((phi) =>
          make(
            n(`c.${name(phi)}`),
            `phi ${typeOf(phi)} [ ${valueFrom(phi, preheader.label)}, ${n("enter")} ], [ ${n(`k.${name(phi)}`)}, ${n("more")} ]`,
          ),
        ),
        make(n("any"), `${less} ${n("b")}, ${loop.bound}`),
        make(undefined, `br i1 ${n("any")}, label ${n("test")}, label ${n("exit")}`),
      ],
    },
    {
      label: n("test"),
      instructions: [
        ...(loop.type === "i64" ? [make(n("x"), "zext nneg i32 %cuts.tid.x to i64")] : []),
        make(n("i"), `add ${loop.type} ${n("b")}, ${loop.type === "i64" ? n("x") : "%cuts.tid.x"}`),
        make(n("mine"), `${less} ${n("i")}, ${loop.bound}`),
        make(undefined, `br i1 ${n("mine")}, label ${names.get(header.label)}, label ${n("latch")}`),
      ],
    },
    ...copies,
    {
      label: n("latch"),
      instructions: [
        ...carried.map((phi) =>
          make(
            n(`k.${name(phi)}`),
            `phi ${typeOf(phi)} [ ${n(`c.${name(phi)}`)}, ${n("test")} ], [ ${rename(valueFrom(phi, latch.label))}, ${names.get(latch.label)} ]`,
          ),
        ),
        make(undefined, `call void ${WAIT}()`),
        make(undefined, `br label ${n("more")}`),
      ],
    },
    {
      label: n("more"),
      instructions: [
        make(n("b.next"), `add ${loop.type} ${n("b")}, ${loop.step}`),
        make(undefined, `br label ${n("head")}`),
      ],
    },
    { label: n("exit"), instructions: [make(undefined, `br label ${loop.exit}`)] },
  ];
  const choice = [
    ...(loop.type === "i32" ? narrowFits(loop, n, make) : wideFits(loop, n, make)),
    make(undefined, `br i1 ${n("fits")}, label ${n("enter")}, label ${n("plain")}`),
  ];
  const plain: Block = { label: n("plain"), instructions: [terminator(preheader)] };
  const relabel = (text: string): string => text.replaceAll(`, ${preheader.label} ]`, `, ${n("plain")} ]`);
  const blocks = form.blocks.flatMap((block): Block[] => {
    if (block.label === preheader.label) {
      const head = { label: block.label, instructions: [...block.instructions.slice(0, -1), ...choice] };
      return [head, plain, ...added];
    }
    const isExit = block.label === loop.exit;
    if (!isExit && block.label !== header.label) return [block];
    return [
      {
        label: block.label,
        instructions: block.instructions.map((i) => {
          if (opcodeOf(i) !== "phi") return i;
          const text = relabel(textOf(i));
          if (!isExit) return make(i.result, text);
          return make(i.result, text.replace(/\](?=(, !.*)?$)/, `], [ ${exitValue(i)}, ${n("exit")} ]`));
        }),
      },
    ];
  });
  return { blocks, syncs: [...form.syncs, wait] };

  // What a phi after the loop receives: the carried value, which is the value at the start for threads without work.
  function exitValue(phi: Instruction): string {
    const source = carried.find((c) => isSameFrom(c, phi, [preheader.label, latch.label]));
    return source ? n(`c.${name(source)}`) : valueFrom(phi, latch.label);
  }
}

type Names = (what: string) => string;
type Make = (result: string | undefined, text: string) => Instruction;

// No index wraps before it is compared with the bound.
function narrowFits(loop: StrideLoop, n: Names, make: Make): Instruction[] {
  const extend = loop.isSigned ? "sext" : "zext";
  const highest = loop.isSigned ? 2147483647 : 4294967295;
  return [
    make(n("bound64"), `${extend} i32 ${loop.bound} to i64`),
    make(n("step64"), `sext i32 ${loop.step} to i64`),
    make(n("width64"), "zext i32 %cuts.bdim.x to i64"),
    make(n("sum0"), `add nsw i64 ${n("bound64")}, ${n("step64")}`),
    make(n("sum1"), `add nsw i64 ${n("sum0")}, ${n("width64")}`),
    make(n("small"), `icmp sle i64 ${n("sum1")}, ${highest}`),
    make(n("base64"), `${extend} i32 ${loop.base.name} to i64`),
    make(n("start64"), `add nsw i64 ${n("base64")}, ${n("width64")}`),
    make(n("starts"), `icmp sle i64 ${n("start64")}, ${highest}`),
    make(n("forward"), `icmp sgt i64 ${n("step64")}, 0`),
    make(n("safe"), `and i1 ${n("small")}, ${n("starts")}`),
    make(n("fits"), `and i1 ${n("safe")}, ${n("forward")}`),
  ];
}

// The same for 64 bits: all numbers are far from where they wrap, and so is what is added to threadIdx.x in 32 bits.
function wideFits(loop: StrideLoop, n: Names, make: Make): Instruction[] {
  const { name, extend } = loop.base;
  const far = 2n ** 62n;
  const start =
    extend === undefined
      ? [make(n("starts"), "icmp eq i32 0, 0")]
      : [
          make(n("base64"), `${extend} i32 ${name} to i64`),
          make(n("width64"), "zext i32 %cuts.bdim.x to i64"),
          make(n("start64"), `add nsw i64 ${n("base64")}, ${n("width64")}`),
          make(n("starts"), `icmp sle i64 ${n("start64")}, ${extend === "sext" ? 2147483647 : 4294967295}`),
        ];
  const base = extend === undefined ? name : n("base64");
  // Where numbers have a sign, a bound below zero is one that no index is below.
  const isNear = (what: string, value: string, isSigned: boolean): Instruction[] =>
    isSigned
      ? [
          make(n(`${what}.moved`), `add i64 ${value}, ${far}`),
          make(n(what), `icmp ult i64 ${n(`${what}.moved`)}, ${2n * far}`),
        ]
      : [make(n(what), `icmp ult i64 ${value}, ${far}`)];
  return [
    ...start,
    ...isNear("near.base", base, loop.isSigned),
    ...isNear("near.bound", loop.bound, loop.isSigned),
    ...isNear("near.step", loop.step, false),
    make(n("forward"), `icmp ne i64 ${loop.step}, 0`),
    make(n("safe0"), `and i1 ${n("starts")}, ${n("near.base")}`),
    make(n("safe1"), `and i1 ${n("safe0")}, ${n("near.bound")}`),
    make(n("safe2"), `and i1 ${n("safe1")}, ${n("near.step")}`),
    make(n("fits"), `and i1 ${n("safe2")}, ${n("forward")}`),
  ];
}
