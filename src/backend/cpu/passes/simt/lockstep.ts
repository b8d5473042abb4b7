// Before: lanes of a warp may hand each other values through memory without `__syncwarp`, as programs did while lanes ran in lockstep. After: such a
// kernel has a wait of those lanes that are together, wherever an access must come after what the other lanes did before it. In volatile memory that
// is a load after stores, and a store after loads or stores. In plain shared memory, which every kernel has, it is only where lanes are seen to load
// what others store (lane-exchanges.ts). All other kernels stay as they are.

import type { Layout } from "../../../../compiler/ir/layout.js";
import { SYNC_FUNCTIONS, WARP_OP } from "./abi.js";
import type { Cfg } from "../../../../compiler/ir/cfg.js";
import { buildCfg } from "../../../../compiler/ir/cfg.js";
import { call } from "../../../../compiler/ir/builder.js";
import { definitionOf, type Definitions, definitionsIn } from "../../../../compiler/ir/definitions.js";
import {
  type AtomicRmw,
  type Call,
  calleeOf,
  type CompareExchange,
  type Instruction,
  type Load,
  type Store,
} from "../../../../compiler/ir/instruction.js";
import { type Block, mapBlocks } from "../../../../compiler/ir/module.js";
import { isSameValue, localsOf, operandsOf } from "../../../../compiler/ir/operands.js";
import { operandText } from "../../../../compiler/ir/print-value.js";
import { i32, i64, ptr } from "../../../../compiler/ir/type.js";
import { int, int32, type Value } from "../../../../compiler/ir/value.js";
import { type LaneExchanges, laneExchanges, type PlainAccess } from "./lane-exchanges.js";
import type { Shape } from "./lane-values.js";
import { DYNAMIC_BASE, SHARED_BASE } from "./shared-memory.js";
import { hasVariableLocals } from "./stack-limit.js";
import { WATCH_FUNCTIONS } from "../watch-calls.js";

/** The operation of the scheduler (include/cuts/cuda/cuts_scheduler.h) at which lanes that are at the same place wait for each other. */
const LOCKSTEP = 19;

/** An access of memory that other threads may see. */
interface Access extends PlainAccess {
  readonly isVolatile: boolean;
  readonly isShared: boolean;
  /** The values that the address is made from. */
  readonly roots: ReadonlySet<string>;
}

/** An access that a thread may have made since it last waited, and the outermost loop that has begun another iteration since. */
interface Past {
  readonly access: Access;
  readonly around: number | undefined;
}

/** What became of a kernel. */
export interface Lockstep {
  /** With such waits; the same blocks where none is needed. */
  readonly blocks: readonly Block[];
  /** Whether lanes hand each other values through plain memory: then the optimiser may have taken away accesses that others see. */
  readonly reliesOnLockstep: boolean;
}

/** Gives a kernel the waits it needs. `block` is the size of its blocks, where it is known. */
export function keepLockstep(blocks: readonly Block[], types: Layout, block?: Shape): Lockstep {
  const same = { blocks, reliesOnLockstep: false };
  if (hasVariableLocals({ blocks })) return same;
  const cfg = buildCfg(blocks);
  const definitions = definitionsIn(cfg);
  const accesses = accessesOf(cfg, definitions);
  const kinds = new Set([...accesses.values()].map((a) => a.kind));
  if (!kinds.has("both") && !(kinds.has("load") && kinds.has("store"))) return same;
  const exchanges = laneExchanges(cfg, accesses, types, block);
  let isPlain = movesLoads(cfg, accesses, exchanges);
  const isExchange = remembered(exchanges);
  const isPlainExchange: typeof isExchange = (before, now, around) => {
    const is = isExchange(before, now, around);
    isPlain ||= is;
    return is;
  };
  const waitsWithin = (
    isVolatileExchange: (before: Access, now: Access) => boolean,
  ): ReadonlySet<Instruction> =>
    findWaits(cfg, exchanges, accesses, ({ access, around }, now) =>
      access.isVolatile || now.isVolatile
        ? now.isVolatile && isVolatileExchange(access, now)
        : isPlainExchange(access, now, around),
    );
  if (waitsWithin(handsOver).size === 0) return { blocks, reliesOnLockstep: isPlain };
  const waits = new Set(
    [...waitsWithin(mustFollow)].map((i) => (isAccess(i) ? (watchOf(i, definitions) ?? i) : i)),
  );
  const wait = call(undefined, i64, WARP_OP, [int32(LOCKSTEP), int32(-1), int(i64, 0), int32(0)]);
  return {
    blocks: mapBlocks(blocks, (i) => (waits.has(i) ? [wait, i] : i)),
    reliesOnLockstep: isPlain,
  };
}

/**
 * Whether the optimiser has moved a load to where only those lanes come that have not stored: what stands behind `if (first) s[0] = v;`
 * is loaded in an `else` that the source does not have.
 */
function movesLoads(cfg: Cfg, accesses: ReadonlyMap<Instruction, Access>, exchanges: LaneExchanges): boolean {
  const all = [...accesses.values()];
  return all.some((load) => {
    if (load.kind !== "load" || load.isVolatile || !load.isShared) return false;
    const [from, ...others] = cfg.predecessors[load.block] ?? [];
    const join = cfg.successors[load.block]?.[0];
    const isMoved = cfg.blocks[join ?? -1]?.instructions.some(
      (i) => i.op === "phi" && localsOf(i).includes(load.instruction.result as string),
    );
    if (from === undefined || others.length > 0 || !isMoved) return false;
    const stored = (cfg.successors[from] ?? []).filter((to) => to !== load.block && to !== join);
    return all.some(
      (store) =>
        store.kind === "store" &&
        store.isShared &&
        stored.includes(store.block) &&
        exchanges.between(store, load, undefined),
    );
  });
}

/** Whether a lane may take what another one left, or leave what another one must not yet see. A counter that a thread reads and writes is neither. */
function handsOver(before: Access, now: Access): boolean {
  if (!haveOneRoot(before, now)) return false;
  if (now.kind === "load") return before.kind === "store";
  return before.kind === "load" && !isSameValue(before.pointer, now.pointer);
}

/** Whether all lanes must have made an access before one makes the next. */
function mustFollow(before: Access, now: Access): boolean {
  return (before.kind === "store" || now.kind === "store") && haveOneRoot(before, now);
}

function haveOneRoot(a: Access, b: Access): boolean {
  return [...a.roots].some((root) => b.roots.has(root));
}

// Of two atomic operations any may be first, and two stores or loads hand nothing over.
function remembered(
  exchanges: LaneExchanges,
): (before: Access, now: Access, around: number | undefined) => boolean {
  const known = new Map<string, boolean>();
  const numbers = new Map<Access, number>();
  const numberOf = (a: Access): number => {
    const number = numbers.get(a) ?? numbers.size;
    numbers.set(a, number);
    return number;
  };
  return (before, now, around) => {
    if (before.kind === now.kind || !before.isShared || !now.isShared) return false;
    const key = `${numberOf(before)} ${numberOf(now)} ${around}`;
    const found = known.get(key) ?? exchanges.between(before, now, around);
    known.set(key, found);
    return found;
  };
}

/** The instructions before which lanes have to wait, given which accesses have to be apart. */
function findWaits(
  cfg: Cfg,
  { loops }: LaneExchanges,
  accesses: ReadonlyMap<Instruction, Access>,
  areApart: (before: Past, now: Access) => boolean,
): ReadonlySet<Instruction> {
  const waits = new Set<Instruction>();
  const pasts = new Map<string, Past>();
  const pastOf = (access: Access, number: number, around?: number): Past => {
    const key = `${number} ${around}`;
    const past = pasts.get(key) ?? { access, around };
    pasts.set(key, past);
    return past;
  };
  const numbers = new Map([...accesses.values()].map((access, number) => [access, number]));
  const run = (block: Block, entry: ReadonlySet<Past>): ReadonlySet<Past> => {
    let since = new Set(entry);
    for (const i of block.instructions) {
      if (SYNC_FUNCTIONS.has(calleeOf(i) ?? "")) since = new Set();
      const now = accesses.get(i);
      if (!now) continue;
      if ([...since].some((past) => areApart(past, now))) {
        waits.add(i);
        since = new Set();
      }
      since.add(pastOf(now, numbers.get(now) as number));
    }
    return since;
  };
  const again = (past: Past, loop: number): Past => {
    const isWithin =
      past.around !== undefined &&
      [...(loops[loop]?.members ?? [])].every((m) => loops[past.around as number]?.members.has(m));
    return isWithin ? past : pastOf(past.access, numbers.get(past.access) as number, loop);
  };
  const skips = skipsOf(cfg, loops);
  const entries: Set<Past>[] = cfg.blocks.map(() => new Set());
  const work = cfg.blocks.map((_, at) => at);
  while (work.length > 0) {
    const at = work.shift() as number;
    const since = run(cfg.blocks[at] as Block, entries[at] as Set<Past>);
    for (const next of cfg.successors[at] ?? []) {
      const entry = entries[next] as Set<Past>;
      const size = entry.size;
      const loop = loops.findIndex((l) => l.headers.has(next) && l.members.has(at));
      const isSkipped = skips(at, next);
      for (const past of since) {
        if (past.access.isVolatile || !isSkipped(past.access)) entry.add(loop < 0 ? past : again(past, loop));
      }
      if (entry.size > size) work.push(next);
    }
  }
  return waits;
}

// Tells which accesses are not looked back at on a way that leads around a loop with waits, or out of it before the first one: that a
// loop may have no iteration is nothing that programs rely on.
function skipsOf(
  cfg: Cfg,
  loops: LaneExchanges["loops"],
): (from: number, to: number) => (access: Access) => boolean {
  const waits = (at: number): boolean =>
    cfg.blocks[at]?.instructions.some((i) => SYNC_FUNCTIONS.has(calleeOf(i) ?? "")) ?? false;
  const waiting = loops.filter((l) => [...l.members].some(waits));
  const entered = (start: number): LaneExchanges["loops"][number] | undefined => {
    const seen = new Set<number>();
    for (let at = start; !seen.has(at); ) {
      seen.add(at);
      const here = at;
      const loop = waiting.find((l) => l.headers.has(here));
      const [only, ...others] = cfg.successors[at] ?? [];
      if (loop || only === undefined || others.length > 0) return loop;
      at = only;
    }
    return undefined;
  };
  return (from, to) => {
    const left = waiting.filter((l) => l.members.has(from) && !l.members.has(to));
    const isPassed = (cfg.successors[from] ?? []).some((other) => {
      const loop = other === to ? undefined : entered(other);
      return loop !== undefined && !loop.members.has(from) && entered(to) !== loop;
    });
    return ({ block }) => isPassed || left.some((l) => !l.members.has(block));
  };
}

// Accesses of shared memory, and volatile ones of any that is not the thread's own.
function accessesOf(cfg: Cfg, definitions: Definitions): ReadonlyMap<Instruction, Access> {
  const accesses = new Map<Instruction, Access>();
  cfg.blocks.forEach((b, block) => {
    for (const i of b.instructions) {
      if (!isAccess(i)) continue;
      const kind = i.op === "load" || i.op === "store" ? i.op : "both";
      const pointer = unwatched(i, definitions) ?? i.pointer;
      const roots = rootsOf(pointer, definitions);
      const isShared = roots.has(SHARED_BASE) || roots.has(DYNAMIC_BASE);
      const isVolatile = kind !== "both" && i.isVolatile && i.atomic === undefined;
      const isOwn = [...roots].every((root) => definitions.get(root)?.op === "alloca");
      if (isOwn || (!isVolatile && !isShared)) continue;
      accesses.set(i, { instruction: i, kind, isVolatile, isShared, pointer, block, roots });
    }
  });
  return accesses;
}

type Accessing = Load | Store | AtomicRmw | CompareExchange;

function isAccess(i: Instruction): i is Accessing {
  return i.op === "load" || i.op === "store" || i.op === "atomicrmw" || i.op === "cmpxchg";
}

// Watched code tells of an access before it makes it, and uses the address that it gets back for its own.
function watchOf({ pointer }: Accessing, definitions: Definitions): Call | undefined {
  let from = definitionOf(pointer, definitions);
  while (from !== undefined && passesOn(from)) from = definitionOf(baseOf(from), definitions);
  return from !== undefined && isWatch(from) ? from : undefined;
}

// The pointer that the source has.
function unwatched(access: Accessing, definitions: Definitions): Value | undefined {
  const watch = watchOf(access, definitions);
  const given = watch?.args.find(({ value }) => value.kind === "local")?.value;
  const definition = definitionOf(given, definitions);
  return definition?.op === "ptrtoint" ? definition.value : given;
}

function isWatch(i: Instruction): i is Call {
  const callee = calleeOf(i);
  return callee === WATCH_FUNCTIONS.access.name || callee === WATCH_FUNCTIONS.range.name;
}

const PASSES_ON: ReadonlySet<string> = new Set(
  "getelementptr bitcast addrspacecast freeze inttoptr ptrtoint trunc zext".split(" "),
);

function passesOn(i: Instruction): boolean {
  return PASSES_ON.has(i.op);
}

// The names of what an address is made from.
function rootsOf(pointer: Value, definitions: Definitions): ReadonlySet<string> {
  const roots = new Set<string>();
  const seen = new Set<string>();
  const work = [pointer];
  while (work.length > 0) {
    const value = work.pop() as Value;
    const name = operandText(value);
    if (seen.has(name)) continue;
    seen.add(name);
    const definition = definitionOf(value, definitions);
    const operands = definition ? operandsOf(definition).filter(({ kind }) => kind === "local") : [];
    if (definition !== undefined && isWatch(definition)) work.push(...operands.slice(0, 1));
    else if (definition?.op === "phi") work.push(...operands);
    else if (definition?.op === "select") work.push(...operands.slice(-2));
    else if (definition !== undefined && passesOn(definition)) {
      const base = baseOf(definition);
      if (base !== undefined) work.push(base);
    } else roots.add(name);
  }
  return roots;
}

// What is passed on is the first value with a pointer's type, or the only one.
function baseOf(i: Instruction): Value | undefined {
  return operandsOf(i).find(
    ({ kind, type }) =>
      (kind === "local" || kind === "global") && (type === ptr || type === i32 || type === i64),
  );
}
